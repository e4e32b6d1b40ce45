import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { dealOut, shuffle } from './test-shares.ts';

const FILES = Array.from({ length: 23 }, (_, index) => `${index}.test.ts`);

const ROOT = path.resolve(import.meta.dirname, '..');

describe('test files that share a process', () => {
  test('have no hook that would run for other files of their share', () => {
    const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts'], { cwd: ROOT });
    assert.ok(files.length > 100);
    const breaches = files.filter((file) =>
      /^(?:before|beforeEach|afterEach)\(/m.test(readFileSync(path.join(ROOT, file), 'utf8')),
    );
    assert.deepEqual(breaches, []);
  });
});

describe('the shares of test files', () => {
  test('contain every file once, in equal numbers', () => {
    const shares = dealOut(FILES, 4);
    assert.deepEqual(
      shares.map(({ length }) => length),
      [6, 6, 6, 5],
    );
    assert.deepEqual(shares.flat().toSorted(), FILES.toSorted());
  });

  test('come in a different order for each seed, and in the same order for the same seed', () => {
    assert.deepEqual(shuffle(FILES, 7), shuffle(FILES, 7));
    assert.notDeepEqual(shuffle(FILES, 7), shuffle(FILES, 8));
    assert.notDeepEqual(shuffle(FILES, 7), FILES);
    assert.deepEqual(shuffle(FILES, 7).toSorted(), FILES.toSorted());
  });
});
