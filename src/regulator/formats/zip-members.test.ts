import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workbookParts, type ZipPart, zipOf } from '../../../test/support/hostile-files.ts';
import { openContainer } from './container.ts';
import { ZipDamaged } from './zip-entries.ts';
import { listMembers, unpackMember } from './zip-members.ts';

const file = (name: string, content: string | Uint8Array = 'x'): ZipPart => ({ name, content });

/** Returns the names of the files in a zip, or what the zip is if it does not contain plain files. */
function contents(parts: readonly ZipPart[]): readonly string[] | string {
  const listed = listMembers(zipOf(parts));
  if (listed.type === 'files') return listed.members.map(({ name }) => name);
  return listed.type === 'unusable' ? listed.code : listed.type;
}

/** Returns the type of a file that is opened as a whole, or the problem code if it cannot be used. */
function kind(bytes: Uint8Array): string {
  const opened = openContainer(bytes);
  return opened.type === 'unusable' ? opened.code : opened.type;
}

test('lists the files in any folder of a zip, but not files added by operating systems', () => {
  const parts = ['a.xlsx', '2025/b.xlsx', '__MACOSX/._a.xlsx', '2025/.DS_Store', 'Thumbs.db', '2025/'];
  assert.deepEqual(contents(parts.map((name) => file(name))), ['a.xlsx', '2025/b.xlsx']);
});

test('distinguishes a workbook or another program’s spreadsheet from an archive of files', () => {
  assert.equal(contents(workbookParts()), 'document');
  assert.equal(kind(zipOf(workbookParts())), 'xlsx');
  for (const name of ['xl/workbook.xml', 'META-INF/manifest.xml'])
    assert.equal(contents([file(name), file('a.csv')]), 'document');
  assert.deepEqual(contents([file('a/xl/workbook.xml.csv')]), ['a/xl/workbook.xml.csv']);
});

test('unpacks a member, compressed or not', () => {
  for (const stored of [true, false]) {
    const content = Buffer.from('D6,13\r\n'.repeat(50));
    const zip = zipOf([file('other.csv'), { ...file('a.csv', content), stored }]);
    const unpacked = unpackMember(zip, { name: 'a.csv', bytes: content.length });
    assert.deepEqual(Buffer.from(unpacked), content);
  }
});

test('refuses a member that does not match the zip’s table of contents', () => {
  const content = 'D6,13\r\n'.repeat(50);
  const zip = zipOf([{ ...file('a.csv', content), crc: 1 }]);
  for (const bytes of [content.length, content.length - 1, content.length + 1, 0])
    assert.throws(() => unpackMember(zip, { name: 'a.csv', bytes }), ZipDamaged, String(bytes));
  assert.throws(() => unpackMember(zip, { name: 'b.csv', bytes: 1 }), ZipDamaged);
  const wrongSize = zipOf([file('a.csv', content)]);
  assert.throws(() => unpackMember(wrongSize, { name: 'a.csv', bytes: content.length - 1 }), ZipDamaged);
});

test('refuses a zip with a name that leads outside it or cannot be displayed', () => {
  for (const name of ['../a.csv', 'b/../../a.csv', '/a.csv', 'C:/a.csv', '..\\a.csv', './a.csv', 'a//b.csv'])
    assert.equal(contents([file('good.csv'), file(name)]), 'damaged_zip', name);
  for (const name of ['a\0.csv', 'a\u202ecsv.exe', 'a\n.csv', ' ', 'x'.repeat(201)])
    assert.equal(contents([file('good.csv'), file(name)]), 'damaged_zip', JSON.stringify(name));
  assert.equal(contents([file('a.csv'), file('a.csv')]), 'damaged_zip');
});

test('refuses a zip with too many files, even if their number overflows the count field', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => file(`${at}.csv`));
  assert.equal(contents(many(401)), 'too_large');
  assert.equal(contents(many(400)).length, 400);
  assert.throws(() => contents(many(2_001)), ZipDamaged);
  const wrapped = zipOf(many(2_000));
  for (const field of [8, 10]) wrapped.writeUInt16LE(3, wrapped.length - 22 + field);
  assert.throws(() => listMembers(wrapped), ZipDamaged);
});

test('refuses a zip that would unpack to too much, before unpacking any of it', () => {
  assert.equal(contents([file('bomb.csv', Buffer.alloc(1_000_000))]), 'too_large');
  const claims = (bytes: number, copies: number) => {
    const zip = zipOf(Array.from({ length: copies }, (_, at) => file(`${at}.csv`, Buffer.alloc(900, at))));
    let at = zip.indexOf('PK\u0001\u0002');
    for (let copy = 0; copy < copies; copy++) {
      zip.writeUInt32LE(1_000_000, at + 20);
      zip.writeUInt32LE(bytes, at + 24);
      at = zip.indexOf('PK\u0001\u0002', at + 4);
    }
    const listed = listMembers(zip);
    return listed.type === 'unusable' ? listed.code : listed.type;
  };
  assert.equal(claims(100_000_000, 5), 'files');
  assert.equal(claims(100_000_000, 6), 'too_large');
  assert.equal(claims(128 * 1024 * 1024 + 1, 1), 'too_large');
});

test('reports a zip without files as empty, and does not unpack an archive that is opened as a single file', () => {
  assert.equal(kind(zipOf([])), 'empty');
  assert.equal(kind(zipOf([file('.hidden')])), 'empty');
  assert.equal(kind(zipOf([file('a.csv')])), 'nested');
  assert.equal(kind(zipOf([file('../a.csv')])), 'damaged_zip');
});

test('refuses a truncated zip', () => {
  const zip = zipOf([file('a.csv', 'x'.repeat(500)), file('b.csv')]);
  for (let length = 4; length < zip.length; length += 7)
    assert.throws(() => listMembers(zip.subarray(0, length)), ZipDamaged, String(length));
});
