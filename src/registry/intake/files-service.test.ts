import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FILE_BYTES_MAX } from '../sources/files/container.ts';
import { findFiles, findLinks, loadFile } from './files-service.ts';

const root = await mkdtemp(join(tmpdir(), 'find-files-'));
after(() => rm(root, { recursive: true }));

test('files are found at any depth, sorted and once; hidden and half-fetched ones are left out', async () => {
  await mkdir(join(root, 'inner'));
  for (const name of ['b.csv', 'a.xlsx', '.hidden', 'c.csv.part', 'inner/d.csv'])
    await writeFile(join(root, name), '');
  const expected = ['a.xlsx', 'b.csv', 'inner/d.csv'].map((name) => join(root, name));
  assert.deepEqual(await findFiles([root, join(root, 'b.csv')]), expected);
  await assert.rejects(
    findFiles([join(root, 'nowhere')]),
    /^Error: There is no such file or directory: .*nowhere$/,
  );
});

test('a symbolic link in a folder is not followed and is told; one that is named itself is read', async () => {
  const folder = join(root, 'linked');
  await mkdir(folder);
  await writeFile(join(root, 'target.csv'), '');
  const link = join(folder, 'link.csv');
  await symlink(join(root, 'target.csv'), link);
  await symlink('.', join(folder, 'loop'));
  assert.deepEqual(
    [await findFiles([folder]), await findLinks([folder])],
    [[], [link, join(folder, 'loop')]],
  );
  assert.deepEqual([await findFiles([link]), await findLinks([link])], [[link], []]);
  await rm(folder, { recursive: true });
});

test('a file over the size limit is not loaded', async () => {
  const large = join(root, 'large.csv');
  await writeFile(large, 'D6');
  assert.deepEqual(await loadFile(large, 'large.csv', null), {
    name: 'large.csv',
    bytes: Buffer.from('D6'),
    publishedAt: null,
    isTooLarge: false,
  });
  await truncate(large, FILE_BYTES_MAX + 1);
  const { bytes, isTooLarge } = await loadFile(large, 'large.csv', null);
  assert.deepEqual([bytes.length, isTooLarge], [0, true]);
});
