import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { zipOf } from '../../../test/support/hostile-files.ts';
import { inspectionCsv, inspectionRow } from '../../../test/support/regulator-files.ts';
import type { FileOnDisk } from '../../intake/fetch/disk-files-service.ts';
import { openFile } from '../../intake/fetch/parsed-rows-service.ts';
import { readOne, stopAfter, withFiles } from './read-files.ts';

const LATEST = '2025-10-01';
const ROWS = 6_000;
const ON_THREADS = { threadsFromBytes: 1 };

/** Writes test files. The largest is the last in the list but should be read first. */
function writeFiles(folder: string, rows: number): FileOnDisk[] {
  return [3, 1, 2, rows].map((count, file) => {
    const visits = Array.from({ length: count }, (_, index) =>
      inspectionRow({ visitId: 100_000 * (file + 1) + index, visitedOn: '2025-09-28' }),
    );
    const name = `visits-${file}.csv`;
    writeFileSync(path.join(folder, name), inspectionCsv(visits));
    return { path: path.join(folder, name), name, publishedAt: null };
  });
}

for (const [how, option] of [
  ['here', {}],
  ['here and on a thread', { threadFromBytes: 1 }],
  ['on threads', ON_THREADS],
] as const)
  test(`files read ${how} arrive in the given order with all their rows, and nothing is left in the folder`, async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'files-'));
    const kept = mkdtempSync(path.join(tmpdir(), 'kept-'));
    t.after(() => [folder, kept].forEach((each) => void rmSync(each, { recursive: true })));
    const files = writeFiles(folder, ROWS);
    const told: number[] = [];
    const reading = {
      ...option,
      latest: LATEST,
      folder: kept,
      onProgress: (done: number) => void told.push(done),
    };
    const read = await withFiles(files, reading, async (each) => {
      assert.deepEqual(readdirSync(kept), []);
      const onThreads = each.filter((file) => 'open' in file).length;
      assert.equal(onThreads === each.length, how === 'on threads');
      assert.equal(onThreads === 0, how === 'here');
      return each.map(openFile);
    });
    const expected = await Promise.all(files.map((file) => readOne(file, LATEST)));
    assert.deepEqual(read, expected);
    assert.equal(read[3]?.records?.rows.length, ROWS);
    assert.equal(told.length, 4);
  });

test('reading on threads stops on request, and continues if a file is gone', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'files-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = writeFiles(folder, ROWS);
  const stopping = new AbortController();
  const reading = { ...ON_THREADS, latest: LATEST, folder, signal: stopping.signal };
  const stopped = withFiles(files, { ...reading, onProgress: () => stopping.abort() }, async () => 'read');
  await assert.rejects(stopped, { name: 'AbortError' });
  const gone = { path: path.join(folder, 'gone.csv'), name: 'gone.csv', publishedAt: null };
  for (const how of [ON_THREADS, { threadFromBytes: 1 }])
    assert.deepEqual(
      await withFiles([...files, gone], { ...how, latest: LATEST, folder }, async (read) =>
        read.map(({ problem }) => problem?.code),
      ),
      [...files.map(() => undefined), 'gone'],
    );
});

for (const [how, option] of [
  ['here', {}],
  ['on threads', ON_THREADS],
] as const)
  test(`a zip that is read ${how} yields the files in it, in order`, async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'files-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const files = writeFiles(folder, 4);
    const parts = files.map(({ path: file, name }) => ({ name, content: readFileSync(file) }));
    writeFileSync(path.join(folder, 'all.zip'), zipOf(parts));
    const zip = { path: path.join(folder, 'all.zip'), name: 'folder/all.zip', publishedAt: null };
    const read = await withFiles([zip], { ...option, latest: LATEST, folder }, async (each) =>
      each.map(openFile),
    );
    const expected = await Promise.all(files.map((file) => readOne(file, LATEST)));
    assert.deepEqual(
      read,
      expected.map((file) => ({ ...file, name: `folder/all.zip/${file.name}` })),
    );
  });

test('reading a file has a time limit', () => {
  let now = 0;
  const checkTime = stopAfter(60_000, () => now);
  now = 60_000;
  checkTime();
  now += 1;
  assert.throws(checkTime, /reading it took more than 1 minutes/);
});
