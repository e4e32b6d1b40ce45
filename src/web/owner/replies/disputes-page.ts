import type { Language } from '../../../lib/language/language.ts';
import { citedCategories, type DisputedRow } from '../../../owner/statements/disputes/disputed-row.ts';
import type { Dispute, OwnDisputes, OwnVisit } from '../../../owner/statements/statement.ts';
import { TEXT_LENGTH, TOLD_LENGTH_MAX } from '../../../owner/statements/statement-forms.ts';
import { OPEN_DISPUTES_MAX } from '../../../owner/statements/statement-kinds.ts';
import { displayName } from '../../../records/record/display-name.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { renderErrorSummary, renderSelect, renderTextarea } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay, renderDayOf } from '../../kit/render-dates.ts';
import { renderLines } from '../../kit/render-lines.ts';
import { hidden, linkTo, renderQuote } from '../../kit/tags.ts';
import { DISPUTE_STATE_WORDS, DISPUTES, REPLY } from './messages.ts';
import type { ReplyFormState } from './reply-page.ts';

/**
 * Renders the visits that a vendor can dispute, and the results of earlier disputes. `chosen` is the visit
 * that the form is about.
 */
export function renderDisputesPage(
  frame: SignedInFrame,
  own: OwnDisputes,
  state: ReplyFormState & { readonly chosen?: OwnVisit | undefined },
  language: Language,
): Html {
  const { license, disputes } = own;
  const { errors = {}, notice, chosen } = state;
  const t = DISPUTES[language];
  const title = chosen ? t.formTitle : t.title;
  const address = disputesAddress(own);
  const lead = { regulator: REGULATOR.shortName, tell: linkTo(REGULATOR.pages.inspections.url) };
  const lists = html`<section class="part"><h2>${t.yours}</h2><div>${renderDisputes(address, disputes, language)}</div></section>
<section class="part"><h2>${t.visits}</h2><div>${renderVisits(address, own, language)}</div></section>`;
  const main = html`<p class="kicker"><a href="/settings/licenses">${REPLY[language].licenses}</a> · ${displayName(license.vendor_name)}${chosen ? html` · <a href="${address}">${t.title}</a>` : ''}</p>
<h1>${title}</h1>
<p class="lead">${t.lead(lead)}</p>
${notice === undefined ? '' : html`<p class="done" role="status">${notice}</p>`}
${renderErrorSummary(errors, language)}
${chosen ? renderForm(address, chosen, state, language) : lists}`;
  return renderPage({
    ...frame,
    language,
    title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
    description: t.description,
    current: '/settings/licenses',
    main,
  });
}

export function disputesAddress({ license }: Pick<OwnDisputes, 'license'>): string {
  return `/settings/licenses/${encodeURIComponent(license.claim_id)}/disputes`;
}

/** Renders an inspection on one line: date, type, disposition and counts. */
export function renderRow(row: DisputedRow, language: Language = 'en'): Html {
  const t = DISPUTES[language];
  const { high_priority, intermediate, basic } = row;
  const counts =
    row.total === null
      ? t.noCounts
      : t.counts({ high: `${high_priority}`, intermediate: `${intermediate}`, basic: `${basic}` });
  return html`${renderDay(row.visited_on, language)}, ${renderQuote(row.inspection_type, language)}: ${renderQuote(row.disposition, language)}; ${counts}`;
}

/** Renders which part of the visit the dispute is about. */
export function renderSubject({ category, row }: Dispute, language: Language = 'en'): Html {
  const t = DISPUTES[language];
  if (category === null) return html`${t.whole}`;
  const cited = citedCategories(row, language).find((each) => each.category === category);
  return html`${cited ? t.namedCategory({ category: String(category), title: cited.title }) : t.category({ category: String(category) })}`;
}

