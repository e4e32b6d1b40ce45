export function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Returns the total count for all keys except this district. */
export function countOthers(counts: ReadonlyMap<number, number>, district: number | null): number {
  return [...counts].reduce((sum, [key, number]) => sum + (key === district ? 0 : number), 0);
}

/** Returns the most frequent key (the first one in case of a tie) and its share of the total. */
export function mostFrequent<Key>(counts: ReadonlyMap<Key, number>): [key: Key | undefined, share: number] {
  let best: Key | undefined;
  let most = 0;
  let all = 0;
  for (const [key, number] of counts) {
    all += number;
    if (number > most) [best, most] = [key, number];
  }
  return [best, all === 0 ? 0 : most / all];
}
