import { parseLicenseNumber } from '../regulator/licenses/number.ts';
import type { MatchReason } from './matchable.ts';

/**
 * Corrects common mistakes in license numbers: letters typed for digits, swapped letters, or one wrong digit.
 * These are pure functions.
 */

/** Matches optional letters (three) and then seven characters: a digit and six that look like digits. */
const LOOKS_LIKE_NUMBER = /^\s*#?\s*(?:([a-z]{3})[\s#.:-]*)?(\d(?:[\s-]*[\doil]){6})\s*$/i;
const DIGITS_MIN = 4;

/**
 * Corrects a number with O for 0, I or l for 1, or two adjacent letters swapped: `ACB-58123O5` becomes
 * `ABC5812305`. Returns undefined if there is nothing to correct or the text is not a number.
 */
export function correctNumber(text: string): string | undefined {
  const [, letters = '', signs = ''] = LOOKS_LIKE_NUMBER.exec(text) ?? [];
  const typed = signs.replace(/[\s-]/g, '');
  if (typed.replace(/\D/g, '').length < DIGITS_MIN) return undefined;
  const digits = typed.replace(/o/gi, '0').replace(/[il]/gi, '1');
  const known = letters === '' ? '' : knownLetters(letters.toUpperCase());
  if (known === undefined || (known === letters.toUpperCase() && digits === typed)) return undefined;
  return `${known}${digits}`;
}

function knownLetters(letters: string): string | undefined {
  const [a = '', b = '', c = ''] = letters;
  return [letters, `${b}${a}${c}`, `${a}${c}${b}`].find((each) => {
    const { licenseType, isOther } = parseLicenseNumber(`${each}1`) ?? {};
    return licenseType !== undefined || (isOther === true && each === letters);
  });
}

/** Returns the kind of typo in typed digits that are one typo away from a vendor's own digits. */
export function slipOf(typed: string, own: string): MatchReason {
  if (typed.length !== own.length) return typed.length < own.length ? 'digit_missing' : 'digit_extra';
  const differing = [...own].filter((digit, index) => digit !== typed[index]).length;
  return differing === 1 ? 'number_alike' : 'digits_exchanged';
}
