import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createChangeWaiter, WAITING_MAX, WAITING_OF_CLIENT_MAX } from './wait-for-change-service.ts';

test('a failed database query does not end a waiting request, and the next query reports the change', async () => {
  let answer = async (): Promise<number> => {
    throw new Error('no connection was free');
  };
  const waiter = createChangeWaiter(() => answer());
  const options = { ms: 60_000, client: 'a', gone: new AbortController().signal };
  const waiting = waiter.waitBehind(1, options).then(() => 'told');
  waiter.look();
  await turn();
  assert.equal(await Promise.race([waiting, turn('waits')]), 'waits');
  answer = async () => 2;
  waiter.look();
  assert.equal(await waiting, 'told');
});

test('limits the number of waiting requests per client and in total', async () => {
  const waiter = createChangeWaiter(async () => 1);
  const wait = (client: string) =>
    waiter.waitBehind(1, { ms: 60_000, client, gone: new AbortController().signal });
  const waiting = Array.from({ length: WAITING_MAX }, (_, index) =>
    wait(`account ${Math.floor(index / WAITING_OF_CLIENT_MAX)}`),
  );
  await assert.rejects(wait('account 0'), { code: 'rate_limited' });
  await assert.rejects(wait('another account'), { code: 'busy' });
  waiter.stop();
  await Promise.all(waiting);
});

test('a client that disconnects frees its slot', async () => {
  const waiter = createChangeWaiter(async () => 1);
  const first = new AbortController();
  const wait = (gone: AbortSignal) => waiter.waitBehind(1, { ms: 60_000, client: 'a', gone });
  const others = Array.from({ length: 9 }, () => wait(new AbortController().signal));
  const leaving = wait(first.signal);
  await assert.rejects(wait(new AbortController().signal), { code: 'rate_limited' });
  first.abort();
  await leaving;
  const next = wait(new AbortController().signal);
  waiter.stop();
  await Promise.all([...others, next]);
});
