import assert from 'node:assert/strict';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { runInBackground } from './background-thread.ts';

const MODULE = new URL('./background-thread.ts', import.meta.url).href;
/** Reads a thread's niceness from its Linux status file. */
const READ = `(file) => {
  const stat = require('node:fs').readFileSync(file, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}`;
/**
 * The code of a thread that moves to the background, reads a file using the thread pool, and starts another
 * thread. Posts the niceness of all of these threads.
 */
const PROGRAM = `
  const { parentPort, Worker } = require('node:worker_threads');
  const { readdirSync, readFileSync, promises } = require('node:fs');
  const read = ${READ};
  (async () => {
    await (await import('${MODULE}')).runInBackground();
    await promises.readFile('/proc/self/stat');
    const inner = new Worker(
      "require('node:worker_threads').parentPort.postMessage((" + ${JSON.stringify(READ)} + ")('/proc/thread-self/stat'))",
      { eval: true },
    );
    const [ofInner] = await require('node:events').once(inner, 'message');
    const pool = readdirSync('/proc/self/task')
      .map((id) => '/proc/self/task/' + id)
      .filter((each) => nameOf(each).startsWith('libuv'))
      .map((each) => read(each + '/stat'));
    // Another test's thread may have ended since the list was read.
    function nameOf(each) {
      try {
        return readFileSync(each + '/comm', 'utf8');
      } catch {
        return '';
      }
    }
    parentPort.postMessage({ own: read('/proc/thread-self/stat'), ofInner, pool });
  })();
`;
const skip = process.platform === 'linux' ? false : 'only Linux has a priority for each thread';

test('only a background thread and the threads that it starts have a lower priority', {
  skip,
}, async () => {
  const before = getPriority();
  // Another test in this process may have lowered the priority already.
  const lower = Math.max(before, 10);
  const [found] = await once(new Worker(PROGRAM, { eval: true }), 'message');
  assert.equal(found.own, lower);
  assert.equal(found.ofInner, lower, 'a thread that it starts');
  assert.ok(found.pool.length > 0, 'the pool runs');
  assert.deepEqual(new Set(found.pool), new Set([before]), 'threads that the whole process uses');
  assert.equal(getPriority(), before, 'the thread that answers');
});

test('a lower priority is not requested on a system without per-thread priorities', async () => {
  await runInBackground({
    platform: 'darwin',
    getPriority,
    setPriority: () => assert.fail('it would be that of the whole process'),
  });
});

test('work continues on a system that does not allow a lower priority', async () => {
  let asked = 0;
  await runInBackground({
    platform: 'linux',
    getPriority: () => 0,
    setPriority: () => {
      asked += 1;
      throw new Error('EPERM');
    },
  });
  assert.equal(asked, 1);
});

test('a process that was started with an even lower priority keeps that priority', async () => {
  await runInBackground({
    platform: 'linux',
    getPriority: () => 19,
    setPriority: () => assert.fail('it would come forward'),
  });
});
