/**
 * `npm test` runs every test file, or those whose paths contain one of the given strings, in a few processes.
 * Starting Node and loading the service takes longer than most files' tests, so each process loads everything
 * once and then runs one file after the other. The files that took longest last time go first, so that all
 * processes finish at about the same time.
 *
 *     npm test                           everything that a change must pass
 *     npm test -- claims pages/inbox     files with one of these strings in their paths
 *     npm test -- --all                  also the slow tests (*.long.test.ts), and every test on PostgreSQL
 *                                        if TEST_DATABASE_URL names one
 *     npm test -- --seed 7               everything, split and ordered differently, with this seed for property tests:
 *                                        no test may depend on an earlier one
 */
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readDurations, writeDurations } from './test-durations.ts';
import { fillCompileCache, HANGS_AFTER_MS, runFiles } from './test-processes.ts';
import { createReport } from './test-report.ts';
import { dealOut, longestFirst, oneAfterTheOther, queue, shuffle } from './test-shares.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const PATTERNS = ['src/**/*.test.ts', 'test/**/*.test.ts', 'acceptance/**/*.test.ts', 'tools/**/*.test.ts'];
/** The suffix of slow tests. A change does not have to wait for them, because they run every night. */
const LONG = '.long.test.ts';
/** The maximum number of processes with PostgreSQL, because they share the server's 100 connections. */
const PROCESSES_MAX = 6;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, all: { type: 'boolean', default: false } },
});
const files = findTestFiles(positionals);
if (files.length === 0) throw new Error('No test file has one of these in its path.');
const seed = values.seed === undefined ? undefined : Number(values.seed);
if (seed !== undefined && !Number.isInteger(seed)) throw new Error('--seed takes a whole number.');

// There is one more process than cores, because each spends a tenth of its time waiting for processes that
// its tests start.
const processes = Math.min(availableParallelism() + 1, PROCESSES_MAX, files.length);
const durations = readDurations(ROOT);
const report = createReport({ files: files.length, out: process.stdout, now: () => performance.now() });
await fillCompileCache(ROOT);
await runFiles({
  root: ROOT,
  // A seed makes a run repeatable, so it also determines which process runs which file.
  shares:
    seed === undefined
      ? queue(longestFirst(files, durations), processes)
      : oneAfterTheOther(dealOut(shuffle(files, seed), processes)),
  seed,
  environment: values.all ? { TEST_ALL: '1' } : {},
  limitMs: HANGS_AFTER_MS,
  report,
});
writeDurations(ROOT, { ...durations, ...report.durations() });
process.exitCode = report.finish();

function findTestFiles(texts: readonly string[]): string[] {
  return globSync(PATTERNS, { cwd: ROOT })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => values.all || !file.endsWith(LONG))
    .filter((file) => texts.length === 0 || texts.some((text) => file.includes(text)))
    .sort();
}
