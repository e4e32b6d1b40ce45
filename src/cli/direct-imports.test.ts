import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const here = (file: string) => JSON.stringify(pathToFileURL(path.resolve(import.meta.dirname, file)).href);

/** Runs a program that uses direct imports. */
function run(program: string) {
  const text = `import { importDirectly } from ${here('direct-imports.ts')};\nimportDirectly();\n${program}`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', text], { encoding: 'utf8' });
}

test('our files and library files load the same way with direct imports as with Node’s own', () => {
  const ours = here('../config.ts');
  const { stdout, stderr } = run(`
const { loadConfig } = await import(${ours});
const { Type } = await import('typebox');
const { sql } = await import('kysely');
console.log(typeof loadConfig, typeof Type.Object, typeof sql);`);
  assert.equal(stdout.trim(), 'function function function', stderr);
});

test('importing a missing file throws an error that names it', () => {
  const { status, stderr } = run(`await import('./missing.ts');`);
  assert.equal(status, 1);
  assert.match(stderr, /missing\.ts/);
});
