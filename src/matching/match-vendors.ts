import { normalizeText } from '../lib/text/normalize-text.ts';
import { compareText, foldForSearch } from '../lib/text/text.ts';
import { parseLicenseNumber } from '../regulator/licenses/number.ts';
import { compareNames, type Fit, type Words } from './compare-names.ts';
import type { Confidence, Matchable, MatchReason, VendorMatch } from './matchable.ts';
import { correctNumber, slipOf } from './number-slips.ts';
import { findCountyNamed, foldCity, foldCounty } from './place-names.ts';
import { firstWordsOf, wordsOf } from './vendor-words.ts';

export interface Matcher<Vendor extends Matchable = Matchable> {
  /**
   * Returns the vendors that may be meant, best match first. The result does not depend on the order of the
   * vendors.
   */
  readonly match: (typed: string, most: number, hints?: Hints) => readonly VendorMatch<Vendor>[];
  /**
   * Returns the vendors with this license number. If there are none, returns vendors with a similar number.
   */
  readonly matchNumber: (number: string) => readonly VendorMatch<Vendor>[];
  /**
   * Returns how well a vendor's current or former name matches a typed name, from 0 to 1. If the name has
   * just been matched, it is not looked up again.
   */
  readonly nameFits: (typed: string) => (vendor: Vendor) => number;
  /**
   * Returns the spellings of this city in vendors' records, folded for search. Empty if no vendor is in the
   * city.
   */
  readonly spellCity: (city: string) => readonly string[];
  /** Returns true if the text is a county or a city that has vendors. */
  readonly isPlace: (text: string) => boolean;
  /** Returns true if a vendor's current name consists of exactly the same words as the given text. */
  readonly hasName: (text: string) => boolean;
}

/** Facts other than the name. */
interface Hints {
  /** The city or county given for the vendor. Vendors elsewhere match less well. */
  readonly city?: string | undefined;
}

const SCORE_MIN = 0.35;
const SURE = { score: 0.86, ahead: 0.1 };
const LIKELY = { score: 0.7, ahead: 0.04 };
const NUMBER_ALIKE_SCORE = 0.8;
const OTHER_LETTERS_SCORE = 0.85;
/**
 * The score is multiplied by this for a vendor in a different city. The city on file is often the owner's, so
 * another city makes a match less certain but not impossible.
 */
const ELSEWHERE_FACTOR = 0.85;
/** Matches text in the format of a license number: at most five letters, then digits. */
const NUMBER = /^\s*#?\s*(?:[a-z]{0,5})[\s#.:-]*(?:\d[\s-]*){5,9}$/i;

/**
 * Returns true if the text is a license number rather than a name. Any letters in it must be the letters of a
 * license number, or nearly so.
 */
export function isNumber(typed: string): boolean {
  if (typed.length > NUMBER_LENGTH_MAX) return false;
  const text = normalizeText(typed, 'NFKC');
  if (correctNumber(text) !== undefined) return true;
  if (!NUMBER.test(text)) return false;
  const number = parseLicenseNumber(text);
  return !/[a-z]/i.test(text) || number?.isOther === true || number?.licenseType !== undefined;
}

const NUMBER_LENGTH_MAX = 40;

/** A vendor's name and its words. */
export interface NamedVendor<Vendor extends Matchable> {
  readonly vendor: Vendor;
  readonly words: readonly string[];
  readonly isFormer: boolean;
}

/** The names and numbers that a matcher looks up. */
export interface Names<Vendor extends Matchable> {
  /** Returns a word's weight. A rare word identifies a vendor better than "taco". */
  readonly weightOf: (word: string) => number;
  /** Looks up a typed name. `words` are its first words. */
  readonly read: (text: string, words: readonly string[]) => ReadName<Vendor>;
  /** Returns the vendors with exactly these digits. */
  readonly withDigits: (digits: string) => readonly Vendor[];
  /** Returns the vendors whose digits differ from these by one typo. */
  readonly nearDigits: (digits: string) => readonly Vendor[];
  /** The spellings of each city on file, folded for search. The key is the city's `foldCity` form. */
  readonly cities: ReadonlyMap<string, readonly string[]>;
  /** Returns true if a vendor's current name consists of exactly the same words as the given text. */
  readonly hasName: (text: string) => boolean;
}

/** The result of looking up a typed name. */
interface ReadName<Vendor extends Matchable> {
  readonly meant: Words['meant'];
  /** Returns the names that are worth comparing with the typed name, in any order. */
  readonly findLike: () => readonly NamedVendor<Vendor>[];
}

interface Entry<Vendor extends Matchable> extends NamedVendor<Vendor>, Place {
  readonly folded: string;
}

