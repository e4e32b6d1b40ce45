import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { connectSharedCounters } from '../../src/platform/counters/shared-counters.ts';
import { startService } from '../support/process.ts';
import { deleteKeys, findRedis, withRedis } from '../support/real-redis.ts';
import { long } from '../support/whole-run.ts';

const url = (await findRedis()) ?? '';
const skip = url === '' && 'no Redis: TEST_REDIS_URL is not set and none answers on 127.0.0.1:6379';
const log = { info() {}, warn() {} };

describe('limits that several processes share through a real Redis', { skip }, () => {
  /** Opens two connections as two processes would, with keys that are deleted afterward. */
  async function withTwo(
    action: (keyPrefix: string, processes: ReturnType<typeof connectSharedCounters>[]) => Promise<void>,
  ) {
    const keyPrefix = `test-${randomBytes(8).toString('hex')}`;
    const processes = [0, 1].map(() => connectSharedCounters({ url, log, keyPrefix }));
    try {
      await Promise.all(processes.map((each) => each.ready));
      await action(keyPrefix, processes);
    } finally {
      await Promise.all(processes.map((each) => each.close()));
      await deleteKeys(url, keyPrefix);
    }
  }
  const LIMIT = { keyPrefix: 'keyed', points: 60, duration: 60 };

  test('let through exactly as many concurrent requests on two processes as the limit allows', () =>
    withTwo(async (_prefix, processes) => {
      const counters = processes.map((each) => each.makeCounter(LIMIT));
      const outcomes = await Promise.allSettled(
        Array.from({ length: 300 }, (_, index) => counters[index % 2]?.consume('somebody')),
      );
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 60);
      assert.deepEqual(
        processes.map((each) => each.state()),
        ['shared', 'shared'],
      );
    }));

  test('use a fixed window of one minute from the first request, which later requests do not extend', () =>
    withTwo(async (keyPrefix, processes) => {
      const [first, second] = processes.map((each) => each.makeCounter(LIMIT));
      const key = `${keyPrefix}:keyed:somebody`;
      assert.equal((await first?.consume('somebody'))?.msBeforeNext, 60_000);
      await withRedis(url, (client) => client.pexpire(key, 20_000));
      const later = await second?.consume('somebody');
      assert.equal(later?.consumedPoints, 2);
      assert.ok(later.msBeforeNext <= 20_000, String(later.msBeforeNext));
      await withRedis(url, (client) => client.del(key));
      assert.deepEqual((await first?.consume('somebody'))?.consumedPoints, 1);
    }));

  test('start over when a counter was left without an expiration time, instead of rejecting requests forever', () =>
    withTwo(async (keyPrefix, processes) => {
      const key = `${keyPrefix}:keyed:somebody`;
      await withRedis(url, (client) => client.set(key, '1000'));
      const state = await processes[0]?.makeCounter(LIMIT).consume('somebody');
      assert.deepEqual([state?.consumedPoints, state?.msBeforeNext], [1, 60_000]);
    }));

  test('count a client across two services, and report the shared count', long, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'shared-limits-'));
    await mkdir(path.join(folder, 'empty'));
    // No other test uses this address, so only these requests are counted.
    const client = `fd00:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}:1::1`;
    const settings = {
      REDIS_URL: url,
      REGULATOR_SOURCE: path.join(folder, 'empty'),
      RATE_LIMIT_SEARCH: '5',
      TRUST_PROXY: '127.0.0.1',
    };
    const services = await Promise.all(
      ['one', 'two'].map((name) => startService({ ...settings, DATA_DIR: path.join(folder, name) })),
    );
    try {
      const refused: boolean[] = [];
      for (let number = 0; number < 8; number += 1) {
        const answer = await fetch(`${services[number % 2]?.url}/api/vendors`, {
          headers: { 'x-forwarded-for': client },
        });
        refused.push(answer.status === 429);
        await answer.arrayBuffer();
      }
      assert.deepEqual(refused, [false, false, false, false, false, true, true, true]);
      for (const service of services) {
        const ready = await (await fetch(`${service.url}/readyz`)).json();
        assert.equal(Reflect.get(Object(ready), 'limits'), 'shared');
      }
    } finally {
      await Promise.all(services.map((each) => each.stop()));
      await deleteKeys(url, client.split('::')[0] ?? client);
      await rm(folder, { recursive: true });
    }
  });
});
