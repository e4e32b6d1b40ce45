import type { ApplicantView } from '../../../ledger/applications/application.ts';
import { confirmBy } from '../../../ledger/applications/event-days.ts';
import { holdsSpot, isOpen } from '../../../ledger/applications/statuses.ts';
import { renderAnswers, renderHistory } from '../../kit/application-history.ts';
import { DEPOSIT_NAMES } from '../../kit/application-names.ts';
import { renderDay, renderZoned } from '../../kit/dates.ts';
import { DOCUMENT_STATES_FOR_APPLICANT } from '../../kit/document-names.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { APPLICANT_STATUS } from './applicant-status.ts';
import { dollars, renderEventFacts } from './event-facts.ts';
import { ownAddress } from './private-link.ts';

interface PageState {
  readonly view: ApplicantView;
  readonly token: string;
  /** Why what was asked for is not possible now. */
  readonly refusal?: string | undefined;
  readonly fictional: boolean | undefined;
}

/** The applicant's private page: where the application stands, and what can be done about it. */
export function renderApplicant(state: PageState): Html {
  const { application, event, history } = state.view;
  const { title, next } = APPLICANT_STATUS[application.status];
  const main = html`<p class="kicker">${application.business_name} · ${event.name}</p>
<h1>${title}</h1>
<p class="lead">${next}</p>
${renderRefusal(state.refusal)}
${renderConfirmBy(state.view)}
${renderActions(state)}
${renderDocuments(state)}
<section class="part"><h2>The event</h2><div>${renderEventFacts(event)}
<p><a href="/events/${event.id}">Public page of the event</a>${holdsSpot(application.status) ? html` · <a href="/events/${event.id}.ics">Add the event to your calendar</a>` : ''}</p></div></section>
<section class="part"><h2>So far</h2><div>${renderHistory(history, event.timezone, { organizer: 'The organizer', applicant: 'You', waitlist: 'The waitlist, by itself' })}</div></section>
<section class="part"><h2>What you sent</h2><div>${renderSent(state.view)}</div></section>
<p class="small">This page is yours alone: whoever has its address can act for you. Keep the mail with the link.</p>`;
  return renderOwnPage(title, main, state);
}

/** The step before withdrawing, which cannot be undone. */
export function renderWithdraw(state: PageState): Html {
  const { application, event } = state.view;
  const title = 'Withdraw your application?';
  const main = html`<p class="kicker">${application.business_name} · ${event.name}</p>
<h1>${title}</h1>
<p class="lead">The organizer is told that you will not come. You cannot take it back here.</p>
<div class="actions">
${renderButton('withdraw', state.token, 'danger', 'Yes, withdraw')}
<a href="${ownAddress('/application', state.token)}">No, keep it</a>
</div>`;
  return renderOwnPage(title, main, state);
}

/** After a button was pressed. Without the private link, so that no address that is passed on holds it. */
export function renderActed(what: 'withdrawn' | 'confirmed', fictional: boolean | undefined): Html {
  const { title, next } = APPLICANT_STATUS[what];
  const main = html`<h1>${title}</h1>
<p class="lead">${next}</p>
<p>The private link in your mail shows your application as it is now.</p>
<p><a href="/events">Events that take applications</a></p>`;
  return renderPage({ title, description: title, robots: 'noindex', fictional, main });
}

/** The day that the mail about the approval names. */
function renderConfirmBy({ may_confirm, history, event }: ApplicantView): Html {
  const approved = history.findLast(({ kind, status }) => kind === 'status' && status === 'approved');
  if (!may_confirm || !approved) return EMPTY_HTML;
  const day = confirmBy(event, new Date(approved.changed_at));
  return html`<p>Please confirm by <strong>${renderDay(day)}</strong> that you will come, or withdraw. After that day the organizer may give the spot to somebody else.</p>`;
}

function renderSent({ application, event }: ApplicantView): Html {
  const deposit = event.deposit_cents
    ? html`${dollars(event.deposit_cents)}: ${DEPOSIT_NAMES[application.deposit_status]}`
    : html`${DEPOSIT_NAMES[application.deposit_status]}`;
  return html`<dl class="ledger">
<div><dt>Sent</dt><dd>${renderZoned(application.submitted_at, event.timezone)}</dd></div>
<div><dt>Business</dt><dd>${application.business_name}</dd></div>
<div><dt>License number</dt><dd>${application.license_number}</dd></div>
<div><dt>E-mail</dt><dd>${application.contact_email}</dd></div>
<div><dt>Deposit</dt><dd>${deposit}</dd></div>
${renderAnswers(application.custom_responses)}
</dl>`;
}

/** What the organizer needs; the files are sent on a page of their own. */
function renderDocuments({ view, token }: PageState): Html {
  if (!isOpen(view.application.status) || view.documents.length === 0) return EMPTY_HTML;
  const items = view.documents.map(
    ({ name, state }) => html`<li>${name}: <strong>${DOCUMENT_STATES_FOR_APPLICANT[state]}</strong></li>`,
  );
  return html`<section class="part"><h2>Documents</h2><div><ul>${joinHtml(items, '\n')}</ul>
<p><a href="${ownAddress('/application/documents', token)}">Send documents, or see how they stand</a></p></div></section>`;
}

function renderActions({ view, token }: PageState): Html {
  const confirm = view.may_confirm ? renderButton('confirm', token, '', 'Confirm that I will come') : '';
  const withdraw = view.may_withdraw
    ? html`<a href="${ownAddress('/application/withdraw', token)}">Withdraw my application</a>`
    : '';
  return confirm || withdraw ? html`<div class="actions">${confirm}${withdraw}</div>` : EMPTY_HTML;
}

function renderButton(action: string, token: string, style: string, text: string): Html {
  const look = style === '' ? '' : html` class="${style}"`;
  return html`<form action="/application/${action}" method="post"><input type="hidden" name="token" value="${token}"><button${look} type="submit">${text}</button></form>`;
}

function renderRefusal(refusal: string | undefined): Html {
  return refusal === undefined ? EMPTY_HTML : html`<div class="errors" role="alert"><p>${refusal}</p></div>`;
}

function renderOwnPage(title: string, main: Html, { refusal, fictional }: PageState): Html {
  return renderPage({
    title: refusal === undefined ? title : `Error: ${title}`,
    description: 'Your application',
    robots: 'noindex',
    fictional,
    main,
  });
}
