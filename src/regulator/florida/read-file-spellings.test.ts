import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  type CsvOptions,
  inspectionCells,
  inspectionCsv,
  inspectionRow,
  inspectionWorkbook,
  LICENSE_TITLES,
  licenseCells,
  licenseCsv,
  licenseRow,
  windows1252,
  workbook,
} from '../../../test/support/regulator-files.ts';
import { xlsOf } from '../../../test/support/xls-files.ts';
import type { FileToRead } from '../source/source.ts';
import { readRegulatorFile } from './read-file.ts';

const ROWS = [
  inspectionRow({ visitId: 1, businessName: 'GULL’S CAFÉ, THE #2', visitedOn: '2025-07-01' }),
  inspectionRow({ visitId: 2, licenseType: '2010', businessName: 'OSPREY DINER' }),
  inspectionRow({ visitId: 3, zip: '32301-8801', total: 3, basic: 3, categories: { 35: 2, 58: 1 } }),
];

function read(content: string | Uint8Array, file: Partial<FileToRead> = {}) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return readRegulatorFile({ name: 'x.csv', bytes, publishedAt: null, ...file }, '2026-03-01');
}

/**
 * Returns everything read from the file except what differs with its format: its name, hash, size, warnings
 * and row groups.
 */
async function readContent(content: string | Uint8Array) {
  const { name, sha256, bytes, warnings, groups, ...rest } = await read(content);
  return rest;
}

const expected = await readContent(inspectionCsv(ROWS));

test('reads the reference rows to which every other format is compared', () => {
  assert.ok(expected.records?.kind === 'inspections');
  const rows = expected.records.rows;
  assert.deepEqual(
    rows.map(({ visitId, businessName, visitedOn, zip, categories }) => [
      visitId,
      businessName,
      visitedOn,
      zip,
      categories,
    ]),
    [
      [1, 'GULL’S CAFÉ, THE #2', '2025-07-01', '32301', ''],
      [3, 'PELICAN TACO WAGON', '2025-09-15', '32301', '35:2,58:1'],
    ],
  );
  const { district, fileDate, fiscalYear, rowsRead, rowsKept, rowsOther, refusals, problem } = expected;
  assert.deepEqual(
    { district, fileDate, fiscalYear, rowsRead, rowsKept, rowsOther, refusals, problem },
    {
      district: 6,
      fileDate: '2025-09-15',
      fiscalYear: '2025-26',
      rowsRead: 3,
      rowsKept: 2,
      rowsOther: 1,
      refusals: {},
      problem: undefined,
    },
  );
});

test('reads the same rows with the titles, quoting, date formats and line endings of any year’s file', async () => {
  const spellings: CsvOptions[] = [true, false].flatMap((header) =>
    (['all', 'strings', 'needed'] as const).flatMap((quoting) =>
      (['padded', 'bare'] as const).flatMap((dates) =>
        (['\r\n', '\n', '\r'] as const).map((eol) => ({ header, quoting, dates, eol })),
      ),
    ),
  );
  for (const spelling of spellings)
    assert.deepEqual(await readContent(inspectionCsv(ROWS, spelling)), expected, JSON.stringify(spelling));
});

test('reads the same rows from UTF-8, with or without a byte-order mark, and Windows-1252', async () => {
  for (const header of [true, false]) {
    const text = inspectionCsv(ROWS, { header });
    const mark = [0xef, 0xbb, 0xbf];
    assert.deepEqual(await readContent(Buffer.from(text)), expected);
    assert.deepEqual(await readContent(Buffer.from(`\ufeff${text}`)), expected);
    assert.deepEqual(await readContent(windows1252(text)), expected);
    assert.deepEqual(await readContent(Buffer.concat([Buffer.from(mark), windows1252(text)])), expected);
  }
});

test('reads control characters as the Windows-1252 punctuation that they stand for', async () => {
  const text = inspectionCsv(ROWS).replace('GULL’S', 'GULL\u0092S');
  assert.deepEqual(await readContent(text), expected);
});

