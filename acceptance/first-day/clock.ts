import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { shiftClock } from '../../test/support/shift-clock.ts';

/**
 * Loaded into the service before its own code (`node --import`). Its clock is ahead of the machine's by CLOCK_AHEAD_MS, or behind
 * it. With PAUSE_MS_MAX the thread that fetches files waits no longer than that between two requests: a month has thousands.
 */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
shiftClock(() => aheadMs);

const pauseMsMax = Number(process.env.PAUSE_MS_MAX ?? Number.POSITIVE_INFINITY);
if (!isMainThread && Number.isFinite(pauseMsMax)) {
  const { setTimeout: wait } = timers;
  timers.setTimeout = (ms, ...others) => wait(Math.min(ms ?? 0, pauseMsMax), ...others);
  syncBuiltinESMExports();
}
