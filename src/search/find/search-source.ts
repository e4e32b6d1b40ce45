import type { Verdict } from '../../judgment/score/recommendation.ts';
import type { FilterName, VendorFilters } from '../../records/record/filters.ts';
import type { MeantOptions, MeantVendor } from './meant-vendor.ts';

export interface SearchQuery {
  /** Folded words, each of which must occur; empty for all vendors. */
  readonly terms: readonly string[];
  /** The whole folded query, which ranks the matches. */
  readonly phrase: string;
  /** Digits of a query that is a license number, else empty. */
  readonly digits: string;
  /** Folded spellings of a city, one of which must be the vendor's own; empty for any city. */
  readonly cities: readonly string[];
  readonly filters: VendorFilters;
}

interface Window {
  readonly limit: number;
  readonly offset: number;
}

type Soon<Value> = Value | Promise<Value>;

/** Where vendors are searched. */
export interface SearchSource {
  /** Returns the ids of one page, best match first, and how many matches there are in all. */
  readonly listMatches: (
    query: SearchQuery,
    page: Window,
  ) => Soon<{ readonly ids: readonly string[]; readonly total: number }>;
  /** Returns those of the vendors that have the query's city and pass its filters, but do not have all its words. */
  readonly listFitting: (query: SearchQuery, ids: readonly string[]) => Soon<ReadonlySet<string>>;
  /** Returns how many vendors would match without each of the query's filters, or its city. */
  readonly countWithoutEach: (query: SearchQuery) => Soon<ReadonlyMap<FilterName | 'city', number>>;
  /** Returns summaries, JSON text, and verdicts; by vendor id. */
  readonly mapSummaries: (
    ids: readonly string[],
  ) => Soon<ReadonlyMap<string, { readonly summary: string; readonly verdict: Verdict }>>;
  /** Returns the vendors that a text may mean, the best first. */
  readonly findMeant: (
    text: string,
    options: MeantOptions,
  ) => Soon<{ readonly hits: readonly MeantVendor[] }>;
  /** Returns the spellings of a city on record, folded for search. */
  readonly spellCity: (city: string) => Soon<readonly string[]>;
}
