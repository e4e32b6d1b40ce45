import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import {
  INSPECTION_TITLES,
  inspectionCsv,
  inspectionRow,
  inspectionWorkbook,
  licenseCells,
  licenseCsv,
  licenseRow,
  workbook,
} from '../../../test/support/regulator-files.ts';
import { xlsOf } from '../../../test/support/xls-files.ts';
import { refuseByItself } from '../../intake/check/refuse-file.ts';
import { readRegulatorFile } from './read-file.ts';

const ROWS = Array.from({ length: 100 }, (_, index) =>
  inspectionRow({ visitId: index + 1, caseId: 7700001 + index, licenseId: 8800001 + (index % 30) }),
);
const LICENSES = Array.from({ length: 100 }, (_, index) =>
  licenseRow({ licenseNumber: `MFD${4758801 + index}` }),
);

function read(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return readRegulatorFile({ name: 'x.csv', bytes, publishedAt: null }, '2026-03-01');
}

/** Returns the reason code if the file is held, or undefined if it is published. */
async function heldBack(content: string | Uint8Array): Promise<string | undefined> {
  return refuseByItself(await read(content))[0]?.code;
}

/**
 * Returns the number of refused rows by reason. Fails unless the file is held because too many rows are
 * refused.
 */
async function refusalsThatHoldBack(content: string | Uint8Array) {
  const file = await read(content);
  assert.equal(refuseByItself(file)[0]?.code, 'too_many_refused');
  return file.refusals;
}

test('publishes intact files', async () => {
  assert.equal(await heldBack(inspectionCsv(ROWS)), undefined);
  assert.equal(await heldBack(licenseCsv(LICENSES)), undefined);
  assert.equal(await heldBack(await inspectionWorkbook(ROWS, 'stale')), undefined);
});

test('holds back a file if part of it was overwritten, even if its lines look valid', async () => {
  const text = licenseCsv(LICENSES);
  for (const [char, run] of [
    ['\0', 2_000],
    [' ', 2_000],
    [' ', 500],
  ] as const)
    assert.equal(
      await heldBack(text.slice(0, 9_000) + char.repeat(run) + text.slice(9_000 + run)),
      'overwritten',
    );
  const padded = licenseRow({ businessName: `PELICAN${' '.repeat(99)}` });
  assert.equal(await heldBack(licenseCsv([padded])), undefined);
});

test('counts rows with another district’s license numbers, including restaurants', async () => {
  const elsewhere = licenseRow({ licenseType: '2010', rank: 'SEAT', licenseNumber: 'SEA2601001' });
  assert.equal((await read(licenseCsv([...LICENSES, elsewhere]))).rowsElsewhere, 1);
  assert.equal(await heldBack(licenseCsv([...LICENSES, elsewhere])), undefined);
  const many = Array.from({ length: 12 }, () => elsewhere);
  assert.equal(await heldBack(licenseCsv([...LICENSES, ...many])), 'rows_of_other_districts');
});

test('holds back a file that has no data, with a reason that says what the file is', async () => {
  const contents: [string | Uint8Array, string][] = [
    ['', 'empty'],
    ['\n\n', 'empty'],
    ['<!DOCTYPE html>\n<html><body>Home, "sweet", home</body></html>', 'html_page'],
    ['District,County\0,Name\r\n', 'binary'],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'damaged_workbook'],
    [xlsOf([['a']], { password: true }), 'encrypted'],
    [xlsOf([['a']], { version: 0x0500 }), 'legacy_xls'],
    [xlsOf([['a', 'b']]), 'unrecognised'],
    [xlsOf([INSPECTION_TITLES]), 'no_rows'],
    ['%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n', 'unrecognised'],
    ['[{"district": "D6", "county": "13"}]\n', 'unrecognised'],
    ['Case,License,Name\r\n1,MFD4758801,X\r\n', 'unrecognised'],
    [inspectionCsv([]), 'no_rows'],
    [licenseCsv([]), 'no_rows'],
    [await workbook([INSPECTION_TITLES]), 'no_rows'],
    [await workbook([['a', 'b']]), 'unrecognised'],
    [await workbook([]), 'unrecognised'],
  ];
  for (const [content, code] of contents)
    assert.equal(await heldBack(content), code, String(content).slice(0, 60));
});

