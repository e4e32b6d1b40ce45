import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const YOUNG_SPACE = pathToFileURL(path.resolve(import.meta.dirname, 'young-space.ts')).href;

test('a process starts anew with a young space of 8 MB, unless it was told another', {
  skip: process.platform === 'win32',
}, (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'young-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const program = path.join(folder, 'show.mjs');
  writeFileSync(
    program,
    `import { restartWithYoungSpace } from ${JSON.stringify(YOUNG_SPACE)};
restartWithYoungSpace();
console.log([...process.execArgv, ...process.argv.slice(2)].join(' '));`,
  );
  const show = (args: readonly string[], nodeOptions = '') =>
    execFileSync(process.execPath, [...args, program, 'serve'], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: nodeOptions },
    }).trim();
  assert.equal(show([]), '--max-semi-space-size=8 serve');
  assert.equal(show(['--no-warnings']), '--max-semi-space-size=8 --no-warnings serve');
  assert.equal(show(['--max-semi-space-size=16']), '--max-semi-space-size=16 serve');
  assert.equal(show([], '--max-semi-space-size=32'), 'serve');
});
