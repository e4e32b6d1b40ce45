import { isMainThread } from 'node:worker_threads';
import { shiftClock } from '../../../test/support/shift-clock.ts';

/**
 * Preloaded into every process of the run (`node --import`). Sets the process's clock ahead by
 * CLOCK_AHEAD_MS, because a killed process's leases expire only after half an hour. Ends the process when its
 * parent is gone.
 */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
shiftClock(() => aheadMs);

if (isMainThread) process.stdin.once('end', () => process.exit(1)).resume();
