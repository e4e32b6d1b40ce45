import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { BareReady, type LoadOrder, LoadResult } from './http-messages.ts';
import { type Endpoint, planRequests } from './http-requests.ts';
import { atMost, figure, list, median, type Row, round } from './report.ts';
import { startService } from './service.ts';
import { ask, type BenchContext } from './workspace.ts';

const CONNECTIONS = 32;
const ROUNDS = 3;
const WARM_UP_SECONDS = 1;
/** Caches are filled by the second request. */
const WARM_UP_TIMES = 3;
const WARM_UP_ROUNDS_MAX = 30;
const HELPER_WITHIN_MS = 60_000;
const SEARCH_P99_MAX_MS = 5;
/** Two requests to any of these return the same body. */
const STABLE = ['identity', 'badge', 'scorecard', 'search', 'vendor page', 'home page'] as const;
/**
 * Every `decision` and `verify` response has its own number and time. The bare server repeats one response of
 * the same size.
 */
const ENDPOINTS = [...STABLE, 'decision', 'verify'] as const;

interface Bench extends BenchContext {
  readonly load: ChildProcess;
  readonly barePort: number;
  /** The bare server that signs and stores each response. */
  readonly sealingPort: number;
  readonly requests: Readonly<Record<Endpoint, string[]>>;
}

/**
 * Compares the service with a bare server that serves prepared responses. Puts the two under the same load in
 * turn.
 */
export async function measureHttp(context: BenchContext): Promise<Row[]> {
  const { workspace, progress } = context;
  const dataDir = path.join(workspace.folder, 'http');
  progress('http: starting the service');
  const service = await startService(workspace, dataDir);
  const requests = await planRequests(service.port);
  const paths = ENDPOINTS.flatMap((endpoint) => requests[endpoint]);
  const bareServer = workspace.forkHelper('http-bare.ts');
  const question = { servicePort: service.port, paths };
  const { port: barePort } = await ask(bareServer, question, BareReady, HELPER_WITHIN_MS);
  const sealingServer = workspace.forkHelper('http-bare.ts');
  const sealing = {
    ...question,
    paths: requests.decision,
    ledger: path.join(workspace.folder, 'bare.sqlite'),
  };
  const { port: sealingPort } = await ask(sealingServer, sealing, BareReady, HELPER_WITHIN_MS);
  const stable = STABLE.flatMap((endpoint) => requests[endpoint]);
  await compareAnswers(service.port, barePort, stable);
  const load = workspace.forkHelper('http-load.ts');
  const bench: Bench = { ...context, load, barePort, sealingPort, requests };
  const rows: Row[] = [];
  for (const endpoint of ENDPOINTS) rows.push(...(await compare(bench, endpoint, service.port, endpoint)));
  rows.push(...(await searchInSequence(bench, service.port)));
  await workspace.stop(service.process);
  const limited = await startService(workspace, dataDir, { RATE_LIMIT_IDENTITY: '1000000' });
  rows.push(...(await compare(bench, 'identity', limited.port, 'identity, rate limit on')));
  for (const child of [limited.process, bareServer, sealingServer, load]) await workspace.stop(child);
  return rows;
}

/** A ratio is valid only if both servers return the same bytes. */
async function compareAnswers(
  servicePort: number,
  barePort: number,
  paths: readonly string[],
): Promise<void> {
  for (const each of paths) {
    const [service, bare] = await Promise.all([read(servicePort, each), read(barePort, each)]);
    if (service.type !== bare.type || !service.body.equals(bare.body))
      throw new Error(`service and bare server answer differently to ${each}`);
  }
}

async function read(port: number, each: string): Promise<{ type: string | null; body: Buffer }> {
  const response = await fetch(`http://127.0.0.1:${port}${each}`);
  if (response.status !== 200) throw new Error(`${response.status} for ${each}`);
  return { type: response.headers.get('content-type'), body: Buffer.from(await response.arrayBuffer()) };
}

/**
 * Alternates between the service and the bare server, so that a temporary slowdown affects both and the ratio
 * stays valid.
 */
