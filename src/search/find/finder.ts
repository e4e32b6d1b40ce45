import type { LineMatch, VendorLine } from '../../matching/match-line.ts';
import { matchLine } from '../../matching/match-line.ts';
import type { Matcher } from '../../matching/match-vendors.ts';
import type { VendorMatch } from '../../matching/matchable.ts';
import type { ListedVendor } from './listed-vendor.ts';
import type { MatchedVendor, MatchOptions } from './matched-vendor.ts';
import type { FoundVendors, VendorSearch } from './search.ts';

/** Finds the published vendors that a text may refer to. Search, lists, claims and applications use this. */

export interface Finder {
  /**
   * Searches for the names of a few published vendors, so that the next caller does not have to wait for the
   * setup of a first search. Lets other work run in between. Does nothing before the first publication.
   */
  readonly warmUp: () => Promise<void>;
  /** Searches the published vendors. Throws `not_ready` before the first publication. */
  readonly search: (search: VendorSearch) => Promise<FoundVendors & { readonly version: number }>;
  /**
   * Returns the vendors that a name or license number may refer to, best first. Throws `not_ready` before the
   * first publication.
   */
  readonly findMatchingVendors: (
    text: string,
    options: MatchOptions,
  ) => Promise<{ readonly version: number; readonly hits: readonly MatchedVendor[] }>;
  /**
   * Returns the match for each line, in order. Accepts at most {@link LINES_MAX} lines. Throws `not_ready`
   * before the first publication. If the signal is aborted, soon throws its reason.
   */
  readonly matchLines: (
    lines: readonly VendorLine[],
    signal?: AbortSignal,
  ) => Promise<{ readonly version: number; readonly lines: readonly LineMatch<MatchedVendor>[] }>;
}

export const LINES_MAX = 500;
/**
 * The maximum length of a name or number in characters. Longer text is truncated, because no real name or
 * number is this long.
 */
const TEXT_MAX = 200;

/** Returns the vendors that a name or license number may refer to, best first. */
export function findMatchingVendorsIn(
  matcher: Matcher<ListedVendor>,
  text: string,
  { limit, city }: MatchOptions,
): readonly MatchedVendor[] {
  const hits = matcher.match(text.slice(0, TEXT_MAX), limit, { city: city?.slice(0, TEXT_MAX) });
  return hits.map(toMatchedVendor);
}

/** Returns the match for a line in a list. */
export function matchLineIn(matcher: Matcher<ListedVendor>, line: VendorLine): LineMatch<MatchedVendor> {
  return toMatchedLine(matchLine(matcher, cut(line)));
}

/** Returns the spellings of a city in the records, folded for search. */
export function spellCityIn(matcher: Matcher<ListedVendor>, city: string): readonly string[] {
  return matcher.spellCity(city.slice(0, TEXT_MAX));
}

function toMatchedVendor({ vendor, score, confidence, reasons }: VendorMatch<ListedVendor>): MatchedVendor {
  const { id: vendorId, name, formerName, licenseNumber, city, county } = vendor;
  return { vendorId, name, formerName, licenseNumber, city, county, score, confidence, reasons };
}

function toMatchedLine(match: LineMatch<VendorMatch<ListedVendor>>): LineMatch<MatchedVendor> {
  if (match.kind === 'sure') return { kind: 'sure', hit: toMatchedVendor(match.hit) };
  return match.kind === 'choice' ? { ...match, hits: match.hits.map(toMatchedVendor) } : match;
}

function cut({ name, licenseNumber, city }: VendorLine): VendorLine {
  return {
    name: name?.slice(0, TEXT_MAX),
    licenseNumber: licenseNumber?.slice(0, TEXT_MAX),
    city: city?.slice(0, TEXT_MAX),
  };
}
