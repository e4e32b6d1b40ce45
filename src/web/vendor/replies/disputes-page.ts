import type { Dispute, OwnDisputes, OwnVisit } from '../../../ledger/disputes/dispute.ts';
import { TEXT_LENGTH, TOLD_LENGTH_MAX } from '../../../ledger/disputes/dispute-form.ts';
import { citedCategories, type DisputedRow } from '../../../ledger/disputes/disputed-row.ts';
import { OPEN_MAX } from '../../../ledger/disputes/states.ts';
import { countNoun } from '../../../lib/text.ts';
import { REGULATOR } from '../../../registry/sources/regulator.ts';
import { renderDay } from '../../kit/dates.ts';
import { renderErrorSummary, renderSelect, renderTextarea } from '../../kit/fields.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderLines } from '../../kit/lines.ts';
import { renderPage } from '../../kit/page.ts';
import type { SignedInFrame } from '../../kit/signed-in-frame.ts';
import { DISPUTE_STATE_WORDS } from './dispute-state-names.ts';
import type { ReplyFormState } from './reply-page.ts';

/** Where a vendor disputes a visit on its record and sees what became of it; `chosen` has the form. */
export function renderDisputesPage(
  frame: SignedInFrame,
  own: OwnDisputes,
  state: ReplyFormState & { readonly chosen?: OwnVisit | undefined },
): Html {
  const { license, visits, disputes } = own;
  const { errors = {}, notice, chosen } = state;
  const title = chosen ? 'Dispute a visit' : 'Disputes';
  const address = disputesAddress(own);
  const lists = html`<section class="part"><h2>Your disputes</h2><div>${renderDisputes(address, disputes)}</div></section>
<section class="part"><h2>Visits on your record</h2><div>${renderVisits(address, visits, disputes)}</div></section>`;
  const main = html`<p class="kicker"><a href="/settings/licenses">Your licenses</a> · ${license.vendor_name}${chosen ? html` · <a href="${address}">Disputes</a>` : ''}</p>
<h1>${title}</h1>
<p class="lead">Is a visit on your record wrong? Only the regulator (${REGULATOR.shortName}) can correct it, so <a href="${REGULATOR.pages.inspections.url}">tell them first</a>. We mark the visit as disputed and answer within 30 days. A dispute changes no number and no grade.</p>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${renderErrorSummary(errors)}
${chosen ? renderForm(address, chosen, state) : lists}`;
  return renderPage({
    ...frame,
    title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
    description: 'Disputes of visits on your public record.',
    current: '/settings/licenses',
    main,
  });
}

export function disputesAddress({ license }: Pick<OwnDisputes, 'license'>): string {
  return `/settings/licenses/${encodeURIComponent(license.claim_id)}/disputes`;
}

/** A visit in a line: day, kind, disposition, counts. */
export function renderRow(row: DisputedRow): Html {
  const counts =
    row.total === null
      ? 'counts not on file'
      : `${row.high_priority} high priority, ${row.intermediate} intermediate, ${row.basic} basic`;
  return html`${renderDay(row.visited_on)}, “${row.inspection_type}”: “${row.disposition}”; ${counts}`;
}

/** What of the visit a dispute is about. */
export function renderSubject({ category, row }: Dispute): Html {
  if (category === null) return html`the visit as a whole`;
  const cited = citedCategories(row).find((each) => each.category === category);
  return html`category ${category}${cited ? `, ${cited.title}` : ''}`;
}

function renderForm(address: string, visit: OwnVisit, { typed = {}, errors = {} }: ReplyFormState): Html {
  const categories = citedCategories(visit).map(({ category, title, count }) => ({
    value: String(category),
    label: `${category}: ${title} (${count})`,
  }));
  return html`<section class="part"><h2>The visit</h2><div><p>${renderRow(visit)}</p></div></section>
<section class="part"><h2>What is wrong</h2><div>
<form action="${address}" method="post" novalidate>
<input type="hidden" name="visit_id" value="${visit.visit_id}">
${renderSelect({
  name: 'category',
  label: 'What it is about',
  value: typed.category ?? '',
  error: errors.category,
  choices: [{ value: '', label: 'The visit as a whole' }, ...categories],
})}
${renderTextarea({
  ...{
    name: 'text',
    label: 'What is wrong',
    value: typed.text,
    error: errors.text,
    required: true,
    rows: 8,
  },
  hint: 'What the record says, what it should say, and how you know. Only we read it.',
  maxLength: TEXT_LENGTH.max,
})}
${renderTextarea({
  ...{ name: 'told_regulator', label: 'What you told the regulator', value: typed.told_regulator },
  ...{ error: errors.told_regulator, required: true, maxLength: TOLD_LENGTH_MAX },
  hint: 'When, how and to whom; or that you have not yet.',
})}
<p class="actions"><button type="submit">Send the dispute</button> <a href="${address}">Leave it</a></p>
</form></div></section>`;
}

function renderDisputes(address: string, disputes: readonly Dispute[]): Html {
  if (disputes.length === 0) return html`<p>None yet.</p>`;
  const entries = disputes.map((dispute) => renderDispute(address, dispute));
  const open = disputes.filter(({ state }) => state === 'pending_review').length;
  return html`<p>Open: ${countNoun(open, 'dispute')}.</p>
${joinHtml(entries, '\n')}`;
}

function renderDispute(address: string, dispute: Dispute): Html {
  const { id, row, state, note, text, due_on, created_at } = dispute;
  const open = state === 'pending_review';
  return html`<article class="dispute">
<h3>Visit of ${renderDay(row.visited_on)}: ${DISPUTE_STATE_WORDS[state]}</h3>
<p class="small">About ${renderSubject(dispute)}. Opened ${renderDay(created_at.slice(0, 10))}${open ? html`; we answer by ${renderDay(due_on)}` : ''}.</p>
${renderLines(text)}
${note === '' ? '' : html`<p><strong>Our note:</strong></p>${renderLines(note)}`}
${
  open
    ? html`<form class="actions" action="${address}/${id}/withdraw" method="post"><button class="quiet" type="submit">Withdraw<span class="visually-hidden"> the dispute of ${renderDay(row.visited_on)}</span></button></form>`
    : ''
}
</article>`;
}

function renderVisits(address: string, visits: readonly OwnVisit[], disputes: readonly Dispute[]): Html {
  if (visits.length === 0) return html`<p>There is no visit on your record.</p>`;
  const open = disputes.filter(({ state }) => state === 'pending_review');
  const full = open.length >= OPEN_MAX;
  const disputed = new Set(open.map(({ visit_id }) => visit_id));
  const rows = visits.map((visit) => {
    const link = html`<a href="${address}?visit=${visit.visit_id}">Dispute<span class="visually-hidden"> the visit of ${renderDay(visit.visited_on)}</span></a>`;
    const action = disputed.has(visit.visit_id) ? 'Disputed' : full ? '' : link;
    return html`<tr><th scope="row">${renderDay(visit.visited_on)}</th><td data-label="Kind">“${visit.inspection_type}”</td><td data-label="Disposition">“${visit.disposition}”</td><td data-label="Violations">${visit.total}</td><td>${action}</td></tr>`;
  });
  return html`${full ? html`<p>You have ${OPEN_MAX} open disputes, as many as there can be. Withdraw one to open another.</p>` : ''}
<div class="wide"><table class="list stacked"><caption class="visually-hidden">Visits, newest first</caption>
<thead><tr><th scope="col">Day</th><th scope="col">Kind</th><th scope="col">Disposition</th><th scope="col">Violations</th><th scope="col"><span class="visually-hidden">Dispute</span></th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>`;
}
