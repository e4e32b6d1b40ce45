import { addDays, addMonths, daysBetween, formatUsDate, type IsoDate } from '../../lib/time/dates.ts';

/** The number of months of inspections in the demo data, including the current month. */
export const WINDOW_MONTHS = 36;
const DAY_MS = 86_400_000;
const FISCAL_YEAR_START = '07-01';

/** The month and day on which all food-service licenses in a district expire, by district. */
const DISTRICT_EXPIRY = ['10-01', '12-01', '02-01', '04-01', '06-01', '06-01', '12-01'];

/** Counts days back from today. Every date of a demo vendor is stored as a number of "days ago". */
export interface DemoCalendar {
  readonly today: IsoDate;
  /** The oldest day in the window, as a number of days ago. */
  readonly oldestDaysAgo: number;
  /** The first days of the fiscal years that overlap the window, oldest first. */
  readonly fiscalYearStarts: readonly IsoDate[];
  /** Every day in the window as `MM/DD/YYYY`, indexed by the number of days ago. */
  readonly usDates: readonly string[];
}

export function createCalendar(today: IsoDate, months = WINDOW_MONTHS): DemoCalendar {
  const oldest = addDays(addMonths(today, -months), 1);
  const oldestDaysAgo = daysBetween(oldest, today);
  const usDates = Array.from({ length: oldestDaysAgo + 1 }, (_, daysAgo) => {
    return formatUsDate(addDays(today, -daysAgo));
  });
  const fiscalYearStarts: IsoDate[] = [];
  for (let start = fiscalYearStart(oldest); start <= today; start = addMonths(start, 12)) {
    fiscalYearStarts.push(start);
  }
  return { today, oldestDaysAgo, fiscalYearStarts, usDates };
}

/** Formats a fiscal year that starts on `2018-07-01` as `1819`, as the regulator's file names do. */
export function fiscalYearLabel(start: IsoDate): string {
  return start.slice(2, 4) + addMonths(start, 12).slice(2, 4);
}

/** Returns 1 for a Saturday, 2 for a Sunday, and 0 for a weekday. */
export function daysSinceFriday(calendar: DemoCalendar, daysAgo: number): number {
  const weekday = new Date(Date.parse(calendar.today) - daysAgo * DAY_MS).getUTCDay();
  return weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
}

/**
 * Returns the district's last expiration date before `today` or, if `years` is 1, the first one after that.
 */
export function expiryDate(district: number, today: IsoDate, years: number): IsoDate {
  const monthDay = DISTRICT_EXPIRY[district - 1];
  if (monthDay === undefined) throw new RangeError(`no district ${district}`);
  const thisYear = `${today.slice(0, 4)}-${monthDay}`;
  const last = thisYear < today ? thisYear : addMonths(thisYear, -12);
  return addMonths(last, 12 * years);
}

/** Returns the expiration date of a license that is current today. It is always after today. */
export function currentExpiry(district: number, today: IsoDate): IsoDate {
  const next = expiryDate(district, today, 1);
  return next > today ? next : addMonths(next, 12);
}

function fiscalYearStart(date: IsoDate): IsoDate {
  const start = `${date.slice(0, 4)}-${FISCAL_YEAR_START}`;
  return start <= date ? start : addMonths(start, -12);
}
