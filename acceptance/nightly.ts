import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A program with its arguments, run as a process with a time limit. */
export interface Run {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly limitMs: number;
  /** The requirements that the machine does not meet. If there are any, the run is skipped. */
  readonly missing: readonly string[];
}

type Outcome = 'passed' | 'failed' | 'over its time' | 'no time left' | 'could not run';

export interface Result {
  readonly name: string;
  readonly outcome: Outcome;
  readonly minutes: number;
  /** The last line that the program printed, or the reason that it did not run. */
  readonly found: string;
}

const TAIL_LINES = 40;
const FOUND_CHARACTERS_MAX = 200;
const ENDS_WITHIN_MS = 15_000;
/** Matches lines that Node prints after an uncaught error but that do not explain anything. */
const NOT_A_FINDING = /^(?:\s|$|Node\.js v|[}\]])/;

/**
 * Runs the programs one after another until the time budget is used up. Each program's output goes to a file
 * in the folder.
 */
export async function runAll(
  runs: readonly Run[],
  options: {
    readonly budgetMs: number;
    readonly folder: string;
    readonly say: (text: string) => void;
    /** When aborted, ends the current run and does not start any others. */
    readonly signal: AbortSignal;
  },
): Promise<Result[]> {
  const { budgetMs, folder, say, signal } = options;
  mkdirSync(folder, { recursive: true });
  const endsAt = performance.now() + budgetMs;
  const results: Result[] = [];
  for (const run of runs) {
    const leftMs = endsAt - performance.now();
    const result =
      run.missing.length > 0
        ? notRun(run, 'could not run', `needs ${run.missing.join(', ')}`)
        : leftMs <= 0 || signal.aborted
          ? notRun(run, 'no time left', '')
          : await runOne(run, { leftMs, folder, say, signal });
    say(`${result.outcome.padEnd(14)} ${run.name}, ${result.minutes.toFixed(1)} min: ${result.found}`);
    results.push(result);
  }
  return results;
}

async function runOne(
  { name, file, args, limitMs }: Run,
  {
    leftMs,
    folder,
    say,
    signal,
  }: { leftMs: number; folder: string; say: (text: string) => void; signal: AbortSignal },
): Promise<Result> {
  const log = path.join(folder, `${name.replaceAll(/[^\w-]+/g, '-')}.log`);
  const output = openSync(log, 'w');
  const began = performance.now();
  // The child leads its own process group, so that the processes that it starts can be ended with it.
  const child = spawn(process.execPath, [file, ...args], {
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = once(child, 'exit');
  const stop = () => endGroup(child.pid, 'SIGTERM');
  signal.addEventListener('abort', stop);
  let isOver = false;
  const limit = setTimeout(
    () => {
      isOver = true;
      stop();
    },
    Math.min(limitMs, leftMs),
  );
  const killer = setTimeout(() => endGroup(child.pid, 'SIGKILL'), Math.min(limitMs, leftMs) + ENDS_WITHIN_MS);
  const [code] = (await ended) as [number | null];
  clearTimeout(limit);
  clearTimeout(killer);
  signal.removeEventListener('abort', stop);
  endGroup(child.pid, 'SIGKILL');
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  const outcome = isOver ? (leftMs < limitMs ? 'no time left' : 'over its time') : judge(code, signal);
  if (outcome !== 'passed') say([`--- ${log}`, ...lines.slice(-TAIL_LINES), '---'].join('\n'));
  const found = lines.findLast((line) => !NOT_A_FINDING.test(line)) ?? 'printed nothing';
  const minutes = (performance.now() - began) / 60_000;
  return { name, outcome, minutes, found: found.slice(0, FOUND_CHARACTERS_MAX) };
}

function judge(code: number | null, { aborted }: AbortSignal): Outcome {
  if (aborted) return 'no time left';
  return code === 0 ? 'passed' : 'failed';
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // All processes in the group have already ended.
  }
}

function notRun({ name }: Run, outcome: Outcome, found: string): Result {
  return { name, outcome, minutes: 0, found };
}

/**
 * Returns 1 if something failed, or 3 if a run did not finish because it ran out of time or a requirement was
 * missing.
 */
export function exitCodeOf(results: readonly Result[]): 0 | 1 | 3 {
  const has = (...outcomes: readonly Outcome[]) => results.some(({ outcome }) => outcomes.includes(outcome));
  if (has('failed', 'over its time')) return 1;
  return has('no time left', 'could not run') ? 3 : 0;
}

/** Returns a Markdown table, followed by the rest of the summary. */
export function summarize(results: readonly Result[]): string {
  const rows = results.map(
    ({ name, outcome, minutes, found }) =>
      `| ${name} | ${outcome} | ${minutes.toFixed(1)} | ${found.replaceAll('|', '\\|')} |`,
  );
  const counts = Map.groupBy(results, ({ outcome }) => outcome);
  const total = results.reduce((sum, { minutes }) => sum + minutes, 0);
  const counted = [...counts].map(([outcome, each]) => `${each.length} ${outcome}`).join(', ');
  return [
    '| Program | Result | Minutes | What it found |',
    '|---|---|---|---|',
    ...rows,
    '',
    `${counted}; ${total.toFixed(0)} minutes`,
  ].join('\n');
}
