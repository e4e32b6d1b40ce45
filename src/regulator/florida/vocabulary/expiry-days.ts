import type { IsoDate } from '../../../lib/time/dates.ts';
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

/** Returns whether a license of this number regularly ends on such a day. Any day is regular for a number of no county. */
export function isRegularExpiry(digits: string, day: IsoDate): boolean {
  const regular = expiryDayOf(digits);
  return regular === undefined || day.slice(5) === regular;
}

/** Returns the first regular last day of a license after `day`; undefined for a number of no county. */
export function nextRegularExpiry(digits: string, day: IsoDate): IsoDate | undefined {
  const regular = expiryDayOf(digits);
  if (regular === undefined) return undefined;
  const year = Number(day.slice(0, 4));
  return `${day.slice(5) < regular ? year : year + 1}-${regular}`;
}

/** The month and day on which a license ends, `06-01`; undefined for a number of no county. */
function expiryDayOf(digits: string): string | undefined {
  return DAYS.get(countyOfNumber(digits)?.district ?? 0);
}
