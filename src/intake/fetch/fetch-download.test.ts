import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { setUpFetch } from '../../../test/support/fetch-setup.ts';
import type { DownloadResult } from '../../platform/net/fetcher.ts';

const CSV = '"District","County Number"\r\n"D6","13"\r\n';
const PUBLISHED = 'Tue, 06 Oct 2026 10:48:00 GMT';

function reasonOf(result: DownloadResult): string {
  return result.status === 'failed' ? result.reason : result.status;
}

test('a complete file is stored, and the result includes its size, digest and validators', async (t) => {
  const { regulator, download, directory, listDirectory } = await setUpFetch(t);
  regulator.plan('/a.csv', { kind: 'file', body: CSV, etag: '"v1"', lastModified: PUBLISHED });
  assert.deepEqual(await download('/a.csv'), {
    status: 'downloaded',
    path: join(directory, 'file.csv'),
    bytes: CSV.length,
    sha256: createHash('sha256').update(CSV).digest('hex'),
    etag: '"v1"',
    lastModified: PUBLISHED,
  });
  assert.equal(await readFile(join(directory, 'file.csv'), 'utf8'), CSV);
  assert.deepEqual(await listDirectory(), ['file.csv']);
});

test('a request names its sender and the content types it accepts, and asks for a response without content encoding', async (t) => {
  const { regulator, download } = await setUpFetch(t);
  regulator.plan('/a.csv', { kind: 'file', body: CSV });
  await download('/a.csv');
  const headers = regulator.requests[0]?.headers ?? {};
  assert.equal(headers['user-agent'], 'compliance-test/1.0');
  assert.equal(headers['accept-encoding'], 'identity');
  assert.match(headers.accept ?? '', /^text\/csv, /);
  assert.equal(headers['if-none-match'], undefined);
  assert.equal(headers['if-modified-since'], undefined);
});

test('a file is not sent again if the ETag of the copy still matches', async (t) => {
  const { regulator, download, listDirectory } = await setUpFetch(t);
  regulator.plan('/a.csv', { kind: 'file', body: CSV, etag: '"v1"' });
  const validators = { etag: '"v1"', lastModified: PUBLISHED };
  assert.deepEqual(await download('/a.csv', { validators }), { status: 'not_modified' });
  assert.equal(regulator.requests[0]?.headers['if-none-match'], '"v1"');
  assert.equal(regulator.requests[0]?.headers['if-modified-since'], PUBLISHED);
  assert.deepEqual(await listDirectory(), []);
});

test('a file is not sent again if the date of the copy still matches', async (t) => {
  const { regulator, download } = await setUpFetch(t);
  regulator.plan('/a.csv', { kind: 'file', body: CSV, lastModified: PUBLISHED });
  const result = await download('/a.csv', { validators: { lastModified: PUBLISHED } });
  assert.deepEqual(result, { status: 'not_modified' });
});

test('a conditional request sends max-age=0, so that intermediate servers do not ignore the condition', async (t) => {
  const { regulator, download } = await setUpFetch(t);
  regulator.plan('/a.csv', { kind: 'file', body: CSV, etag: '"v1"' });
  await download('/a.csv', { validators: { etag: '"v1"' } });
  assert.equal(regulator.requests[0]?.headers['cache-control'], 'max-age=0');
});

test('“not modified” in response to an unconditional request is a failure', async (t) => {
  const { regulator, download } = await setUpFetch(t);
  regulator.plan('/a.csv', { kind: 'status', status: 304 });
  assert.equal(reasonOf(await download('/a.csv')), 'http_304');
});

test('a web page is never accepted as data, with any content type', async (t) => {
  const { regulator, download, listDirectory } = await setUpFetch(t, { retries: 3 });
  const pages: readonly (readonly [string, string])[] = [
    ['text/html; charset=UTF-8', 'District,County\n'],
    ['Application/XHTML+xml', 'District,County\n'],
    ['text/csv', '<!DOCTYPE html><html></html>'],
    ['text/csv', '<!doctype HTML>'],
    ['text/plain', '\r\n\t  <HTML lang="en">'],
    ['application/octet-stream', '\uFEFF<html>'],
    ['text/csv', '<head><meta http-equiv="refresh">'],
    ['text/csv', '<meta http-equiv="refresh">'],
    ['text/csv', `<!-- saved page -->${' '.repeat(90_000)}`],
    ['text/csv', `${' \n'.repeat(90_000)}<html>`],
  ];
  for (const [contentType, body] of pages) {
    regulator.plan('/a.csv', { kind: 'html', contentType, body });
    assert.equal(reasonOf(await download('/a.csv')), 'html_instead_of_data', `${contentType} ${body}`);
  }
  assert.equal(regulator.requests.length, pages.length);
  assert.deepEqual(await listDirectory(), []);
});

