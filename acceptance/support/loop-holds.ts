import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into a service with `NODE_OPTIONS=--import`. Records how long its event loop was blocked at a
 * time, as processor time of the one thread that responds, so that a busy machine does not matter. Worker
 * threads and refresh processes load this file too, but they answer no requests. Each line of
 * `LOOP_HOLDS_FILE` has the time and the milliseconds.
 */
const EVERY_MS = 1;
const WORTH_TELLING_MS = 10;

const file = process.env.LOOP_HOLDS_FILE;
const isService = isMainThread && process.argv[1]?.endsWith('main.ts') === true;
if (file !== undefined && isService) {
  let before = process.threadCpuUsage();
  // A timer runs once per turn of the loop, so the time used since its last run belongs to one or two turns.
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1_000;
    if (ms >= WORTH_TELLING_MS) appendFileSync(file, `${Date.now()} ${ms.toFixed(1)}\n`);
    before = process.threadCpuUsage();
  }, EVERY_MS).unref();
}
