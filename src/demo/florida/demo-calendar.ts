import { addDays, addMonths, daysBetween, formatUsDate, type IsoDate } from '../../lib/time/dates.ts';

/** The number of months of inspections in the demo data, including the current one. */
export const WINDOW_MONTHS = 36;
const DAY_MS = 86_400_000;
const FISCAL_YEAR_START = '07-01';

/** District → month and day on which all its food-service licenses expire. */
const DISTRICT_EXPIRY = ['10-01', '12-01', '02-01', '04-01', '06-01', '06-01', '12-01'];

/** Counts days backwards from today: everything about a demo vendor is in "days ago". */
export interface DemoCalendar {
  readonly today: IsoDate;
  /** The oldest day of the window, in days ago. */
  readonly oldestDaysAgo: number;
  /** First days of the fiscal years the window touches, oldest first. */
  readonly fiscalYearStarts: readonly IsoDate[];
  /** `MM/DD/YYYY` of every day of the window, by days ago. */
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

/** Formats `2018-07-01` as `1819`, as in the regulator's file names. */
export function fiscalYearLabel(start: IsoDate): string {
  return start.slice(2, 4) + addMonths(start, 12).slice(2, 4);
}

/** Returns 1 for a Saturday, 2 for a Sunday, 0 for a working day. */
export function daysSinceFriday(calendar: DemoCalendar, daysAgo: number): number {
  const weekday = new Date(Date.parse(calendar.today) - daysAgo * DAY_MS).getUTCDay();
  return weekday === 6 ? 1 : weekday === 0 ? 2 : 0;
}

/** Returns the district's last expiry date before `today` or, with `years` = 1, the first one after that. */
export function expiryDate(district: number, today: IsoDate, years: number): IsoDate {
  const monthDay = DISTRICT_EXPIRY[district - 1];
  if (monthDay === undefined) throw new RangeError(`no district ${district}`);
  const thisYear = `${today.slice(0, 4)}-${monthDay}`;
  const last = thisYear < today ? thisYear : addMonths(thisYear, -12);
  return addMonths(last, 12 * years);
}

/** Returns when a license that is current today expires: strictly after today. */
export function currentExpiry(district: number, today: IsoDate): IsoDate {
  const next = expiryDate(district, today, 1);
  return next > today ? next : addMonths(next, 12);
}

function fiscalYearStart(date: IsoDate): IsoDate {
  const start = `${date.slice(0, 4)}-${FISCAL_YEAR_START}`;
  return start <= date ? start : addMonths(start, -12);
}
