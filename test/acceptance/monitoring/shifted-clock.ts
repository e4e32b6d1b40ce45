import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into every process of the run before its own code (`node --import`): its clock is ahead by CLOCK_AHEAD_MS,
 * since what a killed process held is free only half an hour later; and it ends when whoever started it is gone.
 */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const RealDate = Date;
const now = () => RealDate.now() + aheadMs;

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});

if (isMainThread) process.stdin.once('end', () => process.exit(1)).resume();
