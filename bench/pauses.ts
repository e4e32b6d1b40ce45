import path from 'node:path';
import { parseArgs } from 'node:util';
import { Type } from 'typebox';
import { LoadResult } from './http-messages.ts';
import { type Endpoint, planRequests } from './http-requests.ts';
import { Pauses } from './pause-messages.ts';
import { median, round } from './report.ts';
import { startService } from './service.ts';
import { ask, openWorkspace, type Workspace } from './workspace.ts';

/**
 * How long the service stands still for collections of garbage: `node bench/pauses.ts [--megabytes 0 --megabytes 8 …]`. One service for
 * each size of V8's space for new objects (0: the size that V8 takes by itself) gets the same load in turn. Prints a histogram of
 * the pauses and the answers a second. Measurements, not tests: the exit code is 0.
 */
const CONNECTIONS = 32;
const WITHIN_MS = 60_000;
/** Upper ends of the histogram's columns, in milliseconds; what is longer has a column of its own. */
const ENDS_MS = [0.5, 1, 2, 4, 8, 16];

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', multiple: true, default: ['0', '8'] },
    only: { type: 'string', multiple: true, default: ['identity', 'scorecard', 'decision', 'search'] },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
});
const workspace = await openWorkspace();
try {
  await main(workspace);
} finally {
  await workspace.close();
}

async function main(workspace: Workspace): Promise<void> {
  const services: Service[] = [];
  for (const megabytes of values.megabytes) services.push(await start(workspace, megabytes));
  const load = workspace.forkHelper('http-load.ts');
  for (const endpoint of values.only as Endpoint[]) {
    const rounds = new Map<Service, Round[]>(services.map((service) => [service, []]));
    // The first round fills what is kept.
    for (let number = 0; number <= Number(values.rounds); number += 1)
      for (const service of number % 2 === 0 ? services : services.toReversed()) {
        await ask(service.process, { pauses: 'begin' }, Type.Object({}), WITHIN_MS);
        const order = { port: service.port, connections: CONNECTIONS, seconds: Number(values.seconds) };
        const paths = service.requests[endpoint];
        const { perSecond, p99Ms } = await ask(load, { ...order, paths }, LoadResult, WITHIN_MS);
        const pauses = await ask(service.process, { pauses: 'end' }, Pauses, WITHIN_MS);
        if (number > 0) rounds.get(service)?.push({ perSecond, p99Ms, ...pauses });
      }
    for (const [service, own] of rounds) print(endpoint, service, own);
  }
  await workspace.stop(load);
}

async function start(workspace: Workspace, megabytes: string) {
  const flags = [
    `--max-semi-space-size=${megabytes}`,
    '--import',
    path.join(import.meta.dirname, 'pause-recorder.ts'),
  ];
  const { port, process } = await startService(
    workspace,
    path.join(workspace.folder, `pauses-${megabytes}`),
    {},
    'src/main.ts',
    ([main = '', ...args], environment) => workspace.forkNode(main, args, { environment, flags }),
  );
  return { megabytes, port, process, requests: await planRequests(port) };
}

function print(endpoint: Endpoint, { megabytes }: Service, rounds: readonly Round[]): void {
  const of = (pick: (round: Round) => number) => round(median(rounds.map(pick)));
  const size = megabytes === '0' ? "V8's own size" : `${megabytes} MB`;
  console.log(
    `\n${endpoint}, ${size}: ${of((each) => each.perSecond)} answers a second, p99 ${of((each) => each.p99Ms)} ms`,
  );
  for (const kind of ['young', 'old'] as const) {
    const pauses = rounds.flatMap((each) => each[kind]).sort((a, b) => a - b);
    console.log(`  ${kind} space: ${pauses.length} pauses, longest ${round(pauses.at(-1) ?? 0)} ms`);
    if (pauses.length > 0) console.log(`    ${histogram(pauses).join(' | ')}`);
  }
}

/** How many pauses end in each column. */
function histogram(pauses: readonly number[]): string[] {
  const ends = [...ENDS_MS, Number.POSITIVE_INFINITY];
  return ends.map((end, column) => {
    const begin = ends[column - 1] ?? 0;
    const count = pauses.filter((each) => each > begin && each <= end).length;
    return `${end === Number.POSITIVE_INFINITY ? `> ${begin}` : `≤ ${end}`} ms: ${count}`;
  });
}

type Service = Awaited<ReturnType<typeof start>>;

interface Round {
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly young: readonly number[];
  readonly old: readonly number[];
}