/** A typed name and the values computed from it once. */
interface Typed<Vendor extends Matchable> {
  readonly words: readonly string[];
  readonly folded: string;
  readonly known: Words;
  readonly findLike: ReadName<Vendor>['findLike'];
}

interface Hit<Vendor extends Matchable> {
  readonly entry: Entry<Vendor>;
  readonly score: number;
  readonly reasons: readonly MatchReason[];
}

/** Creates a matcher whose names and numbers are looked up elsewhere. */
export function matchOver<Vendor extends Matchable>(names: Names<Vendor>): Matcher<Vendor> {
  const { weightOf, cities } = names;
  const placeKnown = rememberPlaces();
  /** Caches the last typed name, because a line with a name and a number looks up the same name twice. */
  let last: { readonly typed: string; readonly read: Typed<Vendor> } | undefined;
  const read = (typed: string): Typed<Vendor> => {
    if (last?.typed !== typed) {
      const words = firstWordsOf(typed);
      const { meant, findLike } = names.read(typed, words);
      last = { typed, read: { words, folded: foldForSearch(typed), known: { weightOf, meant }, findLike } };
    }
    return last.read;
  };
  const hitOf = (
    { words, folded, known }: Typed<Vendor>,
    entry: Entry<Vendor>,
    city: string,
  ): Hit<Vendor> => {
    const fit = compareNames(words, entry, known);
    const isElsewhere = city !== '' && !entry.places.includes(city);
    const score = Math.min(1, fit.score + literalBonus(entry.folded, folded));
    return {
      entry,
      score: isElsewhere ? score * ELSEWHERE_FACTOR : score,
      reasons: [...reasonsOf(fit, entry), ...(isElsewhere ? (['other_city'] as const) : [])],
    };
  };
  const matchNumber = (number: string): Hit<Vendor>[] => {
    const corrected =
      number.length > NUMBER_LENGTH_MAX ? undefined : correctNumber(normalizeText(number, 'NFKC'));
    const asked = parseLicenseNumber(corrected ?? number);
    const digits = asked?.digits ?? '';
    const isOther = (vendor: Vendor) =>
      asked?.isOther || (asked?.licenseType !== undefined && asked.licenseType !== vendor.licenseType);
    const same = names.withDigits(digits);
    const hits = same.map((vendor) => {
      if (isOther(vendor)) return hitByNumber(vendor, OTHER_LETTERS_SCORE, ['same_number', 'other_letters']);
      return corrected === undefined
        ? hitByNumber(vendor, 1, ['same_number'])
        : hitByNumber(vendor, NUMBER_ALIKE_SCORE, ['number_misread']);
    });
    // If a vendor has exactly this number, the number is not a typo.
    if (same.some((vendor) => !isOther(vendor))) return hits;
    const alike = names.nearDigits(digits);
    return [
      ...hits,
      ...alike
        .filter((vendor) => !isOther(vendor))
        .map((vendor) => hitByNumber(vendor, NUMBER_ALIKE_SCORE, [slipOf(digits, vendor.digits)])),
    ];
  };

  return {
    match: (typed, most, { city = '' } = {}) => {
      if (isNumber(typed)) return rank(matchNumber(typed), most);
      const asked = read(typed);
      const named = foldCity(city);
      // If a city and a county have the same name, the city is meant.
      const at = cities.has(named) ? named : (findCountyNamed(city) ?? named);
      const found = asked.findLike();
      return rank(
        found.map((name) => hitOf(asked, toEntry(name, placeKnown(name.vendor)), at)),
        most,
      );
    },
    matchNumber: (number) => rank(matchNumber(number), Number.POSITIVE_INFINITY),
    nameFits: (typed) => {
      const asked = read(typed);
      return (vendor) => Math.max(...entriesOf(vendor).map((entry) => hitOf(asked, entry, '').score));
    },
    spellCity: (city) => [...(cities.get(foldCity(city)) ?? [])],
    isPlace: (text) => cities.has(foldCity(text)) || findCountyNamed(text) !== undefined,
    hasName: names.hasName,
  };
}

function hitByNumber<Vendor extends Matchable>(
  vendor: Vendor,
  score: number,
  reasons: readonly MatchReason[],
): Hit<Vendor> {
  return { entry: { ...NO_NAME, vendor }, score, reasons };
}

const NO_NAME = { folded: '', words: [], city: [], places: [], isFormer: false };

/** A vendor's location on file: the words of its city, and its city and county folded for comparison. */
interface Place {
  readonly city: readonly string[];
  readonly places: readonly string[];
}

