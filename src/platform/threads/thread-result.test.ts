import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { threadResult, threadResultUnlessStopped } from './thread-result.ts';

const start = (program: string) => new Worker(program, { eval: true });
const ANSWERS = `require('node:worker_threads').parentPort.postMessage({ made: 3 })`;
const FAILS = `throw new Error('no room')`;
const ENDS = 'process.exit(4)';
const WAITS = 'setInterval(() => {}, 1_000)';

describe('the result of a thread', () => {
  test('is the message that the thread sends', async () => {
    assert.deepEqual(await threadResult(start(ANSWERS), 'tests'), { made: 3 });
    const { signal } = new AbortController();
    assert.deepEqual(await threadResultUnlessStopped(start(ANSWERS), 'tests', signal), { made: 3 });
  });

  test('is an error if the thread fails or ends without a message', async () => {
    await assert.rejects(threadResult(start(FAILS), 'tests'), /no room/);
    await assert.rejects(threadResult(start(ENDS), 'tests'), /the thread of tests ended with 4/);
    await assert.rejects(threadResultUnlessStopped(start(FAILS), 'tests', undefined), /no room/);
  });

  test('is undefined if the thread was stopped', async () => {
    const stopping = new AbortController();
    const stopped = threadResultUnlessStopped(start(WAITS), 'tests', stopping.signal);
    stopping.abort();
    assert.equal(await stopped, undefined);
  });
});
