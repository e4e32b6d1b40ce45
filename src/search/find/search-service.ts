import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { memoize } from '../../lib/cache/memoize.ts';
import { parseStored } from '../../lib/stored-json.ts';
import type { LineMatch, VendorLine } from '../../matching/match-line.ts';
import type { OpenSnapshot, Published } from '../../platform/db/database.ts';
import { createSlice } from '../../platform/yield-event-loop.ts';
import { getPublishedState } from '../../published-state/service.ts';
import { type Finder, findMatchingVendorsIn, LINES_MAX, matchLineIn, spellCityIn } from './finder.ts';
import type { MatchedVendor } from './matched-vendor.ts';
import { openNames } from './names-store.ts';
import { searchVendors } from './search.ts';
import type { SearchSource } from './search-source.ts';
import { openLiteralSearch } from './search-store.ts';

interface SnapshotSearch extends SearchSource {
  /** Returns the match for a line in a list. */
  readonly matchLine: (line: VendorLine) => LineMatch<MatchedVendor>;
}

/** Opens a snapshot for search, lists and suggestions, on a read-only connection. */
export function openSearch(snapshot: DatabaseSync): SnapshotSearch {
  const matcher = openNames(snapshot);
  return {
    ...openLiteralSearch(snapshot),
    findMatchingVendors: (text, options) => ({ hits: findMatchingVendorsIn(matcher, text, options) }),
    matchLine: memoizeLines((line) => matchLineIn(matcher, line)),
    spellCity: (city) => spellCityIn(matcher, city),
  };
}

/**
 * The maximum number of lines whose matches are cached. They are cached because a list is matched again at
 * each step.
 */
const LINES_CACHED_MAX = 2_000;

function memoizeLines(match: (line: VendorLine) => LineMatch<MatchedVendor>): typeof match {
  const matchText = memoize((text) => match(parseStored<VendorLine>(text)), LINES_CACHED_MAX);
  return ({ name, licenseNumber, city }) => matchText(JSON.stringify({ name, licenseNumber, city }));
}

/**
 * The number of names to search for before the first request. V8 compiles code only after it has run a few
 * times.
 */
const EXAMPLES = 8;

/**
 * Returns names from the whole range of vendors, each without its second letter, so that the search for
 * similar names runs as well.
 */
function listExamples(sqlite: DatabaseSync): string[] {
  const statement = sqlite.prepare(
    'select search_name as name from vendors where position % (select 1 + max(position) / ? from vendors) = 0 limit ?',
  );
  return statement.all(EXAMPLES, EXAMPLES).map(({ name }) => String(name).replace(/(?<=^.)./u, ''));
}

/**
 * Creates a finder that always searches the currently published snapshot. `now` is a monotonic clock in
 * milliseconds.
 */
export function createFinder(published: Published, now: () => number = () => performance.now()): Finder {
  let opened: { readonly of: DatabaseSync; readonly search: SnapshotSearch } | undefined;
  const searchOf = ({ sqlite }: OpenSnapshot): SnapshotSearch => {
    if (opened?.of !== sqlite) opened = { of: sqlite, search: openSearch(sqlite) };
    return opened.search;
  };
  const searching = <Value>(
    read: (search: SnapshotSearch, version: number) => Promise<Value>,
  ): Promise<Value> =>
    published.use(async (snapshot) => {
      if (snapshot.version === 0) await getPublishedState(published.db);
      return read(searchOf(snapshot), snapshot.version);
    });
  return {
    warmUp: () =>
      published.use(async (snapshot) => {
        if (snapshot.version === 0) return;
        for (const q of listExamples(snapshot.sqlite)) {
          await setImmediate();
          await searchVendors(searchOf(snapshot), { q, city: '', limit: EXAMPLES, offset: 0 });
        }
      }),
    search: (asked) =>
      searching(async (search, version) => ({ ...(await searchVendors(search, asked)), version })),
    findMatchingVendors: (text, options) =>
      searching(async (search, version) => ({
        ...(await search.findMatchingVendors(text, options)),
        version,
      })),
    async matchLines(lines, signal) {
      if (lines.length > LINES_MAX) throw new RangeError(`At most ${LINES_MAX} lines at once.`);
      const slice = createSlice(now);
      return searching(async (search, version) => {
        const matches: LineMatch<MatchedVendor>[] = [];
        for (const line of lines) {
          matches.push(search.matchLine(line));
          const others = slice();
          if (others) await others;
          signal?.throwIfAborted();
        }
        return { version, lines: matches };
      });
    },
  };
}
