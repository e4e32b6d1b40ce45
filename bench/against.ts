import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LoadResult } from './http-messages.ts';
import { type Endpoint, planRequests } from './http-requests.ts';
import { list, median, round } from './report.ts';
import { startService } from './service.ts';
import { ask, openWorkspace, type Workspace } from './workspace.ts';

/**
 * This checkout against another one of the same project, an older one for instance, under the same load in turn:
 * `node bench/against.ts <folder>`. For each of the ten main requests it prints this one's processor time for a request
 * and its throughput, both as a multiple of the other's: the median of the rounds, and the rounds. Processor time
 * (Linux only) says more than throughput where other programs use the machine too. Measurements, not tests: the exit
 * code is 0 whatever they are.
 */
const CONNECTIONS = 32;
const HELPER_WITHIN_MS = 60_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '2' }, rounds: { type: 'string', default: '7' } },
});
const [other] = positionals;
if (other === undefined)
  throw new Error('Name another checkout: node bench/against.ts <folder> [--seconds 2] [--rounds 7]');
const workspace = await openWorkspace();
try {
  await main(workspace, path.resolve(other), Number(values.seconds), Number(values.rounds));
} finally {
  await workspace.close();
}

async function main(workspace: Workspace, other: string, seconds: number, rounds: number): Promise<void> {
  const load = workspace.forkHelper('http-load.ts');
  const start = async (name: string, file: string): Promise<Side> => {
    const { port, process } = await startService(workspace, path.join(workspace.folder, name), {}, file);
    return { port, pid: process.pid ?? 0, requests: await planRequests(port) };
  };
  const run = async ({ port, pid, requests }: Side, endpoint: Endpoint, time: number) => {
    const order = { port, connections: CONNECTIONS, seconds: time, paths: requests[endpoint] };
    const before = processorTicks(pid);
    const { perSecond } = await ask(load, order, LoadResult, HELPER_WITHIN_MS + time * 1_000);
    return { perSecond, cost: (processorTicks(pid) - before) / (perSecond * time) };
  };
  const here = await start('here', 'src/main.ts');
  const there = await start('there', path.join(other, 'src/main.ts'));
  for (const endpoint of Object.keys(here.requests) as Endpoint[]) {
    for (const side of [here, there]) await run(side, endpoint, 1);
    const costs: number[] = [];
    const throughputs: number[] = [];
    const itself: number[] = [];
    for (let turn = 0; turn < rounds; turn += 1) {
      const first = await run(there, endpoint, seconds);
      const mine = await run(here, endpoint, seconds);
      const second = await run(there, endpoint, seconds);
      costs.push((2 * mine.cost) / (first.cost + second.cost));
      throughputs.push((2 * mine.perSecond) / (first.perSecond + second.perSecond));
      // How far the other one is from itself within a round is what noise looks like here.
      itself.push(Math.abs(1 - first.cost / second.cost));
    }
    console.log(
      `${endpoint.padEnd(12)} time ${round(median(costs))} × (${list(costs)}; noise ${Math.round(100 * median(itself))} %)` +
        `   throughput ${round(median(throughputs))} ×`,
    );
  }
}

/** One of the two checkouts, running. */
interface Side {
  readonly port: number;
  readonly pid: number;
  readonly requests: Readonly<Record<Endpoint, string[]>>;
}

/** User and system time of a process so far, in the kernel's ticks; 0 where the system does not tell. */
function processorTicks(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
