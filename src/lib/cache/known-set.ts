import { createRecheck } from './recheck.ts';

/** A set that is read as a whole, at most once per interval. */
export interface KnownSet {
  /**
   * Returns undefined while the set is being read. If the set is too old, also returns undefined and starts
   * reading it again.
   */
  has(text: string): boolean | undefined;
  /** Returns the set, read again if it is too old. */
  get(): Promise<ReadonlySet<string>>;
}

/**
 * Creates a set that may be up to `recheckMs` milliseconds old; 0 reads it for every question. A failure
 * reaches the waiting callers and is not cached.
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
      // A set without an interval is never known before it is read.
      if (options.recheckMs > 0) latest();
      return known?.has(text);
    },
    get: latest,
  };
}
