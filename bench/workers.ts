import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { preparePlace } from '../test/support/place.ts';
import { LoadResult } from './http-messages.ts';
import { type Endpoint, planRequests } from './http-requests.ts';
import { list, median, round } from './report.ts';
import { startService } from './service.ts';
import { ask, openWorkspace, type Workspace } from './workspace.ts';

/**
 * Compares a service of several workers with one of one process under the same load in turn: `node bench/workers.ts`. For each
 * request it prints throughput and answers for each second of processor time as multiples, and where the processor time of the
 * machine went: on two cores the load takes its share of what the second worker could use. Linux only. These are measurements,
 * not tests: the exit code is always 0.
 */
const CONNECTIONS = 32;
const HELPER_WITHIN_MS = 60_000;
/** USER_HZ, which Linux fixes for programs. */
const TICKS_A_SECOND = 100;
/** Also with every request counted, which workers do in the primary. */
const LIMITED = { RATE_LIMIT_DECISION: '1000000', RATE_LIMIT_SEARCH: '1000000' };

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', multiple: true, default: ['decision', 'search'] },
    engine: { type: 'string', default: 'sqlite' },
    limits: { type: 'boolean', default: false },
  },
});
const workspace = await openWorkspace();
try {
  await main(workspace);
} finally {
  await workspace.close();
}

async function main(workspace: Workspace): Promise<void> {
  const load = workspace.forkHelper('http-load.ts');
  const url = values.engine === 'postgres' ? process.env.TEST_DATABASE_URL : undefined;
  if (values.engine === 'postgres' && !url) throw new Error('TEST_DATABASE_URL names no PostgreSQL.');
  const one = await start(workspace, url, '1');
  const several = await start(workspace, url, values.workers);
  try {
    for (const endpoint of Object.keys(one.requests) as Endpoint[])
      if (values.only.includes(endpoint)) console.log(await compare(load, endpoint, one, several));
  } finally {
    for (const each of [one, several]) {
      await workspace.stop(each.process);
      await each.remove();
    }
  }
}

async function start(workspace: Workspace, url: string | undefined, workers: string): Promise<Side> {
  const dataDir = path.join(workspace.folder, workers === '1' ? 'one' : 'several');
  const place = await preparePlace(dataDir, url);
  const settings = { ...place.settings, ...(values.limits ? LIMITED : {}), WORKERS: workers };
  const { port, process } = await startService(workspace, dataDir, settings);
  return { port, process, requests: await planRequests(port), remove: place.remove };
}

/** Pairs of rounds; either side goes first in every other one. */
async function compare(load: ChildProcess, endpoint: Endpoint, one: Side, several: Side): Promise<string> {
  const run = (side: Side) => measure(load, side, side.requests[endpoint]);
  for (const side of [one, several, one, several]) await run(side);
  const pairs: { readonly one: Round; readonly several: Round }[] = [];
  for (let number = 0; number < Number(values.rounds); number += 1) {
    const isOneFirst = number % 2 === 0;
    const early = await run(isOneFirst ? one : several);
    const late = await run(isOneFirst ? several : one);
    pairs.push(isOneFirst ? { one: early, several: late } : { one: late, several: early });
  }
  const rates = pairs.map((each) => each.several.perSecond / each.one.perSecond);
  const costs = pairs.map((each) => each.several.perCoreSecond / each.one.perCoreSecond);
  const p99 = pairs.map((each) => each.several.p99Ms / each.one.p99Ms);
  return [
    `${endpoint}${values.limits ? ', limit on' : ''} (${values.engine}), ${values.workers} workers against 1:`,
    `  throughput ${round(median(rates))} × (${list(rates)}), answers a core-second ${round(median(costs))} × (${list(costs)}), p99 ${round(median(p99))} ×`,
    describe(
      '1 process',
      pairs.map((each) => each.one),
    ),
    describe(
      `${values.workers} workers`,
      pairs.map((each) => each.several),
    ),
  ].join('\n');
}

function describe(name: string, rounds: readonly Round[]): string {
  const of = (pick: (round: Round) => number) => round(median(rounds.map(pick)));
  return (
    `  ${name}: ${of((each) => each.perSecond)} a second, ${of((each) => each.perCoreSecond)} a core-second of its own; cores: service ${of((each) => each.cores)}, ` +
    `load ${of((each) => each.loadCores)}, everything else ${of((each) => each.otherCores)}`
  );
}

async function measure(load: ChildProcess, side: Side, paths: readonly string[]): Promise<Round> {
  const seconds = Number(values.seconds);
  const before = readTicks(side.process, load);
  const began = performance.now();
  const order = { port: side.port, connections: CONNECTIONS, seconds, paths };
  const { perSecond, p99Ms } = await ask(load, order, LoadResult, HELPER_WITHIN_MS + seconds * 1_000);
  const elapsed = (performance.now() - began) / 1_000;
  const after = readTicks(side.process, load);
  const coresOf = (part: keyof Ticks) => (after[part] - before[part]) / TICKS_A_SECOND / elapsed;
  const [cores, loadCores] = [coresOf('service'), coresOf('load')];
  return {
    ...{ perSecond, p99Ms, cores, loadCores },
    otherCores: coresOf('machine') - cores - loadCores,
    perCoreSecond: perSecond / cores,
  };
}

function readTicks(service: ChildProcess, load: ChildProcess): Ticks {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)
    .join('')
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const workers = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8').trim().split(' ');
  return {
    service: [service.pid, ...workers].reduce<number>((sum, pid) => sum + ticksOf(pid), 0),
    load: ticksOf(load.pid),
    machine: user + nice + system + irq + softIrq,
  };
}

/** User and system time of a process so far. */
function ticksOf(pid: number | string | undefined): number {
  if (!pid) return 0;
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\))/);
  const [user, system] = fields.split(' ').slice(11, 13);
  return Number(user) + Number(system);
}

interface Ticks {
  readonly service: number;
  readonly load: number;
  readonly machine: number;
}

interface Round {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Answers for each second of processor time of the service, primary and all. */
  readonly perCoreSecond: number;
  /** Cores that were busy, on average. */
  readonly cores: number;
  readonly loadCores: number;
  readonly otherCores: number;
}

/** One service, running. */
interface Side {
  readonly port: number;
  readonly process: ChildProcess;
  readonly requests: Readonly<Record<Endpoint, string[]>>;
  remove(): Promise<void>;
}
