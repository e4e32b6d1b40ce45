import type { BookedVerdict } from '../../ledger/booked-watch/booked.ts';
import type { BookedHistory, Noticed } from '../../ledger/booked-watch/noticed.ts';
import { NOT_ON_RECORD } from '../kit/application-names.ts';
import { renderDay } from '../kit/dates.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../kit/html.ts';

/** What changed on the record of a vendor since a decision about it was filed. */

/** Beside the name, in a list: that something changed since the newest filed decision. */
export function renderChangedFlag(history: BookedHistory | undefined): Html {
  const [first, last] = [history?.sinceDecision[0], history?.sinceDecision.at(-1)];
  if (!first || !last) return EMPTY_HTML;
  const what =
    first.from === last.to
      ? html`Record changed`
      : html`Changed since you decided: ${verdictText(first.from)}, now ${verdictText(last.to)}`;
  return html` <span class="flag">${what}, ${renderDay(last.day)}</span>`;
}

/** On the application's page: each change since the newest filed decision, and one click to decide anew. */
export function renderSinceDecision(
  history: BookedHistory | undefined,
  address: string,
  canDecide: boolean,
): Html {
  const changes = history?.sinceDecision ?? [];
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return EMPTY_HTML;
  const lead =
    first.from === last.to
      ? html`The record changed since you decided. The verdict is ${verdictText(last.to)}, as it was.`
      : html`Changed since you decided: ${verdictText(first.from)} then, ${verdictText(last.to)} since ${renderDay(sinceWhen(changes))}.`;
  const form = html`<form class="no-print" action="${address}/decision" method="post"><p class="small">This files a decision by the records of today. The vendor’s spot stays until you change it below, and the vendor gets no mail.</p>
<div class="actions"><button type="submit">File a new decision</button></div></form>`;
  return html`<section class="part" id="changed"><h2>Since you decided</h2><div><p class="lead">${lead}</p>
${renderReasonTexts(last)}
${renderChanges(changes)}
${canDecide ? form : ''}</div></section>`;
}

/** For the compliance file: what was known on which day. */
export function renderKnown(history: BookedHistory | undefined): Html {
  if (!history || history.all.length === 0) return EMPTY_HTML;
  return html`<section class="part"><h3>Noticed since</h3><div><p>Changes on record while the vendor had a spot, by the day on which we noticed them:</p>
${renderChanges(history.all)}</div></section>`;
}

function renderChanges(changes: readonly Noticed[]): Html {
  const items = changes.map(({ day, changes: differing }) => {
    const lines = differing.map(({ label, from, to }) => html`<li>${label}: ${from} → ${to}</li>`);
    return html`<li>${renderDay(day)}<ul>${joinHtml(lines, '\n')}</ul></li>`;
  });
  return html`<ul class="history">${joinHtml(items, '\n')}</ul>`;
}

function renderReasonTexts({ reasons }: Noticed): Html {
  if (reasons.length === 0) return EMPTY_HTML;
  const items = reasons.map((text) => html`<li>${text}</li>`);
  return html`<p>Because:</p><ul>${joinHtml(items, '\n')}</ul>`;
}

/** The day of the last change of the verdict. */
function sinceWhen(changes: readonly Noticed[]): string {
  return changes.findLast(({ from, to }) => from !== to)?.day ?? '';
}

function verdictText(verdict: BookedVerdict): string {
  return verdict === 'unknown' ? NOT_ON_RECORD : verdict;
}
