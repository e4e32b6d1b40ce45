import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findPostgres } from '../tools/find-postgres.ts';
import { findMissing } from './needs.ts';
import { exitCodeOf, type Run, runAll, summarize } from './nightly.ts';
import { PROGRAMS, type Program } from './programs.ts';

/**
 * The single entry point for the long-running programs in this folder. Without a name, it runs the nightly
 * programs within a time budget. With a name, it runs that program and passes on its output and exit code.
 */
const BUDGET_MINUTES = 120;
const OUTPUT = path.resolve(import.meta.dirname, '../node_modules/.cache/acceptance');
const USAGE = `npm run acceptance [-- --minutes ${BUDGET_MINUTES}] [--out <folder>]   what runs each night
npm run acceptance -- <name> [its options]             one program; --help explains its options
npm run acceptance -- --list                           the programs; * runs each night

Exit codes: 0 all passed, 1 something failed, 2 wrong usage, 3 something could not run or there was no time for it.`;
const USAGE_ERROR = 2;

process.exitCode = await main(process.argv.slice(2));

async function main([name = '', ...options]: readonly string[]): Promise<number> {
  if (name === '--list') return say(listPrograms());
  if (name === '--help') return say(`${USAGE}\n\n${listPrograms()}`);
  if (name === '' || name.startsWith('--')) return runNightly([name, ...options]);
  const program = PROGRAMS[name];
  if (!program) return refuse(`There is no program ${name}.`);
  if (options.includes('--help') && !program.hasHelp)
    return say(`npm run acceptance -- ${name} ${program.options}\n${program.shows}`);
  return runProgram(program, options);
}

async function runNightly(args: readonly string[]): Promise<number> {
  const options = readOptions(args.filter((arg) => arg !== ''));
  if (!options) return refuse('--minutes takes a number above 0, and --out a folder.');
  process.env.TEST_DATABASE_URL ||= (await findPostgres()) ?? '';
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopping.abort());
  const { minutes, out } = options;
  const results = await runAll(await listRuns(), {
    budgetMs: minutes * 60_000,
    folder: out,
    say,
    signal: stopping.signal,
  });
  const summary = summarize(results);
  writeFileSync(path.join(out, 'summary.md'), `${summary}\n`);
  say(`\n${summary}`);
  return exitCodeOf(results);
}

function readOptions(args: readonly string[]): { minutes: number; out: string } | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string', default: String(BUDGET_MINUTES) },
        out: { type: 'string', default: OUTPUT },
      },
    });
    const minutes = Number(values.minutes);
    return minutes > 0 ? { minutes, out: path.resolve(values.out) } : undefined;
  } catch {
    return undefined;
  }
}

/** Lists the runs in order, starting with the tests. */
async function listRuns(): Promise<Run[]> {
  const runs: Run[] = [];
  const { tests, ...others } = PROGRAMS;
  for (const [name, program] of Object.entries({ tests, ...others })) {
    const missing = await findMissing(program?.needs ?? []);
    for (const { args, minutes } of program?.nightly ?? [])
      runs.push({
        name: [name, ...args].join(' '),
        file: fileOf(program),
        args,
        limitMs: minutes * 60_000,
        missing,
      });
  }
  return runs;
}

async function runProgram(program: Program, options: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [fileOf(program), ...options], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  // The terminal also sends an interrupt to the program. The program cleans up, and this process waits for
  // that.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = await ended;
  return code ?? 1;
}

function fileOf(program: Program | undefined): string {
  return path.join(import.meta.dirname, program?.file ?? '');
}

function say(text: string): 0 {
  console.log(text);
  return 0;
}

function refuse(reason: string): number {
  console.error(`${reason}\n${USAGE}`);
  return USAGE_ERROR;
}

function listPrograms(): string {
  const width = Math.max(...Object.keys(PROGRAMS).map((name) => name.length));
  return Object.entries(PROGRAMS)
    .map(([name, { shows, nightly }]) => `${nightly ? '*' : ' '} ${name.padEnd(width)}  ${shows}`)
    .join('\n');
}
