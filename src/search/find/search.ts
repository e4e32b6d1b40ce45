import type { Verdict } from '../../judgment/score/recommendation.ts';
import { normalizeText } from '../../lib/text/normalize-text.ts';
import { foldForSearch } from '../../lib/text/text.ts';
import { isNumber } from '../../matching/match-vendors.ts';
import type { Confidence, MatchReason } from '../../matching/matchable.ts';
import type { FilterName, VendorFilters } from '../../records/record/filters.ts';
import { LICENSE_DIGITS, parseLicenseNumber } from '../../regulator/licenses/number.ts';
import type { MatchedVendor } from './matched-vendor.ts';
import type { SearchQuery, SearchSource } from './search-source.ts';

/** Searches the published vendors, first for the exact typed text, then for similar names. */

const TERMS_MAX = 8;
const LICENSE_QUERY = /^(mfd|htd|cat)?[\s-]*[\d\s-]{3,}$/i;
/** If there are more literal matches than this, typing more helps better than similar names. */
const LITERAL_ENOUGH = 20;
/** The maximum number of similar vendors to list, and the maximum number to request in order to find them. */
const ALIKE_MAX = 10;
const ALIKE_SEEN = 50;
/** The minimum scores at which a similar vendor is listed: next to literal matches, and if there are none. */
const BESIDE_LITERAL_MIN = 0.75;
const ALONE_MIN = 0.5;

export interface VendorSearch {
  readonly q: string;
  readonly city: string;
  readonly filters?: VendorFilters;
  readonly limit: number;
  readonly offset: number;
}

/** The reason a vendor is listed that does not contain the typed words. */
interface RowMatch {
  readonly reasons: readonly MatchReason[];
  readonly sureness: Confidence;
}

export interface FoundRow {
  /** The vendor's summary as JSON text. */
  readonly summary: string;
  /** The verdict on the date of publication, for no particular event. */
  readonly verdict: Verdict;
  /** Null if the record contains all of the typed words. */
  readonly match: RowMatch | null;
}

export interface FoundVendors {
  /** The number of literal and similar matches. */
  readonly total: number;
  readonly literal: number;
  /** Best match first, with all literal matches before similar ones. */
  readonly rows: readonly FoundRow[];
  /** If nothing was found, the number of literal matches without each filter or without the city. */
  readonly without: ReadonlyMap<FilterName | 'city', number>;
}

/**
 * Returns the vendors whose name, former name, city or license number contains every word of `q`, best match
 * first. If there are only a few, vendors with a similar name or number follow.
 */
export async function searchVendors(source: SearchSource, search: VendorSearch): Promise<FoundVendors> {
  const typed = await toSearchQuery(source, search);
  if (!typed) return NONE_FOUND;
  const { query, literal } = await listLiteral(source, typed, search);
  const alike = await listSimilar(source, query, search, literal.total);
  const total = literal.total + alike.length;
  if (total === 0) {
    const without = await source.countWithoutEach(query);
    return { ...NONE_FOUND, without };
  }
  const from = Math.max(0, search.offset - literal.total);
  const shown = alike.slice(from, from + search.limit - literal.ids.length);
  const ids = [...literal.ids, ...shown.map(({ vendorId }) => vendorId)];
  const summaries = await source.mapSummaries(ids);
  const matches = new Map<string, RowMatch>(
    shown.map(({ vendorId, reasons, confidence }) => [vendorId, { reasons, sureness: confidence }]),
  );
  const rows = ids.flatMap((id) => {
    const summary = summaries.get(id);
    return summary === undefined ? [] : [{ ...summary, match: matches.get(id) ?? null }];
  });
  return { total, literal: literal.total, rows, without: new Map() };
}

/**
 * Returns the literal matches for the typed text. If there are none, tries the license number that it
 * contains. Also tries its last words as a city in any spelling, and uses that result if it has more matches.
 */
