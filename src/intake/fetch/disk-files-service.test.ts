import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { workbookParts, zipOf } from '../../../test/support/hostile-files.ts';
import { FILE_BYTES_MAX } from '../../regulator/formats/container.ts';
import { expandZip, findFiles, findSkipped, loadFile, loadMember } from './disk-files-service.ts';

const root = await mkdtemp(join(tmpdir(), 'find-files-'));

describe('reading files from disk', () => {
  after(() => rm(root, { recursive: true }));

  test('finds files at any depth, lists each one once and in order, and skips hidden and partially downloaded files', async () => {
    await mkdir(join(root, 'inner'));
    await mkdir(join(root, '.folder', 'deeper'), { recursive: true });
    for (const name of ['b.csv', 'a.xlsx', '.hidden', 'c.csv.part', 'inner/d.csv', '.folder/deeper/e.csv'])
      await writeFile(join(root, name), '');
    const expected = ['a.xlsx', 'b.csv', 'inner/d.csv'].map((name) => join(root, name));
    assert.deepEqual(await findFiles([root, join(root, 'b.csv')]), expected);
    const inHidden = join(root, '.folder', 'deeper', 'e.csv');
    assert.deepEqual(
      await findFiles([join(root, '.folder')]),
      [inHidden],
      'a hidden folder is read if it is named explicitly',
    );
    await assert.rejects(
      findFiles([join(root, 'nowhere')]),
      /^Error: There is no such file or directory: .*nowhere$/,
    );
  });

  test('reports a symbolic link in a folder without following it, but follows a link that is named explicitly', async () => {
    const folder = join(root, 'linked');
    await mkdir(folder);
    await writeFile(join(root, 'target.csv'), '');
    const link = join(folder, 'link.csv');
    await symlink(join(root, 'target.csv'), link);
    await symlink('.', join(folder, 'loop'));
    assert.deepEqual(
      [await findFiles([folder]), await findSkipped([folder])],
      [[], [link, join(folder, 'loop')].map((path) => ({ path, kind: 'symbolic link' }))],
    );
    assert.deepEqual([await findFiles([link]), await findSkipped([link])], [[link], []]);
    await rm(folder, { recursive: true });
  });

  test('rejects a pipe, socket or device that is named explicitly, and reports one in a folder without opening it', async () => {
    const folder = join(root, 'special');
    await mkdir(folder);
    const pipe = join(folder, 'pipe.csv');
    execFileSync('mkfifo', [pipe]);
    assert.deepEqual(
      [await findFiles([folder]), await findSkipped([folder])],
      [[], [{ path: pipe, kind: 'named pipe' }]],
    );
    const words = (name: string, kind: string) =>
      `${name} is a ${kind}, not a file or a folder. Write the data to a file, and name that.`;
    await assert.rejects(findFiles([pipe]), { message: words(pipe, 'named pipe') });
    await assert.rejects(findFiles(['/dev/null']), { message: words('/dev/null', 'device') });
  });

  test('explains why a path is rejected if it does not exist, forms a loop, or has a name that is too long', async () => {
    const loop = join(root, 'loop');
    await symlink('loop', loop);
    await writeFile(join(root, 'plain.csv'), '');
    for (const [name, words] of [
      [join(root, 'plain.csv', 'inner'), 'There is no such file or directory: '],
      [loop, 'Its symbolic links form a circle: '],
      [join(root, 'a'.repeat(300)), 'No file has such a long name: '],
    ] as const)
      await assert.rejects(findFiles([name]), { message: `${words}${name}` });
  });

  test('does not load a file over the size limit', async () => {
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

  test('loads each file in a zip separately, and reports a damaged file without affecting the others', async () => {
    const file = join(root, '2025-EOS.zip');
    const parts = [
      { name: 'a.csv', content: 'D6' },
      { name: '2025/b.csv', content: 'D5', crc: 1 },
    ];
    await writeFile(file, zipOf(parts));
    const members = await expandZip({ path: file, name: 'closures/2025-EOS.zip', publishedAt: '2026-01-04' });
    const loaded = await Promise.all(members.map(loadMember));
    assert.deepEqual(
      loaded.map(({ name, bytes, publishedAt, problem }) => [
        name,
        Buffer.from(bytes).toString(),
        publishedAt,
        problem?.code,
      ]),
      [
        ['closures/2025-EOS.zip/a.csv', 'D6', '2026-01-04', undefined],
        ['closures/2025-EOS.zip/2025/b.csv', '', '2026-01-04', 'damaged_zip'],
      ],
    );
  });

  test('treats a workbook, an unusable zip and a missing file as a single file', async () => {
    for (const [name, content] of [
      ['book.xlsx', zipOf(workbookParts())],
      ['cut.zip', zipOf([{ name: 'a.csv', content: 'x' }]).subarray(0, 40)],
      ['bomb.zip', zipOf([{ name: 'a.csv', content: Buffer.alloc(1_000_000) }])],
      ['gone.zip', undefined],
      ['empty.zip', ''],
    ] as const) {
      const file = { path: join(root, `whole-${name}`), name, publishedAt: null };
      if (content !== undefined) await writeFile(file.path, content);
      assert.deepEqual(await expandZip(file), [file], name);
    }
  });
});
