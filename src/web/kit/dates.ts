import { describeInstant, describeTime, toLocal } from '../../lib/zoned-time.ts';
import { type Html, html } from './html.ts';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** `2026-03-16` as March 16, 2026, marked up. Anything else is shown as it is. */
export function renderDay(day: string): Html {
  return render(day, /^\d{4}-\d\d-\d\d$/.test(day) ? day : '', DAY, '');
}

/** An instant in UTC, marked up. Anything else is shown as it is. */
export function renderMoment(instant: string): Html {
  return render(instant, instant, MOMENT, ' UTC');
}

/** An instant as clocks in `zone` show it, marked up. Anything else is shown as it is. */
export function renderZoned(instant: string, zone: string): Html {
  return renderIn(instant, zone, describeInstant);
}

/** From one instant to another as clocks in `zone` show them; on one day the day is said once. */
export function renderPeriod(start: string, end: string, zone: string): Html {
  const sameDay =
    isInstant(start) &&
    isInstant(end) &&
    toLocal(start, zone).slice(0, 10) === toLocal(end, zone).slice(0, 10);
  return html`${renderZoned(start, zone)} to ${renderIn(end, zone, sameDay ? describeTime : describeInstant)}`;
}

function renderIn(instant: string, zone: string, describe: (instant: string, zone: string) => string): Html {
  if (!isInstant(instant)) return html`${instant}`;
  return html`<time datetime="${instant}">${describe(instant, zone)}</time>`;
}

function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function render(text: string, parsed: string, format: Intl.DateTimeFormat, zone: string): Html {
  const date = new Date(parsed);
  if (Number.isNaN(date.getTime())) return html`${text}`;
  return html`<time datetime="${text}">${format.format(date)}${zone}</time>`;
}
