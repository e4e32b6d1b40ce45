/**
 * Defines number series that the regulator never issued. Demo records use them, so none is mistaken for a
 * real one.
 */

const FIRST_FICTIONAL_VISIT = 900_000_000;

/**
 * Returns true if the third digit is 9 or the first digit is 8 or 9. The first two digits are the county of
 * issue, whose codes end at 77. Higher numbers are for the fictional vendors in benchmarks, for which the
 * series with 9 as the third digit is too small.
 */
export function isFictionalDigits(digits: string): boolean {
  return digits[2] === '9' || /^[89]/.test(digits);
}

export function isFictionalVisit(visitId: number): boolean {
  return visitId >= FIRST_FICTIONAL_VISIT;
}
