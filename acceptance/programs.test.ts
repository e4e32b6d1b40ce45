import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { PROGRAMS } from './programs.ts';

test('every acceptance program has a file and a row in docs/testing.md', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../docs/testing.md'), 'utf8');
  const documented = [...text.matchAll(/^\| `([a-z-]+)[^`]*` \|/gm)].map(([, name]) => name);
  assert.deepEqual(documented.sort(), Object.keys(PROGRAMS).sort());
  for (const { file } of Object.values(PROGRAMS))
    assert.ok(existsSync(path.join(import.meta.dirname, file)), file);
});
