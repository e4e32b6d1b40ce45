/**
 * The consequence of each note that was made while a file was read, by a pattern for the note's code. The
 * first matching pattern is used.
 */
const MEANINGS: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [
    /^expiry_date_off_calendar$/,
    'shown as it is; confirms a license no longer than the next regular expiry date',
  ],
  [/^counts_/, 'the counts of these visits are unknown and not scored'],
  [/^names_struck_out$/, 'names of persons were struck out of these texts before they were stored'],
  [/^outside_fiscal_year$/, 'read as they are; the rest of the file is from another fiscal year'],
  [/^rows_on_other_sheets$/, 'not read: only the first sheet is read'],
  [/^rank_contradicts$/, 'the letters of the number say what kind of license it is'],
  [/^unknown_/, 'shown in the regulator’s words, and not interpreted'],
  [/contradict/, 'the values in which these rows differ are unknown'],
  [/_repaired$|^lone_quote$/, 'repaired; nothing is lost'],
  [/_blank$/, 'blank in the file, so the value is unknown'],
];

/**
 * Explains what a note means for the vendors in the affected rows. A row is never lost because of an
 * unreadable value.
 */
export function explainWarning(code: string): string {
  const [, meaning] = MEANINGS.find(([pattern]) => pattern.test(code)) ?? [];
  return meaning ?? 'left out, so the value is unknown; the rest of the row counts';
}
