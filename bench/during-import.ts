import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { planRequests } from './http-requests.ts';
import { loadPaced, type PacedResult } from './paced-load.ts';
import { list, median, round } from './report.ts';
import { startService } from './service.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/**
 * What requests notice of a statewide import in the service's own process: `node bench/during-import.ts`. The service starts with
 * yesterday's fictional records, and writes and imports today's files beside answering. Identities and decisions are asked for at a fixed rate while it
 * does, and for as long afterwards. These are measurements, not tests: the exit code is 0 unless a request failed.
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
  },
});
const DAYS = ['2026-01-14', '2026-01-15'] as const;
const IMPORTED_WITHIN_MS = 20 * 60_000;
/** Longer than the service looks for a new version, so that its start is not measured. */
const SETTLE_MS = 2_000;

const workspace = await openWorkspace();
try {
  const rounds: Round[] = [];
  for (let number = 1; number <= Number(values.rounds); number += 1) {
    console.error(`… round ${number} of ${values.rounds}`);
    rounds.push(await measure(workspace, path.join(workspace.folder, `round-${number}`)));
  }
  report(rounds);
} finally {
  await workspace.close();
}

interface Round {
  readonly seconds: number;
  readonly during: PacedResult;
  readonly after: PacedResult;
}

async function measure(workspace: Workspace, folder: string): Promise<Round> {
  const open = (day: string) => startService(workspace, folder, { AS_OF: day });
  const first = await open(DAYS[0]);
  const requests = await planRequests(first.port);
  await workspace.stop(first.process);
  const { port, process } = await open(DAYS[1]);
  const { decision, identity } = requests;
  const paths = decision.flatMap((each, index) => [identity[index] ?? '/', each]);
  const load = { port, paths, perSecond: Number(values.rate) };
  const began = performance.now();
  let isImporting = true;
  const imported = untilPublished(port, DAYS[1]).finally(() => {
    isImporting = false;
  });
  const during = await loadPaced({ ...load, goesOn: () => isImporting });
  await imported;
  const seconds = (performance.now() - began) / 1_000;
  await sleep(SETTLE_MS);
  const until = performance.now() + seconds * 1_000;
  const after = await loadPaced({ ...load, goesOn: () => performance.now() < until });
  await workspace.stop(process);
  await rm(folder, { recursive: true, force: true });
  return { seconds, during, after };
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

function report(rounds: readonly Round[]): void {
  const of = (pick: (round: Round) => number) =>
    `${round(median(rounds.map(pick)))} (${list(rounds.map(pick))})`;
  console.log(`10,000 vendors, ${values.rate} requests a second, half identities and half decisions`);
  console.log(`import in the service's process: ${of(({ seconds }) => seconds)} s`);
  console.log(
    `p50 during it: ${of(({ during }) => during.p50Ms)} ms, afterwards ${of(({ after }) => after.p50Ms)} ms`,
  );
  console.log(
    `p99 during it: ${of(({ during }) => during.p99Ms)} ms, afterwards ${of(({ after }) => after.p99Ms)} ms`,
  );
  console.log(`p99 during it against afterwards: ${of(({ during, after }) => during.p99Ms / after.p99Ms)} ×`);
  console.log(`slowest during it: ${of(({ during }) => during.maxMs)} ms`);
  for (const { during, after } of rounds)
    for (const [failure, count] of [...during.failures, ...after.failures]) {
      console.log(`FAILED: ${count} × ${failure}`);
      process.exitCode = 1;
    }
}
