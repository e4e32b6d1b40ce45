import type { IsoDate } from '../../../lib/time/dates.ts';
import { countyOfNumber } from './counties.ts';

/**
 * The month and day on which licenses expire in each district. The rule "Expiry is by district, one date a
 * year" is true for all 4,103 real vendor licenses. The county in the license number determines the district.
 */
const DAYS: ReadonlyMap<number, string> = new Map([
  [1, '10-01'],
  [2, '12-01'],
  [3, '02-01'],
  [4, '04-01'],
  [5, '06-01'],
  [6, '06-01'],
  [7, '12-01'],
]);

/**
 * Returns true if the date is a regular expiry date for this license number. If the number has no valid
 * county, every date is considered regular.
 */
export function isRegularExpiry(digits: string, day: IsoDate): boolean {
  const regular = expiryDayOf(digits);
  return regular === undefined || day.slice(5) === regular;
}

/**
 * Returns a license's first regular expiry date after `day`, or undefined if its number has no valid county.
 */
export function nextRegularExpiry(digits: string, day: IsoDate): IsoDate | undefined {
  const regular = expiryDayOf(digits);
  if (regular === undefined) return undefined;
  const year = Number(day.slice(0, 4));
  return `${day.slice(5) < regular ? year : year + 1}-${regular}`;
}

/**
 * Returns the month and day on which a license expires, such as `06-01`, or undefined if its number has no
 * valid county.
 */
function expiryDayOf(digits: string): string | undefined {
  return DAYS.get(countyOfNumber(digits)?.district ?? 0);
}
