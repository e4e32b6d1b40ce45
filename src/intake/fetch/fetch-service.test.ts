import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FetchSetup } from '../../../test/support/fetch-setup.ts';
import { setUpFetch } from '../../../test/support/fetch-setup.ts';
import type { SourceFile } from '../../regulator/source/source.ts';
import type { FetchedFile, RememberedFile, SiteOptions } from './fetch-service.ts';
import { SiteVisit } from './fetch-service.ts';

const CSV = 'District\n6\n';
const SHA256 = createHash('sha256').update(CSV).digest('hex');
const PUBLISHED = 'Tue, 06 Oct 2026 10:48:00 GMT';
const REMEMBERED: RememberedFile = { etag: '"v1"', lastModified: PUBLISHED, sha256: SHA256 };

function fileNamed(name: string): SourceFile {
  return { name, path: `/sto/${name}`, kind: 'licenses', district: 6, maxBytes: 1_000 };
}

type Asked = Partial<SiteOptions> & { readonly files?: readonly SourceFile[] };

function run(setup: FetchSetup, { files = [fileNamed('a.csv')], ...options }: Asked): Promise<FetchedFile[]> {
  return visit(setup, options).fetch(files);
}

function visit(setup: FetchSetup, options: Partial<SiteOptions> = {}): SiteVisit {
  const { regulator, directory, fetcher, sleep } = setup;
  const remembered = new Map<string, RememberedFile>();
  return new SiteVisit({
    baseUrl: regulator.baseUrl,
    directory,
    remembered,
    fetcher,
    pauseMs: 2_000,
    sleep,
    now: () => new Date('2026-10-08T12:00:00Z'),
    ...options,
  });
}

function read(setup: FetchSetup, name: string): Promise<string> {
  return readFile(join(setup.directory, name), 'utf8');
}

test('a new file is stored under its name, and the result describes the file completely', async (t) => {
  const setup = await setUpFetch(t);
  setup.regulator.plan('/sto/a.csv', { kind: 'file', body: CSV, etag: '"v1"', lastModified: PUBLISHED });
  assert.deepEqual(await run(setup, {}), [
    {
      name: 'a.csv',
      url: `${setup.regulator.baseUrl}sto/a.csv`,
      kind: 'licenses',
      outcome: 'downloaded',
      path: join(setup.directory, 'a.csv'),
      bytes: CSV.length,
      sha256: SHA256,
      etag: '"v1"',
      lastModified: PUBLISHED,
      publishedAt: '2026-10-06T10:48:00.000Z',
    },
  ]);
  assert.equal(await read(setup, 'a.csv'), CSV);
  assert.deepEqual(await setup.listDirectory(), ['a.csv']);
});

test('a file has no publication date if its Last-Modified header is missing or unreadable', async (t) => {
  const setup = await setUpFetch(t);
  const files = [fileNamed('a.csv'), fileNamed('b.csv')];
  setup.regulator.plan('/sto/a.csv', { kind: 'file', body: CSV });
  setup.regulator.plan('/sto/b.csv', { kind: 'file', body: CSV, lastModified: 'last week' });
  const dates = (await run(setup, { files })).map((file) => 'publishedAt' in file && file.publishedAt);
  assert.deepEqual(dates, [undefined, undefined]);
});

test('a file that the regulator reports as not modified is unchanged, and its copy is kept', async (t) => {
  const setup = await setUpFetch(t);
  await writeFile(join(setup.directory, 'a.csv'), CSV);
  setup.regulator.plan('/sto/a.csv', { kind: 'file', body: 'x', etag: '"v1"' });
  assert.deepEqual(await run(setup, { remembered: new Map([['a.csv', REMEMBERED]]) }), [
    {
      name: 'a.csv',
      url: `${setup.regulator.baseUrl}sto/a.csv`,
      kind: 'licenses',
      outcome: 'unchanged',
      ...REMEMBERED,
      publishedAt: '2026-10-06T10:48:00.000Z',
    },
  ]);
  assert.equal(await read(setup, 'a.csv'), CSV);
});

test('a file that is published again with the same bytes is unchanged, and its validators are updated', async (t) => {
  const setup = await setUpFetch(t);
  await writeFile(join(setup.directory, 'a.csv'), CSV);
  const lastModified = 'Wed, 07 Oct 2026 10:48:00 GMT';
  setup.regulator.plan('/sto/a.csv', { kind: 'file', body: CSV, etag: '"v2"', lastModified });
  assert.deepEqual(await run(setup, { remembered: new Map([['a.csv', REMEMBERED]]) }), [
    {
      name: 'a.csv',
      url: `${setup.regulator.baseUrl}sto/a.csv`,
      kind: 'licenses',
      outcome: 'unchanged',
      sha256: SHA256,
      etag: '"v2"',
      lastModified,
      publishedAt: '2026-10-07T10:48:00.000Z',
    },
  ]);
  assert.deepEqual(await setup.listDirectory(), ['a.csv']);
});

