import { AppError } from '../../http/errors.ts';
import { addMonths, describeDay, type IsoDate, parseIsoDate } from '../../lib/dates.ts';
import type { EventDays } from '../../registry/vendors/policy.ts';

/** How far ahead an event may be: beyond it a date is a typing error. */
const YEARS_AHEAD_MAX = 3;

/** The day of the event that a request names; today unless it names one. Throws a 400 that names `event_date`. */
export function parseEventDate(text: string | undefined, today: IsoDate): EventDays {
  if (text === undefined) return { first: today, last: today };
  const day = parseIsoDate(text);
  if (day === undefined)
    throw refused(
      `was "${text.slice(0, 40)}". Accepted: the day of the event, YYYY-MM-DD.`,
      `“${text.slice(0, 40)}” is not a day. Type the day of the event as year, month and day, such as ${today}.`,
    );
  if (day < today)
    throw refused(
      `is ${day}, which is past: today is ${today}. A decision is about an event today or later.`,
      `The day of the event, ${describeDay(day)}, is past. A decision is about an event today or later.`,
    );
  if (day > addMonths(today, 12 * YEARS_AHEAD_MAX))
    throw refused(
      `is ${day}. Accepted: a day within ${YEARS_AHEAD_MAX} years, ${today} or later.`,
      `The day of the event, ${describeDay(day)}, is more than ${YEARS_AHEAD_MAX} years ahead. Check the year.`,
    );
  return { first: day, last: day };
}

/** "on May 3, 2026", or "from … to …". */
export function describeEventDays({ first, last }: EventDays): string {
  return first === last ? `on ${describeDay(first)}` : `from ${describeDay(first)} to ${describeDay(last)}`;
}

function refused(why: string, forPeople: string): AppError {
  const options = { parameter: 'event_date', forPeople };
  return new AppError('invalid_parameter', `The parameter "event_date" ${why}`, options);
}
