import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { drawFrom } from '../../src/lib/random.ts';
import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import type { Place } from '../../test/support/place.ts';
import { judgeReceipts } from '../support/receipts-on-file.ts';
import type { RunningService } from '../support/service.ts';
import { startServices } from './processes.ts';
import { count, countAll, type KillRun, type Outcome, type Scenario } from './scenario.ts';

/**
 * Kills workers while clients ask for decisions over connections that they keep and over new ones, waits each time until both
 * workers are there again, and then restarts all workers under the same load.
 */
export const workers: Scenario = {
  shows:
    'every receipt that a client got is on file and verifies, no connection is refused, no request waits without end, and none fails while all workers restart',
  kills: 20,
  // A client waits up to `pause` milliseconds between two requests; every receipt is in memory until the end.
  options: { restarts: '3', pause: '20' },
  run,
};

const CLIENTS = { kept: 6, single: 2 };
/** A kill comes at a random moment of this time after both workers are there. */
const WITHIN_MS = 800;
/** One of so many receipts is verified by a second program; all must be on file, byte for byte. */
const JOSE_EACH = 10;
/** Longer than a restart of the service takes; what is unanswered by then hangs. */
const ANSWER_WITHIN_MS = 30_000;
const HEALED_WITHIN_MS = 180_000;
interface Load {
  readonly receipts: string[];
  /** How requests ended that got no answer, by the code of the error. */
  readonly failed: Map<string, number>;
  isOver: boolean;
}

async function run(killRun: KillRun): Promise<Outcome> {
  const { place, kills, option, atEnd } = killRun;
  // Every request is counted, over the channel that connections go over too.
  const settings = { ...LIMITS_OFF, ...place.settings, RATE_LIMIT_DECISION: '1000000' };
  const services = await startServices({ ...settings, LOG_LEVEL: 'warn', WORKERS: '2' }, 1);
  atEnd(services.kill);
  const [service] = services.all;
  if (!service) throw new Error('no service');
  const restarts = Number(option('restarts'));
  const plan = { ids: await listIds(service.url), pauseMs: Number(option('pause')) };
  const killing = await underLoad(service, plan, () => killWorkers(service, killRun));
  const restarting = await underLoad(service, plan, () => restartWorkers(service, restarts));
  const got = [...killing.receipts, ...restarting.receipts];
  const problems = [...judgeFailures(killing, restarting), ...(await judge(service, place, got))];
  const { code } = await service.stop();
  if (code !== 0) problems.push(`the service ended with ${code}`);
  return {
    problems,
    isEnough: got.length > 0,
    summary:
      `${kills} kills with ${countAll(killing.failed)} requests cut off, ${restarts} restarts ` +
      `with ${countAll(restarting.failed)} of ${restarting.receipts.length} failed, ${got.length} receipts received, all on file and verified`,
  };
}

interface Plan {
  readonly ids: readonly string[];
  readonly pauseMs: number;
}

/** The load while the action lasts. */
async function underLoad({ url }: RunningService, plan: Plan, action: () => Promise<void>): Promise<Load> {
  const load: Load = { receipts: [], failed: new Map(), isOver: false };
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: false })] as const;
  const clients = [
    ...Array.from({ length: CLIENTS.kept }, () => agents[0]),
    ...Array.from({ length: CLIENTS.single }, () => agents[1]),
  ];
  const asking = clients.map((agent, client) => askUntilOver(url, plan, { agent, client, load }));
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
  { ids, pauseMs }: Plan,
  { agent, client, load }: { agent: Agent; client: number; load: Load },
): Promise<void> {
  for (let turn = client; !load.isOver; turn += 1)
    try {
      const text = await read(`${url}/api/v1/decision?vendor_id=${ids[turn % ids.length]}`, agent);
      load.receipts.push((JSON.parse(text) as { data: { receipt: string } }).data.receipt);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      count(load.failed, code);
    } finally {
      await wait(Math.random() * pauseMs);
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

async function killWorkers(service: RunningService, { kills, random }: KillRun): Promise<void> {
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
    if (performance.now() > deadline) throw new Error('the workers did not come back within three minutes');
    await wait(10);
  }
}