test('an unchanged file is stored again if the stored copy is missing or different', async (t) => {
  const setup = await setUpFetch(t);
  const remembered = new Map([['a.csv', { ...REMEMBERED, etag: undefined, lastModified: undefined }]]);
  setup.regulator.plan('/sto/a.csv', { kind: 'file', body: CSV });
  for (const stored of [undefined, 'of another day']) {
    if (stored !== undefined) await writeFile(join(setup.directory, 'a.csv'), stored);
    const [file] = await run(setup, { remembered });
    assert.equal(file?.outcome, 'unchanged');
    assert.equal(await read(setup, 'a.csv'), CSV);
    assert.deepEqual(await setup.listDirectory(), ['a.csv']);
  }
});

test('a changed file replaces the earlier copy', async (t) => {
  const setup = await setUpFetch(t);
  await writeFile(join(setup.directory, 'a.csv'), CSV);
  setup.regulator.plan('/sto/a.csv', { kind: 'file', body: `${CSV}7\n`, etag: '"v2"' });
  const [file] = await run(setup, { remembered: new Map([['a.csv', REMEMBERED]]) });
  assert.equal(file?.outcome, 'downloaded');
  assert.equal(await read(setup, 'a.csv'), `${CSV}7\n`);
});

test('a file that fails does not replace its earlier copy or stop the other files', async (t) => {
  const setup = await setUpFetch(t);
  await writeFile(join(setup.directory, 'a.csv'), CSV);
  setup.regulator.plan('/sto/a.csv', { kind: 'html', contentType: 'text/html', body: '<html>' });
  setup.regulator.plan('/sto/b.csv', { kind: 'truncated', body: CSV });
  setup.regulator.plan('/sto/c.csv', { kind: 'file', body: CSV });
  const files = ['a.csv', 'b.csv', 'none.csv', 'c.csv'].map(fileNamed);
  const results = await run(setup, { files });
  const outcomes = results.map((file) => (file.outcome === 'failed' ? file.reason : file.outcome));
  assert.deepEqual(outcomes, ['html_instead_of_data', 'truncated', 'http_404', 'downloaded']);
  assert.equal(await read(setup, 'a.csv'), CSV);
  assert.deepEqual(await setup.listDirectory(), ['a.csv', 'c.csv']);
});

test('the earlier copy remains readable until the new copy is complete', async (t) => {
  const setup = await setUpFetch(t, { idleTimeoutMs: 60_000, timeoutMs: 60_000 });
  const controller = new AbortController();
  await writeFile(join(setup.directory, 'a.csv'), CSV);
  setup.regulator.plan('/sto/a.csv', { kind: 'hang', body: 'half a' });
  const fetching = run(setup, { signal: controller.signal });
  while ((await setup.listDirectory()).length < 2) await new Promise(setImmediate);
  assert.equal(await read(setup, 'a.csv'), CSV);
  controller.abort();
  await fetching;
  assert.equal(await read(setup, 'a.csv'), CSV);
  assert.deepEqual(await setup.listDirectory(), ['a.csv']);
});

test('a folder with the name of a file makes only that file fail', async (t) => {
  const setup = await setUpFetch(t);
  setup.regulator.plan('/sto/a.csv', { kind: 'file', body: CSV });
  setup.regulator.plan('/sto/b.csv', { kind: 'file', body: CSV });
  await mkdir(join(setup.directory, 'a.csv'));
  const results = await run(setup, { files: [fileNamed('a.csv'), fileNamed('b.csv')] });
  const outcomes = results.map((file) => (file.outcome === 'failed' ? file.reason : file.outcome));
  assert.deepEqual(outcomes, ['storage', 'downloaded']);
  assert.deepEqual(await setup.listDirectory(), ['a.csv', 'b.csv']);
});

test('requests files one at a time, in order, with a pause in between', async (t) => {
  const setup = await setUpFetch(t);
  const names = ['a.csv', 'b.csv', 'c.csv', 'd.csv'];
  for (const name of names) setup.regulator.plan(`/sto/${name}`, { kind: 'file', body: CSV });
  await run(setup, { files: names.map(fileNamed) });
  const paths = setup.regulator.requests.map((request) => request.path);
  assert.deepEqual(
    paths,
    names.map((name) => `/sto/${name}`),
  );
  assert.equal(setup.regulator.concurrencyMax(), 1);
  assert.deepEqual(setup.waits, [2_000, 2_000, 2_000]);
});

test('reports each file before requesting the next one', async (t) => {
  const setup = await setUpFetch(t);
  const told: string[] = [];
  const onFile = async (file: FetchedFile) => {
    await new Promise(setImmediate);
    told.push(`${file.name} ${file.outcome} after ${setup.regulator.requests.length}`);
  };
  setup.regulator.plan('/sto/b.csv', { kind: 'file', body: CSV });
  await run(setup, { files: [fileNamed('a.csv'), fileNamed('b.csv')], onFile });
  assert.deepEqual(told, ['a.csv failed after 1', 'b.csv downloaded after 2']);
});

