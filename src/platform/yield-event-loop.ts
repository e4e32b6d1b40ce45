import { setImmediate } from 'node:timers/promises';

/** Approximately how long the event loop may be blocked. */
const SLICE_MS = 5;

/**
 * Creates a function that lets other work run during a long task. Call the function after each small piece of
 * the task, and await the promise if it returns one. `now` is a monotonic clock in milliseconds.
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
