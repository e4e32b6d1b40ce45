import { Temporal } from 'temporal-polyfill';
import { memoize } from '../cache/memoize.ts';
import { inEach, type Language, LOCALES } from '../language/language.ts';

/** The format of a `datetime-local` input. */
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/**
 * Returns the instant, ISO 8601 UTC, at which clocks in `zone` show `local` (`2026-03-21T17:00`). If the
 * local time occurs twice, returns the first instant. Returns undefined for a time that does not exist, such
 * as a time that is skipped when clocks go forward.
 */
export function toInstant(local: string, zone: string): string | undefined {
  if (!LOCAL.test(local)) return undefined;
  const wanted = plainDateTime(local);
  const zoned = wanted?.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (!wanted || !zoned?.toPlainDateTime().equals(wanted)) return undefined;
  return new Date(zoned.epochMilliseconds).toISOString();
}

/** Returns the time that clocks in `zone` show at an instant, to the minute: `2026-03-21T17:00`. */
export function toLocal(instant: string, zone: string): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(Date.parse(instant)).toZonedDateTimeISO(zone);
  return zoned.toPlainDateTime().toString({ smallestUnit: 'minute' });
}

/** Describes an instant: "Saturday, March 21, 2026, 5:00 PM EDT". */
export function describeInstant(instant: string, zone: string, language: Language = 'en'): string {
  const day = DAY_FORMATS[language](zone).format(new Date(instant));
  return `${day}, ${describeTime(instant, zone, language)}`;
}

/**
 * Describes a span of time as briefly as possible: "Fri, Apr 10, 2026, 5:00 – 9:00 PM EDT". A span over
 * several days includes both dates.
 */
export function describeSpan(
  startsAt: string,
  endsAt: string,
  zone: string,
  language: Language = 'en',
): string {
  const span = SPAN_FORMATS[language](zone).formatRange(new Date(startsAt), new Date(endsAt));
  return span.replace(/\s/g, ' ');
}

/** Returns only the time of day: "5:00 PM EDT". */
export function describeTime(instant: string, zone: string, language: Language = 'en'): string {
  // Newer locale data puts a narrow space before PM, which some programs do not show.
  return TIME_FORMATS[language](zone).format(new Date(instant)).replace(/\s/g, ' ');
}

const DAY_FORMATS = inEach((language) =>
  formatsOf(language, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }),
);
const TIME_FORMATS = inEach((language) =>
  formatsOf(language, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' }),
);
const SPAN_FORMATS = inEach((language) =>
  formatsOf(language, {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }),
);

function formatsOf(language: Language, options: Intl.DateTimeFormatOptions) {
  return memoize((timeZone) => new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone }), 20);
}

/** Parses a local time. Returns undefined for a date that does not exist, such as February 30. */
function plainDateTime(local: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(local, { overflow: 'reject' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
