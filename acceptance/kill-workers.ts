import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRandom, drawFrom } from '../src/lib/random.ts';
import { LIMITS_OFF } from '../test/support/limits-off.ts';
import { type Place, preparePlace } from '../test/support/place.ts';
import { judgeReceipts } from './support/receipts-on-file.ts';
import { type RunningService, startServiceOf } from './support/service.ts';

/**
 * Kills workers (-9) at random moments while clients ask for decisions over connections that they keep and over new ones, waits each
 * time until both workers are there again, and then restarts all workers under the same load. Exits 1 unless every receipt that a
 * client got is on file and verifies, no connection was ever refused, no request waited without end, and no request failed at all
 * during the restarts. On SQLite, and with TEST_DATABASE_URL on PostgreSQL too.
 */
const CLIENTS = { kept: 6, single: 2 };
/** A kill comes at a random moment of this time after both workers are there. */
const WITHIN_MS = 800;
/** One of so many receipts is verified by a second program; all must be on file, byte for byte. */
const JOSE_EACH = 10;
/** Longer than a restart of the service takes; what is unanswered by then hangs. */
const ANSWER_WITHIN_MS = 30_000;
const HEALED_WITHIN_MS = 60_000;
const PROBLEMS_SHOWN = 10;
const CHECKOUT = path.resolve(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    restarts: { type: 'string', default: '3' },
    /** A client waits up to this long between two requests, in milliseconds; every receipt is held in memory until the end. */
    pause: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    engine: { type: 'string' },
  },
});

interface Load {
  readonly receipts: string[];
  /** How requests ended that got no answer, by the code of the error. */
  readonly failed: Map<string, number>;
  isOver: boolean;
}

let holds = true;
const engines = { sqlite: undefined, postgres: process.env.TEST_DATABASE_URL || undefined };
for (const [engine, url] of Object.entries(engines))
  if ((values.engine ?? engine) === engine && (engine === 'sqlite' || url))
    holds = (await runOn(url)) && holds;
process.exitCode = holds ? 0 : 1;

async function runOn(databaseUrl: string | undefined): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kill-workers-'));
  const place = await preparePlace(path.join(folder, 'data'), databaseUrl);
  const settings = { ...LIMITS_OFF, ...place.settings, LOG_LEVEL: 'warn', WORKERS: '2' };
  // Every request is counted, over the channel that connections go over too.
  const service = await startServiceOf(CHECKOUT, { ...settings, RATE_LIMIT_DECISION: '1000000' });
  try {
    const [kills, restarts] = [Number(values.kills), Number(values.restarts)];
    const ids = await listIds(service.url);
    const killing = await underLoad(service, ids, () => killWorkers(service, kills));
    const restarting = await underLoad(service, ids, () => restartWorkers(service, restarts));
    const got = [...killing.receipts, ...restarting.receipts];
    const problems = [...judgeFailures(killing, restarting), ...(await judge(service, place, got))];
    for (const problem of problems.slice(0, PROBLEMS_SHOWN)) console.error(`${place.name}: ${problem}`);
    const cutOff = [...killing.failed.values()].reduce((sum, each) => sum + each, 0);
    console.log(
      `${place.name}: ${problems.length === 0 ? 'holds' : 'fails'}: ${kills} kills with ${cutOff} requests cut off, ${restarts} restarts ` +
        `with none of ${restarting.receipts.length} failed, ${got.length} receipts received, all on file and verified`,
    );
    const { code } = await service.stop();
    return problems.length === 0 && got.length > 0 && code === 0;
  } finally {
    if (service.isAlive()) service.child.kill('SIGKILL');
    await place.remove();
    rmSync(folder, { recursive: true });
  }
}

/** The load while the action lasts. */
async function underLoad(
  { url }: RunningService,
  ids: readonly string[],
  action: () => Promise<void>,
): Promise<Load> {
  const load: Load = { receipts: [], failed: new Map(), isOver: false };
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: false })] as const;
  const clients = [
    ...Array.from({ length: CLIENTS.kept }, () => agents[0]),
    ...Array.from({ length: CLIENTS.single }, () => agents[1]),
  ];
  const asking = clients.map((agent, client) => askUntilOver(url, { ids, agent, client, load }));
  try {
    await action();
  } finally {
    load.isOver = true;
    await Promise.all(asking);
    for (const agent of agents) agent.destroy();
  }
  return load;
}

async function askUntilOver(
  url: string,
  { ids, agent, client, load }: { ids: readonly string[]; agent: Agent; client: number; load: Load },
): Promise<void> {
  for (let turn = client; !load.isOver; turn += 1)
    try {
      const text = await read(`${url}/api/v1/decision?vendor_id=${ids[turn % ids.length]}`, agent);
      load.receipts.push((JSON.parse(text) as { data: { receipt: string } }).data.receipt);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      load.failed.set(code, (load.failed.get(code) ?? 0) + 1);
    } finally {
      await wait(Math.random() * Number(values.pause));
    }
}

/** The body of a whole 200. */
function read(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const take = (answer: IncomingMessage) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${answer.statusCode} ${text}`));
      });
    };
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    request(url, { agent, signal }, take).once('error', reject).end();
  });
}

async function killWorkers(service: RunningService, kills: number): Promise<void> {
  const random = createRandom(Number(values.seed), 0);
  await until(() => workersOf(service).length === 2);
  // The second one is there before it answers, and nobody would while the first one is killed. A restart is over when both do.
  await restartWorkers(service, 1);
  for (let kill = 1; kill <= kills; kill += 1) {
    await wait(random() * WITHIN_MS);
    process.kill(drawFrom(random, workersOf(service)), 'SIGKILL');
    await until(() => countLogged(service, 'a worker took its place') === kill);
  }
}

/** Restarts all; each is over when both process ids are new ones and no third one is left. */
async function restartWorkers(service: RunningService, restarts: number): Promise<void> {
  for (let restart = 1; restart <= restarts; restart += 1) {
    const old = workersOf(service);
    service.child.kill('SIGHUP');
    await until(() => {
      const now = workersOf(service);
      return now.length === 2 && !now.some((pid) => old.includes(pid));
    });
  }
}

function judgeFailures(killing: Load, restarting: Load): string[] {
  // A connection of a killed worker ends; nothing else may happen to a request.
  const cutOff = new Set(['ECONNRESET', 'EPIPE']);
  return [
    ...[...killing.failed].filter(([code]) => !cutOff.has(code)).map((each) => `while killed: ${each}`),
    ...[...restarting.failed].map((each) => `while restarted: ${each}`),
  ];
}

async function judge({ url, log }: RunningService, place: Place, got: readonly string[]): Promise<string[]> {
  const { problems } = await judgeReceipts(url, place, got, JOSE_EACH);
  if (new Set(got).size !== got.length) problems.push('two answers had the same receipt');
  const expected = /^a worker (ended; another one takes its place|took its place)$/;
  for (const { level, msg, ...rest } of log)
    if (!expected.test(String(msg))) problems.push(`logged: ${level} ${msg} ${JSON.stringify(rest)}`);
  return problems;
}

async function listIds(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/vendors?limit=100`);
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
}

function countLogged({ log }: RunningService, message: string): number {
  return log.filter(({ msg }) => msg === message).length;
}

function workersOf({ child: { pid } }: RunningService): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter((each) => each !== '')
    .map(Number);
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + HEALED_WITHIN_MS;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error('the workers did not come back within a minute');
    await wait(10);
  }
}
