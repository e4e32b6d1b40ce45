import type { DatabaseSync } from 'node:sqlite';
import type { LineMatch, VendorLine } from '../matching/match-line.ts';
import { findMeantIn, type MeantVendor, matchLineIn, spellCityIn } from '../vendors/finder-service.ts';
import type { SearchSource } from '../vendors/search-source.ts';
import { openNames } from './names-store.ts';
import { openLiteralSearch } from './search-store.ts';

interface SnapshotSearch extends SearchSource {
  /** Returns what a line of a list means. */
  readonly matchLine: (line: VendorLine) => LineMatch<MeantVendor>;
}

/** Opens a snapshot, on a connection that only reads, for search, lists and suggestions. */
export function openSearch(snapshot: DatabaseSync): SnapshotSearch {
  const matcher = openNames(snapshot);
  return {
    ...openLiteralSearch(snapshot),
    findMeant: (text, options) => ({ hits: findMeantIn(matcher, text, options) }),
    matchLine: (line) => matchLineIn(matcher, line),
    spellCity: (city) => spellCityIn(matcher, city),
    requirePublished: () => {},
  };
}
