import { readFileSync } from 'node:fs';
import { shiftClock } from '../../test/support/shift-clock.ts';

/**
 * Preloaded into every thread of the service (`node --import`). Sets its clock ahead by the number of
 * milliseconds in the file CLOCK_FILE. The file may change while the service runs.
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
