import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { loadConfig } from '../config.ts';
import { compiledFolder } from './heap-settings.ts';

const YOUNG_SPACE = pathToFileURL(path.resolve(import.meta.dirname, 'heap-settings.ts')).href;

/** Writes a program that restarts itself as ours does and prints the value of an expression. */
function writeProgram(t: { after(end: () => void): void }, shown: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'young-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const program = path.join(folder, 'show.mjs');
  writeFileSync(
    program,
    `import { restartWithYoungSpace } from ${JSON.stringify(YOUNG_SPACE)};
process.umask(0o077);
restartWithYoungSpace();
console.log(${shown});`,
  );
  return { folder, program };
}

test('a process restarts with a young space of 8 MB unless another size was set', {
  skip: process.platform === 'win32',
}, (t) => {
  const { program } = writeProgram(t, "[...process.execArgv, ...process.argv.slice(2)].join(' ')");
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

test('a service stores its compiled code from its first start on, readable only by its owner; other commands do not', {
  skip: process.platform === 'win32',
}, (t) => {
  const { folder, program } = writeProgram(t, "process.env.NODE_COMPILE_CACHE ?? 'none'");
  const { NODE_COMPILE_CACHE: _ours, NODE_OPTIONS: _options, ...environment } = process.env;
  const show = (args: readonly string[], settings: Record<string, string>) =>
    execFileSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
      cwd: folder,
      env: { ...environment, ...settings },
    }).trim();
  assert.equal(show(['openapi'], { DATA_DIR: 'data' }), 'none', 'another command');
  assert.equal(existsSync(path.join(folder, 'data')), false);
  const compiled = compiledFolder(loadConfig({ DATA_DIR: path.join(folder, 'data') }).dataDir);
  const shown = show(['serve'], { DATA_DIR: ' data ' });
  assert.equal(realpathSync(shown), realpathSync(compiled));
  assert.equal(statSync(path.join(folder, 'data')).mode & 0o077, 0);
  assert.equal(show(['serve'], { DATA_DIR: 'data', NODE_COMPILE_CACHE: 'mine' }), 'mine');
  const usual = path.relative(process.cwd(), compiledFolder(loadConfig({}).dataDir));
  assert.equal(
    show(['serve'], {}),
    path.join(realpathSync(folder), usual),
    'the folder that is meant without a setting',
  );
});
