import { firstIndex } from './packed.ts';

/** Finds vendors by the digits of their license, also where one digit was typed wrong, left out, added or exchanged. */

/** Vendors in the order of their digits: for each one a number that stands for these, and its own. */
export interface PackedNumbers {
  readonly digits: Float64Array;
  readonly vendors: Uint32Array;
}

const DIGITS_MAX = 9;
const DIGITS = '0123456789';

/** `digits` has those of each vendor. */
export function packNumbers(digits: Float64Array): PackedNumbers {
  // Sorted as numbers of 64 bits, digits above and vendor below: many times as fast as with a function that compares.
  const sorted = BigUint64Array.from(
    digits,
    (value, vendor) => (BigInt(value) << 32n) | BigInt(vendor),
  ).sort();
  const vendors = Uint32Array.from(sorted, (both) => Number(both & 0xffff_ffffn));
  return { digits: Float64Array.from(vendors, (vendor) => digits[vendor] ?? 0), vendors };
}

/** "0123" and "123" are different digits. 0 for what nobody can look up. */
export function asNumber(digits: string): number {
  return digits.length <= DIGITS_MAX && /^\d+$/.test(digits) ? Number(`1${digits}`) : 0;
}

/** The vendors with digits that are one slip away from these. The cost grows with the digits typed, at most {@link DIGITS_MAX}. */
export function vendorsNear(numbers: PackedNumbers, typed: string): number[] {
  return spellingsNear(typed).flatMap((other) => vendorsWith(numbers, other));
}

/** The vendors with exactly these digits. */
export function vendorsWith({ digits, vendors }: PackedNumbers, typed: string): number[] {
  const wanted = asNumber(typed);
  if (wanted === 0) return [];
  const found: number[] = [];
  for (
    let at = firstIndex(digits.length, (index) => (digits[index] ?? 0) >= wanted);
    digits[at] === wanted;
    at++
  )
    found.push(vendors[at] ?? 0);
  return found;
}

/** All other numbers that are one digit away: left out, added, changed, or exchanged with its neighbor. */
export function spellingsNear(digits: string): string[] {
  if (asNumber(digits) === 0) return [];
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
  near.delete(digits);
  return [...near];
}