async function listLiteral(source: SearchSource, typed: SearchQuery, search: VendorSearch) {
  const find = async (query: SearchQuery) => ({
    query,
    literal: await source.listMatches(query, search),
  });
  const asTyped = await find(typed);
  if (asTyped.literal.total > LITERAL_ENOUGH) return asTyped;
  const number = asTyped.literal.total === 0 ? parseLicenseNumber(search.q)?.digits : undefined;
  if (number?.length === LICENSE_DIGITS) {
    const numbered = await find({ ...typed, ...toNumber(number) });
    if (numbered.literal.total > 0) return numbered;
  }
  const place = await readAsPlace(source, typed, search);
  const inPlace = place && (await find(place));
  return inPlace && inPlace.literal.total > asTyped.literal.total ? inPlace : asTyped;
}

/**
 * Interprets "tacos ft lauderdale" as the word "tacos" in the city of Fort Lauderdale. Returns undefined if
 * the last words are not a city on record.
 */
async function readAsPlace(
  source: SearchSource,
  typed: SearchQuery,
  { q, city }: VendorSearch,
): Promise<SearchQuery | undefined> {
  if (typed.terms.length === 0 || typed.digits !== '' || city !== '') return undefined;
  const words = q
    .trim()
    .split(/[\s,]+/)
    .slice(0, TERMS_MAX);
  for (const from of words.keys()) {
    const cities = await source.spellCity(words.slice(from).join(' '));
    if (cities.length === 0) continue;
    return { ...typed, ...toTerms(words.slice(0, from).join(' ')), cities };
  }
  return undefined;
}

function toNumber(digits: string): Pick<SearchQuery, 'terms' | 'phrase' | 'digits'> {
  return { terms: [digits], phrase: digits, digits };
}

function toTerms(q: string): Pick<SearchQuery, 'terms' | 'phrase'> {
  const phrase = foldForSearch(q);
  return { phrase, terms: [...new Set(phrase.split(' '))].filter(Boolean).slice(0, TERMS_MAX) };
}

/**
 * Returns similar vendors. The list is the same for every page of a search, so that each vendor is on exactly
 * one page.
 */
async function listSimilar(
  source: SearchSource,
  query: SearchQuery,
  { q, city }: VendorSearch,
  literal: number,
): Promise<readonly MatchedVendor[]> {
  if (query.terms.length === 0 || literal > LITERAL_ENOUGH) return [];
  if (literal > 0 && (isNumber(q) || query.digits.length === LICENSE_DIGITS)) return [];
  const { hits } = await source.findMatchingVendors(q, {
    limit: ALIKE_SEEN,
    city: city === '' ? undefined : city,
  });
  const least = literal > 0 ? BESIDE_LITERAL_MIN : ALONE_MIN;
  const near = hits.filter(({ score }) => score >= least);
  const fitting = await source.listFitting(
    query,
    near.map(({ vendorId }) => vendorId),
  );
  return near.filter(({ vendorId }) => fitting.has(vendorId)).slice(0, ALIKE_MAX);
}

const NONE_FOUND: FoundVendors = { total: 0, literal: 0, rows: [], without: new Map() };

/** Builds the search query. Returns undefined if the text contains nothing to search for, such as "!!!". */
async function toSearchQuery(
  source: SearchSource,
  { q, city, filters = {} }: VendorSearch,
): Promise<SearchQuery | undefined> {
  const folded = foldForSearch(city);
  if (city.trim() !== '' && folded === '') return undefined;
  const cities = folded === '' ? [] : [...new Set([folded, ...(await source.spellCity(city))])];
  const rest = { cities, filters };
  if (q.trim() === '') return { ...rest, terms: [], phrase: '', digits: '' };
  const isNumbers = LICENSE_QUERY.test(normalizeText(q, 'NFKC').trim());
  const digits = isNumbers ? parseLicenseNumber(q)?.digits : undefined;
  if (digits !== undefined) return { ...rest, ...toNumber(digits) };
  const words = toTerms(q);
  return words.phrase === '' ? undefined : { ...rest, ...words, digits: '' };
}
