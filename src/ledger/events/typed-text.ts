/**
 * Text as somebody typed it into a form, made plain: one spelling of each letter, no control characters, no
 * marks that turn the direction of writing, no blanks at its ends.
 */

const LINE_BREAKS = /\r\n?|[\u2028\u2029]/g;
const UNSEEN = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** One line; breaks and runs of blanks become one blank. Empty where there is nothing to see. */
export function oneLine(text: string): string {
  const plain = text.toWellFormed().normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim();
  return VISIBLE.test(plain) ? plain : '';
}

/** Several lines, with at most one empty line between two paragraphs. */
export function someLines(text: string): string {
  const lines = text
    .toWellFormed()
    .normalize('NFC')
    .replace(LINE_BREAKS, '\n')
    .split('\n')
    .map((line) => line.replace(UNSEEN, ' ').trimEnd());
  const plain = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
  return VISIBLE.test(plain) ? plain : '';
}

/** A city's name for comparing, whatever its case and spelling in Unicode. */
export function foldCity(city: string): string {
  return oneLine(city).toLowerCase().normalize('NFC');
}
