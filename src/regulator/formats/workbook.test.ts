import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import {
  manyTexts,
  ROW,
  SHEET_NAME,
  workbookParts,
  type ZipPart,
  zipOf,
} from '../../../test/support/hostile-files.ts';
import { workbook } from '../../../test/support/regulator-files.ts';
import { isDateFormat } from './cell-text.ts';
import { readRows } from './read-rows.ts';
import { openWorkbook, type WorkbookBounds } from './workbook.ts';

/** Returns the cells on the first sheet, or the problem code if the workbook cannot be read. */
async function read(bytes: Uint8Array): Promise<string[][] | string> {
  const rows: string[][] = [];
  const sink = { row: (cells: readonly string[]) => void rows.push([...cells]), unreadable() {} };
  return (await readRows({ type: 'xlsx', bytes }, sink))?.code ?? rows;
}

const withSheet = (parts: readonly ZipPart[], change: Partial<ZipPart>) =>
  parts.map((part) => (part.name === SHEET_NAME ? { ...part, ...change } : part));
const row = (cells: string) => `<row r="1">${cells}</row>`;

test('reads a whole workbook, compressed or not, and ignores parts that are not needed', async () => {
  assert.deepEqual(await read(zipOf(workbookParts())), [['x']]);
  assert.deepEqual(await read(zipOf(workbookParts().map((part) => ({ ...part, stored: true })))), [['x']]);
  const picture = { name: 'xl/media/image1.png', content: new Uint8Array(1_000), crc: 1 };
  assert.deepEqual(await read(zipOf([...workbookParts(), picture])), [['x']]);
  const rows = [['a', 'b'], ['c']];
  assert.deepEqual(await read(await workbook(rows)), rows);
});

test('refuses strings that unpack to more memory than a workbook may use', async () => {
  const longText = `<sst><si><t>${'a'.repeat(64 * 1024 * 1024)}</t></si></sst>`;
  assert.equal(await read(zipOf(workbookParts({ strings: longText }))), 'too_large');
  const attributes = `<sst><si ${'a="" '.repeat(2_000_000)}/></sst>`;
  assert.equal(await read(zipOf(workbookParts({ strings: attributes }))), 'damaged_workbook');
  await assert.rejects(readWithin(zipOf(workbookParts({ strings: manyTexts(600) })), {}), {
    code: 'too_large',
  });
});

const SMALL: WorkbookBounds = { sheetsBytes: 10_000, partsBytes: 10_000, columns: 5, cellBytes: 1_000 };

/** Reads a workbook with low limits and returns the number of rows on all its sheets. */
async function readWithin(bytes: Uint8Array, bounds: Partial<WorkbookBounds>): Promise<number> {
  const workbook = await openWorkbook(bytes, { ...SMALL, ...bounds });
  let rows = 0;
  for (const sheet of workbook.sheets) await workbook.readSheet(sheet, () => void rows++);
  return rows;
}

test('refuses a sheet with too many rows, an enormous row, or a cell too far to the right', async () => {
  for (const rows of [
    '<row/>'.repeat(2_000_001),
    row('<c/>'.repeat(300_000)),
    row(`<c><v>${'1'.repeat(1_100_000)}</v></c>`),
    row('<c r="AAA1"><v>1</v></c>'),
    row('<c s="1" r=\'XFD1\'><v>1</v></c>'),
    row('<c r="&#88;FD1"><v>1</v></c>'),
    row('<x:c x="y"r="AAA1"/>'),
  ])
    assert.equal(await read(zipOf(workbookParts({ rows }))), 'too_large', rows.slice(0, 40));
  const twice = row('<c r="A1" r="XFD1"><v>1</v></c>');
  assert.equal(await read(zipOf(workbookParts({ rows: twice }))), 'damaged_workbook');
});

test('detects an enormous row even if it contains text that looks like its end', async () => {
  for (const hidden of ['<!--</row>-->', '<![CDATA[</row>]]>'])
    assert.equal(
      await read(zipOf(workbookParts({ rows: row(`<c/>${hidden}`.repeat(60_000)) }))),
      'too_large',
    );
  for (const hidden of ['<c a="</row>"/>', '<c a=">" b="</row>"/>', "<c a='\"></row>'/>"])
    assert.equal(
      await read(zipOf(workbookParts({ rows: row(hidden.repeat(100_000)) }))),
      'too_large',
      hidden,
    );
});

test('refuses an unterminated tag', async () => {
  const rows = `<row r="1" x="${'y'.repeat(100_000)}`;
  assert.equal(await read(zipOf(workbookParts({ rows }))), 'damaged_workbook');
});

