import { normalizeText } from './normalize-text.ts';

/**
 * Normalizes text that a person typed into a form. The result is in one Unicode form, trimmed, and without
 * control characters or direction marks.
 */

const LINE_BREAKS = /\r\n?|[\u2028\u2029]/g;
const UNSEEN = /[\p{Cc}\u2028\u2029\p{Bidi_Control}\ufeff]+/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Returns a single line, in which each run of whitespace, including line breaks, is one space. Returns an
 * empty string if nothing is visible.
 */
export function oneLine(text: string): string {
  const plain = normalizeText(text.toWellFormed(), 'NFC').replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim();
  return VISIBLE.test(plain) ? plain : '';
}

/** Returns multiple lines, with at most one empty line between paragraphs. */
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

/** Returns a city's name for comparison, without differences in case or Unicode form. */
export function foldCity(city: string): string {
  return normalizeText(oneLine(city).toLowerCase(), 'NFC');
}
