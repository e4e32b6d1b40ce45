import type { MatchCounts } from './search-service.ts';

const COUNTS_MAX = 5_000;
/** Positions kept of the orders of searches: 12 MB. */
const POSITIONS_MAX = 3_000_000;

/**
 * Remembers how many vendors match a search, and in which order, while the edition of the records is the same, so that another page of a
 * search need not count and sort again. `edition` asks for it where it is time to, since counting may take longer than an edition is taken for granted; undefined
 * where nobody knows.
 */
export function rememberCounts(edition: () => Promise<string | undefined> | string | undefined): MatchCounts {
  const counts = new Map<string, number>();
  const orders = new Map<string, Promise<Uint32Array>>();
  const sizes = new Map<string, number>();
  let countedIn: string | undefined;

  /** The edition that what is remembered is of. */
  const currentEdition = async (): Promise<string | undefined> => {
    const now = await edition();
    if (now === undefined) return undefined;
    if (now !== countedIn) for (const kept of [counts, orders, sizes]) kept.clear();
    countedIn = now;
    return now;
  };
  /** Forgets the oldest orders until the others fit. */
  const makeRoom = (): void => {
    let sum = [...sizes.values()].reduce((total, size) => total + size, 0);
    for (const [key, size] of sizes) {
      if (sum <= POSITIONS_MAX) return;
      sum -= size;
      sizes.delete(key);
      orders.delete(key);
    }
  };

  return {
    async of(query, count) {
      const before = await currentEdition();
      if (before === undefined) return count();
      if (counts.size >= COUNTS_MAX) counts.clear();
      const key = keyOf(query);
      const known = counts.get(key);
      if (known !== undefined) return known;
      const total = await count();
      if ((await edition()) === before) counts.set(key, total);
      return total;
    },
    async orderOf(query, order) {
      const before = await currentEdition();
      if (before === undefined) return undefined;
      const key = `${query.phrase}\n${keyOf(query)}`;
      const known = orders.get(key);
      // Whoever asks meanwhile waits for the same one.
      const made = known ?? order();
      if (!known) orders.set(key, made);
      try {
        const positions = await made;
        if ((await edition()) !== before) return undefined;
        if (orders.get(key) === made) sizes.set(key, positions.length);
        makeRoom();
        return positions;
      } catch (error) {
        if (orders.get(key) === made) orders.delete(key);
        throw error;
      }
    },
  };
}

/** What the number of matches depends on; their order depends on the phrase as well. */
function keyOf({ terms, cities, filters, today }: Parameters<MatchCounts['of']>[0]): string {
  return JSON.stringify([terms, cities, Object.entries(filters).sort(), today]);
}