test('applies the higher size limit only to sheets', async () => {
  const rows = `${ROW}${'<row/>'.repeat(1_000)}`;
  for (const texts of ['worksheets/sheet1.xml', 'work&#115;heets/sheet1.xml', '/xl/worksheets/sheet1.xml']) {
    const bytes = zipOf(workbookParts({ texts, rows }));
    assert.equal(await readWithin(bytes, {}), 1, texts);
    await assert.rejects(readWithin(bytes, { partsBytes: 5_000 }), { code: 'too_large' }, texts);
  }
  await assert.rejects(readWithin(zipOf(workbookParts({ rows })), { sheetsBytes: 5_000 }), {
    code: 'too_large',
  });
  const twice = 'a" Type="x/worksheet" Target="worksheets/sheet1.xml';
  assert.equal(await read(zipOf(workbookParts({ texts: twice }))), 'damaged_workbook');
});

test('reports a workbook as damaged if a part is repeated or fails its checksum', async () => {
  const parts = workbookParts();
  const again = parts.filter(({ name }) => name === SHEET_NAME);
  assert.equal(await read(zipOf([...parts, ...again])), 'damaged_workbook');
  assert.equal(await read(zipOf(withSheet(parts, { crc: 1 }))), 'damaged_workbook');
  const cutOff = zipOf(parts).subarray(0, -1);
  assert.equal(await read(cutOff), 'damaged_workbook');
});

test('stores only the columns that are within the limit', async () => {
  const rows = row('<c><v>1</v></c><c r="F1"><v>6</v></c><c><v>7</v></c><c r="B1"><v>2</v></c>');
  const workbook = await openWorkbook(
    zipOf(workbookParts({ rows: `${row('<c r="F1"><v>6</v></c>')}${rows}` })),
    SMALL,
  );
  const taken: (readonly string[])[] = [];
  for (const sheet of workbook.sheets) await workbook.readSheet(sheet, (cells) => void taken.push(cells));
  assert.deepEqual(taken, [['1', '2']]);
});

test('stores and decodes only as much of a cell as the limits allow, wherever the workbook stores the cell’s text', async () => {
  const text = '&amp;'.repeat(60_000);
  const shared = `<t>${text}</t>`;
  const inline = `<is><t>${text}</t></is>`;
  const runs = `<is>${`<r><t>${text}</t></r>`.repeat(3)}</is>`;
  const rows = row(`<c t="s"><v>0</v></c><c t="inlineStr">${inline}</c>`);
  const more = `<row r="2"><c t="s"><v>0</v></c><c t="str"><v>${text}</v></c></row><row r="3"><c t="inlineStr">${runs}</c></row>`;
  for (const stored of [true, false]) {
    const parts = workbookParts({ rows: rows + more, strings: `<sst><si>${shared}</si></sst>` });
    const bounds = { ...SMALL, sheetsBytes: 10_000_000, partsBytes: 1_000_000 };
    const workbook = await openWorkbook(zipOf(parts.map((part) => ({ ...part, stored }))), bounds);
    const lengths: number[] = [];
    for (const sheet of workbook.sheets)
      await workbook.readSheet(sheet, (cells) => void lengths.push(...cells.map((cell) => cell.length)));
    assert.deepEqual(lengths, Array(5).fill(1_000 / '&amp;'.length));
  }
});

test('reads an uncompressed workbook in pieces and lets other work run between them', async () => {
  const parts = workbookParts({ rows: ROW.repeat(10_000) }).map((part) => ({ ...part, stored: true }));
  let turns = 0;
  const timer = () => {
    turns += 1;
    next = setImmediate(timer);
  };
  let next = setImmediate(timer);
  assert.equal((await read(zipOf(parts))).length, 10_000);
  clearImmediate(next);
  assert.equal(turns >= 9, true, String(turns));
});

test('reads rows that are empty, have a namespace prefix or span lines', async () => {
  const spread = '<x:row\n r="2"\n>\n<x:c\n r="B2" t="inlineStr"><x:is><x:t>y</x:t></x:is></x:c></x:row >';
  assert.deepEqual(await read(zipOf(workbookParts({ rows: `${ROW}${spread}<row r="3"/>` }))), [
    ['x'],
    ['', 'y'],
  ]);
});

