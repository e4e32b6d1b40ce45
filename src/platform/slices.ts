import { setImmediate } from 'node:timers/promises';

/** Roughly the longest time that the event loop is held. */
const SLICE_MS = 5;

/**
 * Lets others go on while something takes long: to be called after each small piece of work, and awaited when it gives something to wait
 * for. `now` is a monotonic clock in milliseconds.
 */
export function createSlice(now: () => number): () => Promise<void> | undefined {
  let since = now();
  return () => {
    if (now() - since < SLICE_MS) return undefined;
    return setImmediate().then(() => {
      since = now();
    });
  };
}

/** As `list.map`, letting others go on in between; `slice` as {@link createSlice} makes it. */
export async function mapInSlices<Item, Result>(
  list: readonly Item[],
  make: (item: Item) => Result,
  slice: () => Promise<void> | undefined,
): Promise<Result[]> {
  const made: Result[] = [];
  for (const item of list) {
    made.push(make(item));
    const others = slice();
    if (others) await others;
  }
  return made;
}