test('repairs text that was encoded twice, and counts the repairs', async () => {
  const twice = new TextDecoder('windows-1252').decode(Buffer.from(inspectionCsv(ROWS)));
  assert.deepEqual(await readContent(twice), expected);
  assert.deepEqual((await read(twice)).warnings, { double_encoding_repaired: 1 });
  assert.deepEqual((await read(inspectionCsv(ROWS))).warnings, {});
});

test('replaces ¿ between letters with the original apostrophe, and counts the repair', async () => {
  for (const encode of [Buffer.from, windows1252]) {
    const file = await read(encode(inspectionCsv([inspectionRow({ businessName: 'GULL¿S PIZZA' })])));
    assert.ok(file.records?.kind === 'inspections');
    assert.equal(file.records.rows[0]?.businessName, "GULL'S PIZZA");
    assert.deepEqual(file.warnings, { apostrophe_repaired: 1 });
  }
});

test('reads the same rows from a gzip file and from any fiscal year’s workbook', async () => {
  assert.deepEqual(await readContent(gzipSync(inspectionCsv(ROWS))), expected);
  for (const style of ['titles', 'database', 'stale'] as const)
    assert.deepEqual(await readContent(await inspectionWorkbook(ROWS, style)), expected, style);
  for (const style of ['titles', 'database', 'stale'] as const)
    for (const grouped of [true, false])
      assert.deepEqual(await readContent(xlsOf(inspectionCells(ROWS, style), { grouped })), expected, style);
  const [, ...untitled] = inspectionCells(ROWS, 'titles');
  assert.deepEqual(await readContent(xlsOf(untitled)), expected, 'without titles, as of 2019-20');
});

test('ignores blank lines, lines with only spaces or commas, and a final Ctrl-Z', async () => {
  const [header, ...rows] = inspectionCsv(ROWS).split('\r\n');
  const text = [header, '', ...rows, '   ', ',,,,', '"","",""', '\u001a'].join('\r\n');
  assert.deepEqual(await readContent(text), expected);
});

test('reads an unterminated last line as a row', async () => {
  assert.deepEqual(await readContent(inspectionCsv(ROWS).trimEnd()), expected);
});

test('ignores blank cells after the last column', async () => {
  const padded = inspectionCsv(ROWS).replaceAll('\r\n', ',"",\r\n');
  assert.deepEqual(await readContent(padded), expected);
});

test('reads the same licenses from a workbook as from a CSV file, even if it omits blank cells at the end of a row', async () => {
  const licenses = [licenseRow(), licenseRow({ licenseNumber: 'MFD4758802', riskLevel: '', seats: '' })];
  const book = await workbook([LICENSE_TITLES, ...licenses.map((license) => licenseCells(license, '2025'))]);
  assert.deepEqual(await readContent(book), await readContent(licenseCsv(licenses)));
  assert.equal((await read(book)).rowsKept, 2);
});

test('does not depend on a file’s name, but stores its name, size, hash and publication date', async () => {
  const bytes = Buffer.from(inspectionCsv(ROWS));
  for (const name of ['hrfood6.csv', '1fdinspi_1920.xls', 'page.html', '']) {
    const publishedAt = '2026-02-03T10:48:00Z';
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { groups, ...file } = await read(bytes, { name, publishedAt });
    assert.equal(groups[0]?.name, 'all');
    assert.deepEqual(file, {
      ...expected,
      name,
      publishedAt,
      sha256,
      bytes: bytes.length,
      warnings: {},
    });
  }
});

test('reads a row with an extra quote inside a name, and the next row', async () => {
  const names = [
    'HARLAN "SKIP" MOREAU',
    'IMRAN "ZEBULON QUILL',
    'QUILL "ZEB"',
    '"ZEB" QUILL',
    'ZEB "QUILL, LLC',
  ];
  const rows = names.flatMap((businessName, index) => [
    inspectionRow({ visitId: 10 + index, businessName }),
    inspectionRow({ visitId: 20 + index, businessName: 'NEXT' }),
  ]);
  const file = await read(inspectionCsv(rows, { quoting: 'strings' }));
  assert.ok(file.records?.kind === 'inspections');
  assert.deepEqual(
    file.records.rows.map(({ businessName }) => businessName),
    names.flatMap((name) => [name, 'NEXT']),
  );
  assert.deepEqual([file.refusals, file.problem], [{}, undefined]);
});