test('does not store anything from an unrecognized file, not even refused rows', async () => {
  const { rowsRead, refused, records } = await read('a,b\r\nc,d\r\n"open,1\r\ne,f\r\n');
  assert.deepEqual({ rowsRead, refused, records }, { rowsRead: 0, refused: [], records: undefined });
});

test('holds back a CSV file that ends in the middle of a cell or row', async () => {
  for (const quoting of ['all', 'strings', 'needed'] as const) {
    const text = inspectionCsv(ROWS, { quoting });
    const lastRow = text.lastIndexOf('\r\n', text.length - 3) + 2;
    for (const length of [lastRow + 1, lastRow + 4, lastRow + 60, text.length - 40])
      assert.equal(await heldBack(text.slice(0, length)), 'truncated', `${quoting}: ${length - lastRow}`);
  }
});

test('holds back a truncated gzip file or workbook', async () => {
  const packed = gzipSync(inspectionCsv(ROWS));
  const book = await inspectionWorkbook(ROWS, 'titles');
  for (const share of [0.1, 0.5, 0.99]) {
    assert.equal(await heldBack(packed.subarray(0, packed.length * share)), 'damaged_gzip');
    assert.equal(await heldBack(book.subarray(0, book.length * share)), 'damaged_workbook');
  }
});

test('holds back a zip file that is not a workbook', async () => {
  const entry = Buffer.from(
    '504b0304140000000000000000000000000000000000000000000100000061' +
      '504b010214001400000000000000000000000000000000000000000001000000000000000000000000000000000061' +
      '504b050600000000010001002f0000001f0000000000',
    'hex',
  );
  assert.equal(await heldBack(entry), 'nested');
  assert.equal(await heldBack(Buffer.from('PK\x03\x04 and nothing more')), 'damaged_workbook');
});

test('refuses a row with one enormous cell and reads every row after it', async () => {
  const rows = ROWS.with(3, inspectionRow({ visitId: 4, businessName: 'x'.repeat(10_000_000) }));
  const { rowsKept, refusals, refused } = await read(inspectionCsv(rows));
  assert.deepEqual({ rowsKept, refusals }, { rowsKept: 99, refusals: { row_too_long: 1 } });
  assert.deepEqual(
    refused.map(({ line, content }) => [line, content]),
    [[5, '{"characters":32768,"numbers":["4758801"]}']],
  );
});

test('does not count a million empty lines as rows', async () => {
  const { rowsRead, rowsKept, problem } = await read(inspectionCsv(ROWS) + '\r\n'.repeat(1_000_000));
  assert.deepEqual({ rowsRead, rowsKept, problem }, { rowsRead: 100, rowsKept: 100, problem: undefined });
  assert.equal(await heldBack('\r\n'.repeat(1_000_000)), 'unrecognised');
});

test('holds back a file with more than two million rows, or one that was not loaded because it is too large', async () => {
  assert.equal(await heldBack('1,2\r\n'.repeat(2_000_001)), 'too_large');
  const notLoaded = { name: 'x.csv', bytes: new Uint8Array(), publishedAt: null, isTooLarge: true };
  const { problem } = await readRegulatorFile(notLoaded, '2026-03-01');
  assert.deepEqual(problem, { code: 'too_large', text: 'larger than the largest file allowed, 128 MB' });
});

test('holds back a file that crashes its reader, with the error as the reason', async () => {
  const keepsVisits = (): boolean => {
    throw new Error('no reader does this');
  };
  const bytes = Buffer.from(inspectionCsv(ROWS));
  const file = await readRegulatorFile(
    { name: 'x.csv', bytes, publishedAt: null },
    '2026-03-01',
    keepsVisits,
  );
  assert.deepEqual(file.problem, {
    code: 'unreadable',
    text: 'the file cannot be read: no reader does this',
  });
  assert.deepEqual([file.rowsRead, file.records], [0, undefined]);
});

