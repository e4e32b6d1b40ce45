import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import {
  inspectionCsv,
  inspectionRow,
  inspectionWorkbook,
  licenseCsv,
  licenseRow,
  windows1252,
} from '../../../test/support/regulator-files.ts';
import { formatCategories, parseCategories } from '../source/categories.ts';
import type { VisitRow } from '../source/parsed-file.ts';
import { readRegulatorFile } from './read-file.ts';
import { findNameFlaw } from './rows/check-name.ts';
import { repairText } from './rows/repair-text.ts';
import { violationCategory } from './vocabulary/violation-categories.ts';

const TODAY = '2026-03-01';

function read(bytes: Uint8Array) {
  return readRegulatorFile({ name: 'x', bytes, publishedAt: null }, TODAY);
}

/**
 * Generates realistic names with accented letters, commas, apostrophes and quotes, but without leading,
 * trailing or double spaces.
 */
const name = fc
  .array(fc.string({ unit: fc.constantFrom(...'ABZ09#&.,’"É¿-'), minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((words) => words.join(' '))
  // An undoubled quote before a comma ends the cell, and two quotes are read as one. In Windows-1252, É
  // before these two characters happens to be valid UTF-8. In a real file, another É decides the encoding.
  // Repaired texts and texts that are not names have their own tests.
  .filter((text) => !/",|""|É[’¿]/.test(text) && repairText(text, { warn() {} }) === text)
  .filter((text) => findNameFlaw(text) === undefined)
  // Spreadsheets show number signs if a column is too narrow.
  .filter((text) => !/^#{3,}$/.test(text));
const day = fc
  .date({ min: new Date('2013-07-01'), max: new Date(TODAY), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const counts = fc.tuple(fc.nat(50), fc.nat(50));
const categories = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 1, max: 58 }), fc.integer({ min: 1, max: 99 })),
  {
    selector: ([category]) => category,
    maxLength: 5,
  },
);

type CountedVisit = { [Field in keyof VisitRow]: Exclude<VisitRow[Field], null> };
const visit: fc.Arbitrary<CountedVisit> = fc.record({
  visitId: fc.integer({ min: 1, max: 999_999_999_999 }),
  licenseType: fc.constantFrom('2013', '2014'),
  digits: fc.integer({ min: 1_000_000, max: 9_999_999 }).map(String),
  licenseId: fc.integer({ min: 1_000, max: 99_999_999 }),
  caseId: fc.nat(99_999_999),
  visitNumber: fc.integer({ min: 1, max: 99 }),
  visitedOn: day,
  inspectionType: fc.constantFrom('Routine - Food', 'Complaint Full', 'Food-Licensing Inspection'),
  disposition: fc.constantFrom('Warning Issued', 'Call Back - Extension given, pending', 'Never heard of'),
  total: fc.constant(0),
  highPriority: fc.constant(0),
  intermediate: fc.constant(0),
  basic: fc.constant(0),
  pda: fc.constantFrom('Y', 'N'),
  categories: categories.map((each) => formatCategories(each.toSorted(([a], [b]) => a - b))),
  businessName: name,
  city: name.filter((text) => !/\d/.test(text)),
  zip: fc.integer({ min: 10_000, max: 99_999 }).map(String),
  countyCode: fc.constantFrom('23', '47', '77'),
  district: fc.integer({ min: 1, max: 7 }),
});
const visits = fc
  .uniqueArray(fc.tuple(visit, counts), { selector: ([{ visitId }]) => visitId, minLength: 1, maxLength: 8 })
  .map((each) =>
    each.map(([row, [highPriority, intermediate]]) => {
      const total = parseCategories(row.categories)
        .filter(([category]) => !violationCategory(category).reportingOnly)
        .reduce((sum, [, count]) => sum + count, 0);
      const high = Math.min(total, highPriority);
      const middle = Math.min(total - high, intermediate);
      return { ...row, total, highPriority: high, intermediate: middle, basic: total - high - middle };
    }),
  );

function toCells(row: CountedVisit): string[] {
  const pairs = row.categories === '' ? [] : row.categories.split(',').map((pair) => pair.split(':'));
  return inspectionRow({
    ...row,
    licenseNumber: row.digits,
    district: `D${row.district}`,
    categories: Object.fromEntries(pairs),
  });
}

const spelling = fc.record({
  header: fc.boolean(),
  quoting: fc.constantFrom('all' as const, 'strings' as const, 'needed' as const),
  eol: fc.constantFrom('\r\n' as const, '\n' as const),
  dates: fc.constantFrom('padded' as const, 'bare' as const),
});
const packing = fc.constantFrom(
  (text: string) => Buffer.from(text),
  (text: string) => windows1252(text),
  (text: string) => gzipSync(Buffer.from(`\ufeff${text}`)),
);

test('any visits written to a CSV file in any format are read back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(visits, spelling, packing, async (rows, options, pack) => {
      const file = await read(pack(inspectionCsv(rows.map(toCells), options)));
      assert.deepEqual(file.records, { kind: 'inspections', rows });
      assert.deepEqual([file.problem, file.refusals], [undefined, {}]);
    }),
    { numRuns: 150 },
  );
});

