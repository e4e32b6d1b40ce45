import { html } from 'ghtml';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** `2026-03-16` as March 16, 2026, marked up; what is no day stays as it is, escaped. */
export function renderDay(day: string): string {
  return render(day, /^\d{4}-\d\d-\d\d$/.test(day) ? day : '', DAY, '');
}

/** An instant in UTC, marked up; what is none stays as it is, escaped. */
export function renderMoment(instant: string): string {
  return render(instant, instant, MOMENT, ' UTC');
}

function render(text: string, parsed: string, format: Intl.DateTimeFormat, zone: string): string {
  const date = new Date(parsed);
  if (Number.isNaN(date.getTime())) return html`${text}`;
  return html`<time datetime="${text}">${format.format(date)}${zone}</time>`;
}
