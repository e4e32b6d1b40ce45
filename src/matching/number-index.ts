/**
 * Finds license digits that are one typo apart: one digit is wrong, missing, extra or swapped with its
 * neighbor.
 */

const DIGITS_MAX = 9;
const DIGITS = '0123456789';

/**
 * Returns the digits as a number, or 0 if they cannot be looked up. "0123" and "123" give different numbers.
 */
export function asNumber(digits: string): number {
  return digits.length <= DIGITS_MAX && /^\d+$/.test(digits) ? Number(`1${digits}`) : 0;
}

/**
 * Returns all digits that are one typo away: one digit missing, extra, changed, or swapped with its neighbor.
 */
export function spellingsNear(digits: string): string[] {
  if (asNumber(digits) === 0) return [];
  const near = new Set<string>();
  for (let at = 0; at <= digits.length; at++) {
    const head = digits.slice(0, at);
    const tail = digits.slice(at);
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
