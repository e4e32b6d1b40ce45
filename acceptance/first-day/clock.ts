import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { shiftClock } from '../../test/support/shift-clock.ts';

/**
 * Preloaded into the service (`node --import`). Shifts its clock by CLOCK_AHEAD_MS, which can be negative.
 * With PAUSE_MS_MAX, the download thread never waits longer than that between two requests, because a month
 * has thousands of requests.
 */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
shiftClock(() => aheadMs);

const pauseMsMax = Number(process.env.PAUSE_MS_MAX ?? Number.POSITIVE_INFINITY);
if (!isMainThread && Number.isFinite(pauseMsMax)) {
  const { setTimeout: wait } = timers;
  timers.setTimeout = (ms, ...others) => wait(Math.min(ms ?? 0, pauseMsMax), ...others);
  syncBuiltinESMExports();
}