test('refuses a row of 100,000 cells, or skips it if all are empty', async () => {
  const { rowsKept, refusals } = await read(
    `${inspectionCsv(ROWS)}${','.repeat(100_000)}\r\n${'1,'.repeat(100_000)}\r\n`,
  );
  assert.deepEqual({ rowsKept, refusals }, { rowsKept: 100, refusals: { row_too_long: 1 } });
});

test('holds back a file with one column too many or too few in every row', async () => {
  const extra = ROWS.map((row) => row.toSpliced(5, 0, 'EXTRA'));
  const missing = ROWS.map((row) => row.toSpliced(6, 1));
  const tooMany = inspectionCsv([inspectionRow({ visitId: 101 }), ...extra], { header: false });
  assert.deepEqual(await refusalsThatHoldBack(tooMany), { column_count: 100 });
  assert.deepEqual(await refusalsThatHoldBack(inspectionCsv(extra)), { inspection_date_malformed: 100 });
  const tooFew = inspectionCsv([...missing, inspectionRow({ visitId: 101 })]);
  assert.deepEqual(await refusalsThatHoldBack(tooFew), { column_count: 100 });
  assert.deepEqual(await refusalsThatHoldBack(await inspectionWorkbook(missing, 'titles')), {
    inspection_date_missing: 100,
  });
});

test('holds back a file with two columns swapped', async () => {
  const swaps = { type: [3, 4], caseAndVisit: [9, 10], pda: [20, 21], ids: [80, 81] };
  for (const [name, [a = 0, b = 0]] of Object.entries(swaps)) {
    const rows = ROWS.map((row) => row.with(a, row[b] ?? '').with(b, row[a] ?? ''));
    assert.equal(await heldBack(inspectionCsv(rows)), 'too_many_refused', name);
  }
  const cityAndZip = ROWS.map((row) => row.with(7, row[8] ?? '').with(8, row[7] ?? ''));
  assert.equal(await heldBack(inspectionCsv(cityAndZip)), 'odd_values');
});

test('holds back a file if the counts or another required column is blank', async () => {
  for (const columns of [[18, 19, 20], [17], [30], [5], [7], [8], [12]]) {
    const rows = ROWS.map((row) => row.map((cell, column) => (columns.includes(column) ? '' : cell)));
    assert.equal(await heldBack(inspectionCsv(rows)), 'odd_values', String(columns));
  }
  for (const field of [
    'businessName',
    'licenseeName',
    'primaryStatus',
    'secondaryStatus',
    'expiresOn',
  ] as const) {
    const licenses = LICENSES.map((license) => ({ ...license, [field]: '' }));
    assert.equal(await heldBack(licenseCsv(licenses)), 'odd_values', field);
  }
});

test('holds back a file if it can’t read a tenth of the vendor rows or of all rows, but accepts a few such rows', async () => {
  const restaurants = Array.from({ length: 900 }, (_, index) =>
    inspectionRow({ visitId: 1_000 + index, licenseType: '2010' }),
  );
  const refused = (count: number) => ROWS.map((row, index) => (index < count ? row.with(21, '7') : row));
  assert.equal(await heldBack(inspectionCsv([...restaurants, ...refused(10)])), undefined);
  assert.equal(await heldBack(inspectionCsv([...restaurants, ...refused(11)])), 'too_many_refused');
  assert.equal(await heldBack(inspectionCsv(refused(10))), undefined);
  assert.equal(await heldBack(inspectionCsv(refused(11))), 'too_many_refused');
});

