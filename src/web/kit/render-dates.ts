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

/** Renders `2026-03-16` as March 16, 2026, marked up. Other text is shown as it is. */
export function renderDay(day: string, language: Language = 'en'): Html {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && isInstant(day);
  return isDay ? markUp(day, describeDay(day, language)) : html`${day}`;
}

/** Returns the day as Mar 16, 2026, for lists with many days below each other. */
export function renderShortDay(day: string): Html {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && isInstant(day);
  return isDay ? markUp(day, SHORT_DAY.format(new Date(day))) : html`${day}`;
}

/**
 * Renders an instant as most clocks of the jurisdiction show it, with their zone, marked up. Other text is shown as
 * it is.
 */
export function renderMoment(instant: string, language: Language = 'en'): Html {
  if (!isInstant(instant)) return html`${instant}`;
  // Newer locale data puts narrow spaces into times, which some readers do not show.
  return markUp(instant, MOMENTS[language].format(new Date(instant)).replace(/\s/g, ' '));
}

/** Renders the day of an instant in the jurisdiction, marked up. */
export function renderDayOf(instant: string, language: Language = 'en'): Html {
  return isInstant(instant) ? renderDay(jurisdictionDay(new Date(instant)), language) : html`${instant}`;
}

/** Renders an instant as clocks in `zone` show it, marked up. Other text is shown as it is. */
export function renderZoned(instant: string, zone: string, language: Language = 'en'): Html {
  return renderIn(instant, zone, (each, within) => describeInstant(each, within, language));
}

/** Returns a period as clocks in `zone` show it. If both ends are on one day, the day appears once. */
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
