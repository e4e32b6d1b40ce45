import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LoadResult } from './http-messages.ts';
import { type Endpoint, planRequests } from './http-requests.ts';
import { list, median, round } from './report.ts';
import { startService } from './service.ts';
import { ask, openWorkspace, type Workspace } from './workspace.ts';

/**
 * Compares this checkout with another one of the same project under the same load in turn: `node bench/against.ts <folder>`.
 * For each of the ten main requests it prints processor time and throughput as multiples of the other's. Two processes of the
 * same code differ by a tenth, because Node compiles each separately, so each side is started several times, and the figure is
 * the median over the starts. With `--data` and `--other-data`, folders with records in place, it compares two sizes of the same thing:
 * `node bench/against.ts . --data <large> --other-data <small>`. Processor time (Linux only) is more reliable on a shared machine. These are measurements, not
 * tests: the exit code is always 0.
 */
const CONNECTIONS = 32;
const HELPER_WITHIN_MS = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    starts: { type: 'string', default: '5' },
    only: { type: 'string', multiple: true },
    data: { type: 'string' },
    'other-data': { type: 'string' },
  },
});
const [other] = positionals;
if (other === undefined)
  throw new Error(
    'Name another checkout: node bench/against.ts <folder> [--starts 5] [--rounds 3] [--seconds 1] [--only <request>…] [--data <folder>] [--other-data <folder>]',
  );
const workspace = await openWorkspace();
try {
  await main(workspace, path.resolve(other));
} finally {
  await workspace.close();
}

async function main(workspace: Workspace, other: string): Promise<void> {
  const load = workspace.forkHelper('http-load.ts');
  const measured = new Map<Endpoint, Start[]>();
  for (let turn = 0; turn < Number(values.starts); turn += 1) {
    const here = await start(workspace, values.data ?? 'here', 'src/main.ts');
    const there = await start(workspace, values['other-data'] ?? 'there', path.join(other, 'src/main.ts'));
    for (const endpoint of Object.keys(here.requests) as Endpoint[]) {
      if (values.only && !values.only.includes(endpoint)) continue;
      const result = await compare(load, here, there, endpoint);
      measured.set(endpoint, [...(measured.get(endpoint) ?? []), result]);
    }
    await Promise.all([here, there].map(({ process }) => workspace.stop(process)));
  }
  for (const [endpoint, starts] of measured) console.log(describe(endpoint, starts));
}

async function start(workspace: Workspace, data: string, file: string): Promise<Side> {
  const { port, process } = await startService(workspace, path.resolve(workspace.folder, data), {}, file);
  return { port, process, requests: await planRequests(port) };
}

/** The medians of a few rounds; either side goes first in every other one. */
async function compare(load: ChildProcess, here: Side, there: Side, endpoint: Endpoint): Promise<Start> {
  const run = async ({ port, process, requests }: Side): Promise<Load> => {
    const seconds = Number(values.seconds);
    const order = { port, connections: CONNECTIONS, seconds, paths: requests[endpoint] };
    const before = processorTicks(process.pid);
    const { perSecond } = await ask(load, order, LoadResult, HELPER_WITHIN_MS + seconds * 1_000);
    return { perSecond, cost: (processorTicks(process.pid) - before) / (perSecond * seconds) };
  };
  for (const side of [here, there]) await run(side);
  const mine: Load[] = [];
  const theirs: Load[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    if (round % 2 === 0) mine.push(await run(here));
    theirs.push(await run(there));
    if (round % 2 === 1) mine.push(await run(here));
  }
  return {
    mine: median(mine.map(({ cost }) => cost)),
    theirs: median(theirs.map(({ cost }) => cost)),
    throughput:
      median(mine.map(({ perSecond }) => perSecond)) / median(theirs.map(({ perSecond }) => perSecond)),
  };
}

/** Noise is how far the starts of the other one are from each other. */
function describe(endpoint: Endpoint, starts: readonly Start[]): string {
  const theirs = starts.map((each) => each.theirs);
  const times = starts.map((each) => each.mine / each.theirs);
  const noise = (Math.max(...theirs) - Math.min(...theirs)) / median(theirs);
  return (
    `${endpoint.padEnd(12)} time ${round(median(starts.map(({ mine }) => mine)) / median(theirs))} × ` +
    `(${list(times)}; noise ${Math.round(100 * noise)} %)` +
    `   throughput ${round(median(starts.map(({ throughput }) => throughput)))} ×`
  );
}

interface Load {
  readonly perSecond: number;
  /** Processor time of one request, in the kernel's ticks. */
  readonly cost: number;
}

/** What one start of both sides came to: processor time of one request on each, and throughput as a multiple. */
interface Start {
  readonly mine: number;
  readonly theirs: number;
  readonly throughput: number;
}

/** One of the two checkouts, running. */
interface Side {
  readonly port: number;
  readonly process: ChildProcess;
  readonly requests: Readonly<Record<Endpoint, string[]>>;
}

/** User and system time of a process so far, in the kernel's ticks; 0 where the system does not tell. */
function processorTicks(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
