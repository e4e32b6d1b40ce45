import assert from 'node:assert/strict';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { explainReading, explainWriting } from './file-errors.ts';

describe('a file that a command cannot use', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'file-errors-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const thrownBy = (act: () => unknown): unknown => {
    try {
      act();
    } catch (error) {
      return error;
    }
    return undefined;
  };
  const said = (error: unknown) => (error instanceof Error ? error.message : '');

  test('is explained in a sentence, without the operating system’s wording', () => {
    const missing = path.join(folder, 'no', 'file');
    const writing = (file: string) =>
      said(
        explainWriting(
          thrownBy(() => openSync(file, 'wx')),
          file,
        ),
      );
    const reading = (file: string) =>
      said(
        explainReading(
          thrownBy(() => readFileSync(file)),
          file,
        ),
      );
    assert.deepEqual(
      [writing(folder), writing(missing), reading(missing), reading(folder)],
      [
        `${folder} is there already. Nothing was written.`,
        `The folder of ${missing} is not there. Nothing was written.`,
        `${missing} is not there.`,
        `${folder} is a folder, not a file.`,
      ],
    );
  });

  test('keeps its original error if there is no explanation for it', () => {
    const error = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    assert.equal(explainWriting(error, 'x'), error);
    assert.equal(explainReading('text', 'x'), 'text');
  });
});
