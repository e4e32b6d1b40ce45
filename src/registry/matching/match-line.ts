import { parseLicenseNumber } from '../licenses/number.ts';
import { isNumber, type Matcher } from './match-vendors.ts';
import type { Matchable, MatchReason, VendorMatch } from './matchable.ts';

/**
 * Which vendor a line of a list means. A line is sure only where nothing speaks against the vendor: name and number must agree
 * where both are given. Everything else is a choice for a person, or nothing. Pure.
 */

/** A line of a list, as somebody wrote it. */
export interface VendorLine {
  readonly name?: string | undefined;
  readonly licenseNumber?: string | undefined;
  readonly city?: string | undefined;
}

export type LineMatch<Hit> =
  | { readonly kind: 'sure'; readonly hit: Hit }
  | { readonly kind: 'choice'; readonly hits: readonly Hit[] }
  | { readonly kind: 'none' };

export const CHOICES_MAX = 5;
/** From here on a name agrees with a number, and with a number that has a typo; below the last, it is quite another name. */
const AGREES_MIN = 0.75;
const AGREES_WITH_TYPO_MIN = 0.86;
const OTHER_NAME_MAX = 0.45;
/** A name with the number in it: "5890001 Pelican Tacos". Letters, if any, and seven digits. */
const NUMBER_INSIDE = /(?<![\p{L}\d])(?:[a-z]{3,5}[\s#-]*)?\d{7}(?!\d)/iu;

export function matchLine<Vendor extends Matchable>(
  matcher: Matcher<Vendor>,
  line: VendorLine,
): LineMatch<VendorMatch<Vendor>> {
  const { name, number, city } = partsOf(line);
  if (number === '')
    return name === '' ? { kind: 'none' } : settle(matcher.match(name, CHOICES_MAX, { city }));
  const numbered = matcher.matchNumber(number);
  if (name === '') return settle(numbered);
  const named = matcher.match(name, CHOICES_MAX, { city });
  const fitOf = matcher.nameFits(name);
  const weighed = numbered.map((hit) => ({ hit, fit: fitOf(hit.vendor) }));
  // A number that somebody has is that vendor's: the name makes no typo of it.
  const isSomebodys = numbered.some(({ reasons }) => reasons.includes('same_number'));
  const agreeing = weighed
    .filter(({ hit, fit }) =>
      isSomebodys ? hit.reasons.includes('same_number') && fit >= AGREES_MIN : fit >= AGREES_WITH_TYPO_MIN,
    )
    .map(({ hit }) => hit);
  const [agreed] = agreeing;
  if (agreed && agreeing.length === 1 && !agreed.reasons.includes('other_letters'))
    return { kind: 'sure', hit: { ...agreed, sureness: 'sure', reasons: bothReasons(agreed, named) } };
  const doubted = weighed
    // A vendor with another number and another name has nothing to do with the line.
    .filter(({ hit, fit }) => hit.reasons.includes('same_number') || fit > OTHER_NAME_MAX)
    .map(({ hit, fit }) =>
      fit >= AGREES_MIN
        ? doubt({ ...hit, reasons: bothReasons(hit, named) }, [])
        : doubt(hit, ['other_name']),
    );
  const known = new Set(doubted.map(({ vendor }) => vendor.id));
  const others = named
    .filter(({ vendor }) => !known.has(vendor.id))
    .map((hit) => doubt(hit, ['other_number']));
  const hits = [...doubted, ...others].slice(0, CHOICES_MAX);
  return hits.length === 0 ? { kind: 'none' } : { kind: 'choice', hits };
}

function settle<Vendor extends Matchable>(
  hits: readonly VendorMatch<Vendor>[],
): LineMatch<VendorMatch<Vendor>> {
  const [first] = hits;
  if (!first) return { kind: 'none' };
  return first.sureness === 'sure'
    ? { kind: 'sure', hit: first }
    : { kind: 'choice', hits: hits.slice(0, CHOICES_MAX) };
}

function partsOf(line: VendorLine): { name: string; number: string; city: string } {
  const name = line.name?.trim() ?? '';
  const city = line.city?.trim() ?? '';
  const given = line.licenseNumber?.trim() ?? '';
  if (parseLicenseNumber(given)) return { name, number: given, city };
  const inside = NUMBER_INSIDE.exec(name)?.[0] ?? '';
  if (isNumber(name)) return { name: '', number: name, city };
  return isNumber(inside)
    ? { name: name.replace(inside, ' ').trim(), number: inside, city }
    : { name, number: '', city };
}

function doubt<Hit extends { readonly reasons: readonly MatchReason[] }>(
  hit: Hit,
  against: readonly MatchReason[],
) {
  return { ...hit, sureness: 'possible' as const, reasons: [...hit.reasons, ...against] };
}

function bothReasons<Vendor extends Matchable>(
  { vendor, reasons }: VendorMatch<Vendor>,
  named: readonly VendorMatch<Vendor>[],
): readonly MatchReason[] {
  const own = named.find((hit) => hit.vendor.id === vendor.id);
  return [...new Set([...reasons, ...(own?.reasons ?? [])])];
}
