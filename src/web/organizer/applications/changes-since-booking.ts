import { verdictGroupText } from '../../../decisions/decide/decision-words.ts';
import type { BookedChange, BookedHistory } from '../../../watch/booked/booked-change.ts';
import type { BookedVerdict } from '../../../watch/booked/compare-booked.ts';
import type { HistoryLine } from '../../kit/applications/application-history.ts';
import { NOT_ON_RECORD } from '../../kit/applications/application-names.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay } from '../../kit/render-dates.ts';

/**
 * Changes to a booked vendor's record since the decision, or since a team member last reviewed the changes.
 */

/** Renders a flag next to the name in a list if a change has not been reviewed. */
export function renderChangedFlag(history: BookedHistory | undefined): Html {
  const first = history?.sinceDecision[0];
  const last = history?.sinceDecision.at(-1);
  if (!first || !last) return EMPTY_HTML;
  const what =
    first.from === last.to
      ? html`Record changed`
      : html`Changed since you decided: ${verdictText(first.from)}, now ${verdictText(last.to)}`;
  return html` <span class="flag">${what}, ${renderDay(last.day)}</span>`;
}

/**
 * Renders every change that has not been reviewed on the application's page, with buttons to keep the
 * decision or decide again.
 */
export function renderSinceDecision(
  history: BookedHistory | undefined,
  {
    address,
    query,
    canDecide,
  }: { readonly address: string; readonly query: string; readonly canDecide: boolean },
): Html {
  const changes = history?.sinceDecision ?? [];
  const first = changes[0];
  const last = changes.at(-1);
  if (!first || !last) return EMPTY_HTML;
  const lead =
    first.from === last.to
      ? html`The record changed since you decided. The verdict is ${verdictText(last.to)}, as it was.`
      : html`Changed since you decided: ${verdictText(first.from)} then, ${verdictText(last.to)} since ${renderDay(sinceWhen(changes))}.`;
  const form = html`<form class="no-print" action="${address}/changed${query}" method="post"><input type="hidden" name="seen" value="${last.position}">
<p class="small">Keep the decision, or file a new one from today’s records. Either takes this off your list and is saved in the history. The vendor keeps the spot until you change it below, and gets no email.</p>
<div class="actions"><button type="submit" name="how" value="filed">File a new decision</button> <button class="quiet" type="submit" name="how" value="kept">Keep the decision</button></div></form>`;
  return html`<section class="part" id="changed"><h2>Since you decided</h2><div><p class="lead">${lead}</p>
${renderReasonTexts(last)}
${renderChanges(changes)}
${canDecide ? form : ''}</div></section>`;
}

/**
 * Returns the team's reviews of changes as lines for the history. Status changes are left out, because they
 * already have their own lines.
 */
export function resolvedLines(history: BookedHistory | undefined, readerId: string): HistoryLine[] {
  const resolved = (history?.all ?? []).flatMap(({ resolved: each }) => each ?? []);
  const byMoment = Map.groupBy(resolved, ({ at }) => at);
  return [...byMoment.values()].flatMap(([first]): HistoryLine[] =>
    !first || first.how === 'status' || first.byId === null
      ? []
      : [
          {
            changed_at: first.at,
            title:
              first.how === 'kept'
                ? 'Looked at what changed on record, and kept the decision'
                : 'Looked at what changed on record, and filed a new decision',
            who: first.byId === readerId ? 'You' : (first.byName ?? 'An account that is gone'),
          },
        ],
  );
}

/** Renders which facts were known on which date, for the compliance file. */
export function renderKnown(history: BookedHistory | undefined): Html {
  if (!history || history.all.length === 0) return EMPTY_HTML;
  return html`<section class="part"><h3>Noticed since</h3><div><p>Changes on record while the vendor had a spot, by the day on which we noticed them:</p>
${renderChanges(history.all)}</div></section>`;
}

function renderChanges(changes: readonly BookedChange[]): Html {
  const items = changes.map(({ day, changes: differing }) => {
    const lines = differing.map(({ label, from, to }) => html`<li>${label}: ${from} → ${to}</li>`);
    return html`<li>${renderDay(day)}<ul>${joinHtml(lines, '\n')}</ul></li>`;
  });
  return html`<ul class="history">${joinHtml(items, '\n')}</ul>`;
}

function renderReasonTexts({ reasons }: BookedChange): Html {
  if (reasons.length === 0) return EMPTY_HTML;
  const items = reasons.map((text) => html`<li>${text}</li>`);
  return html`<p>Because:</p><ul>${joinHtml(items, '\n')}</ul>`;
}

/** Returns the date of the last verdict change. */
function sinceWhen(changes: readonly BookedChange[]): string {
  return changes.findLast(({ from, to }) => from !== to)?.day ?? '';
}

function verdictText(verdict: BookedVerdict): string {
  return verdict === 'unknown' ? NOT_ON_RECORD : verdictGroupText(verdict);
}
