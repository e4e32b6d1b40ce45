import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import {
  manyTexts,
  ROW,
  SHEET_NAME,
  workbookParts,
  type ZipPart,
  zipOf,
} from '../../../../test/support/hostile-files.ts';
import { workbook } from '../../../../test/support/regulator-files.ts';
import { boundWorkbook } from './bounded-workbook.ts';
import { readRows } from './rows.ts';

/** The cells of the first sheet, or the code of what is wrong with the file. */
async function read(bytes: Uint8Array): Promise<string[][] | string> {
  const rows: string[][] = [];
  const sink = { row: (cells: readonly string[]) => void rows.push([...cells]), unreadable() {} };
  return (await readRows({ type: 'xlsx', bytes }, sink))?.code ?? rows;
}

const withSheet = (parts: readonly ZipPart[], change: Partial<ZipPart>) =>
  parts.map((part) => (part.name === SHEET_NAME ? { ...part, ...change } : part));
const row = (cells: string) => `<row r="1">${cells}</row>`;

test('a workbook is read whole, packed or not, with parts beside it that nobody needs', async () => {
  assert.deepEqual(await read(zipOf(workbookParts())), [['x']]);
  assert.deepEqual(await read(zipOf(workbookParts().map((part) => ({ ...part, stored: true })))), [['x']]);
  const picture = { name: 'xl/media/image1.png', content: new Uint8Array(1_000), crc: 1 };
  assert.deepEqual(await read(zipOf([...workbookParts(), picture])), [['x']]);
  const rows = [['a', 'b'], ['c']];
  assert.deepEqual(await read(await workbook(rows)), rows);
});

test('what is read is the workbook that was measured, with no other part in it', async () => {
  const picture = { name: 'xl/media/image1.png', content: 'no picture' };
  const { bytes, problem } = await boundWorkbook(zipOf([...workbookParts(), picture]));
  assert.equal(problem, undefined);
  assert.equal(Buffer.from(bytes ?? []).includes('image1.png'), false);
});

test('texts that unpack to more memory than a workbook may take are refused before they are read', async () => {
  assert.equal(await read(zipOf(workbookParts({ strings: manyTexts(500_001) }))), 'too_large');
  const longText = `<sst><si><t>${'a'.repeat(64 * 1024 * 1024)}</t></si></sst>`;
  assert.equal(await read(zipOf(workbookParts({ strings: longText }))), 'too_large');
  const attributes = `<sst><si ${'a="" '.repeat(2_000_000)}/></sst>`;
  assert.equal(await read(zipOf(workbookParts({ strings: attributes }))), 'too_large');
});

test('a sheet is refused for too many rows, for one endless row, and for a cell far to the right', async () => {
  for (const rows of [
    '<row/>'.repeat(2_000_001),
    row('<c/>'.repeat(300_000)),
    row(`<c><v>${'1'.repeat(1_100_000)}</v></c>`),
    row('<c r="AAA1"><v>1</v></c>'),
    row('<c s="1" r=\'XFD1\'><v>1</v></c>'),
    row('<c r="A1" r="XFD1"><v>1</v></c>'),
    row('<c r="&#88;FD1"><v>1</v></c>'),
    row('<x:c x="y"r="AAA1"/>'),
  ])
    assert.equal(await read(zipOf(workbookParts({ rows }))), 'too_large', rows.slice(0, 40));
});

test('an endless row is found even behind text that looks like its end', async () => {
  for (const hidden of ['<!--</row>-->', '<![CDATA[</row>]]>'])
    assert.equal(
      await read(zipOf(workbookParts({ rows: row(`<c/>${hidden}`.repeat(60_000)) }))),
      'damaged_workbook',
    );
  for (const hidden of ['<c a="</row>"/>', '<c a=">" b="</row>"/>', "<c a='\"></row>'/>"])
    assert.equal(
      await read(zipOf(workbookParts({ rows: row(hidden.repeat(100_000)) }))),
      'too_large',
      hidden,
    );
});

test('a tag without end is refused', async () => {
  const rows = `<row r="1" x="${'y'.repeat(100_000)}`;
  assert.equal(await read(zipOf(workbookParts({ rows }))), 'damaged_workbook');
});

test('only a sheet may be as large as a sheet', async () => {
  const workbooks = [
    workbookParts({ texts: 'worksheets/sheet1.xml' }),
    workbookParts({ texts: 'work&#115;heets/sheet1.xml' }),
    workbookParts({ texts: 'a" Type="x/worksheet" Target="worksheets/sheet1.xml' }),
    workbookParts({ texts: 'a>" Target="worksheets/sheet1.xml' }),
  ];
  for (const parts of workbooks) assert.equal(await read(zipOf(parts)), 'damaged_workbook');
});

test('a workbook with a repeated part, or a part that fails its checksum, is damaged', async () => {
  const parts = workbookParts();
  const again = parts.filter(({ name }) => name === SHEET_NAME);
  assert.equal(await read(zipOf([...parts, ...again])), 'damaged_workbook');
  assert.equal(await read(zipOf(withSheet(parts, { crc: 1 }))), 'damaged_workbook');
  const cutOff = zipOf(parts).subarray(0, -1);
  assert.equal(await read(cutOff), 'damaged_workbook');
});

test('rows that are empty, prefixed or spread over lines are the rows they are', async () => {
  const spread = '<x:row\n r="2"\n>\n<x:c\n r="B2" t="inlineStr"><x:is><x:t>y</x:t></x:is></x:c></x:row >';
  assert.deepEqual(await read(zipOf(workbookParts({ rows: `${ROW}${spread}<row r="3"/>` }))), [
    ['x'],
    ['', 'y'],
  ]);
});

test('no entity of a workbook is resolved: neither a file nor an address is read, and none multiplies', async (t) => {
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
      const asItIs = part === SHEET_NAME ? 'damaged_workbook' : [['&x;', '&x;']];
      assert.deepEqual(await read(bytes), asItIs, `${name} in ${part}`);
    }
  }
  assert.equal(asked, 0);
});
