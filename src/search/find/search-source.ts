import type { Verdict } from '../../judgment/score/recommendation.ts';
import type { FilterName, VendorFilters } from '../../records/record/filters.ts';
import type { MatchedVendor, MatchOptions } from './matched-vendor.ts';

export interface SearchQuery {
  /** The folded words, all of which must occur. Empty for all vendors. */
  readonly terms: readonly string[];
  /** The whole folded query, which is used to rank the matches. */
  readonly phrase: string;
  /** The digits if the query is a license number. Otherwise empty. */
  readonly digits: string;
  /** The folded spellings of a city, one of which must be the vendor's city. Empty for any city. */
  readonly cities: readonly string[];
  readonly filters: VendorFilters;
}

interface Window {
  readonly limit: number;
  readonly offset: number;
}

type Soon<Value> = Value | Promise<Value>;

/** A set of vendors that can be searched. */
export interface SearchSource {
  /** Returns the vendor ids on one page, best match first, and the total number of matches. */
  readonly listMatches: (
    query: SearchQuery,
    page: Window,
  ) => Soon<{ readonly ids: readonly string[]; readonly total: number }>;
  /**
   * Returns which of these vendors are in the query's city and pass its filters but do not contain all of its
   * words.
   */
  readonly listFitting: (query: SearchQuery, ids: readonly string[]) => Soon<ReadonlySet<string>>;
  /** Returns how many vendors would match without each of the query's filters, and without its city. */
  readonly countWithoutEach: (query: SearchQuery) => Soon<ReadonlyMap<FilterName | 'city', number>>;
  /** Returns summaries (as JSON text) and verdicts by vendor id. */
  readonly mapSummaries: (
    ids: readonly string[],
  ) => Soon<ReadonlyMap<string, { readonly summary: string; readonly verdict: Verdict }>>;
  /** Returns the vendors that a text may refer to, best first. */
  readonly findMatchingVendors: (
    text: string,
    options: MatchOptions,
  ) => Soon<{ readonly hits: readonly MatchedVendor[] }>;
  /** Returns the spellings of a city in the records, folded for search. */
  readonly spellCity: (city: string) => Soon<readonly string[]>;
}
