import { renderDay } from '../../kit/dates.ts';
import { type Html, html } from '../../kit/html.ts';

/** A sentence in which every ISO day is spelled out. */
export function renderProse(text: string): Html {
  const parts = text.split(/(\b\d{4}-\d\d-\d\d\b)/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? renderDay(part) : html`${part}`))}`;
}
