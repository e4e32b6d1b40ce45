import { inEach, type Language, LOCALES } from '../../lib/language/language.ts';
import { describeDay, JURISDICTION_ZONE, jurisdictionDay } from '../../lib/time/dates.ts';
import { describeInstant, describeTime, toLocal } from '../../lib/time/zoned-time.ts';
import { DATES } from './forms/form-messages.ts';
import { type Html, html } from './html.ts';

const SHORT_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENTS = inEach(
  (language) =>
    new Intl.DateTimeFormat(LOCALES[language], {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone: JURISDICTION_ZONE,
    }),
);

/** Renders `2026-03-16` as March 16, 2026, in a `time` element. Other text is shown unchanged. */
export function renderDay(day: string, language: Language = 'en'): Html {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && isInstant(day);
  return isDay ? markUp(day, describeDay(day, language)) : html`${day}`;
}

/** Renders `2026-03-16` as Mar 16, 2026, for lists with many dates. */
export function renderShortDay(day: string): Html {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && isInstant(day);
  return isDay ? markUp(day, SHORT_DAY.format(new Date(day))) : html`${day}`;
}

/**
 * Renders a time in the jurisdiction's main time zone, with the zone's name, in a `time` element. Other text
 * is shown unchanged.
 */
export function renderMoment(instant: string, language: Language = 'en'): Html {
  if (!isInstant(instant)) return html`${instant}`;
  // Newer locale data uses narrow spaces in times, which some programs do not display.
  return markUp(instant, MOMENTS[language].format(new Date(instant)).replace(/\s/g, ' '));
}

/** Renders the jurisdiction's date at a given time, in a `time` element. */
export function renderDayOf(instant: string, language: Language = 'en'): Html {
  return isInstant(instant) ? renderDay(jurisdictionDay(new Date(instant)), language) : html`${instant}`;
}

/** Renders a time in the time zone `zone`, in a `time` element. Other text is shown unchanged. */
export function renderZoned(instant: string, zone: string, language: Language = 'en'): Html {
  return renderIn(instant, zone, (each, within) => describeInstant(each, within, language));
}

/**
 * Renders a period in the time zone `zone`. If the period starts and ends on the same day, the date appears
 * once.
 */
export function renderPeriod(start: string, end: string, zone: string, language: Language = 'en'): Html {
  const sameDay =
    isInstant(start) &&
    isInstant(end) &&
    toLocal(start, zone).slice(0, 10) === toLocal(end, zone).slice(0, 10);
  const describeEnd = sameDay ? describeTime : describeInstant;
  return html`${DATES[language].period({
    start: renderZoned(start, zone, language),
    end: renderIn(end, zone, (each, within) => describeEnd(each, within, language)),
  })}`;
}

function renderIn(instant: string, zone: string, describe: (instant: string, zone: string) => string): Html {
  if (!isInstant(instant)) return html`${instant}`;
  return markUp(instant, describe(instant, zone));
}

function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function markUp(text: string, words: string): Html {
  return html`<time datetime="${text}">${words}</time>`;
}
