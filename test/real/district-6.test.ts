import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { publish } from '../../src/records/publication/service.ts';
import { field } from '../support/check.ts';
import { describeEngines, openTestSqlite } from '../support/engines.ts';
import { now, RECORDS, readRecords, skip } from '../support/real-records.ts';

/**
 * Compares the published rollups with a second implementation: plain SQL over the raw rows, which are parsed
 * without our reader.
 */
const AS_OF = '2018-06-30';
const INSPECTIONS = ['6fdinspi_1516.csv', '6fdinspi_1617.csv', '6fdinspi_1718.csv'].map(
  (name) => `inspections/${name}`,
);

describeEngines('real records of District 6', (open) => {
  test('have the same twelve-month rollup and current owner for every vendor in a second implementation', {
    skip,
  }, async () => {
    const database = await open();
    const { outcome } = await publish(database, {
      files: await readRecords('licenses/2019-07', ...INSPECTIONS),
      asOf: AS_OF,
      now,
    });
    assert.equal(outcome, 'published');
    const rows = await database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select(['license_type', 'digits', 'scorecard'])
      .execute();
    const uncertain: string[] = [];
    const ours = rows.flatMap(({ license_type: type, digits, scorecard }) => {
      const card = JSON.parse(scorecard);
      if (card.inspections.length === 0) return [];
      if (card.uncertain_record) {
        assert.equal(card.rollup_12m.inspections, 0);
        uncertain.push(`${type} ${digits}`);
        return [];
      }
      const { last_inspected_on: _, whole_year: isWhole, year_covered: covered, ...counts } = card.rollup_12m;
      assert.deepEqual([isWhole, covered], [true, 'whole'], 'the files cover the whole year');
      const own = card.inspections.filter((visit: unknown) => field(visit, 'prior_owner') === false).length;
      return [[type, digits, own, ...Object.values(counts)].join(' ')];
    });
    const theirs = await rollupsInPlainSql();
    assert.ok(theirs.length > 600, `${theirs.length} vendors`);
    const isUncertain = (row: string) => uncertain.includes(row.split(' ').slice(0, 2).join(' '));
    assert.deepEqual(ours.sort(), theirs.filter((row) => !isUncertain(row)).sort());
    // Checked by hand: these vendors were either inspected under another business or not inspected at all.
    assert.equal(uncertain.length, 17);
    await database.close();
  });
});

test('names with unescaped quotes and double-encoded names from 2025 are readable, and two weeks of changes are reported', {
  skip,
}, async () => {
  const database = await openTestSqlite();
  const june = await publish(database, {
    files: await readRecords('licenses/2025-06-25/hrfood5.csv', 'licenses/2025-06-25/hrfood6.csv'),
    asOf: '2025-06-25',
    now,
  });
  assert.deepEqual(
    june.files.map(({ outcome, refusals, rowsRead }) => [outcome, refusals, rowsRead]),
    [
      ['published', {}, 7621],
      ['published', {}, 5096],
    ],
  );
  const july = await publish(database, {
    files: await readRecords('licenses/2025-07-07-mojibake'),
    asOf: '2025-07-07',
    now,
  });
  assert.deepEqual(july.files[0]?.warnings, {
    double_encoding_repaired: 6,
    lone_quote: 1,
    last_inspection_date_blank: 1,
  });
  // Another program counted these once from the raw files.
  const kinds: Record<string, number> = {};
  for (const { kind } of july.licenseChanges) kinds[kind] = (kinds[kind] ?? 0) + 1;
  assert.deepEqual(kinds, { new: 21, gone: 11, status: 62, renewed: 59, holder: 8 });
  const cards = await database.published.db
    .selectFrom('vendors')
    .innerJoin('records', 'records.position', 'vendors.position')
    .select('scorecard')
    .execute();
  assert.ok(cards.every(({ scorecard }) => !/Ã|â€/.test(scorecard)));
  await database.close();
});

/**
 * Returns one line for each vendor: `type digits own-visits inspections violations high intermediate basic
 * emergencies complaints warnings`.
 */
async function rollupsInPlainSql(): Promise<string[]> {
  const sql = new DatabaseSync(':memory:');
  sql.exec(`create table raw (source integer, type text, digits text, case_id integer, number integer, class text,
    disposition text, day text, total integer, high integer, intermediate integer, basic integer,
    owner integer, visit integer)`);
  const insert = sql.prepare(`insert into raw values (${Array(14).fill('?').join(',')})`);
  for (const [source, name] of INSPECTIONS.entries()) {
    const text = (await readFile(path.join(RECORDS, name))).toString('latin1');
    for (const cells of splitCsv(text)) {
      const [month = '', day = '', year = ''] = (cells[14] ?? '').split('/');
      const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
      const at = (column: number) => cells[column] ?? '';
      const counts = [17, 18, 19, 20].map((column) => Number.parseInt(at(column), 10));
      const categories = cells.slice(22, 80).map(Number);
      const cited = categories.reduce(
        (sum, count, index) => sum + (index >= 44 && index <= 48 ? 0 : count),
        0,
      );
      const [total, high = 0, intermediate = 0, basic = 0] = counts;
      const agrees = total === high + intermediate + basic && total === cited;
      const count = (value: number | undefined) => (agrees && value !== undefined ? value : null);
      insert.run(
        source,
        at(3),
        at(4),
        at(9),
        at(10),
        at(11),
        at(13),
        iso,
        count(total),
        count(high),
        count(intermediate),
        count(basic),
        at(80),
        at(81),
      );
    }
  }
  const rows = sql
    .prepare(
      `with visits as (
         select *, row_number() over (partition by visit order by source desc) as version from raw
         where type in ('2013', '2014') and class = 'Food'),
       seen as (select * from visits where version = 1 and day <= '${AS_OF}'),
       owners as (select type, digits, owner from (
         select *, row_number() over (partition by type, digits order by day desc, visit desc) as place from seen)
         where place = 1),
       cases as (select * from (
         select seen.*, row_number() over (partition by seen.type, case_id order by number, day, visit) as place,
           max(disposition like 'Emergency order%') over by_case as emergency,
           max(disposition like '%complaint%') over by_case as complaint,
           max(disposition = 'Warning Issued') over by_case as warning
         from seen window by_case as (partition by seen.type, case_id)) where place = 1),
       own as (select cases.* from cases join owners using (type, digits, owner))
       select owners.type, owners.digits,
         (select count(*) from seen join own using (type, case_id) where own.digits = owners.digits) as visits,
         count(own.visit) filter (where day > '2017-06-30') as inspections,
         ${['total', 'high', 'intermediate', 'basic'].map(sumOrUnknown).join(', ')},
         total(emergency) filter (where day > '2017-06-30') as emergency,
         total(complaint) filter (where day > '2017-06-30') as complaint,
         total(warning) filter (where day > '2017-06-30') as warning
       from owners left join own using (type, digits) group by owners.type, owners.digits`,
    )
    .all();
  sql.close();
  return rows.map((row) => Object.values(row).join(' '));
}

/** Sums a column. A single unknown count in the year makes the sum unknown. */
function sumOrUnknown(column: string): string {
  const inYear = "day > '2017-06-30'";
  return `case when count(own.visit) filter (where ${inYear}) = count(${column}) filter (where ${inYear})
    then total(${column}) filter (where ${inYear}) end as ${column}`;
}

/**
 * Splits a CSV into cells that can be quoted and contain doubled quotes. No row in these files contains a
 * line break.
 */
function splitCsv(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/("([^"]|"")*"|[^,]*)(,|$)/g)].map((match) => (match[1] ?? '').replace(/^"|"$/g, '')),
    );
}