test('data that merely contains markup is accepted', async (t) => {
  const { regulator, download } = await setUpFetch(t);
  regulator.plan('/a.csv', { kind: 'file', body: 'name\n<html> CAFE\n' });
  assert.equal(reasonOf(await download('/a.csv')), 'downloaded');
});

test('accepts only the content types of data files', async (t) => {
  const { regulator, download } = await setUpFetch(t, { retries: 3 });
  const expected = {
    'text/csv; charset=utf-8': 'downloaded',
    'TEXT/PLAIN': 'downloaded',
    'application/octet-stream': 'downloaded',
    'application/vnd.ms-excel': 'downloaded',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'downloaded',
    'application/json': 'bad_content_type',
    'application/pdf': 'bad_content_type',
    '': 'bad_content_type',
  };
  for (const [contentType, reason] of Object.entries(expected)) {
    regulator.plan('/a.csv', { kind: 'file', body: CSV, contentType });
    assert.equal(reasonOf(await download('/a.csv')), reason, contentType);
  }
  assert.equal(regulator.requests.length, Object.keys(expected).length);
});

test('does not start downloading a file that declares more bytes than allowed', async (t) => {
  const { regulator, download, listDirectory } = await setUpFetch(t, { maxBytes: 20, retries: 3 });
  regulator.plan('/a.csv', { kind: 'wrong_length', body: 'short', declared: 21 });
  assert.equal(reasonOf(await download('/a.csv')), 'too_large');
  assert.equal(regulator.requests.length, 1);
  assert.deepEqual(await listDirectory(), []);
});

test('abandons an endless file at the size limit', async (t) => {
  const { regulator, download, listDirectory } = await setUpFetch(t, { maxBytes: 100_000, retries: 3 });
  regulator.plan('/a.csv', { kind: 'trickle', chunk: 'x'.repeat(30_000), everyMs: 0 });
  assert.equal(reasonOf(await download('/a.csv')), 'too_large');
  assert.equal(regulator.requests.length, 1);
  assert.deepEqual(await listDirectory(), []);
});

test('closes the connection after an unusable response', async (t) => {
  const { regulator, download } = await setUpFetch(t, { maxBytes: 10 });
  regulator.plan('/a.csv', { kind: 'trickle', chunk: 'x'.repeat(30_000), everyMs: 0 });
  await download('/a.csv');
  while (regulator.underWay() > 0) await new Promise(setImmediate);
});

test('a request can lower the size limit but not raise it', async (t) => {
  const { regulator, download } = await setUpFetch(t, { maxBytes: CSV.length });
  regulator.plan('/a.csv', { kind: 'file', body: CSV });
  assert.equal(reasonOf(await download('/a.csv', { maxBytes: CSV.length - 1 })), 'too_large');
  regulator.plan('/a.csv', { kind: 'file', body: `${CSV}x` });
  assert.equal(reasonOf(await download('/a.csv', { maxBytes: 1_000 })), 'too_large');
});

test('accepts a file of exactly the maximum size', async (t) => {
  const { regulator, download } = await setUpFetch(t, { maxBytes: CSV.length });
  regulator.plan('/a.csv', { kind: 'file', body: CSV });
  assert.equal(reasonOf(await download('/a.csv')), 'downloaded');
});

test('stores a compressed response as the file it contains', async (t) => {
  const { regulator, download, directory } = await setUpFetch(t);
  const body = CSV.repeat(1_000);
  regulator.plan('/a.csv', { kind: 'file', body, isGzipped: true });
  assert.equal(reasonOf(await download('/a.csv')), 'downloaded');
  assert.equal(await readFile(join(directory, 'file.csv'), 'utf8'), body);
});

test('a compressed response that ends early is rejected as truncated, with or without a Content-Length header', async (t) => {
  const { regulator, download, listDirectory } = await setUpFetch(t);
  const packed = gzipSync(CSV.repeat(2_000));
  const lengths = (body: Uint8Array) => ['', `\ncontent-length: ${body.length}`];
  for (const bytes of [packed.length - 1, packed.length - 8, packed.length - 20, 30])
    for (const length of lengths(packed.subarray(0, bytes))) {
      const head = `HTTP/1.1 200 OK\ncontent-type: text/csv\ncontent-encoding: gzip${length}`;
      regulator.plan('/a.csv', { kind: 'raw', head, body: packed.subarray(0, bytes) });
      assert.equal(reasonOf(await download('/a.csv')), 'truncated');
    }
  assert.deepEqual(await listDirectory(), []);
});

