/** Numbers of series that the regulator never issued; demo records carry them, so that none is taken for a real one. */

const FIRST_FICTIONAL_VISIT = 900_000_000;

/** Digits of a license: the third is 9. */
export function isFictionalDigits(digits: string): boolean {
  return digits[2] === '9';
}

export function isFictionalVisit(visitId: number): boolean {
  return visitId >= FIRST_FICTIONAL_VISIT;
}