async function compare(bench: Bench, endpoint: Endpoint, port: number, name: string): Promise<Row[]> {
  const { progress, seconds } = bench;
  const paths = bench.requests[endpoint];
  const isSealed = endpoint === 'decision';
  const barePort = isSealed ? bench.sealingPort : bench.barePort;
  const against = isSealed ? 'bare with signatures and a row' : 'bare';
  const run = (to: number, time: number) =>
    drive(bench, { port: to, connections: CONNECTIONS, seconds: time, paths });
  for (const to of [port, barePort]) await warmUp((time) => run(to, time), bench, paths.length);
  const services: LoadResult[] = [];
  const bares: LoadResult[] = [];
  const ratios: number[] = [];
  for (let turn = 1; turn <= ROUNDS; turn++) {
    progress(`http: ${name}, round ${turn} of ${ROUNDS}`);
    const service = await run(port, seconds);
    const bare = await run(barePort, seconds);
    services.push(service);
    bares.push(bare);
    ratios.push(service.perSecond / bare.perSecond);
  }
  const row = (what: string, value: number, unit: Row['unit'], note: string) =>
    figure({ part: 'http', what: `${name}: ${what}`, value, unit, note });
  const pick = (key: 'p50Ms' | 'p99Ms' | 'busy', of: readonly LoadResult[]) => of.map((each) => each[key]);
  const busy = Math.round(100 * median(pick('busy', bares)));
  const p99Note = `${CONNECTIONS} connections; bare ${round(median(pick('p99Ms', bares)))} ms`;
  return [
    row(
      `requests a second against ${against}`,
      median(ratios),
      '×',
      `rounds: ${list(ratios)}; load ${busy} % busy`,
    ),
    row('p50 under load', median(pick('p50Ms', services)), 'ms', ''),
    row('p99 under load', median(pick('p99Ms', services)), 'ms', p99Note),
  ];
}

/** Requests every path a few times. */
async function warmUp(
  run: (seconds: number) => Promise<LoadResult>,
  { seconds }: Bench,
  paths: number,
): Promise<void> {
  const time = Math.min(seconds, WARM_UP_SECONDS);
  let asked = 0;
  for (let turn = 0; turn < WARM_UP_ROUNDS_MAX && asked < WARM_UP_TIMES * paths; turn += 1)
    asked += (await run(time)).perSecond * time;
}

/** Sends one request at a time, so that nothing is queued in the service or the load generator. */
async function searchInSequence(bench: Bench, port: number): Promise<Row[]> {
  const { seconds, barePort, requests } = bench;
  const services: LoadResult[] = [];
  const bares: LoadResult[] = [];
  for (let turn = 1; turn <= ROUNDS; turn++) {
    bench.progress(`http: search in sequence, round ${turn} of ${ROUNDS}`);
    const order = { connections: 1, seconds, paths: requests.search };
    services.push(await drive(bench, { ...order, port }));
    bares.push(await drive(bench, { ...order, port: barePort }));
  }
  const part = 'http';
  const p99s = services.map(({ p99Ms }) => p99Ms);
  const slowest = services[0]?.slowest;
  return [
    atMost(SEARCH_P99_MAX_MS, {
      part,
      what: 'search: p99, one connection in sequence',
      value: median(p99s),
      unit: 'ms',
      note: `rounds: ${list(p99s)}; bare ${round(median(bares.map(({ p99Ms }) => p99Ms)))} ms`,
    }),
    figure({
      part,
      what: 'search: p50, one connection in sequence',
      value: median(services.map(({ p50Ms }) => p50Ms)),
      unit: 'ms',
      note: `of ${requests.search.length} queries`,
    }),
    figure({
      part,
      what: 'search: the slowest query',
      value: slowest?.medianMs ?? Number.NaN,
      unit: 'ms',
      note: slowest?.path ?? '',
    }),
  ];
}

function drive({ load }: Bench, order: LoadOrder): Promise<LoadResult> {
  return ask(load, order, LoadResult, HELPER_WITHIN_MS + order.seconds * 1000);
}
