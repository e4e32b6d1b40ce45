/**
 * Defines number series that the regulator has never used. Demo records use them, so that a demo number is
 * never mistaken for a real one.
 */

const FIRST_FICTIONAL_VISIT = 900_000_000;

/**
 * Returns true if the third digit is 9 or the first digit is 8 or 9. The first two digits are a county code,
 * and county codes end at 77. Numbers that start with 8 or 9 are for the fictional vendors in benchmarks,
 * because the series with 9 as the third digit is too small for them.
 */
export function isFictionalDigits(digits: string): boolean {
  return digits[2] === '9' || /^[89]/.test(digits);
}

export function isFictionalVisit(visitId: number): boolean {
  return visitId >= FIRST_FICTIONAL_VISIT;
}
