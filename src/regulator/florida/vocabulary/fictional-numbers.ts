/** Numbers of series that the regulator never issued; demo records carry them, so that none is taken for a real one. */

const FIRST_FICTIONAL_VISIT = 900_000_000;

/**
 * Digits of a license: the third is 9, or the first an 8 or 9. The first two are the county of issue, whose codes end at 77;
 * what begins so carries the fictional vendors of measurements, for which the series of the third digit has too few numbers.
 */
export function isFictionalDigits(digits: string): boolean {
  return digits[2] === '9' || /^[89]/.test(digits);
}

export function isFictionalVisit(visitId: number): boolean {
  return visitId >= FIRST_FICTIONAL_VISIT;
}
