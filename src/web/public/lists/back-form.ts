import type { CheckedList } from '../../../ledger/lists/checked-list.ts';
import type { Language } from '../../../lib/language.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { CHECKED } from './messages.ts';

/** The way back from a checked list to the choices that were skipped: its lines and choices, as the step before reads them. */
export function renderBackToChoices(
  { decided, open, eventType, eventDate }: CheckedList,
  language: Language,
): Html {
  const t = CHECKED[language];
  const skipped = open.filter(({ reason }) => reason === 'not_chosen').length;
  if (skipped === 0) return EMPTY_HTML;
  const rows = [...decided, ...open]
    .map(({ line: { line, name, licenseNumber, city } }) => ({ line, cells: [name, licenseNumber, city] }))
    .toSorted((one, other) => one.line - other.line);
  const choices = decided.map(
    ({ line, decision }) =>
      html`<input type="hidden" name="choice-${line.line}" value="${decision.vendor.id}">`,
  );
  return html`<form class="no-print" action="/check/list" method="post" novalidate>
<input type="hidden" name="table" value="${JSON.stringify(rows)}"><input type="hidden" name="column-0" value="name"><input type="hidden" name="column-1" value="number"><input type="hidden" name="column-2" value="city">
<input type="hidden" name="event_type" value="${eventType}"><input type="hidden" name="event_date" value="${eventDate}">${choices}
<p><button class="quiet" type="submit">${t.back({ count: skipped })}</button></p>
<p class="small">${t.backTold}</p>
</form>`;
}