function renderForm(
  address: string,
  visit: OwnVisit,
  { typed = {}, errors = {} }: ReplyFormState,
  language: Language,
): Html {
  const t = DISPUTES[language];
  const categories = citedCategories(visit, language).map(({ category, title, count }) => ({
    value: String(category),
    label: `${category}: ${title} (${count})`,
  }));
  return html`<section class="part"><h2>${t.theVisit}</h2><div><p>${renderRow(visit, language)}</p></div></section>
<section class="part"><h2>${t.whatIsWrong}</h2><div>
<form action="${address}" method="post" novalidate>
<input type="hidden" name="visit_id" value="${visit.visit_id}">
${renderSelect({
  name: 'category',
  label: t.aboutLabel,
  value: typed.category ?? '',
  error: errors.category,
  language,
  choices: [{ value: '', label: t.wholeChoice }, ...categories],
})}
${renderTextarea({
  name: 'text',
  label: t.whatIsWrong,
  value: typed.text,
  error: errors.text,
  required: true,
  rows: 8,
  hint: t.textHint,
  maxLength: TEXT_LENGTH.max,
})}
${renderTextarea({
  name: 'told_regulator',
  label: t.told,
  value: typed.told_regulator,
  error: errors.told_regulator,
  required: true,
  maxLength: TOLD_LENGTH_MAX,
  hint: t.toldHint,
})}
<p class="actions"><button type="submit">${t.send}</button> <a href="${address}">${t.leave}</a></p>
</form></div></section>`;
}

function renderDisputes(address: string, disputes: readonly Dispute[], language: Language): Html {
  const t = DISPUTES[language];
  if (disputes.length === 0) return html`<p>${t.none}</p>`;
  const entries = disputes.map((dispute) => renderDispute(address, dispute, language));
  const count = disputes.filter(({ state }) => state === 'pending_review').length;
  return html`<p>${t.open({ count })}</p>
${joinHtml(entries, '\n')}`;
}

function renderDispute(address: string, dispute: Dispute, language: Language): Html {
  const t = DISPUTES[language];
  const { id, row, state, note, text, due_on, created_at } = dispute;
  const open = state === 'pending_review';
  const day = renderDay(row.visited_on, language);
  const about = {
    subject: renderSubject(dispute, language),
    opened: renderDayOf(created_at, language),
  };
  return html`<article class="dispute">
<h3>${t.heading({ day, state: DISPUTE_STATE_WORDS[language][state] })}</h3>
<p class="small">${open ? t.aboutOpen({ ...about, due: renderDay(due_on, language) }) : t.aboutClosed(about)}</p>
${renderLines(text)}
${note === '' ? '' : html`<p><strong>${t.note}</strong></p>${renderLines(note)}`}
${
  open
    ? html`<form class="actions" action="${address}/${id}/withdraw" method="post"><button class="quiet" type="submit">${t.withdraw({ day, hidden })}</button></form>`
    : ''
}
</article>`;
}

function renderVisits(address: string, { visits, disputes }: OwnDisputes, language: Language): Html {
  const t = DISPUTES[language];
  if (visits.length === 0) return html`<p>${t.noVisits}</p>`;
  const open = disputes.filter(({ state }) => state === 'pending_review');
  const full = open.length >= OPEN_DISPUTES_MAX;
  const disputed = new Set(open.map(({ visit_id }) => visit_id));
  const rows = visits.map((visit) => {
    const day = renderDay(visit.visited_on, language);
    const link = html`<a href="${address}?visit=${visit.visit_id}">${t.disputeVisit({ day, hidden })}</a>`;
    const action = disputed.has(visit.visit_id) ? t.disputed : full ? '' : link;
    return html`<tr><th scope="row">${day}</th><td data-label="${t.kind}">${renderQuote(visit.inspection_type, language)}</td><td data-label="${t.disposition}">${renderQuote(visit.disposition, language)}</td><td data-label="${t.violations}">${visit.total}</td><td>${action}</td></tr>`;
  });
  return html`${full ? html`<p>${t.full({ count: OPEN_DISPUTES_MAX })}</p>` : ''}
<div class="wide"><table class="list stacked"><caption class="visually-hidden">${t.visitsCaption}</caption>
<thead><tr><th scope="col">${t.day}</th><th scope="col">${t.kind}</th><th scope="col">${t.disposition}</th><th scope="col">${t.violations}</th><th scope="col"><span class="visually-hidden">${t.dispute}</span></th></tr></thead>
<tbody>${joinHtml(rows, '\n')}</tbody></table></div>`;
}
