import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFile } from '../../src/intake/check/check-file.ts';
import { decideOn } from '../../src/judgment/policy/policy.ts';
import { publish as publishFiles } from '../../src/records/publication/service.ts';
import { listFacts } from '../../src/records/read/service.ts';
import { parsePublishedFacts } from '../../src/records/record/decision-facts.ts';
import type { ParsedFile } from '../../src/regulator/source/parsed-file.ts';
import { openTestSqlite, type TestDatabase } from '../support/engines.ts';
import { allInForce } from '../support/layered-files.ts';
import { listLicenseFiles, now, readChanged, readRecords, skip } from '../support/real-records.ts';
import { readRowsInForce } from '../support/rows-in-force.ts';
import { long } from '../support/whole-run.ts';

/**
 * Imports real files, one of which was damaged. Tests what the damage does and what an operator can do about
 * it.
 */

const DECISION = { by: 'ola', because: 'The regulator confirmed it.' };
const JULY = 'licenses/2025-07-07-mojibake/hrfood6.csv';
const PRIMARY_STATUS = 28;
const EXPIRY = 30;
const LAST_INSPECTION = 31;
const LICENSE_NUMBER = 27;

async function countVerdicts({ published }: TestDatabase): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const body of await listFacts(published.db)) {
    const facts = parsePublishedFacts(body);
    const { verdict } = decideOn(facts, { today: facts.as_of });
    counts[verdict] = (counts[verdict] ?? 0) + 1;
  }
  return counts;
}

const blank = (...columns: number[]) => set('', ...columns);
function set(value: string, ...columns: number[]) {
  return (rows: string[][]) => {
    for (const [line, cells] of rows.entries())
      if (line > 0 || cells[1] !== 'License Type Code') for (const column of columns) cells[column] = value;
    return rows;
  };
}

test('a fiscal year whose severity columns are blank is held back and changes no verdict; if accepted, its counts are unknown', {
  skip,
}, async () => {
  const asOf = '2018-06-30';
  const earlier = [
    'licenses/2019-07/hrfood6.csv',
    'inspections/6fdinspi_1516.csv',
    'inspections/6fdinspi_1617.csv',
  ];
  const database = await openTestSqlite();
  const publish = (files: readonly ParsedFile[], acceptance?: typeof DECISION) =>
    publishFiles(database, { files, asOf, now, ...(acceptance ? { acceptance } : {}) });
  await publish(await readRecords(...earlier));
  const before = await allInForce(database);
  const damaged = await readChanged('inspections/6fdinspi_1718.csv', blank(18, 19, 20));
  const { outcome, files } = await publish([damaged]);
  assert.deepEqual([outcome, files[0]?.outcome, files[0]?.canBeAccepted], ['failed', 'held_back', true]);
  assert.match(
    files[0]?.reason ?? '',
    /^odd_values: \d+ of \d+ rows have (blank counts|counts that contradict)/,
  );
  assert.equal(await allInForce(database), before);

  const accepted = await publish([damaged], DECISION);
  const fileId = accepted.files[0]?.id ?? 0;
  const counted = ['total', 'highPriority', 'intermediate', 'basic'] as const;
  const visits = (await readRowsInForce(database.db)).visits.filter((visit) => visit.file === fileId);
  assert.ok(visits.length > 500, `${visits.length} visits`);
  assert.ok(visits.every((visit) => counted.every((count) => visit[count] === null)));
  await publishFiles(database, { files: [], now, withdrawal: { ...DECISION, fileId } });
  assert.equal(await allInForce(database), before);
  const good = await publish(await readRecords('inspections/6fdinspi_1718.csv'));
  assert.equal(good.outcome, 'published');
  assert.deepEqual(await countVerdicts(database), { CLEAR: 107, CONDITIONAL: 38, DECLINE: 9, REVIEW: 634 });
  await database.close();
});

test('only the date is dropped, not the row, if a license’s last inspection is in the future', {
  skip,
}, async () => {
  const database = await openTestSqlite();
  const today = '2025-06-26';
  let number = '';
  const changed = await readChanged(
    'licenses/2025-06-25/hrfood6.csv',
    (rows) => {
      const row = rows.find(
        (cells) => /^MFD/.test(cells[LICENSE_NUMBER] ?? '') && cells[PRIMARY_STATUS] === '20',
      );
      if (!row) throw new Error('the file has no current food truck');
      row[LAST_INSPECTION] = '07/15/2025';
      number = row[LICENSE_NUMBER]?.slice(3) ?? '';
      return rows;
    },
    today,
  );
  const [sound] = await readRecords('licenses/2025-06-25/hrfood6.csv');
  const { files } = await publishFiles(database, { files: [changed], asOf: today, now });
  assert.deepEqual(
    [
      files[0]?.outcome,
      files[0]?.refusals,
      files[0]?.warnings.last_inspection_date_in_future,
      files[0]?.fileDate,
    ],
    ['published', {}, 1, sound?.fileDate],
  );
  const license = (await readRowsInForce(database.db)).licenses.find(
    ({ licenseType, digits }) => licenseType === '2014' && digits === number,
  );
  assert.deepEqual([license?.lastInspectedOn, license?.primaryStatus], [null, '20']);
  await database.close();
});