test('refuses a name that is not a plain file name, and does not send a request', async (t) => {
  const setup = await setUpFetch(t);
  const names = [
    '../a.csv',
    '/etc/a.csv',
    'a/b.csv',
    'a\\b.csv',
    '..',
    '.',
    '',
    '.a',
    'a\0.csv',
    'a b',
    '-rf',
  ];
  const results = await run(setup, { files: [...names, 'x'.repeat(101)].map(fileNamed) });
  for (const file of results) assert.equal(file.outcome === 'failed' && file.reason, 'bad_name', file.name);
  assert.equal(results.length, names.length + 1);
  assert.equal(setup.regulator.requests.length, 0);
  assert.deepEqual(setup.waits, []);
  assert.deepEqual(await setup.listDirectory(), []);
});

test('a refused name does not add a pause', async (t) => {
  const setup = await setUpFetch(t);
  await run(setup, { files: ['a.csv', '../b.csv', 'c.csv'].map(fileNamed) });
  assert.deepEqual(setup.waits, [2_000]);
});

test('each file has its own size limit', async (t) => {
  const setup = await setUpFetch(t);
  setup.regulator.plan('/sto/a.csv', { kind: 'file', body: CSV });
  const [file] = await run(setup, { files: [{ ...fileNamed('a.csv'), maxBytes: 3 }] });
  assert.equal(file?.outcome === 'failed' && file.reason, 'too_large');
});

test('stops requesting files once the time for the visit is up', async (t) => {
  const setup = await setUpFetch(t);
  setup.regulator.plan('/sto/a.csv', { kind: 'file', body: CSV });
  let minutes = 0;
  const options = { now: () => new Date(minutes * 60_000), timeMs: 7_200_000 };
  const visited = visit(setup, {
    ...options,
    onFile: () => {
      minutes += 121;
    },
  });
  const results = await visited.fetch(['a.csv', 'b.csv', 'c.csv'].map(fileNamed));
  const outcomes = results.map((file) => (file.outcome === 'failed' ? file.reason : file.outcome));
  assert.deepEqual(outcomes, ['downloaded', 'not_asked', 'not_asked']);
  assert.match(visited.refusal ?? '', /^out_of_time: .* more than 120 minutes$/);
  assert.equal(setup.regulator.requests.length, 1);
});

test('aborting makes the remaining files fail without a request', async (t) => {
  const setup = await setUpFetch(t);
  const controller = new AbortController();
  setup.regulator.plan('/sto/a.csv', { kind: 'file', body: CSV });
  const files = ['a.csv', 'b.csv', 'c.csv'].map(fileNamed);
  const onFile = () => controller.abort();
  const results = await run(setup, { files, onFile, signal: controller.signal });
  const outcomes = results.map((file) => (file.outcome === 'failed' ? file.reason : file.outcome));
  assert.deepEqual(outcomes, ['downloaded', 'aborted', 'aborted']);
  assert.equal(setup.regulator.requests.length, 1);
});

test('aborting ends the pause between two requests', async (t) => {
  const setup = await setUpFetch(t);
  const controller = new AbortController();
  const sleep = () => {
    setImmediate(() => controller.abort());
    return new Promise<void>(() => {});
  };
  const files = ['a.csv', 'b.csv'].map(fileNamed);
  await run(setup, { files, sleep, signal: controller.signal });
  assert.equal(setup.regulator.requests.length, 1);
});

test('creates a missing directory', async (t) => {
  const setup = await setUpFetch(t);
  setup.regulator.plan('/sto/a.csv', { kind: 'file', body: CSV });
  await run(setup, { directory: join(setup.directory, 'new', 'folder') });
  assert.equal(await read(setup, 'new/folder/a.csv'), CSV);
});

test('the path of the base URL is kept, and no file path leads to another host', async (t) => {
  const setup = await setUpFetch(t);
  const baseUrl = new URL('/mirror/', setup.regulator.baseUrl);
  const paths = ['/sto/a.csv', '//elsewhere.example/a.csv', 'https://elsewhere.example/a.csv', '/a.csv?x#y'];
  const files = paths.map((path) => ({ ...fileNamed('a.csv'), path }));
  const urls = (await run(setup, { baseUrl, files })).map((file) => file.url);
  const expected = [
    'sto/a.csv',
    'elsewhere.example/a.csv',
    'https://elsewhere.example/a.csv',
    'a.csv%3Fx%23y',
  ];
  assert.deepEqual(
    urls,
    expected.map((path) => `${setup.regulator.baseUrl}mirror/${path}`),
  );
});
