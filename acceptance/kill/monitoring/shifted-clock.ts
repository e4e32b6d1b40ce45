import { isMainThread } from 'node:worker_threads';
import { shiftClock } from '../../../test/support/shift-clock.ts';

/**
 * Loaded into every process of the run before its own code (`node --import`): its clock is ahead by CLOCK_AHEAD_MS,
 * since what a killed process held is free only half an hour later; and it ends when whoever started it is gone.
 */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
shiftClock(() => aheadMs);

if (isMainThread) process.stdin.once('end', () => process.exit(1)).resume();
