import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, jurisdictionDay } from '../src/lib/time/dates.ts';
import { runCli } from '../test/support/cli.ts';
import { type LoadOrder, LoadResult } from './http-messages.ts';
import { planRequests } from './http-requests.ts';
import { loadPaced, type PacedResult } from './paced-load.ts';
import { list, median, round } from './report.ts';
import { AS_OF, startService } from './service.ts';
import { ask, type Workspace } from './workspace.ts';

/**
 * Measures the cost of the public log per decision by alternating between the service and the same code with
 * a log that never grows.
 */

const VENDORS = '1000';
const CONNECTIONS = 32;
/** The log grows every five seconds, so it is growing steadily under full load after this time. */
const WARM_UP_SECONDS = 7;
const ADDED_WITHIN_MS = 120_000;
const HELPER_WITHIN_MS = 120_000;
/**
 * This rate is below the service's capacity, so that a request's time does not include waiting for other
 * requests.
 */
const PACED_PER_SECOND = 100;

/** Enough event days that no question repeats within one part of the measurement. */
const DAYS_EACH = 20;

interface Side {
  readonly port: number;
  readonly process: ChildProcess;
  readonly ledger: string;
  readonly grows: boolean;
}

/** Returns the lines of a Markdown table. */
export async function measureDecisions(
  workspace: Workspace,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<string[]> {
  const folder = path.join(workspace.folder, 'with');
  const made = await runCli(['demo', '--vendors', VENDORS, '--as-of', AS_OF], { DATA_DIR: folder });
  if (made.code !== 0) throw new Error(made.stderr);
  const first = await startService(workspace, folder);
  const { identity } = await planRequests(first.port);
  await workspace.stop(first.process);
  const other = path.join(workspace.folder, 'without');
  await cp(folder, other, { recursive: true });
  const growing = await open(workspace, folder, true);
  const still = await open(workspace, other, false);
  const load = workspace.forkHelper('http-load.ts');
  const drive = async (side: Side, turn: number): Promise<LoadResult & { readonly busyMs: number }> => {
    const order = { port: side.port, connections: CONNECTIONS };
    const run = (time: number, paths: string[]) =>
      ask(load, { ...order, seconds: time, paths } satisfies LoadOrder, LoadResult, HELPER_WITHIN_MS);
    const before = readBusyMs(side.process);
    const warm = await run(WARM_UP_SECONDS, planDecisions(identity, 3 * turn));
    const result = await run(seconds, planDecisions(identity, 3 * turn + 1));
    await untilAdded(side);
    // The warm-up is included, because a short measurement might not show the cost of adding its entries.
    const decisions = warm.perSecond * WARM_UP_SECONDS + result.perSecond * seconds;
    return { ...result, busyMs: (readBusyMs(side.process) - before) / decisions };
  };
  const pace = async (side: Side, turn: number): Promise<PacedResult> => {
    const end = performance.now() + seconds * 1_000;
    const result = await loadPaced({
      port: side.port,
      paths: planDecisions(identity, 3 * turn + 2),
      perSecond: PACED_PER_SECOND,
      continues: () => performance.now() < end,
    });
    await untilAdded(side);
    if (result.failures.size > 0) throw new Error(`failed: ${[...result.failures.keys()]}`);
    return result;
  };
  const full = await inTurn(rounds, growing, still, drive);
  const paced = await inTurn(rounds, growing, still, pace);
  for (const { process } of [growing, still]) await workspace.stop(process);
  await workspace.stop(load);
  const ratio = (of: readonly (readonly [number, number])[]) => {
    const ratios = of.map(([one, two]) => one / two);
    return `${round(median(ratios))} (${list(ratios)})`;
  };
  return [
    `decisions a second, ${CONNECTIONS} connections | ${ratio(full.map(([one, two]) => [one.perSecond, two.perSecond]))}`,
    `processor time of the service, a decision | ${ratio(full.map(([one, two]) => [one.busyMs, two.busyMs]))}`,
    `p99 of these | ${ratio(full.map(([one, two]) => [one.p99Ms, two.p99Ms]))}`,
    `p99 at ${PACED_PER_SECOND} a second | ${ratio(paced.map(([one, two]) => [one.p99Ms, two.p99Ms]))}`,
    `p50 at ${PACED_PER_SECOND} a second | ${ratio(paced.map(([one, two]) => [one.p50Ms, two.p50Ms]))}`,
    `p99 at ${PACED_PER_SECOND} a second, in ms, with and without | ${paced.map(([one, two]) => `${round(one.p99Ms)} / ${round(two.p99Ms)}`).join(', ')}`,
  ];
}

/**
 * Plans questions about each vendor for days that no other part uses, because the same question on the same
 * day has the same receipt.
 */
function planDecisions(identities: readonly string[], part: number): string[] {
  const today = jurisdictionDay(new Date());
  return Array.from({ length: DAYS_EACH }, (_, at) => addDays(today, 1 + part * DAYS_EACH + at)).flatMap(
    (day) =>
      identities.map((each) => `/api/v1/decision?vendor_id=${each.split('/').at(-1)}&event_date=${day}`),
  );
}

async function open(workspace: Workspace, folder: string, grows: boolean): Promise<Side> {
  const flags = grows ? [] : ['--import', path.join(import.meta.dirname, 'without-log.ts')];
  const { port, process } = await startService(workspace, folder, {}, ([main = '', ...args], environment) =>
    workspace.forkNode(main, args, { environment, flags }),
  );
  return { port, process, ledger: path.join(folder, 'ledger.sqlite'), grows };
}

/**
 * Reads the processor time of a process and all of its threads; Linux reports it in hundredths of a second.
 */
function readBusyMs({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return 10 * (Number(user) + Number(system));
}

/** Measures both sides in each round, and alternates which side goes first. */
async function inTurn<Result>(
  rounds: number,
  growing: Side,
  still: Side,
  measure: (side: Side, turn: number) => Promise<Result>,
): Promise<(readonly [growing: Result, still: Result])[]> {
  const results: (readonly [Result, Result])[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    console.error(`… round ${turn + 1} of ${rounds}`);
    const early = await measure(turn % 2 === 0 ? growing : still, turn);
    const late = await measure(turn % 2 === 0 ? still : growing, turn);
    results.push(turn % 2 === 0 ? [early, late] : [late, early]);
  }
  return results;
}

/** Waits until all entries are added, so that adding them does not slow down the other side. */
async function untilAdded({ ledger, grows }: Side): Promise<void> {
  const until = performance.now() + ADDED_WITHIN_MS;
  const database = new DatabaseSync(ledger, { readOnly: true });
  try {
    const left = database.prepare('select count(*) as left from receipts where log_index is null');
    while (grows && Number(left.get()?.left) > 0) {
      if (performance.now() > until) throw new Error('receipts were not added to the log in time');
      await sleep(200);
    }
  } finally {
    database.close();
  }
}