test('any visits written to a workbook for any fiscal year are read back unchanged', async () => {
  const style = fc.constantFrom('titles' as const, 'database' as const, 'stale' as const);
  await fc.assert(
    fc.asyncProperty(visits, style, async (rows, layout) => {
      const file = await read(await inspectionWorkbook(rows.map(toCells), layout));
      assert.deepEqual(file.records, { kind: 'inspections', rows });
      assert.deepEqual([file.problem, file.refusals], [undefined, {}]);
    }),
    { numRuns: 40 },
  );
});

const SAMPLES = [
  Buffer.from(inspectionCsv([inspectionRow({ visitId: 1 }), inspectionRow({ visitId: 2 })])),
  Buffer.from(licenseCsv([licenseRow(), licenseRow()], { vintage: '2018' })),
  gzipSync(licenseCsv([licenseRow()])),
  Buffer.from(await inspectionWorkbook([inspectionRow()], 'stale')),
];
const MAGICS = ['', 'PK\x03\x04', '\x1f\x8b\x08', '"D6","47",', '\xef\xbb\xbf', '"'];

/** Reads the file to its end and checks what must be true for any content. */
async function readAnything(bytes: Uint8Array): Promise<void> {
  const file = await read(bytes);
  const refused = Object.values(file.refusals).reduce((sum, count) => sum + count, 0);
  assert.equal(file.rowsRead, file.rowsKept + file.rowsOther + refused);
  assert.ok(file.problem || file.records);
  for (const { content } of file.refused) {
    assert.ok(content.length <= 1_000, content);
    assert.doesNotMatch(content, /INVENTED|UNPUBLISHED|850.555|TALLAHASSEE|PELICAN/);
  }
}

test('random bytes never crash the reader, which reads them to the end', async () => {
  const bytes = fc.tuple(fc.constantFrom(...MAGICS), fc.uint8Array({ maxLength: 600 }));
  await fc.assert(
    fc.asyncProperty(bytes, ([magic, rest]) =>
      readAnything(Buffer.concat([Buffer.from(magic, 'latin1'), rest])),
    ),
    { numRuns: 400 },
  );
});

test('changing, removing or repeating bytes in an intact file never crashes the reader', async () => {
  const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const damage = fc.record({
    at: place,
    take: fc.nat(40),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom('"', '""', ',', '\r', '\n', '\0', '\u001a', '\ufeff').map((text) => Buffer.from(text)),
    ),
  });
  const damaged = fc.array(damage, { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SAMPLES), damaged, async (sample, changes) => {
      const bytes = changes.reduce((whole, { at, take, put }) => {
        const start = Math.floor(at * whole.length);
        return Buffer.concat([whole.subarray(0, start), put, whole.subarray(start + take)]);
      }, sample);
      await readAnything(bytes);
    }),
    { numRuns: 600 },
  );
});
