/** Divides test files among processes. */

/** For each process, a function that returns its next item, or undefined at the end of its share. */
export type Shares<Item> = readonly (() => Item | undefined)[];

/** Shares one queue: the next free process takes the next item, so that no process waits for a slow one. */
export function queue<Item>(items: readonly Item[], count: number): Shares<Item> {
  const left = items.values();
  return Array.from({ length: count }, () => () => left.next().value);
}

/** Gives each process its own list of items. */
export function oneAfterTheOther<Item>(lists: readonly (readonly Item[])[]): Shares<Item> {
  return lists.map((list) => {
    const left = list.values();
    return () => left.next().value;
  });
}

/** Sorts files by how long they took last time. Files without a duration come last. */
export function longestFirst(
  files: readonly string[],
  durations: Readonly<Record<string, number>>,
): string[] {
  return files.toSorted((one, other) => (durations[other] ?? 0) - (durations[one] ?? 0));
}

/**
 * Divides items into lists of equal size. Adjacent items, which often take about the same time, go to
 * different lists.
 */
export function dealOut<Item>(items: readonly Item[], count: number): Item[][] {
  return Array.from({ length: count }, (_, share) => items.filter((_, index) => index % count === share));
}

/** Shuffles items; the same seed always gives the same order. */
export function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const drawn = items.map((item, index) => ({ item, place: scatter(seed, index) }));
  return drawn.sort((one, other) => one.place - other.place).map(({ item }) => item);
}

/** Returns a pseudo-random number (the finalizer of MurmurHash3). */
function scatter(seed: number, index: number): number {
  let mixed = Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
