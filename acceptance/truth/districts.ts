/** The county codes of each district, as listed by the regulator. */
const COUNTIES: readonly (readonly [district: string, counties: string])[] = [
  ['1', '23 54'],
  ['2', '16 53 60'],
  ['3', '19 37 39 61 62 63 70'],
  ['4', '15 41 45 58 59 66 69 74'],
  ['5', '11 12 14 20 22 25 26 28 31 34 44 48 52 55 64 65 71'],
  ['6', '13 17 27 29 30 33 40 42 43 47 49 50 56 67 72 75 76 77'],
  ['7', '18 21 24 32 35 36 38 46 51 57 68'],
];

/**
 * Returns the district that issued a number. The number's first two digits are a county code. Returns an
 * empty string if there is no such county.
 */
export function districtOfNumber(digits: string): string {
  return COUNTIES.find(([, counties]) => counties.split(' ').includes(digits.slice(0, 2)))?.[0] ?? '';
}