function placeOf({ city, county }: Matchable): Place {
  return {
    city: city === null ? [] : wordsOf(city),
    places: [...(city === null ? [] : [foldCity(city)]), ...(county ? [foldCounty(county)] : [])],
  };
}

/**
 * Does the same as {@link placeOf}, but computes each location only once, because many vendors are in the
 * same few places.
 */
function rememberPlaces(): (vendor: Matchable) => Place {
  const known = new Map<string, Place>();
  return (vendor) => {
    const key = JSON.stringify([vendor.city, vendor.county]);
    const place = known.get(key) ?? placeOf(vendor);
    known.set(key, place);
    return place;
  };
}

function toEntry<Vendor extends Matchable>(name: NamedVendor<Vendor>, place: Place): Entry<Vendor> {
  const { vendor, isFormer } = name;
  return { ...name, ...place, folded: foldForSearch(isFormer ? (vendor.formerName ?? '') : vendor.name) };
}

function entriesOf<Vendor extends Matchable>(vendor: Vendor): Entry<Vendor>[] {
  return namesOf(vendor).map((name) => toEntry(name, placeOf(vendor)));
}

/** Returns a vendor's current name, and its former name if it has one. */
export function namesOf<Vendor extends Matchable>(vendor: Vendor): NamedVendor<Vendor>[] {
  const current = { vendor, words: firstWordsOf(vendor.name), isFormer: false };
  if (vendor.formerName === null) return [current];
  return [current, { vendor, words: firstWordsOf(vendor.formerName), isFormer: true }];
}

/**
 * Returns a bonus to the score if the name contains the typed text literally, at its beginning or as whole
 * words.
 */
function literalBonus(name: string, typed: string): number {
  if (name === typed) return 0.06;
  if (name.startsWith(`${typed} `)) return 0.05;
  if (` ${name} `.includes(` ${typed} `)) return 0.04;
  return name.startsWith(typed) ? 0.04 : 0;
}

function reasonsOf(fit: Fit, { isFormer }: Entry<Matchable>): MatchReason[] {
  const isWhole = fit.named > 0.999;
  const reasons: readonly (readonly [MatchReason, boolean])[] = [
    [
      'same_name',
      !isFormer && fit.isSpelledAlike && isWhole && fit.typed > 0.999 && fit.isInOrder && !fit.isCityTyped,
    ],
    ['former_name', isFormer],
    ['spelled_alike', !fit.isSpelledAlike],
    // This reason requires the same words, not just similar ones.
    ['other_order', !fit.isInOrder && fit.isSpelledAlike && isWhole && fit.typed > 0.999],
    ['words_missing', fit.isSpelledAlike && !isWhole],
    ['words_more', fit.isSpelledAlike && fit.typed <= 0.999],
    ['city', fit.isCityTyped],
  ];
  return reasons.filter(([, applies]) => applies).map(([reason]) => reason);
}

/**
 * Returns one hit per vendor, best first. The confidence of the first hit depends on how much lower the next
 * one's score is.
 */
function rank<Vendor extends Matchable>(hits: readonly Hit<Vendor>[], most: number): VendorMatch<Vendor>[] {
  const ordered = hits.filter(({ score }) => score >= SCORE_MIN).sort(compareHits);
  const seen = new Set<string>();
  const best = ordered.filter(({ entry: { vendor } }) => !seen.has(vendor.id) && seen.add(vendor.id));
  return best.slice(0, most).map((hit, index) => ({
    vendor: hit.entry.vendor,
    score: Math.round(hit.score * 1_000) / 1_000,
    confidence: index === 0 ? confidenceOf(hit, best[1]) : 'possible',
    reasons: hit.reasons,
  }));
}

function compareHits(a: Hit<Matchable>, b: Hit<Matchable>): number {
  return (
    b.score - a.score ||
    Number(a.entry.isFormer) - Number(b.entry.isFormer) ||
    compareText(a.entry.vendor.id, b.entry.vendor.id)
  );
}

/** Reasons that prevent a match from being certain. */
const AGAINST: ReadonlySet<MatchReason> = new Set([
  ...(['number_alike', 'digits_exchanged', 'digit_missing', 'digit_extra', 'number_misread'] as const),
  ...(['other_letters', 'other_city'] as const),
]);

function confidenceOf(hit: Hit<Matchable>, next: Hit<Matchable> | undefined): Confidence {
  const ahead = hit.score - (next?.score ?? 0);
  if (hit.reasons.some((reason) => AGAINST.has(reason))) return next ? 'possible' : 'likely';
  if (hit.score >= SURE.score && ahead >= SURE.ahead) return 'sure';
  return hit.score >= LIKELY.score && ahead >= LIKELY.ahead ? 'likely' : 'possible';
}