/** Ways to damage a file, each with the change that it would cause to more than 200 licenses. */
const DAMAGES = [
  {
    name: 'all statuses 45',
    change: set('45', PRIMARY_STATUS),
    kind: 'status',
  },
  { name: 'no expiry date', change: blank(EXPIRY), kind: 'expiry' },
  {
    name: 'cut at 90 %',
    change: (rows: string[][]) => rows.slice(0, Math.floor(rows.length * 0.9)),
    kind: 'gone',
  },
] as const;

test('a mass change in a district is always held back until --accept releases it, which --withdraw undoes', {
  skip,
  ...long,
}, async () => {
  const database = await openTestSqlite();
  const asOf = '2025-07-08';
  const publish = (files: readonly ParsedFile[]) => publishFiles(database, { files, asOf, now });
  await publish(await readRecords('licenses/2025-06-25/hrfood6.csv'));
  const before = await allInForce(database);
  for (const { name, change, kind } of DAMAGES) {
    const damaged = await readChanged(JULY, change);
    const { outcome, files } = await publish([damaged]);
    assert.deepEqual(
      [outcome, files[0]?.outcome, files[0]?.canBeAccepted],
      ['failed', 'held_back', true],
      name,
    );
    assert.match(files[0]?.reason ?? '', /^\w+: .*import --accept/, name);
    assert.equal(await allInForce(database), before, name);
    const accepted = await publishFiles(database, { files: [damaged], asOf, now, acceptance: DECISION });
    assert.deepEqual([accepted.outcome, accepted.files[0]?.outcome], ['published', 'published'], name);
    assert.match(accepted.files[0]?.accepted?.released ?? '', /^\w+: /, name);
    assert.ok(accepted.licenseChanges.filter((each) => each.kind === kind).length > 200, name);
    const withdrawal = { ...DECISION, fileId: accepted.files[0]?.id ?? 0 };
    await publishFiles(database, { files: [], now, withdrawal });
    assert.equal(await allInForce(database), before, name);
  }
  await database.close();
});

test('all real files, imported in date order, are published, and none is rejected', {
  skip,
  ...long,
}, async () => {
  const database = await openTestSqlite();
  const runs = [
    [
      '2018-06-30',
      'inspections/6fdinspi_1516.csv',
      'inspections/6fdinspi_1617.csv',
      'inspections/6fdinspi_1718.csv',
    ],
    ['2018-08-04', 'inspections/5fdinspi_2018-08-04.csv'],
    ['2019-07-06', 'licenses/2019-07'],
    ['2020-03-10', 'licenses/2020-03'],
    ['2025-06-25', 'licenses/2025-06-25'],
    ['2025-07-07', 'licenses/2025-07-07-mojibake'],
  ] as const;
  let published = 0;
  for (const [asOf, ...names] of runs) {
    const files = await readRecords(...names);
    const run = await publishFiles(database, { files, asOf, now });
    for (const { name, outcome, reason, refusals } of run.files)
      assert.deepEqual([outcome, reason, refusals], ['published', null, {}], name);
    published += run.files.length;
  }
  assert.ok(published >= 15, String(published));
  await database.close();
});

test('a complete license file is never rejected as a first file, and one truncated to 60 % always is', {
  skip,
  ...long,
}, async () => {
  const first = { previous: undefined, known: undefined };
  const codesOf = (read: ParsedFile) =>
    checkFile(read, first, '2026-11-27', () => false).refusals.map(({ code, kind }) => `${code}:${kind}`);
  for (const name of listLicenseFiles()) {
    const part = (share: number) =>
      readChanged(name, (rows) => rows.slice(0, Math.floor(rows.length * share)));
    assert.deepEqual(codesOf(await part(1)), [], name);
    for (const share of [0.5, 0.6, 0.7])
      assert.deepEqual(
        codesOf(await part(share)),
        ['newest_rows_missing:needs_operator'],
        `${name}, ${share}`,
      );
  }
});
