import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { startFakeRedis } from '../../../test/support/fake-redis.ts';
import type { Counter } from './counters.ts';
import { connectSharedCounters } from './shared-counters.ts';

/** Collects the logged lines. `nextLine` resolves when another line is logged. */
function startLog() {
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  const write = (level: string) => (fields: unknown, message?: string) => {
    lines.push(`${level} ${JSON.stringify(fields)} ${message ?? ''}`);
    for (const resolve of waiting.splice(0)) resolve();
  };
  const nextLine = () => new Promise<void>((resolve) => waiting.push(resolve));
  return { lines, nextLine, log: { info: write('info'), warn: write('warn') } };
}

const LIMIT = { keyPrefix: 'search', points: 3, duration: 60 };

async function count(counter: Counter): Promise<number> {
  const state = await counter.consume('somebody').catch((rejection: unknown) => rejection);
  assert.ok(state instanceof RateLimiterRes, String(state));
  return state.consumedPoints;
}

/** A number of event-loop turns too small for a response from Redis to arrive. */
const TURNS = 10;

/**
 * Counts one request, and fails if counting has to wait for a timer or for Redis. The result does not depend
 * on the speed of the machine.
 */
async function countAtOnce(counter: Counter): Promise<number> {
  let counted: number | undefined;
  const counting = count(counter).then((points) => {
    counted = points;
  });
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
  assert.notEqual(counted, undefined, 'it waits');
  await counting;
  return counted ?? 0;
}

async function connectTwo(t: TestContext, url: string) {
  const made = [startLog(), startLog()] as const;
  const processes = made.map(({ log }) => connectSharedCounters({ url, log })) as [
    ReturnType<typeof connectSharedCounters>,
    ReturnType<typeof connectSharedCounters>,
  ];
  for (const each of processes) t.after(() => each.close());
  await Promise.all(processes.map((each) => each.ready));
  return { made, processes };
}

describe('counters shared through Redis', () => {
  test('two processes count together, and a full window rejects with its state', async (t) => {
    const redis = await startFakeRedis(t);
    const { processes } = await connectTwo(t, redis.url);
    const [first, second] = processes.map((each) => each.makeCounter(LIMIT)) as [Counter, Counter];
    assert.deepEqual([await count(first), await count(second), await count(first)], [1, 2, 3]);
    await assert.rejects(second.consume('somebody'), (state) => {
      assert.ok(state instanceof RateLimiterRes);
      assert.equal(state.consumedPoints, 4);
      assert.ok(state.msBeforeNext > 50_000 && state.msBeforeNext <= 60_000);
      return true;
    });
    assert.equal((await second.consume('somebody else')).consumedPoints, 1);
    assert.equal(processes[0].state(), 'shared');
  });

  test('a process that starts without Redis immediately counts on its own and logs one warning', async (t) => {
    const redis = await startFakeRedis(t);
    await redis.close();
    const { lines, log } = startLog();
    const counters = connectSharedCounters({ url: redis.url, log });
    t.after(() => counters.close());
    const counter = counters.makeCounter(LIMIT);
    assert.equal(await count(counter), 1);
    await counters.ready;
    assert.deepEqual([counters.state(), await count(counter)], ['per_process', 2]);
    assert.deepEqual(lines, [
      'warn {"reason":"ECONNREFUSED"} Redis is unavailable; until it is back, each process enforces rate limits on its own',
    ]);
  });

  test('repeated failures to connect are logged only once', async (t) => {
    const redis = await startFakeRedis(t);
    redis.setMood('hangs_up');
    const { lines, log } = startLog();
    const counters = connectSharedCounters({ url: redis.url, log });
    t.after(() => counters.close());
    await redis.taken(3);
    assert.deepEqual([counters.state(), lines.length], ['per_process', 1]);
  });

  test('a Redis that accepts the connection and never responds does not delay requests', async (t) => {
    const redis = await startFakeRedis(t);
    redis.setMood('silent');
    const { lines, log } = startLog();
    const counters = connectSharedCounters({ url: redis.url, log });
    t.after(() => counters.close());
    const counter = counters.makeCounter(LIMIT);
    await redis.taken(1);
    await countAtOnce(counter);
    await counters.ready;
    await redis.taken(2);
    await countAtOnce(counter);
    assert.deepEqual([counters.state(), lines.length], ['per_process', 1]);
    assert.match(lines[0] ?? '', /"no answer"/);
  });

  test('when Redis stops responding, only one request waits, and Redis is used again once it recovers', async (t) => {
    const redis = await startFakeRedis(t);
    const { lines, nextLine, log } = startLog();
    const counters = connectSharedCounters({ url: redis.url, log });
    t.after(() => counters.close());
    await counters.ready;
    const counter = counters.makeCounter({ ...LIMIT, points: 100 });
    assert.deepEqual([await count(counter), await count(counter)], [1, 2]);

    redis.setMood('silent');
    const asked = performance.now();
    assert.equal(await count(counter), 1);
    // Without a time limit, the request would wait forever.
    assert.ok(performance.now() - asked < 10_000);
    assert.equal(counters.state(), 'per_process');
    await countAtOnce(counter);

    const isBack = nextLine();
    redis.setMood('answers');
    await isBack;
    assert.deepEqual([counters.state(), await count(counter)], ['shared', 3]);
    assert.deepEqual(
      lines.map((line) => line.split(' ')[0]),
      ['info', 'warn', 'info'],
    );
  });

  test('a lost connection is detected without a request', async (t) => {
    const redis = await startFakeRedis(t);
    const { lines, nextLine, log } = startLog();
    const counters = connectSharedCounters({ url: redis.url, log });
    t.after(() => counters.close());
    await counters.ready;
    const isLost = nextLine();
    redis.setMood('hangs_up');
    await isLost;
    assert.equal(counters.state(), 'per_process');
    const isBack = nextLine();
    redis.setMood('answers');
    await isBack;
    assert.deepEqual([counters.state(), lines.length], ['shared', 3]);
  });

  test('a Redis that responds but cannot count is treated as unavailable', async (t) => {
    const redis = await startFakeRedis(t);
    const { lines, log } = startLog();
    const counters = connectSharedCounters({ url: redis.url, log });
    t.after(() => counters.close());
    await counters.ready;
    redis.setMood('full');
    const counter = counters.makeCounter(LIMIT);
    assert.deepEqual([await count(counter), counters.state()], [1, 'per_process']);
    await redis.taken(3);
    assert.equal(lines.length, 2);
    assert.match(lines[1] ?? '', /"OOM"/);
  });

  test('the address of Redis, which may contain a password, is never logged', async (t) => {
    const redis = await startFakeRedis(t);
    const { made } = await connectTwo(t, redis.url);
    const lost = made[0].nextLine();
    await redis.close();
    await lost;
    const all = made.flatMap(({ lines }) => lines).join('\n');
    assert.doesNotMatch(all, /open-sesame|redis:|127\.0\.0\.1/);
  });
});
