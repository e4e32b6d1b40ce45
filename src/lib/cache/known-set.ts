import { createRecheck } from './recheck.ts';

/** A set that is read as a whole, at most every so often. */
export interface KnownSet {
  /** Whether it holds the text; undefined while it is being read, and when it is time to read it anew, which starts that. */
  has(text: string): boolean | undefined;
  /** The set, read anew when it is time to. */
  get(): Promise<ReadonlySet<string>>;
}

/**
 * A set that may lag behind by `recheckMs` milliseconds; 0 reads it for every question. A failure reaches those who wait for it and is not
 * kept for later ones.
 */
export function createKnownSet(
  read: () => Promise<Iterable<string>>,
  options: { readonly recheckMs: number; readonly now: () => number },
): KnownSet {
  const isDue = createRecheck(options);
  let asked: Promise<ReadonlySet<string>> | undefined;
  /** What `asked` resolved to. */
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
      // What is read for every question is never known beforehand.
      if (options.recheckMs > 0) latest();
      return known?.has(text);
    },
    get: latest,
  };
}
