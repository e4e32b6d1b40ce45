import type { MatchCounts } from './search-service.ts';

const COUNTS_MAX = 5_000;

/**
 * Remembers how many vendors match a search while the edition of the records is the same, so that the second page of a search need not
 * count again. `edition` is undefined while nobody knows whether it is.
 */
export function rememberCounts(edition: () => string | undefined): MatchCounts {
  const counts = new Map<string, number>();
  let countedIn: string | undefined;
  return {
    async of({ terms, cities, filters, today }, count) {
      const before = edition();
      if (before === undefined) return count();
      if (before !== countedIn || counts.size >= COUNTS_MAX) counts.clear();
      countedIn = before;
      const key = JSON.stringify([terms, cities, Object.entries(filters).sort(), today]);
      const known = counts.get(key);
      if (known !== undefined) return known;
      const total = await count();
      if (edition() === before) counts.set(key, total);
      return total;
    },
  };
}
