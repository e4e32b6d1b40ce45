import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into a service with `NODE_OPTIONS=--import`. Records how long the event loop is blocked each
 * time. It measures the processor time of the thread that responds to requests, so that a busy machine does
 * not matter. Worker threads and refresh processes also load this file, but they do not respond to requests.
 * Each line in `LOOP_HOLDS_FILE` has the time and the number of milliseconds.
 */
const EVERY_MS = 1;
const WORTH_TELLING_MS = 10;

const file = process.env.LOOP_HOLDS_FILE;
const isService = isMainThread && process.argv[1]?.endsWith('main.ts') === true;
if (file !== undefined && isService) {
  let before = process.threadCpuUsage();
  // A timer runs once per turn of the event loop, so the time used since its last run belongs to one or two
  // turns.
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1_000;
    if (ms >= WORTH_TELLING_MS) appendFileSync(file, `${Date.now()} ${ms.toFixed(1)}\n`);
    before = process.threadCpuUsage();
  }, EVERY_MS).unref();
}
