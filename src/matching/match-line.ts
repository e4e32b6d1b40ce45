import { normalizeText } from '../lib/text/normalize-text.ts';
import { parseLicenseNumber } from '../regulator/licenses/number.ts';
import { isNumber, type Matcher } from './match-vendors.ts';
import type { Matchable, MatchReason, VendorMatch } from './matchable.ts';
import { withoutState } from './place-names.ts';
import { wordsOf } from './vendor-words.ts';

/**
 * Finds the vendor that a line in a list refers to. A match is certain only if nothing contradicts it: if the
 * line has both a name and a number, they must agree. Otherwise, the result is a choice for a person, or
 * nothing. These are pure functions.
 */

/** A line in a list as a person wrote it. */
export interface VendorLine {
  readonly name?: string | undefined;
  readonly licenseNumber?: string | undefined;
  readonly city?: string | undefined;
}

export type LineMatch<Hit> =
  | { readonly kind: 'sure'; readonly hit: Hit }
  /** `more` is the number of other vendors that match nearly as well as the first hit. */
  | ({ readonly kind: 'choice'; readonly hits: readonly Hit[]; readonly more: number } & Asked)
  | ({ readonly kind: 'none' } & Asked);

interface Asked {
  /** True if the line identifies a vendor only by a license number. */
  readonly isNumber: boolean;
}

const CHOICES_MAX = 5;
/**
 * A vendor that is not among the choices is counted only if its score is at most this much lower than the
 * first one's.
 */
const MORE_BEHIND_MAX = 0.2;
/**
 * A name with at least this score agrees with the number in the line. If the number has a typo, the second
 * value applies. A name with at most the third value is a different name.
 */
const AGREES_MIN = 0.75;
const AGREES_WITH_TYPO_MIN = 0.86;
const OTHER_NAME_MAX = 0.45;
/**
 * Matches a number inside a name: "5890001 Pelican Tacos". It has optional letters and then seven digits or
 * characters that look like digits.
 */
