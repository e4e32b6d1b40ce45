import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Options, readOptions, USAGE } from './options.ts';
import { importRealFiles, listRealFiles, type RealOutcome } from './real-files.ts';
import { type Result, rehearse, rehearseCutFirst } from './rehearse.ts';
import { isAllGood, line, renderSummary } from './report.ts';
import { openWorld } from './site/world.ts';

/**
 * With this many rows, every district's license file has thousands of rows. The checks on the end of a first
 * file ignore files with fewer than a thousand rows.
 */
const CUT_FIRST_ROWS_MIN = 40_000;

/**
 * Rehearses the first day of a service that reads the regulator's site, and the month after it. Also imports
 * the regulator's real files, if this machine has them. Exits with 1 if an expectation fails.
 */
const USAGE_ERROR = 2;
const REASON_MAX = 140;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  let options: Options;
  try {
    options = readOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    return USAGE_ERROR;
  }
  const results = [
    ...(options.parts.has('real') ? [await readRealFiles()] : []),
    ...(options.parts.has('first') || options.parts.has('cut-first') ? await rehearseAll(options) : []),
  ];
  const lines = results.flatMap((result) => result.lines);
  const findings = results.flatMap((result) => result.findings);
  console.log(`\n${renderSummary(lines, findings)}`);
  return isAllGood(lines, findings) ? 0 : 1;
}

async function rehearseAll(options: Options): Promise<Result[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'first-day-'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  process.once('exit', () => void rm(folder, { recursive: true, force: true }));
  try {
    const world = openWorld({ seed: options.seed, rows: options.rows, folder: path.join(folder, 'site') });
    const results: Result[] = [];
    if (options.parts.has('cut-first')) {
      const rows = Math.max(options.rows, CUT_FIRST_ROWS_MIN);
      const large = openWorld({ seed: options.seed, rows, folder: path.join(folder, 'site-cut') });
      results.push(await rehearseCutFirst(large, options, folder, console.log));
    }
    if (options.parts.has('first')) results.push(await rehearse(world, options, folder, console.log));
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readRealFiles(): Promise<Result> {
  const files = await listRealFiles();
  if (files.length === 0)
    return { lines: [line('real files', 'skipped: they are not on this machine')], findings: [] };
  const outcomes = await importRealFiles(files, (each) => console.log(describe(each)));
  const part = (what: string, own: readonly RealOutcome[]) => {
    const wrong = own.filter(({ isRight }) => !isRight).length;
    return line(what, `${wrong} of ${own.length}`, '0', wrong === 0);
  };
  const cut = outcomes.filter(({ after }) => after.endsWith('(cut)'));
  const first = outcomes.filter(({ after }) => after === 'nothing');
  const later = outcomes.filter((each) => !cut.includes(each) && !first.includes(each));
  return {
    lines: [
      part('real files refused as first files', first),
      part('real files refused after an earlier edition', later),
      part('cut copies of real files taken', cut),
    ],
    findings: [],
  };
}

function describe({ name, after, outcome, reason, doubts, isRight }: RealOutcome): string {
  const doubted = doubts.length === 0 ? '' : `; doubts: ${doubts.join(', ')}`;
  const why = reason === '' ? '' : `: ${reason.slice(0, REASON_MAX)}`;
  return `${isRight ? '   ' : 'NO '}${name} after ${after}: ${outcome}${why}${doubted}`;
}
