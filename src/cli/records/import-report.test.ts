import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestSqlite, type TestDatabase } from '../../../test/support/engines.ts';
import { AS_OF, cards, licenses, now, run, truck, visits } from '../../../test/support/publication-runs.ts';
import { findFileToWithdraw } from '../../intake/log/named-files-service.ts';
import { type Publication, publish } from '../../records/publication/service.ts';
import type { Output } from '../output.ts';
import { report } from './import-report.ts';

const DECISION = { by: 'ola', because: 'The regulator sent it again.' };

const FLEET = Array.from({ length: 20 }, (_, index) => truck(index));

/** Withdraws a file, and returns the command's output. */
async function withdraw(database: TestDatabase, name: string): Promise<string> {
  const named = await findFileToWithdraw(database.db, name);
  assert.ok(named.found, name);
  const withdrawal = { ...DECISION, fileId: named.file.id };
  return printed(await publish(database, { files: [], now, withdrawal })).replaceAll(/file \d+/g, 'file N');
}

/** Returns the output that the command prints for a run. */
function printed(publication: Publication): string {
  const lines: string[] = [];
  const output: Output = {
    json: false,
    line: (text) => void lines.push(text),
    result: (_, list) => void lines.push(...list()),
    progress: () => undefined,
    clearProgress: () => undefined,
  };
  report(publication, output);
  return lines.join('\n');
}

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const listOf = (day: number) =>
  licenses(`${day}.csv`, `2025-12-0${day}`, day < 4 ? [...FLEET, truck(50)] : FLEET);

/** Imports seven files for one slot. The first three list a license that the others do not. */
async function readFiles(): Promise<TestDatabase> {
  const database = await openTestSqlite();
  await run(database, [
    await visits('visits.csv', [{ visitId: 1, visitedOn: '2025-07-02', licenseNumber: '1350001' }]),
  ]);
  for (const day of DAYS) await run(database, [await listOf(day)]);
  return database;
}

/**
 * Moves the clock ahead a year. After that, replaced files keep only the rows that newer files do not have.
 */
async function passAYear(database: TestDatabase): Promise<void> {
  const later = new Date(now().getTime() + 367 * 86_400_000);
  await publish(database, { files: [], asOf: AS_OF, now: () => later });
}

test('withdrawing a file that a newer one replaced warns only about rows that the newer file does not have', async () => {
  const database = await readFiles();
  const before = await cards(database);
  await passAYear(database);
  const text = await withdraw(database, '3.csv');
  assert.match(text, /Still in use: 7\.csv \(file N\)/);
  assert.match(
    text,
    /no longer stored\. 7\.csv is newer and stays in use, so only what it does not list can be missing\. To have that back, import again: 2\.csv \(file N\)\./,
  );
  await run(database, [await listOf(2)]);
  assert.deepEqual(await cards(database), before);
  await database.close();
});

test('withdrawing the newest file names the file that is now in use, which for a year is the previous one', async () => {
  const database = await readFiles();
  for (const day of [7, 6, 5]) {
    const text = await withdraw(database, `${day}.csv`);
    assert.match(text, new RegExp(`Now in use: ${day - 1}\\.csv \\(file N\\)`));
    assert.doesNotMatch(text, /no longer stored/);
  }
  await database.close();
});

test('withdrawing the newest file after a year says that no file is in use, and what to import again', async () => {
  const database = await readFiles();
  const before = await cards(database);
  await passAYear(database);
  const text = await withdraw(database, '7.csv');
  assert.match(text, /No license file of district 6 is left/);
  assert.match(
    text,
    /no longer stored\. To have them back, import again: 3\.csv .*6\.csv \(file N\), and 1 older one/,
  );
  await run(database, [await listOf(6)]);
  const after = await cards(database);
  assert.deepEqual([...after.keys()], [...before.keys()]);
  assert.equal(after.get('2014:1350001')?.license.status, 'current');
  await database.close();
});

test('values that were set aside are counted and explained', async () => {
  const database = await openTestSqlite();
  const file = { ...(await licenses('a.csv', '2025-12-01', [truck(1)])) };
  const warnings = { expiry_date_off_calendar: 2, counts_blank: 1, name_is_phone: 1, city_blank: 3 };
  const text = printed(await run(database, [{ ...file, warnings }]));
  assert.match(
    text,
    /noted: expiry_date_off_calendar in 2 rows: shown as it is; confirms a license no longer/,
  );
  assert.match(text, /noted: counts_blank in 1 row: the counts of these visits are unknown and not scored\n/);
  assert.match(
    text,
    /noted: name_is_phone in 1 row: left out, so the value is unknown; the rest of the row counts\n/,
  );
  assert.match(text, /noted: city_blank in 3 rows: blank in the file, so the value is unknown\n/);
  await database.close();
});

test('the last line shows the as-of day and how it changed', async () => {
  const database = await openTestSqlite();
  const printed: string[] = [];
  const output = {
    line: () => undefined,
    progress: () => undefined,
    clearProgress: () => undefined,
    json: false,
  };
  for (const [name, day, asOf] of [
    ['a.csv', '2025-12-01', AS_OF],
    ['b.csv', '2025-12-02', '2026-01-01'],
  ] as const) {
    const publication = await run(database, [await licenses(name, day, [truck(1)])], asOf);
    report(publication, { ...output, result: (_, lines) => void printed.push(lines().at(-1) ?? '') });
  }
  assert.deepEqual(printed, [
    'Published version 1: 1 vendor, 1 record written, 0 removed, as of 2025-12-31. Files read: licenses: District 6 only; inspections: no district. They reach to 2025-12-01.',
    'Published version 2: 1 vendor, 1 record written, 0 removed, as of 2026-01-01 (before: 2025-12-31). Files read: licenses: District 6 only; inspections: no district. They reach to 2025-12-02.',
  ]);
  await database.close();
});

test('a file with the same content as another file is reported with both names, in the same run and later', async () => {
  const database = await openTestSqlite();
  const first = await licenses('hrfood6.csv', '2025-12-01', FLEET);
  const second = { ...first, name: 'hrfood5.csv' };
  const told = / {10}the same content as (.+) \(file (\d+)\), which was read first; it counts once\n/;
  const text = printed(await run(database, [first, second]));
  const [, name, id] = told.exec(text) ?? [];
  const other = name === first.name ? second.name : first.name;
  assert.match(text, new RegExp(`unchanged ${other} .*file ${id}\\]`));
  assert.match(printed(await run(database, [{ ...first, name: 'copy.csv' }])), told);
  assert.doesNotMatch(printed(await run(database, [{ ...first, name: name ?? '' }])), told);
  await database.close();
});
