import { setImmediate } from 'node:timers/promises';

/** The approximate maximum time for which the event loop is blocked. */
const SLICE_MS = 5;

/**
 * Lets other work run during a long task. Call it after each small piece of work, and await what it returns,
 * if anything. `now` is a monotonic clock in milliseconds.
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

/** Does the same as `list.map` but lets other work run in between; `slice` comes from {@link createSlice}. */
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
