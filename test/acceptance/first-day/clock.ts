import { shiftClock } from '../support/shift-clock.ts';

/** Loaded into the service before its own code (`node --import`): its clock is ahead of the machine's by CLOCK_AHEAD_MS, or behind it. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
shiftClock(() => aheadMs);
