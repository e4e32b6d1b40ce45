import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { DEMO_DAY, NOW, readDemoFiles } from '../../../test/support/demo-app.ts';
import { openTestSqlite, type TestDatabase } from '../../../test/support/engines.ts';
import { readBadFiles, readGoodFiles } from '../../../test/support/layered-files.ts';
import {
  AS_OF,
  cards,
  file,
  licenses,
  now,
  OPERATOR,
  truck,
} from '../../../test/support/publication-runs.ts';
import { publishedRecords } from '../../../test/support/published-records.ts';
import {
  applicationCsv,
  applicationRow,
  closureRow,
  closureWorkbook,
  inspectionCsv,
  inspectionRow,
} from '../../../test/support/regulator-files.ts';
import { buildFromRead } from '../../../test/support/snapshot-files.ts';
import { daysBetween } from '../../lib/time/dates.ts';
import { findPublishedState, getPublishedState } from '../../published-state/service.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import { publish } from '../publication/service.ts';

/** Asserts that a build from the original files gives the published records. */
async function assertSame(
  database: TestDatabase,
  read: readonly ParsedFile[],
  message?: string,
): Promise<void> {
  const { root_hash: published, statistics } = await getPublishedState(database.published.db);
  await buildFromRead(database, read, (built) => {
    assert.equal(built.rootHash, published, message);
    assert.equal(built.statistics, statistics, message);
  });
}

/** Publishes a file as if an operator had accepted it, so that nothing is held until a second edition. */
const accept = (database: TestDatabase, each: ParsedFile, asOf = AS_OF) =>
  publish(database, { files: [each], asOf, now, acceptance: OPERATOR });

