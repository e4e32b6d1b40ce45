import { normalizeText } from './normalize-text.ts';

/**
 * Normalizes text that a person typed into a form: one Unicode spelling, no control characters, no direction
 * marks, trimmed.
 */

const LINE_BREAKS = /\r\n?|[\u2028\u2029]/g;
const UNSEEN = /[\p{Cc}\u2028\u2029\p{Bidi_Control}\ufeff]+/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns one line; line breaks and runs of blanks become one blank. Empty if nothing is visible. */
export function oneLine(text: string): string {
  const plain = normalizeText(text.toWellFormed(), 'NFC').replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim();
  return VISIBLE.test(plain) ? plain : '';
}

/** Returns several lines, with at most one empty line between two paragraphs. */
export function someLines(text: string): string {
  const lines = normalizeText(text.toWellFormed(), 'NFC')
    .replace(LINE_BREAKS, '\n')
    .split('\n')
    .map((line) => line.replace(UNSEEN, ' ').trimEnd());
  const plain = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
  return VISIBLE.test(plain) ? plain : '';
}

/** Returns a city's name for comparison, ignoring case and Unicode spelling. */
export function foldCity(city: string): string {
  return normalizeText(oneLine(city).toLowerCase(), 'NFC');
}
