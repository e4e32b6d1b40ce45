import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { LineFiles } from './write-demo-files.ts';

test('two writers of the same files at the same time do not mix up their content, and leave no unfinished file', (t) => {
  const directory = mkdtempSync(path.join(tmpdir(), 'line-files-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const both = [new LineFiles(directory), new LineFiles(directory), new LineFiles(directory)];
  for (const files of both) files.start('a.csv', 'head\n');
  const line = `${'x'.repeat(1_000)}\n`;
  for (let row = 0; row < 600; row += 1) for (const files of both) files.add('a.csv', line);
  both.pop()?.discard();
  for (const files of both) {
    assert.deepEqual(files.finish(), [path.join(directory, 'a.csv')]);
    assert.equal(readFileSync(path.join(directory, 'a.csv'), 'utf8'), `head\n${line.repeat(600)}`);
  }
  assert.deepEqual(readdirSync(directory), ['a.csv']);
});

test('a file that never received a row is dropped', (t) => {
  const directory = mkdtempSync(path.join(tmpdir(), 'line-files-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const files = new LineFiles(directory);
  files.start('a.csv', 'head\n');
  files.start('b.csv', 'head\n');
  files.add('b.csv', 'row\n');
  assert.deepEqual(files.finish(), [path.join(directory, 'b.csv')]);
  assert.deepEqual(readdirSync(directory), ['b.csv']);
});