test('reads every kind of cell as text', async () => {
  const strings =
    '<sst><si><t>A &amp; B</t></si><si><r><t>two </t></r><r><rPr><b/></rPr><t>runs</t></r><rPh><t>not this</t></rPh></si>' +
    '<si/><si><t xml:space="preserve"> a_x000D_b ¿ </t></si><si><t><![CDATA[1 < 2 & 3]]></t></si></sst>';
  const cells = [
    ...[0, 1, 2, 3, 4].map((text) => `<c t="s"><v>${text}</v></c>`),
    '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>',
    '<c t="str"><f>A1&amp;"x"</f><v>result</v></c>',
    '<c t="b"><v>1</v></c>',
    '<c t="e"><v>#REF!</v></c>',
    '<c><v>5890001</v></c>',
    '<c><v>1.50</v></c>',
    '<c t="s"/>',
    '<c r="N1"><v> 7 </v></c>',
  ];
  const bytes = zipOf(workbookParts({ strings, rows: row(cells.join('')) }));
  assert.deepEqual(await read(bytes), [
    [
      'A & B',
      'two runs',
      '',
      ' a\rb ¿ ',
      '1 < 2 & 3',
      'inline',
      'result',
      'true',
      '#REF!',
      '5890001',
      '1.5',
      '',
      '',
      '7',
    ],
  ]);
  const missing = zipOf(workbookParts({ strings, rows: row('<c t="s"><v>5</v></c>') }));
  assert.equal(await read(missing), 'damaged_workbook');
});

test('reads a number as a date only if its style displays a date', async () => {
  const day = new Date('2026-10-07T00:00:00Z');
  const moment = new Date('2026-10-07T14:30:00Z');
  const rows = [[day, moment, 46_302, 0.5]];
  for (const dateSystem of ['1900', '1904'] as const) {
    const bytes = await writeXlsx({ sheets: [{ name: 'S', rows }], dateSystem });
    assert.deepEqual(await read(bytes), [['2026-10-07', '2026-10-07 14:30', '46302', '0.5']], dateSystem);
  }
  for (const [code, isDay] of Object.entries({
    'm/d/yyyy': true,
    '[$-409]d-mmm-yy;@': true,
    '[h]:mm': true,
    mmm: true,
    General: false,
    '0.00': false,
    '"days" 0': false,
    '#,##0_);[Red](#,##0)': false,
    '\\d0': false,
  }))
    assert.equal(isDateFormat(code), isDay, code);
});

test('counts the rows on other sheets, and does not read charts', async () => {
  const sheets = [
    { name: 'first', rows: [['a']] },
    { name: 'second', rows: [['b'], [''], ['c']] },
    { name: 'third', rows: [] },
  ];
  const taken: (readonly string[])[] = [];
  const counted: number[] = [];
  const sink = {
    row: (cells: readonly string[]) => void taken.push(cells),
    unreadable() {},
    otherSheets: (rows: number) => void counted.push(rows),
  };
  await readRows({ type: 'xlsx', bytes: await writeXlsx({ sheets }) }, sink);
  assert.deepEqual([taken, counted], [[['a']], [2]]);
  const chart = workbookParts().map((part) => ({
    ...part,
    content: String(part.content).replace('relationships/worksheet"', 'relationships/chartsheet"'),
  }));
  assert.equal(await read(zipOf(chart)), 'damaged_workbook');
});

test('does not resolve entities in a workbook, so it opens no file or URL and expands nothing', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'entities-'));
  t.after(() => rm(folder, { recursive: true }));
  const secret = path.join(folder, 'secret.txt');
  await writeFile(secret, 'what-only-the-file-says');
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end('what-only-the-server-says');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
  const declared = {
    file: `<!ENTITY x SYSTEM "file://${secret}">`,
    address: `<!ENTITY x SYSTEM "http://127.0.0.1:${port}/x">`,
    outside: `<!ENTITY % out SYSTEM "http://127.0.0.1:${port}/x.dtd"> %out; <!ENTITY x "y">`,
    laughs: `<!ENTITY l0 "ha">${laughs.join('')}<!ENTITY x "&l9;">`,
  };
  const inText = (root: string, entities: string) => `<?xml version="1.0"?><!DOCTYPE ${root} [${entities}]>`;
  for (const [name, entities] of Object.entries(declared)) {
    const parts = workbookParts({
      rows: row('<c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>&x;</t></is></c>'),
      strings: '<sst><si><t>&x;</t></si></sst>',
    });
    for (const part of [SHEET_NAME, 'xl/sharedStrings.xml', 'xl/workbook.xml', '[Content_Types].xml']) {
      const root = { [SHEET_NAME]: 'worksheet', 'xl/sharedStrings.xml': 'sst' }[part] ?? 'x';
      const bytes = zipOf(
        parts.map((each) =>
          each.name === part ? { ...each, content: `${inText(root, entities)}${each.content}` } : each,
        ),
      );
      // The list of content types is not read.
      const asItIs = part.startsWith('[') ? [['&x;', '&x;']] : 'damaged_workbook';
      assert.deepEqual(await read(bytes), asItIs, `${name} in ${part}`);
    }
  }
  assert.equal(asked, 0);
});
