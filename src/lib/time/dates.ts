import { memoize } from '../cache/memoize.ts';
import { inEach, type Language, LOCALES } from '../language/language.ts';
import { AGES } from './dates-messages.ts';

/** A calendar date, `YYYY-MM-DD`. It sorts correctly as text. */
export type IsoDate = string;

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const DAY_MS = 86_400_000;

/** Parses `YYYY-MM-DD`. Returns undefined if the text is not a calendar date in the years 1900–2199. */
export function parseIsoDate(text: string): IsoDate | undefined {
  const match = ISO_DATE.exec(text);
  return match ? realDay(Number(match[1]), Number(match[2]), Number(match[3])) : undefined;
}

/** Parses the regulator's `MM/DD/YYYY`, padded or not. Returns undefined if it is not a calendar date. */
export const parseUsDate = memoize((text): IsoDate | undefined => {
  const match = US_DATE.exec(text);
  return match ? realDay(Number(match[3]), Number(match[1]), Number(match[2])) : undefined;
}, 20_000);

/** Formats `2018-06-30` as the regulator writes it: `06/30/2018`. */
export function formatUsDate(date: IsoDate): string {
  return `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;
}

const LONG_DAYS = inEach((language) => {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' });
  return memoize((date: IsoDate) => format.format(new Date(date)), 20_000);
});

/** Formats `2018-06-30` in words: June 30, 2018; 30 de junio de 2018. */
export function describeDay(date: IsoDate, language: Language = 'en'): string {
  return LONG_DAYS[language](date);
}

/**
 * Returns the time from a date to `asOf` in the largest whole unit: "the same day", "3 days before", "2 years
 * before".
 */
export function describeAge(date: IsoDate, asOf: IsoDate, language: Language = 'en'): string {
  const t = AGES[language];
  if (date >= asOf) return t.sameDay;
  const months = monthsBetween(date, asOf);
  if (months >= 24) return t.years({ count: Math.floor(months / 12) });
  return months >= 2 ? t.months({ count: months }) : t.days({ count: daysBetween(date, asOf) });
}

/** Returns the number of whole months from `from` to a later `to`. */
function monthsBetween(from: IsoDate, to: IsoDate): number {
  const [years = 0, months = 0] = to
    .split('-')
    .map((part, index) => Number(part) - Number(from.split('-')[index]));
  const whole = years * 12 + months;
  return addMonths(from, whole) <= to ? whole : whole - 1;
}

/** Returns the date that is `days` after `date`, or before it if negative. */
export function addDays(date: IsoDate, days: number): IsoDate {
  return daysAway(`${date} ${days}`);
}

/** Cached, because the rows of an import share a few hundred dates. */
const daysAway = memoize((question): IsoDate => {
  const [date = '', days] = question.split(' ');
  return new Date(Date.parse(date) + Number(days) * DAY_MS).toISOString().slice(0, 10);
}, 20_000);

/**
 * Returns the date that is `days` business days earlier. Holidays count as business days; Saturdays and
 * Sundays do not.
 */
export function businessDaysBefore(date: IsoDate, days: number): IsoDate {
  let day = date;
  for (let left = days; left > 0; ) {
    day = addDays(day, -1);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return day;
}

/** Returns the same day of the month, `months` later or earlier, or the last day of a shorter month. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  return monthsAway(`${date} ${months}`);
}

/** Cached, because all vendors' time windows end on the same few dates. */
const monthsAway = memoize((question): IsoDate => {
  const [date = '', months] = question.split(' ');
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const target = new Date(Date.UTC(year, month - 1 + Number(months), 1));
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(day, lastDay));
  return target.toISOString().slice(0, 10);
}, 1_000);

/** Returns the number of days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return Math.round((startOf(to) - startOf(from)) / DAY_MS);
}

/** Caches single dates, because a cache for pairs of dates would rarely be hit. */
const startOf = memoize((date) => Date.parse(date), 20_000);

/** The service's time zone, which must match the regulator's. A test compares the two. */
export const JURISDICTION_ZONE = 'America/New_York';
/** Created once, because every response about a record needs the date. */
const JURISDICTION_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: JURISDICTION_ZONE });

const MINUTE_MS = 60_000;
let latest = { minute: Number.NaN, day: '' };

/**
 * Returns the date in the regulator's jurisdiction at `instant`, which is "today" for scoring and time
 * windows. Cached by minute: days begin on a whole minute, and nearly every call is about the current one.
 */
export function jurisdictionDay(instant: Date): IsoDate {
  const minute = Math.floor(instant.getTime() / MINUTE_MS);
  if (latest.minute !== minute) latest = { minute, day: JURISDICTION_DAY.format(instant) };
  return latest.day;
}

function realDay(year: number, month: number, day: number): IsoDate | undefined {
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 ? date.toISOString().slice(0, 10) : undefined;
}