test('warns about visits in another fiscal year', async () => {
  const year = Array.from({ length: 100 }, (_, index) =>
    inspectionRow({ visitId: 1_000 + index, visitedOn: '2017-09-15' }),
  );
  const withDay = (visitedOn: string, count: number) =>
    inspectionCsv([...year, ...ROWS.slice(0, count).map((row) => row.with(14, visitedOn))]);
  assert.deepEqual((await read(withDay('07/07/2018', 4))).warnings, {});
  assert.deepEqual((await read(withDay('07/08/2018', 3))).warnings, { outside_fiscal_year: 3 });
  assert.equal(await heldBack(withDay('06/30/2017', 30)), undefined);
});

test('holds back a license extract with a shifted column', async () => {
  const shift = (cells: string[]) => cells.toSpliced(14, 0, '');
  const lines = LICENSES.map((license) => shift(licenseCells(license, '2025')));
  const book = await workbook([...licenseBook(), ...lines]);
  assert.equal(await heldBack(book), 'too_many_refused');
  const csv = licenseCsv(LICENSES).replaceAll('"200",', '"200","",');
  assert.equal(await heldBack(csv), 'too_many_refused');
});

test('holds back a file if the visit id is blank or the same in every row', async () => {
  const repeated = ROWS.map((row) => row.with(81, '7'));
  assert.deepEqual(await refusalsThatHoldBack(inspectionCsv(repeated)), { duplicate_visit_id: 99 });
  const blank = ROWS.map((row) => row.with(81, ''));
  assert.deepEqual(await refusalsThatHoldBack(inspectionCsv(blank)), { visit_id_malformed: 100 });
});

test('reads a workbook with 82 titles and 82 columns, and holds one whose rows have different widths', async () => {
  assert.equal(await heldBack(await inspectionWorkbook(ROWS, 'titles')), undefined);
  const wide = ROWS.map((row) => row.toSpliced(21, 0, '0'));
  const mixed = await workbook([INSPECTION_TITLES, ...ROWS.slice(0, 50), ...wide.slice(50)]);
  assert.deepEqual(await refusalsThatHoldBack(mixed), { column_count: 50 });
});

test('refuses a row whose date cell contains no valid date, but reads the rest of the workbook', async () => {
  const rows = [[...INSPECTION_TITLES], ...ROWS];
  const beyondTheCalendar = { value: 1e12, style: { numFmt: 'mm/dd/yyyy' } };
  const cells = new Map([['5,14', beyondTheCalendar]]);
  const { rowsKept, refusals, problem } = await read(
    await writeXlsx({ sheets: [{ name: 'S', rows, cells }] }),
  );
  assert.deepEqual(
    { rowsKept, refusals, problem },
    { rowsKept: 99, refusals: { inspection_date_malformed: 1 }, problem: undefined },
  );
});

function licenseBook(): string[][] {
  return [licenseCsv([]).trimEnd().slice(1, -1).split('","')];
}

test('refuses a row with a NUL and reads the others', async () => {
  const text = inspectionCsv(ROWS).replace(/(.*)PELICAN/s, '$1PEL\0ICAN');
  const { refusals, rowsKept } = await read(text);
  assert.deepEqual([refusals, rowsKept], [{ nul_character: 1 }, 99]);
});

test('refuses an unterminated last line if its last value may be incomplete', async () => {
  const rows = ROWS.map((row, index) => row.with(-1, String(6_300_000 + index)));
  const text = inspectionCsv(rows, { quoting: 'strings' }).trimEnd();
  assert.equal((await read(text)).rowsKept, ROWS.length);
  assert.equal((await read(`${text}\r\n`)).rowsKept, ROWS.length);
  const { rowsKept, refusals } = await read(text.slice(0, -1));
  assert.deepEqual([rowsKept, refusals], [ROWS.length - 1, { line_cut: 1 }]);
});

test('reads files saved by spreadsheets with semicolons, tabs or UTF-16', async () => {
  const text = inspectionCsv(ROWS.map((row) => row.with(5, 'TACO, BUN; MORE')));
  const expected = (await read(text)).records;
  for (const separator of [';', '\t'])
    assert.deepEqual((await read(text.replaceAll('","', `"${separator}"`))).records, expected, separator);
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()])
    assert.deepEqual((await read(bytes)).records, expected);
});
