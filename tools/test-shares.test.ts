import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { dealOut, shareProgram, shuffle } from './test-shares.ts';

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

  test('give their seed to property tests before a test file is loaded', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'test-shares-'));
    const before = fc.readConfigureGlobal();
    try {
      const addressOf = (name: string) => pathToFileURL(path.join(folder, name)).href;
      writeFileSync(
        path.join(folder, 'file.mjs'),
        `import fc from '${import.meta.resolve('fast-check')}';\nexport const { seed } = fc.readConfigureGlobal();\n`,
      );
      writeFileSync(path.join(folder, 'share.mjs'), shareProgram([addressOf('file.mjs')], 7));
      await import(addressOf('share.mjs'));
      const loaded: { readonly seed: unknown } = await import(addressOf('file.mjs'));
      assert.equal(loaded.seed, 7);
    } finally {
      fc.configureGlobal(before);
      rmSync(folder, { recursive: true });
    }
  });
});
