import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { loadConfig } from '../config.ts';
import { compiledFolder } from './young-space.ts';

const YOUNG_SPACE = pathToFileURL(path.resolve(import.meta.dirname, 'young-space.ts')).href;

/** A program that starts anew as ours does, and prints the value of an expression. */
function writeProgram(t: { after(end: () => void): void }, shown: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'young-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const program = path.join(folder, 'show.mjs');
  writeFileSync(
    program,
    `import { restartWithYoungSpace } from ${JSON.stringify(YOUNG_SPACE)};
restartWithYoungSpace();
console.log(${shown});`,
  );
  return { folder, program };
}

test('a process starts anew with a young space of 8 MB, unless it was told another', {
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

test('a service that was started before starts with what was compiled then, and other commands and a first start without', {
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
  assert.equal(show(['serve'], { DATA_DIR: 'data' }), 'none', 'a first start');
  assert.equal(existsSync(path.join(folder, 'data')), false);
  const compiled = compiledFolder(loadConfig({ DATA_DIR: path.join(folder, 'data') }).dataDir);
  mkdirSync(compiled, { recursive: true });
  assert.equal(realpathSync(show(['serve'], { DATA_DIR: ' data ' })), realpathSync(compiled));
  assert.equal(show(['serve'], { DATA_DIR: 'data', NODE_COMPILE_CACHE: 'mine' }), 'mine');
  assert.equal(show(['openapi'], { DATA_DIR: 'data' }), 'none', 'another command');
  const usual = path.relative(process.cwd(), compiledFolder(loadConfig({}).dataDir));
  mkdirSync(path.join(folder, usual), { recursive: true });
  assert.equal(
    show(['serve'], {}),
    path.join(realpathSync(folder), usual),
    'the folder that is meant without a setting',
  );
});
