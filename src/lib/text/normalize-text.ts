/**
 * The maximum length that is processed, in UTF-16 code units. Every field has its own lower limit, which is
 * checked later.
 */
export const NORMALIZED_MAX = 65_536;

/** The maximum number of marks on a letter in Unicode's stream-safe text format (UAX #15). */
export const MARKS_MAX = 30;

/** Runs of characters whose order normalization can change. The two Katakana characters become marks. */
const MARKS = /[\p{M}\uff9e\uff9f]{2,}/gu;

/**
 * Normalizes text to a Unicode form in linear time. Normalization sorts the marks on a letter, which takes
 * quadratic time. To prevent that, marks after the thirtieth and text after {@link NORMALIZED_MAX} are
 * dropped first.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text
    .slice(0, NORMALIZED_MAX)
    .replace(MARKS, (marks) => (marks.length > MARKS_MAX ? firstMarks(marks) : marks))
    .normalize(form);
}

/** Returns the first marks. Some marks are two code units long. */
function firstMarks(marks: string): string {
  return [...marks.slice(0, 2 * MARKS_MAX)].slice(0, MARKS_MAX).join('');
}
