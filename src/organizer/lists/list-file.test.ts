import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workbookParts, zipOf } from '../../../test/support/hostile-files.ts';
import { LIST_BYTES_MAX } from './list-bounds.ts';
import { readFile, readPasted } from './list-file.ts';

const cells = '<c t="s"><v>0</v></c>'.repeat(20);
const book = (text: string) =>
  zipOf(
    workbookParts({
      rows: Array.from({ length: 500 }, () => `<row>${cells}</row>`).join(''),
      strings: `<sst><si><t>${text}</t></si></sst>`,
    }),
  );

test('a workbook that repeats one long text in every cell is rejected before its cells are cleaned', async () => {
  for (const text of ['\u200b', '\u0085', 'a\u200b'])
    assert.deepEqual(await readFile(book(text.repeat(800))), { problem: 'tooMuchText' });
  assert.deepEqual(await readFile(book('\u200b'.repeat(50))), { problem: 'nothing' });
});

test('a pasted list that is padded with blanks up to the size limit is parsed', () => {
  const list = readPasted(`Taco Bus${' '.repeat(LIST_BYTES_MAX - 8)}`);
  assert.deepEqual(list, { rows: [{ line: 1, cells: ['Taco Bus'] }] });
});
