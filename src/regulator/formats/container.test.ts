import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { workbook } from '../../../test/support/regulator-files.ts';
import { openContainer } from './container.ts';

const TEXT = Buffer.from('"District","County Number"\r\n');

/** Returns the type of a file, or the problem code if it cannot be used. */
function kind(bytes: string | Uint8Array, unpackedBytesMax?: number): string {
  const opened = openContainer(
    typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
    unpackedBytesMax,
  );
  return opened.type === 'unusable' ? opened.code : opened.type;
}

test('recognizes a file’s format by its first bytes', async () => {
  assert.deepEqual(openContainer(TEXT), { type: 'csv', bytes: TEXT });
  const xlsx = await workbook([['a']]);
  assert.deepEqual(openContainer(xlsx), { type: 'xlsx', bytes: xlsx });
  assert.equal(kind('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'xls');
});

test('unpacks gzipped text', () => {
  assert.deepEqual(openContainer(gzipSync(TEXT)), { type: 'csv', bytes: TEXT });
});

test('recognizes a web page however it begins', () => {
  const pages = ['<!DOCTYPE html><html>', '\n  <html lang="en">', '<HEAD>', '<?xml version="1.0"?>'];
  for (const page of pages) assert.equal(kind(page), 'html_page', page);
  assert.equal(kind('\xef\xbb\xbf<!doctype html>'), 'html_page');
  assert.equal(kind(gzipSync('<!DOCTYPE html>')), 'html_page');
});

test('reports a file as empty if it contains nothing or only white space', () => {
  for (const text of ['', ' \r\n\r\n', '\xef\xbb\xbf'])
    assert.equal(kind(text), 'empty', JSON.stringify(text));
  assert.equal(kind(gzipSync('')), 'empty');
});

test('reports a file with NUL bytes as binary', () => {
  assert.equal(kind('D6,13\0Bay'), 'binary');
  assert.equal(kind(Buffer.from('"District"\r\n', 'utf16le')), 'binary');
});

test('refuses a truncated or damaged gzip file', () => {
  const packed = gzipSync(Buffer.from('D6,13,Bay\r\n'.repeat(100)));
  for (const length of [2, 10, packed.length - 1])
    assert.equal(kind(packed.subarray(0, length)), 'damaged_gzip', `${length} bytes`);
  const damaged = Buffer.from(packed);
  damaged.writeUInt32LE(0, packed.length - 8);
  assert.equal(kind(damaged), 'damaged_gzip');
});

test('refuses a gzip file that unpacks to more than the limit', () => {
  const million = gzipSync(Buffer.alloc(1_000_000, 'a'));
  assert.ok(million.length < 2_000);
  assert.equal(kind(million, 1_000_000), 'csv');
  assert.equal(kind(million, 999_999), 'too_large');
});

test('does not unpack a compressed file inside a gzip file', async () => {
  assert.equal(kind(gzipSync(gzipSync(TEXT))), 'nested');
  assert.equal(kind(gzipSync(await workbook([['a']]))), 'nested');
});
