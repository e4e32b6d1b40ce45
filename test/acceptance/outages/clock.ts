import { readFileSync } from 'node:fs';

/**
 * Loaded into the service before its own code (`node --import`): its clock is ahead by what the file CLOCK_FILE says,
 * milliseconds, which may change while it runs. Every thread of the process loads it.
 */
const file = process.env.CLOCK_FILE ?? '';
const READ_EVERY_MS = 100;
const RealDate = Date;
let aheadMs = 0;

const read = () => {
  try {
    aheadMs = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    aheadMs = 0;
  }
};
const now = () => RealDate.now() + aheadMs;

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});
if (file !== '') {
  read();
  setInterval(read, READ_EVERY_MS).unref();
}