test('a build in another folder and time zone gives the same root hash, and a file that only its owner can read', async () => {
  const database = await openTestSqlite();
  const read = await readDemoFiles();
  await publish(database, { files: read, asOf: DEMO_DAY, now: NOW });
  await assertSame(database, read);
  const rootHash = await buildFromRead(database, read, (built) => {
    assert.ok(built.vendors > 250);
    assert.deepEqual(readdirSync(path.dirname(built.file)), [`1-${built.rootHash.slice(0, 16)}.sqlite`]);
    assert.equal(statSync(built.file).mode & 0o777, 0o600);
    return built.rootHash;
  });
  const zone = process.env.TZ;
  try {
    process.env.TZ = 'Pacific/Kiritimati';
    assert.equal(await buildFromRead(database, read, (built) => built.rootHash), rootHash);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
  await database.close();
});

test('the trigram index ranks a vendor first when its name is misspelled', async () => {
  const database = await openTestSqlite();
  const read = await readDemoFiles();
  await publish(database, { files: read, asOf: DEMO_DAY, now: NOW });
  await buildFromRead(database, read, ({ file: built }) => {
    const snapshot = new DatabaseSync(built, { readOnly: true });
    const vendor = snapshot.prepare('select * from vendors order by length(search_name) desc limit 1').get();
    const name = String(vendor?.search_name);
    const typed = `${name.slice(0, 4)}x${name.slice(5)}`;
    const trigrams = Array.from({ length: typed.length - 2 }, (_, start) => typed.slice(start, start + 3));
    const rarest = snapshot
      .prepare(
        'select term from vendor_trigrams where term in (select value from json_each(?)) order by vendors',
      )
      .all(JSON.stringify(trigrams))
      .slice(0, 8);
    const found = snapshot
      .prepare(
        'select rowid, bm25(vendor_text) as score from vendor_text where vendor_text match ? order by score',
      )
      .all(`{search_name search_aka} : (${rarest.map(({ term }) => `"${term}"`).join(' OR ')})`);
    assert.equal(found[0]?.rowid, vendor?.position);
    assert.ok(Number(found[0]?.score) < 0);
    snapshot.close();
  });
  await database.close();
});

test('records show how old they are on the publication day', async () => {
  const database = await openTestSqlite();
  const files = await readDemoFiles();
  await publish(database, { files, asOf: DEMO_DAY, now: NOW });
  for (const [day, isOld] of [
    ['2026-03-20', false],
    ['2026-04-10', true],
    ['2026-07-01', true],
  ] as const) {
    await publish(database, {
      files: [],
      asOf: DEMO_DAY,
      keepAsOf: true,
      now: () => new Date(`${day}T15:00:00Z`),
    });
    for (const { scorecard, identity, standing, verdict_today: verdict } of await publishedRecords(
      database.published.db,
    )) {
      const { records_old: old, records_reach_to: reach } = JSON.parse(scorecard);
      const expected = isOld ? { reach_to: reach, days: daysBetween(reach, day) } : null;
      assert.deepEqual(old, expected);
      assert.deepEqual(JSON.parse(identity).records_old, expected);
      assert.equal(standing.endsWith(`|${reach}`), isOld);
      if (day === '2026-07-01') assert.ok(['REVIEW', 'DECLINE'].includes(verdict), verdict);
    }
  }
  await database.close();
});

test('records show which inspections are still loading', async () => {
  const isLate = ({ records, fiscalYear }: ParsedFile) =>
    records?.kind === 'licenses' || (records?.kind === 'inspections' && fiscalYear === '2025-26');
  const read = (await readDemoFiles()).filter(isLate);
  const database = await openTestSqlite();
  const loadingYears = ['2024-25', '2023-24'];
  await publish(database, { files: read, asOf: DEMO_DAY, now: NOW, loadingYears });
  const { root_hash: published } = await getPublishedState(database.published.db);
  const rootOf = (years: readonly string[]) =>
    buildFromRead(database, read, (built) => built.rootHash, { loadingYears: years });
  assert.equal(await rootOf(loadingYears), published);
  assert.notEqual(await rootOf([]), published);
  await database.close();
});

test('a snapshot is correct after overlapping editions, a withdrawn file and a file that is read again', async () => {
  const good = await readGoodFiles();
  const bad = await readBadFiles();
  const read = [...good, ...bad];
  const database = await openTestSqlite();
  for (const each of good) {
    await accept(database, each);
    if (await findPublishedState(database.published.db))
      await assertSame(database, read, `after ${each.name}`);
  }
  for (const each of bad) {
    const { files } = await accept(database, each);
    await assertSame(database, read, `with ${each.name}`);
    const withdrawal = { ...OPERATOR, fileId: files[0]?.id ?? assert.fail('it was not stored') };
    await publish(database, { files: [], asOf: AS_OF, now, withdrawal });
    await assertSame(database, read, `without ${each.name}`);
  }
  await database.close();
});

test('a newer file does not remove visits that may be among its refused rows', async () => {
  const visit = (visitId: number, visitedOn: string, last: number) =>
    inspectionRow({ visitId, caseId: visitId, visitedOn, licenseNumber: truck(last).licenseNumber.slice(3) });
  const older = [
    visit(9900001, '2025-07-02', 1),
    visit(9900002, '2025-07-05', 2),
    visit(9900003, '2025-07-06', 3),
  ];
  const damaged = visit(9900002, '2025-07-05', 2).with(14, 'no day');
  const newer = [visit(9900004, '2025-07-01', 4), damaged, visit(9900005, '2025-07-09', 5)];
  const read = [await file('older.csv', inspectionCsv(older)), await file('newer.csv', inspectionCsv(newer))];
  const database = await openTestSqlite();
  for (const each of read) await accept(database, each);
  const { length: refused } = await database.db.selectFrom('refused_rows').selectAll().execute();
  assert.equal(refused, 1);
  await assertSame(database, read);
  const visits = await database.published.db
    .selectFrom('visits')
    .select('visit_id')
    .orderBy('visit_id')
    .execute();
  assert.deepEqual(
    visits.map(({ visit_id: id }) => id),
    [9900002, 9900004, 9900005],
  );
  await database.close();
});

test('an inspector’s text, a closure and an application each come from the newest file that lists them', async () => {
  const { licenseNumber } = truck(1);
  const digits = licenseNumber.slice(3);
  const texts = (words: string) =>
    JSON.stringify({ 9900001: [{ code: '35A-03-4', observation: `Basic - ${words}` }] });
  const closure = async (name: string, reopenedAt: string) =>
    file(
      name,
      await closureWorkbook([
        closureRow({ licenseNumber: digits, closedOn: '2025-12-15', reopenedAt: '' }),
        closureRow({ licenseNumber: digits, closedOn: '2025-12-01', reopenedAt }),
      ]),
    );
  const approval = (name: string, approvedOn: string) =>
    file(name, applicationCsv([applicationRow({ ...truck(9), approvedOn })]));
  const read = [
    await licenses('licenses.csv', '2025-12-20', [truck(1), truck(2)]),
    await file(
      'visits.csv',
      inspectionCsv([
        inspectionRow({
          visitId: 9900001,
          licenseNumber: digits,
          visitedOn: '2025-12-10',
          basic: 1,
          total: 1,
          categories: { 35: 1 },
        }),
      ]),
    ),
    await file('texts.json', texts('First.')),
    await closure('closed.xlsx', '2025-12-02'),
    await approval('new.csv', '2025-11-03'),
    await file('more-texts.json', texts('Second.')),
    await closure('closed-again.xlsx', '2025-12-03'),
    await approval('new-again.csv', '2025-11-04'),
  ];
  const database = await openTestSqlite();
  for (const each of read) await accept(database, each);
  await assertSame(database, read);
  const card = JSON.stringify((await cards(database)).get(`2014:${digits}`));
  assert.ok(card.includes('Second.') && !card.includes('First.'), card);
  await database.close();
});