test('a response in an encoding that was not requested and cannot be decoded is rejected', async (t) => {
  const { regulator, download } = await setUpFetch(t);
  const head = 'HTTP/1.1 200 OK\ncontent-type: text/csv\ncontent-encoding: secret';
  regulator.plan('/a.csv', { kind: 'raw', head, body: CSV });
  assert.equal(reasonOf(await download('/a.csv')), 'bad_content_type');
});

test('reads an HTTP/1.0 response until the connection closes, or abandons it, without throwing', async (t) => {
  const { regulator, download } = await setUpFetch(t, { maxBytes: 10_000_000 });
  // More than the network buffers hold, so that the connection ends while the rest is still unread.
  const long = CSV.repeat(150_000);
  const types: readonly [string, string][] = [
    ['200 OK\ncontent-type: text/csv', 'downloaded'],
    ['200 OK\ncontent-type: text/html', 'html_instead_of_data'],
    ['200 OK\ncontent-type: image/png', 'bad_content_type'],
    ['404 Not Found\ncontent-type: text/csv', 'http_404'],
    ['302 Found\nlocation: /a.csv', 'redirect_refused'],
  ];
  for (const [status, expected] of types)
    for (const body of [CSV, long]) {
      regulator.plan('/a.csv', { kind: 'raw', head: `HTTP/1.0 ${status}`, body });
      assert.equal(reasonOf(await download('/a.csv')), expected, status);
    }
  const page = `<!doctype html>${'x'.repeat(2_000_000)}`;
  regulator.plan('/a.csv', { kind: 'raw', head: 'HTTP/1.0 200 OK\ncontent-type: text/csv', body: page });
  assert.equal(reasonOf(await download('/a.csv')), 'html_instead_of_data');
});

test('a response that is not HTTP is a network failure', async (t) => {
  const { regulator, download } = await setUpFetch(t);
  for (const head of ['a,b', 'HTTP/1.1 101 Switching Protocols\nupgrade: x\nconnection: upgrade']) {
    regulator.plan('/a.csv', { kind: 'raw', head, body: '' });
    assert.equal(reasonOf(await download('/a.csv')), 'network');
  }
});

test('a compressed response is limited by its unpacked size', async (t) => {
  const { regulator, download, listDirectory } = await setUpFetch(t, { maxBytes: 10_000 });
  regulator.plan('/a.csv', { kind: 'file', body: 'x'.repeat(1_000_000), isGzipped: true });
  assert.equal(reasonOf(await download('/a.csv')), 'too_large');
  assert.deepEqual(await listDirectory(), []);
});

test('a truncated download keeps the earlier copy unchanged and does not leave a partial file', async (t) => {
  const { regulator, download, directory, listDirectory } = await setUpFetch(t);
  await writeFile(join(directory, 'file.csv'), 'earlier');
  regulator.plan('/cut.csv', { kind: 'truncated', body: CSV });
  regulator.plan('/short.csv', { kind: 'wrong_length', body: CSV, declared: CSV.length + 1 });
  assert.equal(reasonOf(await download('/cut.csv')), 'truncated');
  assert.equal(reasonOf(await download('/short.csv')), 'truncated');
  assert.equal(await readFile(join(directory, 'file.csv'), 'utf8'), 'earlier');
  assert.deepEqual(await listDirectory(), ['file.csv']);
});

test('an empty download never replaces an earlier copy', async (t) => {
  const { regulator, download, directory, listDirectory } = await setUpFetch(t);
  await writeFile(join(directory, 'file.csv'), 'earlier');
  regulator.plan('/a.csv', { kind: 'file', body: '' });
  assert.equal(reasonOf(await download('/a.csv')), 'empty');
  assert.equal(await readFile(join(directory, 'file.csv'), 'utf8'), 'earlier');
  assert.deepEqual(await listDirectory(), ['file.csv']);
});

test('a download to an unwritable directory is a storage failure and is not retried', async (t) => {
  const { regulator, download, directory } = await setUpFetch(t, { retries: 3 });
  regulator.plan('/a.csv', { kind: 'file', body: CSV });
  const result = await download('/a.csv', { path: join(directory, 'missing', 'file.csv') });
  assert.equal(reasonOf(result), 'storage');
  assert.equal(regulator.requests.length, 1);
});
