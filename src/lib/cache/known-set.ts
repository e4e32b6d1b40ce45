import { createRecheck } from './recheck.ts';

/** A set that is always fetched in full, at most once per interval. */
export interface KnownSet {
  /**
   * Returns whether the set contains a text, or undefined while the set is being fetched. Starts fetching
   * again if the set is too old.
   */
  has(text: string): boolean | undefined;
  /** Returns the set, fetching it again if it is too old. */
  get(): Promise<ReadonlySet<string>>;
}

/**
 * Creates a set that may be up to `recheckMs` milliseconds old. With 0, the set is fetched for every `get`
 * call. A failure is passed to the waiting callers and is not cached.
 */
export function createKnownSet(
  read: () => Promise<Iterable<string>>,
  options: { readonly recheckMs: number; readonly now: () => number },
): KnownSet {
  const isDue = createRecheck(options);
  let asked: Promise<ReadonlySet<string>> | undefined;
  /** The value that `asked` resolved to. */
  let known: ReadonlySet<string> | undefined;

  const readAnew = (): Promise<ReadonlySet<string>> => {
    known = undefined;
    const reading = read().then((texts) => new Set(texts));
    asked = reading;
    reading.then(
      (texts) => {
        if (asked === reading && options.recheckMs > 0) known = texts;
      },
      () => {
        if (asked === reading) asked = undefined;
      },
    );
    return reading;
  };
  const latest = () => (isDue() || !asked ? readAnew() : asked);
  return {
    has(text) {
      // Start fetching if the set is too old. A set without an interval is fetched only by `get`.
      if (options.recheckMs > 0) latest();
      return known?.has(text);
    },
    get: latest,
  };
}
