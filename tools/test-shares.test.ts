import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { HANGS_AFTER_MS, runFiles } from './test-processes.ts';
import { createReport } from './test-report.ts';
import { dealOut, longestFirst, oneAfterTheOther, queue, shuffle } from './test-shares.ts';

const FILES = Array.from({ length: 23 }, (_, index) => `${index}.test.ts`);

const ROOT = path.resolve(import.meta.dirname, '..');

describe('test files that share a process', () => {
  test('do not have hooks that would run for other files in the process', () => {
    const files = globSync(
      ['src/**/*.test.ts', 'test/**/*.test.ts', 'acceptance/**/*.test.ts', 'tools/**/*.test.ts'],
      { cwd: ROOT },
    );
    assert.ok(files.length > 100);
    const breaches = files.filter((file) =>
      /^(?:before|after|beforeEach|afterEach)\(/m.test(readFileSync(path.join(ROOT, file), 'utf8')),
    );
    assert.deepEqual(breaches, []);
  });
});

describe('the shares of test files', () => {
  test('contain every file once and are of equal size', () => {
    const shares = dealOut(FILES, 4);
    assert.deepEqual(
      shares.map(({ length }) => length),
      [6, 6, 6, 5],
    );
    assert.deepEqual(shares.flat().toSorted(), FILES.toSorted());
  });

  test('are ordered differently for each seed, and identically for the same seed', () => {
    assert.deepEqual(shuffle(FILES, 7), shuffle(FILES, 7));
    assert.notDeepEqual(shuffle(FILES, 7), shuffle(FILES, 8));
    assert.notDeepEqual(shuffle(FILES, 7), FILES);
    assert.deepEqual(shuffle(FILES, 7).toSorted(), FILES.toSorted());
  });

  test('begin with the slowest files, and end with files that do not have a duration yet', () => {
    assert.deepEqual(longestFirst(['a', 'b', 'c', 'd'], { a: 5, c: 900, d: 30 }), ['c', 'd', 'a', 'b']);
  });

  test('take files from one queue, so that each file is run by one process', () => {
    const [one, other] = queue(['a', 'b', 'c'], 2);
    assert.deepEqual(
      [one?.(), other?.(), one?.(), other?.(), one?.()],
      ['a', 'b', 'c', undefined, undefined],
    );
  });

  test('are not handed to another process once they are dealt out', () => {
    const [one, other] = oneAfterTheOther([['a', 'c'], ['b']]);
    assert.deepEqual(
      [one?.(), one?.(), one?.(), other?.(), other?.()],
      ['a', 'c', undefined, 'b', undefined],
    );
  });
});

describe('a run of test files', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'test-run-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Runs files with these programs in two processes, and returns the printed output. */
  const runPrograms = async (programs: Record<string, string>, seed?: number, limitMs = HANGS_AFTER_MS) => {
    for (const [name, program] of Object.entries(programs)) writeFileSync(path.join(folder, name), program);
    let shown = '';
    const report = createReport({
      files: Object.keys(programs).length,
      out: { write: (text: string) => (shown += text) },
      now: () => 0,
    });
    const files = Object.keys(programs).map((name) => path.relative(ROOT, path.join(folder, name)));
    await runFiles({ root: ROOT, shares: queue(files, 2), seed, environment: {}, limitMs, report });
    return { code: report.finish(), shown };
  };
  const TEST = "import test from 'node:test'; import assert from 'node:assert/strict';";

  test('counts passed tests, and reports each failed test by file and name', async () => {
    const { code, shown } = await runPrograms({
      'good.mjs': `${TEST} test('holds', () => {}); test.skip('later', () => {});`,
      'bad.mjs': `${TEST} test.describe('a room', () => { test('breaks', () => assert.equal(1, 2)); });`,
    });
    assert.equal(code, 1);
    assert.match(shown, /bad\.mjs: a room > breaks \(.*bad\.mjs:1\)/);
    assert.match(shown, /1 !== 2/);
    assert.match(shown, /3 tests in 2 files: 1 passed, 1 failed, 1 skipped/);
  });

  test('fails if a file cannot be loaded or ends its process, and still runs the files after it', async () => {
    const { code, shown } = await runPrograms({
      'broken.mjs': "import './nothing.mjs';",
      'ends.mjs': `${TEST} test('ends', () => process.exit(0));`,
      'late.mjs': `${TEST} test('rejects later', () => void setTimeout(() => Promise.reject(new Error('too late')), 20)); test('waits', () => new Promise((resolve) => setTimeout(resolve, 60)));`,
      'next.mjs': `${TEST} test('holds', () => {});`,
    });
    assert.equal(code, 1);
    assert.match(shown, /broken\.mjs: loading the file/);
    assert.match(shown, /ends\.mjs: its process ended with 0 before its tests did/);
    assert.match(
      shown,
      /rejects later.* generated asynchronous activity after the test ended.* "Error: too late"/,
    );
    assert.match(shown, /6 tests in 4 files: 3 passed, 3 failed, 0 skipped/);
  });

  test('fails if a test or a hook never ends, and still runs the files after it', async () => {
    const { code, shown } = await runPrograms(
      {
        'waits.mjs': `${TEST} test('waits', () => new Promise(() => {}));`,
        'hook.mjs': `${TEST} test.describe('a room', () => { test.before(() => new Promise(() => {})); test('in it', () => {}); });`,
        'next.mjs': `${TEST} test('holds', () => {});`,
      },
      undefined,
      100,
    );
    assert.equal(code, 1);
    assert.match(shown, /waits\.mjs: waits .*\n.*test timed out after 100ms/);
    assert.match(shown, /hook\.mjs: a room .*\n.*test timed out after 100ms/);
    assert.match(shown, /4 tests in 3 files: 1 passed, 3 failed, 0 skipped/);
  });

  test('gives its seed to property tests before a test file is loaded', async () => {
    const { code } = await runPrograms(
      {
        'seeded.mjs': `${TEST} import fc from '${import.meta.resolve('fast-check')}';
          const { seed } = fc.readConfigureGlobal(); test('is seeded', () => assert.equal(seed, 7));`,
      },
      7,
    );
    assert.equal(code, 0);
  });
});
