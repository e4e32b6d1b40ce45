import { html } from 'ghtml';
import { renderDay } from '../../kit/dates.ts';

/** A sentence, escaped; the days in it, written as programs write them, are spelled out. */
export function renderProse(text: string): string {
  return html`${text}`.replace(/\b\d{4}-\d\d-\d\d\b/g, (day) => renderDay(day));
}
