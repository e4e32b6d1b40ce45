import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { compressSnapshot, expandSnapshot } from './compressed-snapshot.ts';
import { compressReplaced } from './snapshot-folder.ts';

const TEXT = 'pelican tacos '.repeat(300_000);
const name = (version: number) => `${version}-${'0'.repeat(16)}.sqlite`;

function makeFolder(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'compressed-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [each, text] of Object.entries(files)) writeFileSync(path.join(folder, each), text);
  return folder;
}

test('a compressed snapshot is smaller, keeps its file time and access rights, and expands to the same bytes', async (t) => {
  const folder = makeFolder(t, { [name(1)]: TEXT });
  const file = path.join(folder, name(1));
  const longAgo = new Date('2026-01-15T00:00:00Z');
  utimesSync(file, longAgo, longAgo);
  await compressSnapshot(file);
  assert.deepEqual(readdirSync(folder), [`${name(1)}.zst`]);
  const { size, mtime, mode } = statSync(`${file}.zst`);
  assert.ok(size < TEXT.length / 10);
  assert.deepEqual([mtime, mode & 0o077], [longAgo, 0]);
  assert.equal(await expandSnapshot(file), true);
  assert.equal(readFileSync(file, 'utf8'), TEXT);
  assert.equal(await expandSnapshot(path.join(folder, name(2))), false);
});

test('expanding a compressed snapshot with a flipped byte fails and leaves no partial file', async (t) => {
  const folder = makeFolder(t, { [name(1)]: TEXT });
  const file = path.join(folder, name(1));
  await compressSnapshot(file);
  const bytes = readFileSync(`${file}.zst`);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  writeFileSync(`${file}.zst`, bytes);
  await assert.rejects(expandSnapshot(file));
  assert.deepEqual(readdirSync(folder), [`${name(1)}.zst`]);
});

test('the current snapshot, the one it replaced and later ones are not compressed', async (t) => {
  const folder = makeFolder(t, Object.fromEntries([1, 2, 3, 4, 5].map((version) => [name(version), TEXT])));
  await compressReplaced(folder, name(4));
  assert.deepEqual(readdirSync(folder).sort(), [
    `${name(1)}.zst`,
    `${name(2)}.zst`,
    name(3),
    name(4),
    name(5),
  ]);
});

test('an uncompressed file is removed if a killed process had already finished compressing it', async (t) => {
  const folder = makeFolder(t, {
    [name(1)]: TEXT,
    [`${name(1)}.zst`]: 'whole',
    [name(2)]: '',
    [name(3)]: '',
  });
  await compressReplaced(folder, name(3));
  assert.deepEqual(readdirSync(folder).sort(), [`${name(1)}.zst`, name(2), name(3)]);
});

test('a snapshot that cannot be compressed stays unchanged, and does not prevent others from being compressed', async (t) => {
  const folder = makeFolder(t, { [name(1)]: TEXT, [name(3)]: '', [name(4)]: '' });
  mkdirSync(path.join(folder, name(2)));
  await compressReplaced(folder, name(4));
  assert.deepEqual(readdirSync(folder).sort(), [`${name(1)}.zst`, name(2), name(3), name(4)]);
});
