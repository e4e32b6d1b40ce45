/**
 * Sets this thread's clock ahead by the current result of `aheadMs`. Dates constructed from an explicit value
 * are unaffected.
 */
export function shiftClock(aheadMs: () => number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + aheadMs();
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(now()).toString(),
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
  });
}
