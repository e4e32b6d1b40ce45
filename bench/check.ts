import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'typebox';
import { type Baseline, type Costs, findGrowth, findSavings, type Growth } from './check-compare.ts';
import { COUNT, Counted } from './check-messages.ts';
import { type Asked, planChecked } from './check-requests.ts';
import { median } from './report.ts';
import { AS_OF, startService } from './service.ts';
import { ask, type BenchContext } from './workspace.ts';

const BASELINE = path.join(import.meta.dirname, 'baseline.json');
/** The first rounds fill caches and prepare statements. */
const WARM_UP_ROUNDS = 2;
const ROUNDS = 5;
const WITHIN_MS = 60_000;
/** By this time, a service has finished its startup work, such as creating the demo organizers. */
const SETTLED_MS = 3_000;
/** Every run uses the same day and hour, because responses contain phrases such as "three weeks ago". */
const CLOCK_STARTS = `${AS_OF}T15:00:00Z`;
/**
 * Code that V8 optimizes allocates less, and the moment of optimization is random. A young generation large
 * enough for one round's garbage makes collections rare.
 */
const STEADY = ['--no-opt', '--no-maglev', '--min-semi-space-size=64', '--max-semi-space-size=64'];

/**
 * Counts the cost of the ten main requests and compares it with the committed baseline. Returns the exit
 * code.
 */
export async function checkCosts(
  context: Pick<BenchContext, 'workspace' | 'progress'>,
  { update, metrics }: { readonly update: boolean; readonly metrics: boolean },
): Promise<number> {
  const bytes = await countAll(context, 'bytes', metrics);
  const blocks = await countAll(context, 'blocks', metrics);
  const costs: Baseline = Object.fromEntries(
    Object.entries(bytes).map(([name, each]) => [name, { ...each, blocks: blocks[name]?.blocks ?? 0 }]),
  );
  console.table(costs);
  if (update) {
    writeFileSync(BASELINE, `${JSON.stringify({ node: process.version, costs }, null, 2)}\n`);
    console.log(`written to ${path.relative(process.cwd(), BASELINE)}`);
    return 0;
  }
  const { node, costs: was } = JSON.parse(readFileSync(BASELINE, 'utf8'));
  if (node !== process.version)
    console.log(`the baseline is of Node ${node}, this run of ${process.version}`);
  for (const each of findSavings(was, costs)) console.log(`less: ${describe(each)}`);
  const growth = findGrowth(was, costs);
  for (const each of growth) console.log(`MORE: ${describe(each)}`);
  console.log(
    growth.length === 0 ? 'nothing grew by more than 5 %' : `${growth.length} costs grew by more than 5 %`,
  );
  return growth.length === 0 ? 0 : 1;
}

async function countAll(
  { workspace, progress }: Pick<BenchContext, 'workspace' | 'progress'>,
  what: 'bytes' | 'blocks',
  metrics: boolean,
): Promise<Baseline> {
  progress(`check: counting ${what}`);
  const environment = {
    [COUNT]: what,
    ...(metrics ? { METRICS_PORT: '0' } : {}),
    BENCH_CLOCK_AHEAD_MS: String(Date.parse(CLOCK_STARTS) - Date.now()),
  };
  const service = await startService(
    workspace,
    path.join(workspace.folder, 'check'),
    environment,
    ([main = '', ...args], settings) =>
      workspace.forkNode(main, args, {
        environment: settings,
        flags: [...STEADY, '--import', path.join(import.meta.dirname, 'check-counter.ts')],
      }),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const planned = await planChecked(service.port);
    await sleep(SETTLED_MS);
    const costs: Record<string, Costs> = {};
    for (const [name, requests] of Object.entries(planned)) {
      progress(`check: ${what} of ${name}`);
      costs[name] = await countOne(service, agent, requests);
    }
    return costs;
  } finally {
    agent.destroy();
    await workspace.stop(service.process);
  }
}

/** Returns the minimum or the median of several rounds, per request. */
async function countOne(
  { process: child, port }: { readonly process: ChildProcess; readonly port: number },
  agent: Agent,
  requests: readonly Asked[],
): Promise<Costs> {
  const rounds: Costs[] = [];
  for (let turn = 0; turn < WARM_UP_ROUNDS + ROUNDS; turn += 1) {
    await ask(child, { count: 'begin' }, Type.Object({}), WITHIN_MS);
    let answerBytes = 0;
    for (const each of requests) answerBytes += await send({ port, agent }, each);
    const counted = await ask(child, { count: 'end' }, Counted, WITHIN_MS);
    if (turn >= WARM_UP_ROUNDS) rounds.push({ ...counted, answerBytes });
  }
  const each = (cost: keyof Costs) => rounds.map((counted) => counted[cost] / requests.length);
  return {
    // The service's timers can only increase these counts.
    statements: Number(Math.min(...each('statements')).toFixed(2)),
    blocks: Math.round(Math.min(...each('blocks'))),
    // A garbage collection during a round can also lower this count.
    allocatedBytes: Math.round(median(each('allocatedBytes'))),
    answerBytes: Math.round(median(each('answerBytes'))),
  };
}

/**
 * Sends one request over the agent's only connection, and returns the number of bytes received, including the
 * headers.
 */
function send(
  { port, agent }: { readonly port: number; readonly agent: Agent },
  { path: address, body }: Asked,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const posted =
      body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' } };
    const asked = request({ host: '127.0.0.1', port, agent, path: address, ...posted }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(bytes + headBytes(answer.rawHeaders));
        else reject(new Error(`${address}: ${answer.statusCode}`));
      });
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

/** Counts the bytes of header names and values, including separators. */
function headBytes(rawHeaders: readonly string[]): number {
  return rawHeaders.reduce((sum, each) => sum + each.length + 2, 0);
}

function describe({ request: name, cost, was, is }: Growth): string {
  const share = was === 0 ? '' : ` (${is > was ? '+' : ''}${(100 * (is / was - 1)).toFixed(1)} %)`;
  return `${name}: ${cost} ${was} → ${is}${share}`;
}
