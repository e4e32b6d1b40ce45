import { AppError } from '../../http/errors/errors.ts';
import type { EventDays } from '../../judgment/policy/policy.ts';
import { inEach, type Language, type Texts } from '../../lib/language/language.ts';
import { cutText } from '../../lib/text/cut-text.ts';
import { addMonths, describeDay, type IsoDate, parseIsoDate } from '../../lib/time/dates.ts';
import { EVENT_DAYS } from './messages.ts';

/** The maximum number of months from today to an event. A later date is assumed to be a typo. */
const MONTHS_AHEAD_MAX = 24;

/**
 * Parses the event date in a request, and returns today if there is none. Throws a 400 error that names
 * `event_date`.
 */
export function parseEventDate(text: string | undefined, today: IsoDate): EventDays {
  if (text === undefined) return { first: today, last: today };
  const day = parseIsoDate(text);
  if (day === undefined)
    throw refused(
      `was "${cutText(text)}". Accepted: the day of the event, YYYY-MM-DD.`,
      inEach((language) => EVENT_DAYS[language].noDay({ text: cutText(text), example: today })),
    );
  if (day < today)
    throw refused(
      `is ${day}, which is past: today is ${today}. A decision is about an event today or later.`,
      inEach((language) => EVENT_DAYS[language].past({ day: describeDay(day, language) })),
    );
  if (day > addMonths(today, MONTHS_AHEAD_MAX))
    throw refused(
      `is ${day}. Accepted: a day within ${MONTHS_AHEAD_MAX} months, ${today} or later.`,
      inEach((language) =>
        EVENT_DAYS[language].ahead({ day: describeDay(day, language), count: MONTHS_AHEAD_MAX }),
      ),
    );
  return { first: day, last: day };
}

/** Returns "on May 3, 2026", or "from … to …". */
export function describeEventDays({ first, last }: EventDays, language: Language = 'en'): string {
  const t = EVENT_DAYS[language];
  const day = describeDay(first, language);
  const end = describeDay(last, language);
  return first === last ? t.on({ day }) : t.fromTo({ first: day, last: end });
}

function refused(why: string, forPeople: Texts): AppError {
  const options = { parameter: 'event_date', forPeople };
  return new AppError('invalid_parameter', `The parameter "event_date" ${why}`, options);
}
