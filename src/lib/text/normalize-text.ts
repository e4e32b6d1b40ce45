/**
 * The longest text that is read, in UTF-16 code units. Every field has its own lower bound, which is checked
 * later.
 */
export const NORMALIZED_MAX = 65_536;

/** The limit for marks on one letter in Unicode's own format for streams (UAX #15, "Stream-Safe Text"). */
export const MARKS_MAX = 30;

/** Every character that normalizing moves past another character; the two Katakana letters become marks. */
const MARKS = /[\p{M}\uff9e\uff9f]{2,}/gu;

/**
 * Writes a text in one Unicode spelling, in time that grows only with its length. Normalizing sorts the marks
 * on a letter, in time that grows with the square of their number. So marks after the thirtieth are dropped
 * first, and so is the text after {@link NORMALIZED_MAX}.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text
    .slice(0, NORMALIZED_MAX)
    .replace(MARKS, (marks) => (marks.length > MARKS_MAX ? firstMarks(marks) : marks))
    .normalize(form);
}

/** Some marks are two code units. */
function firstMarks(marks: string): string {
  return [...marks.slice(0, 2 * MARKS_MAX)].slice(0, MARKS_MAX).join('');
}
