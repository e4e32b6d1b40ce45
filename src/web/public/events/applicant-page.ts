import type { ApplicantView } from '../../../ledger/applications/application.ts';
import { allDaysOfEvent, confirmBy } from '../../../ledger/applications/event-days.ts';
import { holdsSpot, isOpen } from '../../../ledger/applications/statuses.ts';
import { INSURANCE } from '../../../ledger/documents/kinds.ts';
import { describeBlock } from '../../../ledger/documents/words.ts';
import { renderAnswers, renderHistory } from '../../kit/application-history.ts';
import { DEPOSIT_NAMES } from '../../kit/application-names.ts';
import { renderDay, renderZoned } from '../../kit/dates.ts';
import { DOCUMENT_STATES_FOR_APPLICANT } from '../../kit/document-names.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderPage } from '../../kit/page.ts';
import { APPLICANT_STATUS, describeStatus } from './applicant-status.ts';
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
  const { application, event, history, is_over } = state.view;
  const { title, next } = describeStatus(state.view);
  const main = html`<p class="kicker">${application.business_name} · ${event.name}</p>
<h1>${title}</h1>
<p class="lead">${next}</p>
${renderRefusal(state.refusal)}
${renderBlock(state)}
${renderConfirmBy(state.view)}
${renderActions(state)}
${renderDocuments(state)}
<section class="part"><h2>The event</h2><div>${renderEventFacts(event, is_over || event.status === 'Cancelled')}
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
<p class="lead">${holdsSpot(application.status) ? 'The organizer gets a mail that you will not come, and your spot is free again.' : 'The organizer sees among the applications that you withdrew; no mail is sent about it.'} You cannot take it back here.</p>
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

/** It is due with a spot only; what was paid or waived stands as the organizer recorded it. */
function depositState({ application: { status, deposit_status }, is_over }: ApplicantView): string {
  if (deposit_status !== 'due' || holdsSpot(status)) return DEPOSIT_NAMES[deposit_status];
  return isOpen(status) && !is_over ? 'Only if you get a spot' : 'Not due: you have no spot';
}

function renderSent(view: ApplicantView): Html {
  const { application, event } = view;
  const state = depositState(view);
  const deposit = event.deposit_cents ? html`${dollars(event.deposit_cents)}. ${state}` : html`${state}`;
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
  const page = ownAddress('/application/documents', token);
  if (view.is_over)
    return html`<section class="part"><h2>Documents</h2><div><p>The event is over, so no documents are needed for it any more.</p>
<p><a href="${page}">See what you sent</a></p></div></section>`;
  const items = view.documents.map(
    ({ name, state, blocks_spot }) =>
      html`<li>${name}: <strong>${DOCUMENT_STATES_FOR_APPLICANT[state]}${blocks_spot ? ', but it ends before the event is over' : ''}</strong></li>`,
  );
  return html`<section class="part"><h2>Documents</h2><div><ul>${joinHtml(items, '\n')}</ul>
<p><a href="${page}">Send documents, or see how they stand</a></p></div></section>`;
}

/** Why the spot cannot be confirmed with the insurance that was sent; the button would only be refused. */
function blockOf({ documents, event, application, is_over }: ApplicantView): string | undefined {
  const blocking = documents.find(({ blocks_spot }) => blocks_spot);
  if (!blocking || is_over || application.status !== 'approved') return undefined;
  return describeBlock(blocking, allDaysOfEvent(event).last, 'applicant');
}

function renderBlock({ view, token }: PageState): Html {
  const block = blockOf(view);
  if (block === undefined) return EMPTY_HTML;
  return html`<p><strong>You cannot confirm your spot yet.</strong> ${block} <a href="${ownAddress('/application/documents', token)}#${INSURANCE}">Send another certificate</a></p>`;
}

function renderActions({ view, token }: PageState): Html {
  const mayConfirm = view.may_confirm && blockOf(view) === undefined;
  const confirm = mayConfirm ? renderButton('confirm', token, '', 'Confirm that I will come') : '';
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
