/** Sets the clock of this thread ahead, by what is asked at each look: days that are given stay what they are. */
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
