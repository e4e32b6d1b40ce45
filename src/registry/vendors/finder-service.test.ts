import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { countStatements } from '../../../test/support/count-statements.ts';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { describeBothEngines, openTestSqlite, type TestDatabase } from '../../../test/support/engines.ts';
import { finderOver } from '../../../test/support/finder.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { publish } from '../publication/service.ts';
import { LINES_MAX } from './finder-service.ts';

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
  test('finds a vendor by a misspelled name and by number, with its public place, and says why', async () => {
    const database = await openDatabase();
    await publishDemo(database);
    const finder = finderOver(database.db);
    const { hits } = await finder.findMeant('notional narwal sushi', { limit: 3 });
    const { vendorId, score, ...first } = hits[0] ?? assert.fail('nothing found');
    assert.deepEqual(first, {
      name: 'NOTIONAL NARWHAL SUSHI',
      formerName: null,
      licenseNumber: 'MFD5890007',
      city: 'WINTER PARK',
      county: 'Orange',
      sureness: 'sure',
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

  test('reads more vendors than one statement gives, each once, and begins anew when another version comes meanwhile', async () => {
    const database = await openDatabase();
    await publishDemo(database, 2_300);
    const all = await database.db
      .selectFrom('vendors')
      .select('digits')
      .orderBy('id')
      .execute()
      .then((rows) => rows.map(({ digits }) => digits));
    const { db, count } = countStatements(database.db);
    const finder = finderOver(db);
    const found = async (digits: string) => {
      const { version, hits } = await finder.findMeant(digits, { limit: 1 });
      return [version, hits[0]?.licenseNumber.replace(/^\D+/, ''), hits[0]?.reasons.join()];
    };
    const reading = found('9999999');
    // On an embedded database, the first thousand is read by now, with the digits that the first one had.
    await database.db
      .updateTable('vendors')
      .set({ digits: '9999999' })
      .where('digits', '=', all[0] ?? '')
      .execute();
    await database.db.updateTable('published_state').set({ version: 7 }).execute();
    await reading;
    await found('9999999');
    await finder.settled();
    assert.equal((await found('9999999'))[2], 'same_number');
    for (const place of [999, 1_000, 1_001, 1_999, 2_000, all.length - 1])
      assert.deepEqual(await found(all[place] ?? ''), [7, all[place], 'same_number'], `${place}`);
    assert.ok(count() >= 4);
    await database.close();
  });

  test('reads a thousand vendors with one statement, and then only asks for the version', async () => {
    const database = await openDatabase();
    await publishDemo(database);
    const { db, count } = countStatements(database.db);
    const finder = finderOver(db);
    await Promise.all([
      finder.findMeant('taco', { limit: 5 }),
      finder.findMeant('pho', { limit: 5 }),
      finder.matchLines([{ name: 'taco' }, { name: 'pho' }]),
    ]);
    assert.equal(count(), 1);
    await finder.matchLines(Array.from({ length: LINES_MAX }, (_, index) => ({ name: `taco ${index}` })));
    assert.equal(count(), 2);
    await database.close();
  });

  test('says that the first index is not there yet, not that nothing was found, when it takes longer than a request waits', async () => {
    const database = await openDatabase();
    await publishDemo(database);
    const rows = Promise.withResolvers<void>();
    const db: RegistryDb = database.db;
    const slowDb = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => rows.promise.then(() => result),
    });
    const finder = finderOver(slowDb, undefined, { waitsMs: 0 });
    const early = { code: 'not_ready', headers: { 'retry-after': '30' } };
    await assert.rejects(finder.findMeant('pretend pelican', { limit: 1 }), early);
    await assert.rejects(finder.spellCity('Winter Park'), early);
    rows.resolve();
    await finder.settled();
    assert.equal((await finder.findMeant('pretend pelican', { limit: 1 })).hits.length, 1);
    await database.close();
  });

  test('stops matching when it is told that nobody waits, and remembers what lines meant', async () => {
    const database = await openDatabase();
    await publishDemo(database);
    const finder = finderOver(database.db);
    const gone = new AbortController();
    const lines = Array.from({ length: LINES_MAX }, (_, index) => ({ name: `tako trucc ${index}` }));
    const first = await finder.matchLines(lines);
    assert.deepEqual(await finder.matchLines(lines, gone.signal), first);
    const [one, two] = [
      await finder.matchLines([{ name: 'pelican' }]),
      await finder.matchLines([{ name: 'pelican' }]),
    ];
    assert.equal(one.lines[0], two.lines[0]);
    gone.abort(new Error('gone'));
    await assert.rejects(finder.matchLines(lines, gone.signal), { message: 'gone' });
    await database.close();
  });

  test('lets others go on after each line of a list that takes long', async () => {
    const database = await openDatabase();
    await publishDemo(database);
    // By this clock, everything takes long.
    let clock = 0;
    const finder = finderOver(database.db, () => (clock += 10));
    await finder.findMeant('taco', { limit: 1 });
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

  test('answers from the version before while a new one is read, and says which', async () => {
    const database = await openDatabase();
    await publishDemo(database);
    const finder = finderOver(database.db);
    const before = await finder.findMeant('pelican', { limit: 1 });
    await publishDemo(database, VENDORS + 1);
    const during = await finder.findMeant('pelican', { limit: 1 });
    assert.deepEqual(during, before);
    await finder.settled();
    const after = await finder.findMeant('pelican', { limit: 1 });
    assert.deepEqual(
      [after.version, after.hits[0]?.vendorId],
      [before.version + 1, before.hits[0]?.vendorId],
    );
    await database.close();
  });

  test('throws "not_ready" before anything is published, and finds after it', async () => {
    const database = await openDatabase();
    const finder = finderOver(database.db);
    await assert.rejects(finder.findMeant('taco', { limit: 1 }), { code: 'not_ready' });
    await publishDemo(database);
    assert.equal((await finder.findMeant('pelican', { limit: 1 })).hits.length, 1);
    await database.close();
  });

  test('gives the same list as on an embedded database, whatever is typed', async () => {
    const [database, embedded] = [await openDatabase(), await openTestSqlite()];
    await publishDemo(database);
    await publishDemo(embedded);
    const [one, other] = [finderOver(database.db), finderOver(embedded.db)];
    for (const text of [...HOSTILE, 'taco', 'tacos truk', 'pelican', '5890023', '589003', 'the', 'orlando']) {
      const [a, b] = [await one.findMeant(text, { limit: 50 }), await other.findMeant(text, { limit: 50 })];
      assert.deepEqual(a.hits, b.hits, text);
    }
    await embedded.close();
    await database.close();
  });
});
