/**
 * `npm test` runs every test file, or those whose paths contain one of the given texts, in a few processes. Starting Node
 * and loading the service takes longer than most files' tests, so each process loads everything once and then runs its
 * share of the files, one test after the other.
 *
 *     npm test                           everything
 *     npm test -- claims pages/inbox     files with one of these in their paths
 *     npm test -- --seed 7               everything, divided and ordered differently, and property tests draw by this seed:
 *                                        no test may depend on an earlier one
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { dealOut, shareProgram, shuffle } from './test-shares.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const PATTERNS = ['src/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts'];
/** More shares than processes, so that no process is idle for long at the end. */
const SHARES_FOR_EACH_PROCESS = 2;
/** With PostgreSQL, each process gets some of the server's 100 connections. */
const PROCESSES_MAX = 6;
/** Node's compile cache, kept for the next process and the next run. */
const COMPILED = path.join(ROOT, 'node_modules/.cache/compiled');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' } },
});
const files = findTestFiles(positionals);
if (files.length === 0) throw new Error('No test file has one of these in its path.');
const seed = values.seed === undefined ? undefined : Number(values.seed);
if (seed !== undefined && !Number.isInteger(seed)) throw new Error('--seed takes a whole number.');
const ordered = seed === undefined ? files : shuffle(files, seed);

const processes = Math.min(availableParallelism(), PROCESSES_MAX);
const shares = dealOut(ordered, Math.min(ordered.length, processes * SHARES_FOR_EACH_PROCESS));
process.exitCode = await runShares(shares, processes);

function findTestFiles(texts: readonly string[]): string[] {
  return globSync(PATTERNS, { cwd: ROOT })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => texts.length === 0 || texts.some((text) => file.includes(text)))
    .sort();
}

/** Gives the test runner one file per share, which imports the share's files, and returns its exit code. */
async function runShares(all: readonly (readonly string[])[], concurrency: number): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'test-shares-'));
  try {
    const entries = all.map((share, index) => {
      const entry = path.join(folder, `share-${index + 1}.mjs`);
      const addresses = share.map((file) => pathToFileURL(path.join(ROOT, file)).href);
      writeFileSync(entry, shareProgram(addresses, seed));
      return entry;
    });
    const child = spawn(process.execPath, ['--test', `--test-concurrency=${concurrency}`, ...entries], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
    });
    return await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
