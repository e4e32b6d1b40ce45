import { readFileSync } from 'node:fs';
import { shiftClock } from '../../test/support/shift-clock.ts';

/**
 * Loaded into the service before its own code (`node --import`): its clock is ahead by what the file CLOCK_FILE says,
 * milliseconds, which may change while it runs. Every thread of the process loads it.
 */
const file = process.env.CLOCK_FILE ?? '';
const READ_EVERY_MS = 100;
let aheadMs = 0;

const read = () => {
  try {
    aheadMs = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    aheadMs = 0;
  }
};

shiftClock(() => aheadMs);
if (file !== '') {
  read();
  setInterval(read, READ_EVERY_MS).unref();
}
