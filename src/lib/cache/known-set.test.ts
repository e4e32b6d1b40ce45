import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKnownSet } from './known-set.ts';

function open(recheckMs: number, answers: (readonly string[] | Error)[]) {
  let clock = 0;
  let reads = 0;
  const read = async () => {
    const answer = answers[reads] ?? [];
    reads += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const set = createKnownSet(read, { recheckMs, now: () => clock });
  return { set, reads: () => reads, wait: (ms: number) => (clock += ms) };
}

test('a set is fetched once per interval, and its content is unknown while it is being fetched', async () => {
  const { set, reads, wait } = open(100, [['a'], ['b']]);
  assert.equal(set.has('a'), undefined);
  assert.deepEqual([...(await set.get())], ['a']);
  assert.deepEqual([set.has('a'), set.has('b'), reads()], [true, false, 1]);
  wait(100);
  assert.equal(set.has('a'), undefined);
  assert.deepEqual([...(await set.get())], ['b']);
  assert.deepEqual([set.has('a'), set.has('b'), reads()], [false, true, 2]);
});

test('a set without an interval is fetched for every get() call, and has() never knows its content', async () => {
  const { set, reads } = open(0, [['a'], ['a']]);
  assert.equal(set.has('a'), undefined);
  assert.equal(reads(), 0);
  await set.get();
  assert.equal(set.has('a'), undefined);
  await set.get();
  assert.equal(reads(), 2);
});

test('a failed fetch is passed to the waiting caller and is not cached', async () => {
  const { set } = open(100, [new Error('away'), ['a']]);
  assert.equal(set.has('a'), undefined);
  await assert.rejects(set.get(), { message: 'away' });
  assert.deepEqual([...(await set.get())], ['a']);
});