const NUMBER_INSIDE = /(?<![\p{L}\d])(?:[a-z]{3,5}[\s#.:-]*)?(?:\d{7}(?!\d)|\d[\doil]{6}(?![\p{L}\d]))/iu;
const NUMBER_ALONE = /(?<![\p{L}\d])\d{7}(?!\d)/u;
/** Matches words that people write before a number. */
const NUMBER_LABEL = /\b(?:state )?(?:licen[sc]e|lic|permit)\.?(?: (?:number|no|num)\b\.?)?[\s#:.-]*$/i;
/** Matches the number or bullet of a list item. */
const LIST_MARK = /^\s*(?:\(?\d{1,3}[.)]|[-*•·–—])\s+/u;
const PHONE =
  /(?:\b(?:phone|tel|cell|ph)\b[.:]?\s*)?(?<!\d)(?:\+?1[\s.-]?)?(?:\(\d{3}\)|\d{3})[\s.-]?\d{3}[\s.-]?\d{4}(?!\d)/giu;
const MAIL = /\S+@\S+/gu;
/**
 * Matches an expiration or payment date next to a number, with the words before it. "24/7" by itself is part
 * of a name.
 */
const DATED_NOTE =
  /(?:\b(?:exp(?:ires?|iry|iration|ired)?|valid|paid|due|renewed|until|through|thru|vence|vencimiento|v[aá]lida?|hasta|pagado)\b[\s.:]*){1,3}\d{1,4}(?:[/-]\d{1,4}){1,2}(?![\d/-])|(?<![\d/-])\d{1,2}[/-](?:\d{1,2}[/-]\d{2}(?:\d{2})?|\d{4})(?![\d/-])/giu;
/** Matches decimals that a spreadsheet adds to a number. */
const DECIMALS = /^[.,]0+(?!\d)/;

export function matchLine<Vendor extends Matchable>(
  matcher: Matcher<Vendor>,
  line: VendorLine,
): LineMatch<VendorMatch<Vendor>> {
  const parts = partsOf(line);
  const placed = parts.city === '' ? withPlace(parts, matcher) : undefined;
  if (!placed) return matchParts(matcher, parts);
  const match = matchParts(matcher, placed);
  if (match.kind === 'sure' && !match.hit.reasons.includes('other_city')) return match;
  const isNothing = match.kind === 'none' && !match.isNumber;
  // "Miami" may also be the end of a name. Matching the whole line as well costs twice as much, so it is done
  // only if it can make a difference.
  if (!isNothing && !matcher.hasName(parts.name)) return match;
  const whole = matchParts(matcher, parts);
  const isName = whole.kind === 'sure' && whole.hit.reasons.includes('same_name');
  return isName || isNothing ? whole : match;
}

interface Parts {
  readonly name: string;
  readonly number: string;
  readonly city: string;
}

/**
 * Treats the text after the last comma as a place if it is a city or county: "Pelican Tacos, Tampa" and
 * "5890001, Tampa". Returns undefined if it is not.
 */
function withPlace<Vendor extends Matchable>(
  { name, number }: Parts,
  matcher: Matcher<Vendor>,
): Parts | undefined {
  if (number !== '' && matcher.isPlace(trimSigns(name))) return { name: '', number, city: trimSigns(name) };
  const stateless = withoutState(name);
  const comma = stateless.lastIndexOf(',');
  const before = stateless.slice(0, comma).trim();
  const city = trimSigns(stateless.slice(comma + 1));
  return comma > 0 && before !== '' && matcher.isPlace(city) ? { name: before, number, city } : undefined;
}

function trimSigns(text: string): string {
  return text.replace(/^[\s,;/|–—-]+|(?<![\s,;/|–—-])[\s,;/|–—-]+$/g, '');
}

function matchParts<Vendor extends Matchable>(
  matcher: Matcher<Vendor>,
  { name, number, city }: Parts,
): LineMatch<VendorMatch<Vendor>> {
  if (number === '')
    return pickResult(name === '' ? [] : matcher.match(name, Number.POSITIVE_INFINITY, { city }), false);
  const numbered = matcher.matchNumber(number);
  if (name === '') return pickResult(numbered, true);
  const named = matcher.match(name, Number.POSITIVE_INFINITY, { city });
  const fitOf = matcher.nameFits(name);
  const weighed = numbered.map((hit) => ({ hit, fit: fitOf(hit.vendor) }));
  // If a vendor has exactly this number, it is not a typo, even if the name differs.
  const isKnownNumber = numbered.some(({ reasons }) => reasons.includes('same_number'));
  const agreeing = weighed
    .filter(({ hit, fit }) =>
      isKnownNumber
        ? hit.reasons.includes('same_number') && agrees(fit, hit, name)
        : fit >= AGREES_WITH_TYPO_MIN,
    )
    .map(({ hit }) => hit);
  const [agreed] = agreeing;
  if (agreed && agreeing.length === 1 && !agreed.reasons.includes('other_letters'))
    return { kind: 'sure', hit: { ...agreed, confidence: 'sure', reasons: bothReasons(agreed, named) } };
  const doubted = weighed
    // A vendor with a different number and a different name has nothing to do with the line.
    .filter(({ hit, fit }) => hit.reasons.includes('same_number') || fit > OTHER_NAME_MAX)
    .map(({ hit, fit }) =>
      agrees(fit, hit, name)
        ? doubt({ ...hit, reasons: bothReasons(hit, named) }, [])
        : doubt(hit, ['other_name']),
    );
  const known = new Set(doubted.map(({ vendor }) => vendor.id));
  const others = named
    .filter(({ vendor }) => !known.has(vendor.id))
    .map((hit) => doubt(hit, ['other_number']));
  return choiceOf([...doubted, ...others], false);
}

/**
 * Returns true if the name matches well enough, or if the text contains the whole name among other words:
 * "Pelican Tacos, confirmed by phone".
 */
function agrees(fit: number, { vendor }: { readonly vendor: Matchable }, text: string): boolean {
  return (
    fit >= AGREES_MIN ||
    [vendor.name, vendor.formerName].some((name) => name !== null && holdsName(text, name))
  );
}

function holdsName(text: string, name: string): boolean {
  const words = wordsOf(name);
  // A single word could be part of any name.
  return words.length > 1 && ` ${wordsOf(text).join(' ')} `.includes(` ${words.join(' ')} `);
}

function pickResult<Vendor extends Matchable>(
  hits: readonly VendorMatch<Vendor>[],
  isNumber: boolean,
): LineMatch<VendorMatch<Vendor>> {
  const [first] = hits;
  return first?.confidence === 'sure' ? { kind: 'sure', hit: first } : choiceOf(hits, isNumber);
}

function choiceOf<Vendor extends Matchable>(
  hits: readonly VendorMatch<Vendor>[],
  isNumber: boolean,
): LineMatch<VendorMatch<Vendor>> {
  const [best] = hits;
  if (!best) return { kind: 'none', isNumber };
  const near = hits.slice(CHOICES_MAX).filter(({ score }) => score >= best.score - MORE_BEHIND_MAX);
  return { kind: 'choice', hits: hits.slice(0, CHOICES_MAX), more: near.length, isNumber };
}

function partsOf(line: VendorLine): Parts {
  const name = normalizeText(line.name ?? '', 'NFKC').trim();
  const city = withoutState(line.city ?? '');
  const given = normalizeText(line.licenseNumber ?? '', 'NFKC').trim();
  if (parseLicenseNumber(given)) {
    const { number, rest } = takeNumber(given);
    return number === '' ? { name, number: given, city } : { name: name || rest, number, city };
  }
  const { number, rest } = takeNumber(name);
  return { name: rest, number, city };
}

/** Returns true if the text is a license number or contains one. */
export function hasNumber(text: string): boolean {
  return takeNumber(normalizeText(text, 'NFKC')).number !== '';
}

/**
 * Separates the license number from the text and removes any list marker, phone number and email address.
 * `number` is empty if there is no license number.
 */
function takeNumber(text: string): { readonly number: string; readonly rest: string } {
  if (isNumber(text)) return { number: text, rest: '' };
  const plain = text.replace(LIST_MARK, '').replace(MAIL, ' ').replace(PHONE, ' ').trim();
  if (isNumber(plain)) return { number: plain, rest: '' };
  const inside = [NUMBER_INSIDE, NUMBER_ALONE]
    .map((each) => each.exec(plain))
    .find((each) => each && isNumber(each[0]));
  if (!inside) return { number: '', rest: plain };
  const before = plain.slice(0, inside.index).replace(NUMBER_LABEL, '');
  const after = plain.slice(inside.index + inside[0].length).replace(DECIMALS, '');
  const rest = trimSigns(`${before} ${after}`.replace(DATED_NOTE, ' '));
  return { number: inside[0], rest: /\p{L}/u.test(rest) ? rest : '' };
}

function doubt<Hit extends { readonly reasons: readonly MatchReason[] }>(
  hit: Hit,
  against: readonly MatchReason[],
) {
  return { ...hit, confidence: 'possible' as const, reasons: [...hit.reasons, ...against] };
}

function bothReasons<Vendor extends Matchable>(
  { vendor, reasons }: VendorMatch<Vendor>,
  named: readonly VendorMatch<Vendor>[],
): readonly MatchReason[] {
  const own = named.find((hit) => hit.vendor.id === vendor.id);
  return [...new Set([...reasons, ...(own?.reasons ?? [])])];
}
