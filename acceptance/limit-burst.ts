import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApiKeyService } from '../src/accounts/api-keys/service.ts';
import { insertAccount } from '../test/support/account-rows.ts';
import { deleteKeys, findRedis, withRedis } from '../test/support/real-redis.ts';
import { startTwoServices, type TwoServices } from '../test/support/two-services.ts';

/**
 * Sends requests from many clients with the same API key to two processes during one rate-limit window.
 * Exactly as many requests as the limit allows must succeed. Each rejection's Retry-After must be the time
 * left in the window, and a client that waits that long must succeed. Needs PostgreSQL and Redis. Takes just
 * over a minute. Exits with 1 unless every check passes.
 */
const LIMIT = 60;
const WINDOW_MS = 60_000;
/**
 * A client does not pause between requests at first, then pauses longer, and pauses only briefly when the
 * window is about to reset.
 */
const BURST_MS = 2_000;
const PAUSE_MS = 200;
const PAUSE_NEAR_RESET_MS = 15;
const NEAR_RESET_MS = 700;
const GIVE_UP_AFTER_MS = 100_000;
/** The first success in the next window may be this late, because of a client's pause and a slow machine. */
const LATE_MAX_MS = 500;
const FAILURES_SHOWN = 10;

interface Answer {
  readonly status: number;
  readonly retryAfter: number;
  /** The request was counted between these two times, in milliseconds. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: process.env.TEST_DATABASE_URL ?? '' },
    redis: { type: 'string', default: (await findRedis()) ?? '' },
    clients: { type: 'string', default: '64' },
  },
});
if (!values.database || !values.redis)
  throw new Error('Name a PostgreSQL and a Redis: --database … --redis …');
if (!/^\d{1,4}$/.test(values.clients)) throw new Error('Give a whole number: --clients 64');
const two = await startTwoServices(values.database, {
  REDIS_URL: values.redis,
  RATE_LIMIT_KEYED: String(LIMIT),
});
try {
  await main(two, values.redis, Number(values.clients));
} finally {
  await two.stop();
}

async function main({ services, database }: TwoServices, redis: string, clients: number): Promise<void> {
  const keys = createApiKeyService(database.db, {
    baseUrl: 'https://vendors.example',
    isFictional: async () => undefined,
    now: () => new Date(),
    log: console,
  });
  const { id, key } = await keys.create(await insertAccount(database.db), `Burst ${randomUUID()}`);
  for (const { url } of services) await waitUntilShared(url);
  try {
    const urls = services.map(({ url }) => `${url}/api/v1/events`);
    const { answers, endsAt } = await burst(urls, key, clients, () => windowEnd(redis, id));
    report(answers, endsAt, clients);
  } finally {
    await deleteKeys(redis, id);
  }
}

/**
 * Returns the clients' responses up to the first one in the next window, and the time at which the window
 * ended according to Redis.
 */
async function burst(
  urls: readonly string[],
  key: string,
  clients: number,
  askEnd: () => Promise<[earliest: number, latest: number]>,
) {
  const answers: Answer[] = [];
  const startedAt = Date.now();
  let endsAt: Awaited<ReturnType<typeof askEnd>> | undefined;
  let isOver = false;
  const runClient = async (client: number) => {
    for (let turn = client; !isOver; turn += 1) {
      const answer = await ask(urls[turn % urls.length] ?? '', key);
      answers.push(answer);
      const opensAt = endsAt?.[0] ?? Number.POSITIVE_INFINITY;
      isOver ||= answer.status === 200 && answer.sentAt > opensAt;
      isOver ||= Date.now() - startedAt > GIVE_UP_AFTER_MS;
      if (Date.now() - startedAt > BURST_MS)
        await pause(opensAt - Date.now() < NEAR_RESET_MS ? PAUSE_NEAR_RESET_MS : PAUSE_MS);
    }
  };
  const running = Array.from({ length: clients }, (_, client) => runClient(client));
  await pause(BURST_MS);
  endsAt = await askEnd();
  await Promise.all(running);
  return { answers, endsAt };
}

async function ask(url: string, key: string): Promise<Answer> {
  const sentAt = Date.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  await answer.arrayBuffer();
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return { status: answer.status, retryAfter, sentAt, receivedAt: Date.now() };
}

function report(answers: readonly Answer[], [endsFrom, endsTo]: readonly [number, number], clients: number) {
  const failures: string[] = [];
  const passed = answers.filter(({ status }) => status === 200);
  const allRefused = answers.filter(({ status }) => status === 429);
  // The next window may fill up immediately, because there are more clients than it allows.
  const refused = allRefused.filter(
    ({ receivedAt, retryAfter }) => receivedAt < endsFrom || retryAfter !== WINDOW_MS / 1_000,
  );
  const refusedNext = allRefused.length - refused.length;
  const inWindow = passed.filter(({ receivedAt }) => receivedAt < endsFrom);
  const next = passed.filter(({ receivedAt }) => receivedAt >= endsFrom);
  const firstOfNext = Math.min(...next.map(({ receivedAt }) => receivedAt));
  const others = answers.length - passed.length - allRefused.length;
  if (inWindow.length !== LIMIT) failures.push(`${inWindow.length} answered in the window, not ${LIMIT}`);
  if (others > 0) failures.push(`${others} answers were neither 200 nor 429`);
  if (next.length === 0) failures.push('the window never reset');
  if (next.length > LIMIT || (refusedNext > 0 && next.length !== LIMIT))
    failures.push(`${next.length} answered in the next window, ${refusedNext} refused`);
  if (firstOfNext - endsTo > LATE_MAX_MS) failures.push(`reset ${firstOfNext - endsTo} ms late`);
  let told = 0;
  for (const { retryAfter, sentAt, receivedAt } of refused) {
    const least = Math.max(1, Math.ceil((endsFrom - receivedAt) / 1_000));
    const most = Math.max(1, Math.ceil((endsTo - sentAt) / 1_000));
    const waited = (firstOfNext - receivedAt) / 1_000;
    if (retryAfter < least || retryAfter > most)
      failures.push(`Retry-After ${retryAfter}, with ${least} to ${most} s left`);
    // The wait must be just long enough, so that the window reset within its last second.
    else if (waited > retryAfter + LATE_MAX_MS / 1_000 || waited < retryAfter - 1 - LATE_MAX_MS / 1_000)
      failures.push(`Retry-After ${retryAfter}, answered again after ${waited} s`);
    else told += 1;
  }
  for (const failure of failures.slice(0, FAILURES_SHOWN)) console.error(failure);
  console.log(
    `limit-burst: ${failures.length === 0 ? 'passed' : 'FAILED'} (${clients} clients on 2 processes: ${inWindow.length} of ` +
      `${inWindow.length + refused.length} answered in the window, ${refused.length} refused, ${told} with the right Retry-After, ` +
      `answered again ${firstOfNext - endsTo} ms after the reset)`,
  );
  process.exitCode = failures.length > 0 ? 1 : 0;
}

/**
 * Returns the earliest and latest time at which the key's window can end. The exact time is unknown, because
 * Redis answers at some moment during the request.
 */
async function windowEnd(redis: string, keyId: string): Promise<[number, number]> {
  return withRedis(redis, async (client) => {
    await client.ping();
    const before = Date.now();
    const left = await client.pttl(`limits:keyed:${keyId}`);
    if (left <= 0 || left > WINDOW_MS) throw new Error(`Redis has no window for the key (${left}).`);
    return [before + left, Date.now() + left];
  });
}

async function waitUntilShared(url: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const ready: unknown = await (await fetch(`${url}/readyz`)).json();
    if (Reflect.get(Object(ready), 'limits') === 'shared') return;
    await pause(250);
  }
  throw new Error('The service does not count in Redis.');
}
