import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { planRequests } from './http-requests.ts';
import { loadPaced, type PacedResult } from './paced-load.ts';
import { list, median, percentile, round } from './report.ts';
import { startService } from './service.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/**
 * Measures how much a statewide import in the service's own process slows down requests: `node
 * bench/during-import.ts`. The service starts with yesterday's fictional records, then writes and imports
 * today's files while it responds. Identities and decisions are requested at a fixed rate during the import.
 * The service then restarts with nothing left to import, and the same requests are sent for the same length
 * of time. Both runs include a process's first seconds, in which requests are slow anyway. This is a
 * measurement, not a test: the exit code is 0 unless a request failed.
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
  },
});
const DAYS = ['2026-01-14', '2026-01-15'] as const;
const IMPORTED_WITHIN_MS = 60 * 60_000;
const RATE = countOf('rate');
const ROUNDS = countOf('rounds');
const workspace = await openWorkspace();
try {
  report(await measureRounds(workspace));
} finally {
  await workspace.close();
}

function countOf(name: 'rate' | 'rounds'): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new Error(`--${name} is ${values[name]}; it must be a whole number from 1 on.`);
}

interface Round {
  readonly seconds: number;
  readonly during: PacedResult;
  readonly without: PacedResult;
}

async function measureRounds(workspace: Workspace): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let number = 1; number <= ROUNDS; number += 1) {
    console.error(`… round ${number} of ${ROUNDS}`);
    rounds.push(await measure(workspace, path.join(workspace.folder, `round-${number}`)));
  }
  return rounds;
}

async function measure(workspace: Workspace, folder: string): Promise<Round> {
  const open = (day: string) => startService(workspace, folder, { AS_OF: day });
  const first = await open(DAYS[0]);
  const requests = await planRequests(first.port);
  await workspace.stop(first.process);
  const { port, process } = await open(DAYS[1]);
  const { decision, identity } = requests;
  const paths = decision.flatMap((each, index) => [identity[index] ?? '/', each]);
  const load = { port, paths, perSecond: RATE };
  const began = performance.now();
  let isImporting = true;
  const imported = untilPublished(port, DAYS[1]).finally(() => {
    isImporting = false;
  });
  const during = await loadPaced({ ...load, continues: () => isImporting });
  await imported;
  const seconds = (performance.now() - began) / 1_000;
  await workspace.stop(process);
  const again = await open(DAYS[1]);
  const until = performance.now() + seconds * 1_000;
  const without = await loadPaced({ ...load, port: again.port, continues: () => performance.now() < until });
  await workspace.stop(again.process);
  await rm(folder, { recursive: true, force: true });
  return { seconds, during, without };
}

async function untilPublished(port: number, day: string): Promise<void> {
  const deadline = performance.now() + IMPORTED_WITHIN_MS;
  while (performance.now() < deadline) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    const { as_of } = (await answer.json()) as { readonly as_of?: string };
    if (as_of === day) return;
    await sleep(500);
  }
  throw new Error('the import did not end in time');
}

/**
 * Returns the 99th percentile for one kind of request. Identity requests are at even positions, and decisions
 * are at odd positions.
 */
function p99Of(timesMs: readonly number[], first: 0 | 1): number {
  return percentile(Float64Array.from(timesMs.filter((_, index) => index % 2 === first)).sort(), 0.99);
}

function slowestBySecond({ timesMs }: PacedResult): number[] {
  const seconds = Math.ceil(timesMs.length / RATE);
  return Array.from({ length: seconds }, (_, second) =>
    Math.round(Math.max(...timesMs.slice(second * RATE, (second + 1) * RATE))),
  );
}

function report(rounds: readonly Round[]): void {
  const of = (pick: (round: Round) => number) =>
    `${round(median(rounds.map(pick)))} (${list(rounds.map(pick))})`;
  console.log(`10,000 vendors, ${RATE} requests a second, half identities and half decisions`);
  console.log(`import: ${of(({ seconds }) => seconds)} s`);
  const compare = (pick: (result: PacedResult) => number) =>
    `${of(({ during }) => pick(during))} ms during it, ${of(({ without }) => pick(without))} ms without, ${of(({ during, without }) => pick(during) / pick(without))} ×`;
  console.log(`p50: ${compare(({ p50Ms }) => p50Ms)}`);
  console.log(`p99: ${compare(({ p99Ms }) => p99Ms)}`);
  console.log(`p99 of identities: ${compare(({ timesMs }) => p99Of(timesMs, 0))}`);
  console.log(`p99 of decisions: ${compare(({ timesMs }) => p99Of(timesMs, 1))}`);
  console.log(`slowest: ${compare(({ maxMs }) => maxMs)}`);
  // The first second includes the start, and an import's last second includes the switch to the new records.
  for (const { during, without } of rounds)
    for (const [when, result] of Object.entries({ during, without }))
      console.log(`slowest of each second, ${when}: ${slowestBySecond(result).join(' ')} ms`);
  for (const { during, without } of rounds)
    for (const [failure, count] of [...during.failures, ...without.failures]) {
      console.log(`FAILED: ${count} × ${failure}`);
      process.exitCode = 1;
    }
}
