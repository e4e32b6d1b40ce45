import type { Matchable } from './matchable.ts';

/** Finds vendors by the digits of their license, also where one digit was typed wrong, left out, added or exchanged. */

export interface NumberIndex<Vendor> {
  /** Vendors with exactly these digits, then those with alike ones. The cost grows with the digits typed, at most {@link DIGITS_MAX}. */
  readonly near: (digits: string) => { readonly same: readonly Vendor[]; readonly alike: readonly Vendor[] };
}

export const DIGITS_MAX = 9;
const DIGITS = '0123456789';

export function createNumberIndex<Vendor extends Matchable>(vendors: readonly Vendor[]): NumberIndex<Vendor> {
  const byDigits = new Map<string, Vendor | Vendor[]>();
  for (const vendor of vendors) {
    const known = byDigits.get(vendor.digits);
    byDigits.set(vendor.digits, known === undefined ? vendor : ([known, vendor].flat() as Vendor[]));
  }
  const withDigits = (digits: string): Vendor[] => {
    const found = byDigits.get(digits);
    return found === undefined ? [] : ([found].flat() as Vendor[]);
  };
  return {
    near: (digits) => {
      if (digits === '' || digits.length > DIGITS_MAX) return { same: [], alike: [] };
      const others = spellingsNear(digits);
      others.delete(digits);
      return { same: withDigits(digits), alike: [...others].flatMap(withDigits) };
    },
  };
}

/** All numbers that are one digit away: left out, added, changed, or exchanged with its neighbor. */
function spellingsNear(digits: string): Set<string> {
  const near = new Set<string>();
  for (let at = 0; at <= digits.length; at++) {
    const [head, tail] = [digits.slice(0, at), digits.slice(at)];
    for (const digit of DIGITS) {
      near.add(head + digit + tail);
      if (tail !== '') near.add(head + digit + tail.slice(1));
    }
    if (tail !== '') near.add(head + tail.slice(1));
    if (tail.length > 1) near.add(head + tail.charAt(1) + tail.charAt(0) + tail.slice(2));
  }
  return near;
}
