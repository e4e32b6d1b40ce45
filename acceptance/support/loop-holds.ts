import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a service with `NODE_OPTIONS=--import`: writes how long its event loop was held at a time, as processor time of the one
 * thread that answers, so that a busy machine changes nothing. Worker threads and the process of a refresh load
 * this file too, but they answer no request. A line of `LOOP_HOLDS_FILE` is the moment and the milliseconds.
 */
const EVERY_MS = 1;
const WORTH_TELLING_MS = 10;

const file = process.env.LOOP_HOLDS_FILE;
const isService = isMainThread && process.argv[1]?.endsWith('main.ts') === true;
if (file !== undefined && isService) {
  let before = process.threadCpuUsage();
  // A timer runs once in each turn of the loop, so what was used since its last run was used in one turn or two.
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1_000;
    if (ms >= WORTH_TELLING_MS) appendFileSync(file, `${Date.now()} ${ms.toFixed(1)}\n`);
    before = process.threadCpuUsage();
  }, EVERY_MS).unref();
}
