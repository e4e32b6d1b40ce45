import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientFullError, createBoundedPool, type Lane, PoolFullError } from './bounded-pool.ts';

/** Creates a task that runs until the test completes it. */
function openWork(log: string[], name: string) {
  const end = Promise.withResolvers<string>();
  const work = () => {
    log.push(name);
    return end.promise;
  };
  return { work, end: () => end.resolve(name), fail: () => end.reject(new Error(name)) };
}

test('as many tasks run as the bound allows, and another starts whenever one ends or fails', async () => {
  const pool = createBoundedPool({ atOnce: 2, waitingMax: 5 });
  const log: string[] = [];
  const works = ['a', 'b', 'c', 'd'].map((name) => openWork(log, name));
  const runs = works.map(({ work }) => pool.run(work, 'second'));
  await Promise.resolve();
  assert.deepEqual(log, ['a', 'b']);
  works[0]?.fail();
  await assert.rejects(runs[0] ?? Promise.resolve(), /a/);
  assert.deepEqual(log, ['a', 'b', 'c']);
  for (const { end } of works) end();
  assert.deepEqual(await Promise.all(runs.slice(1)), ['b', 'c', 'd']);
});

test('the first lane goes before the second, and each lane rejects tasks beyond its own bound', async () => {
  const pool = createBoundedPool({ atOnce: 1, waitingMax: 2 });
  const log: string[] = [];
  const names = ['running', 's1', 's2', 's3', 'f1', 'f2', 'f3'];
  const works = names.map((name) => openWork(log, name));
  const outcomes = works.map(({ work }, index) => {
    const lane: Lane = names[index]?.startsWith('f') ? 'first' : 'second';
    return pool.run(work, lane).catch((error: unknown) => error instanceof PoolFullError && 'refused');
  });
  for (const { end } of works) end();
  assert.deepEqual(await Promise.all(outcomes), ['running', 's1', 's2', 'refused', 'f1', 'f2', 'refused']);
  assert.deepEqual(log, ['running', 'f1', 'f2', 's1', 's2']);
});

test('only as many tasks from the second lane run at a time as allowed, even if there is room for more', async () => {
  const pool = createBoundedPool({ atOnce: 2, secondAtOnce: 1, waitingMax: 5 });
  const log: string[] = [];
  const names = ['s1', 's2', 'f1', 'f2', 's3'];
  const works = names.map((name) => openWork(log, name));
  const runs = works.map(({ work }, index) =>
    pool.run(work, names[index]?.startsWith('f') ? 'first' : 'second'),
  );
  const end = async (index: number) => {
    works[index]?.end();
    await runs[index];
  };
  await Promise.resolve();
  assert.deepEqual(log, ['s1', 'f1']);
  await end(2);
  assert.deepEqual(log, ['s1', 'f1', 'f2']);
  await end(3);
  assert.deepEqual(log, ['s1', 'f1', 'f2'], 's2 waits for s1, although there is room');
  await end(0);
  assert.deepEqual(log, ['s1', 'f1', 'f2', 's2']);
  await end(1);
  assert.deepEqual(log, ['s1', 'f1', 'f2', 's2', 's3']);
  await end(4);
});

test('a client’s second task waits until other clients’ first tasks have started, and a third is rejected', async () => {
  const pool = createBoundedPool({ atOnce: 1, waitingMax: 5, ofClientMax: 2 });
  const log: string[] = [];
  const { signal } = new AbortController();
  const start = (name: string) => {
    const opened = openWork(log, name);
    return { ...opened, run: pool.run(opened.work, 'second', { client: name.slice(0, 1), signal }) };
  };
  const all = ['a1', 'a2', 'b1', 'b2', 'c1'].map(start);
  await assert.rejects(start('a3').run, ClientFullError);
  for (const { end } of all) end();
  await Promise.all(all.map(({ run }) => run));
  assert.deepEqual(log, ['a1', 'b1', 'c1', 'a2', 'b2']);
  const again = start('a4');
  again.end();
  assert.equal(await again.run, 'a4');
});

test('a task leaves the queue when its client stops waiting, which makes room for another', async () => {
  const pool = createBoundedPool({ atOnce: 1, waitingMax: 1, ofClientMax: 2 });
  const log: string[] = [];
  const running = openWork(log, 'running');
  const first = pool.run(running.work, 'second');
  const gone = new AbortController();
  const asker = { client: 'a', signal: gone.signal };
  const waiting = pool.run(openWork(log, 'gone').work, 'second', asker);
  gone.abort(new Error('hung up'));
  await assert.rejects(waiting, /hung up/);
  await assert.rejects(pool.run(openWork(log, 'gone').work, 'second', asker), /hung up/);
  const next = openWork(log, 'next');
  const last = pool.run(next.work, 'second', { client: 'a', signal: new AbortController().signal });
  running.end();
  next.end();
  assert.deepEqual(await Promise.all([first, last]), ['running', 'next']);
  assert.deepEqual(log, ['running', 'next']);
});
