import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { describeBothEngines, openTestSqlite, type TestDatabase } from '../../../test/support/engines.ts';
import { finderOver } from '../../../test/support/finder.ts';
import { publish } from '../../records/publication/service.ts';
import { LINES_MAX } from './finder.ts';

const VENDORS = 120;
const HOSTILE = [
  ' '.repeat(100),
  'a',
  '\u202e\u200f\u200e',
  '9'.repeat(500),
  'taco '.repeat(100),
  'x'.repeat(10_000),
  'MFD'.repeat(50),
  '%_\\"\'',
  '𝕋𝕒𝕔𝕠 🌮',
];

async function publishDemo(database: TestDatabase, vendorCount = VENDORS): Promise<void> {
  await publish(database, { files: await readDemoFiles(vendorCount), asOf: DEMO_DAY, now: NOW });
}

describeBothEngines('the finder', (openDatabase) => {
  test('finds a vendor by a misspelled name and by number, and returns its public location and the reasons', async () => {
    const database = await openDatabase();
    await publishDemo(database);
    const finder = finderOver(database);
    const { hits } = await finder.findMatchingVendors('notional narwal sushi', { limit: 3 });
    const { vendorId, score, ...first } = hits[0] ?? assert.fail('nothing found');
    assert.deepEqual(first, {
      name: 'NOTIONAL NARWHAL SUSHI',
      formerName: null,
      licenseNumber: 'MFD5890007',
      city: 'WINTER PARK',
      county: 'Orange',
      confidence: 'sure',
      reasons: ['spelled_alike'],
    });
    const { lines } = await finder.matchLines([
      { licenseNumber: 'mfd 5890007' },
      { name: 'Pretend Pelican Tacos', licenseNumber: '5890008' },
      { name: 'zzyzx' },
    ]);
    assert.deepEqual(
      lines.map((line) => line.kind),
      ['sure', 'choice', 'none'],
    );
    assert.equal(lines[0]?.kind === 'sure' ? lines[0].hit.vendorId : '', vendorId);
    await database.close();
  });

  test('stops matching when no caller is waiting, and caches the matches for lines', async () => {
    const database = await openDatabase();
    await publishDemo(database);
    const finder = finderOver(database);
    const gone = new AbortController();
    const lines = Array.from({ length: LINES_MAX }, (_, index) => ({ name: `tako trucc ${index}` }));
    const first = await finder.matchLines(lines);
    assert.deepEqual(await finder.matchLines(lines, gone.signal), first);
    const one = await finder.matchLines([{ name: 'pelican' }]);
    const two = await finder.matchLines([{ name: 'pelican' }]);
    assert.equal(one.lines[0], two.lines[0]);
    gone.abort(new Error('gone'));
    await assert.rejects(finder.matchLines(lines, gone.signal), { message: 'gone' });
    await database.close();
  });

  test('lets other work run after each line of a slow list', async () => {
    const database = await openDatabase();
    await publishDemo(database);
    // With this clock, everything appears to be slow.
    let clock = 0;
    const finder = finderOver(database, () => (clock += 10));
    await finder.findMatchingVendors('taco', { limit: 1 });
    let turns = 0;
    let isDone = false;
    const others = (async () => {
      while (!isDone) {
        await setImmediate();
        turns += 1;
      }
    })();
    await finder.matchLines(Array.from({ length: 40 }, (_, index) => ({ name: `tako trucc ${index}` })));
    isDone = true;
    await others;
    assert.ok(turns >= 39, `${turns} turns`);
    await database.close();
  });

  test('uses a new publication immediately and reports its version', async () => {
    const database = await openDatabase();
    await publishDemo(database);
    const finder = finderOver(database);
    const before = await finder.findMatchingVendors('pelican', { limit: 1 });
    await publishDemo(database, VENDORS + 1);
    const after = await finder.findMatchingVendors('pelican', { limit: 1 });
    assert.deepEqual(
      [after.version, after.hits[0]?.vendorId],
      [before.version + 1, before.hits[0]?.vendorId],
    );
    await database.close();
  });

  test('throws “not_ready” before anything is published, and finds vendors afterward', async () => {
    const database = await openDatabase();
    const finder = finderOver(database);
    await assert.rejects(finder.findMatchingVendors('taco', { limit: 1 }), { code: 'not_ready' });
    await publishDemo(database);
    assert.equal((await finder.findMatchingVendors('pelican', { limit: 1 })).hits.length, 1);
    await database.close();
  });

  test('returns the same vendors for any text as with an embedded database', async () => {
    const database = await openDatabase();
    const embedded = await openTestSqlite();
    await publishDemo(database);
    await publishDemo(embedded);
    const one = finderOver(database);
    const other = finderOver(embedded);
    for (const text of [...HOSTILE, 'taco', 'tacos truk', 'pelican', '5890023', '589003', 'the', 'orlando']) {
      const a = await one.findMatchingVendors(text, { limit: 50 });
      const b = await other.findMatchingVendors(text, { limit: 50 });
      assert.deepEqual(a.hits, b.hits, text);
    }
    await embedded.close();
    await database.close();
  });
});

test('after a warm-up, a search does not read the cities or prepare the text search, and each new snapshot is opened once', async () => {
  const database = await openTestSqlite();
  const finder = finderOver(database);
  await finder.warmUp();
  let opened = 0;
  database.published.onOpened(() => {
    opened += 1;
  });
  await publishDemo(database);
  const prepared: string[] = [];
  await database.published.use(({ sqlite }) => {
    const prepare = sqlite.prepare.bind(sqlite);
    sqlite.prepare = (text) => {
      prepared.push(text);
      return prepare(text);
    };
  });
  await finder.warmUp();
  const isDear = (text: string) => /group by search_city|vendor_text match/.test(text);
  assert.ok(prepared.filter(isDear).length > 2);
  prepared.length = 0;
  await finder.search({ q: 'notional narwal sushi', city: '', limit: 20, offset: 0 });
  assert.deepEqual(prepared.filter(isDear), []);
  assert.equal(opened, 1);
  await publishDemo(database, VENDORS + 10);
  await finder.warmUp();
  assert.equal(opened, 2);
  await database.close();
});
