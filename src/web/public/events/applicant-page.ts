import { documentsWith } from '../../../decisions/decide/documents/required-documents.ts';
import type { Language } from '../../../lib/language/language.ts';
import { dollars } from '../../../lib/text/dollars.ts';
import type { ApplicantView } from '../../../organizer/applications/application.ts';
import { allDaysOfEvent, confirmBy } from '../../../organizer/applications/days-of-event.ts';
import { holdsSpot, isOpen } from '../../../organizer/applications/decide/statuses.ts';
import { describeBlock } from '../../../organizer/documents/document-words.ts';
import { INSURANCE } from '../../../organizer/documents/kinds.ts';
import { renderAnswers, renderHistory } from '../../kit/applications/application-history.ts';
import { DEPOSITS_NAMED, DOCUMENT_STATES_NAMED } from '../../kit/applications/application-messages.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay, renderZoned } from '../../kit/render-dates.ts';
import { strong } from '../../kit/tags.ts';
import { APPLICANT, RECORDED_OUTCOMES, STATUS_STEPS, STATUS_TITLES } from './applicant-messages.ts';
import { renderEventFacts } from './event-facts.ts';
import { ownAddress } from './private-address.ts';

interface PageState {
  readonly view: ApplicantView;
  readonly token: string;
  /** The reason why the action is not possible now. */
  readonly refusal?: string | undefined;
  readonly fictional: boolean | undefined;
  readonly language: Language;
}

/** Renders the applicant's private page, with the application's status and the available actions. */
export function renderApplicant(state: PageState): Html {
  const { language, view } = state;
  const t = APPLICANT[language];
  const { application, event, history, is_over } = view;
  const { title, next } = describeStatus(view, language);
  const names = { organizer: t.organizer, applicant: t.you, waitlist: t.waitlist, service: t.service };
  const main = html`<p class="kicker">${application.business_name} · ${event.name}</p>
<h1>${title}</h1>
<p class="lead">${blockOf(state) === undefined ? next : t.keptForYou}</p>
${renderRefusal(state.refusal)}
${renderBlock(state)}
${renderConfirmBy(state)}
${renderActions(state)}
${renderDocuments(state)}
<section class="part"><h2>${t.event}</h2><div>${renderEventFacts(event, language, is_over || event.status === 'Cancelled')}
<p><a href="/events/${event.id}">${t.publicPage}</a>${holdsSpot(application.status) ? html` · <a href="/events/${event.id}.ics">${t.addEvent}</a>` : ''}</p></div></section>
<section class="part"><h2>${t.soFar}</h2><div>${renderHistory(history, event.timezone, names, [], language)}</div></section>
<section class="part"><h2>${t.whatYouSent}</h2><div>${renderSent(state)}</div></section>
<p class="small">${t.yours}</p>`;
  return renderOwnPage(title, main, state);
}

/** Renders the confirmation page for withdrawing an application. Withdrawing cannot be undone. */
export function renderWithdraw(state: PageState): Html {
  const t = APPLICANT[state.language];
  const { application, event } = state.view;
  const title = t.withdrawTitle;
  const main = html`<p class="kicker">${application.business_name} · ${event.name}</p>
<h1>${title}</h1>
<p class="lead">${holdsSpot(application.status) ? t.withdrawSpot : t.withdrawNoSpot}</p>
<div class="actions">
${renderButton('withdraw', state.token, 'danger', t.yesWithdraw)}
<a href="${ownAddress('/application', state.token)}">${t.noKeep}</a>
</div>`;
  return renderOwnPage(title, main, state);
}

/**
 * Renders the result of an action. This page does not contain the private link, so readers cannot share the
 * link by accident.
 */
export function renderActed(
  what: 'withdrawn' | 'confirmed',
  fictional: boolean | undefined,
  language: Language,
): Html {
  const t = APPLICANT[language];
  const title = STATUS_TITLES[language][what];
  const next = STATUS_STEPS[language][what];
  const main = html`<h1>${title}</h1>
<p class="lead">${next}</p>
<p>${what === 'confirmed' ? t.documentsAreNext : t.asItIsNow}</p>
<p><a href="/events">${t.otherEvents}</a></p>`;
  return renderPage({ title, description: title, language, robots: 'noindex', fictional, main });
}

/** Renders the deadline for confirming the spot, as stated in the approval email. */
function renderConfirmBy({ view: { may_confirm, history, event }, language }: PageState): Html {
  const approved = history.findLast(({ kind, status }) => kind === 'status' && status === 'approved');
  if (!may_confirm || !approved) return EMPTY_HTML;
  const day = renderDay(confirmBy(event, new Date(approved.changed_at)), language);
  return html`<p>${APPLICANT[language].confirmBy({ strong, day })}</p>`;
}

/**
 * Returns the state of the deposit, which is due only if the vendor has a spot. A paid or waived deposit is
 * shown as the organizer recorded it.
 */
function depositState({ view, language }: PageState): string {
  const t = APPLICANT[language];
  const { status, deposit_status } = view.application;
  if (deposit_status !== 'due' || holdsSpot(status)) return DEPOSITS_NAMED[language][deposit_status];
  return isOpen(status) && !view.is_over ? t.onlyWithSpot : t.notDue;
}

/** Renders the organizer's payment instructions as long as the deposit for a spot is due. */
function renderHowToPay({ view, language }: PageState): Html {
  const { application, event, is_over } = view;
  const { deposit_how, deposit_link } = event;
  if (application.deposit_status !== 'due' || !holdsSpot(application.status) || is_over) return EMPTY_HTML;
  const link =
    deposit_link === ''
      ? EMPTY_HTML
      : html`<br><a href="${deposit_link}" rel="noreferrer nofollow">${APPLICANT[language].payDeposit({ host: new URL(deposit_link).hostname })}</a>`;
  return html`${deposit_how === '' ? EMPTY_HTML : html`<br>${deposit_how}`}${link}`;
}

function renderSent(state: PageState): Html {
  const { view, language } = state;
  const t = APPLICANT[language];
  const { application, event } = view;
  const due = depositState(state);
  const deposit = event.deposit_cents ? html`${dollars(event.deposit_cents)}. ${due}` : html`${due}`;
  return html`<dl class="ledger">
<div><dt>${t.sent}</dt><dd>${renderZoned(application.submitted_at, event.timezone, language)}</dd></div>
<div><dt>${t.business}</dt><dd>${application.business_name}</dd></div>
<div><dt>${t.license}</dt><dd>${application.license_number}</dd></div>
<div><dt>${t.email}</dt><dd>${application.contact_email}</dd></div>
<div><dt>${t.deposit}</dt><dd>${deposit}${renderHowToPay(state)}</dd></div>
${renderAnswers(application.custom_responses, language)}
</dl>`;
}

/** Renders the documents that the organizer needs. Applicants submit the files on a separate page. */
function renderDocuments({ view, token, language }: PageState): Html {
  const t = APPLICANT[language];
  if (!isOpen(view.application.status) || view.documents.length === 0) return EMPTY_HTML;
  const page = ownAddress('/application/documents', token);
  if (view.is_over)
    return html`<section class="part"><h2>${t.documents}</h2><div><p>${t.documentsOver}</p>
<p><a href="${page}">${t.seeSent}</a></p></div></section>`;
  const names = new Map(
    documentsWith(true, view.event.event_type, language).map((each) => [each.code, each.name]),
  );
  const items = view.documents.map(({ code, name, state: standing, blocks_spot }) => {
    const state = DOCUMENT_STATES_NAMED[language][standing];
    return html`<li>${names.get(code) ?? name}: <strong>${blocks_spot ? t.endsEarly({ state }) : state}</strong></li>`;
  });
  return html`<section class="part"><h2>${t.documents}</h2><div><ul>${joinHtml(items, '\n')}</ul>
<p><a href="${page}">${t.sendDocuments}</a></p></div></section>`;
}

/**
 * Returns the reason why the current insurance prevents confirming the spot. The button is then left out,
 * because confirming would fail.
 */
function blockOf({ view, language }: PageState): string | undefined {
  const { documents, event, application, is_over } = view;
  const blocking = documents.find(({ blocks_spot }) => blocks_spot);
  if (!blocking || is_over || application.status !== 'approved') return undefined;
  return describeBlock(blocking, allDaysOfEvent(event).last, 'applicant', language);
}

function renderBlock(state: PageState): Html {
  const block = blockOf(state);
  if (block === undefined) return EMPTY_HTML;
  const page = ownAddress('/application/documents', state.token);
  const another = (inside: readonly (string | Html)[]) => html`<a href="${page}#${INSURANCE}">${inside}</a>`;
  return html`<p>${APPLICANT[state.language].blocked({ strong, block, another })}</p>`;
}

function renderActions(state: PageState): Html {
  const { view, token, language } = state;
  const t = APPLICANT[language];
  const mayConfirm = view.may_confirm && blockOf(state) === undefined;
  const confirm = mayConfirm ? renderButton('confirm', token, '', t.confirm) : '';
  const withdraw = view.may_withdraw
    ? html`<a href="${ownAddress('/application/withdraw', token)}">${t.withdraw}</a>`
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

function renderOwnPage(title: string, main: Html, { refusal, fictional, language }: PageState): Html {
  return renderPage({
    title: refusal === undefined ? title : `Error: ${title}`,
    description: APPLICANT[language].description,
    language,
    robots: 'noindex',
    fictional,
    main,
  });
}

/** Returns the application's status and the next step, even if the event is over or canceled. */
function describeStatus(
  { application, event, is_over }: ApplicantView,
  language: Language,
): {
  readonly title: string;
  readonly next: string;
} {
  const t = APPLICANT[language];
  const { status, outcome } = application;
  if (status === 'cancelled' && event.status === 'Cancelled')
    return { title: t.eventCancelled, next: t.calledOff };
  if (!is_over || !isOpen(status))
    return { title: STATUS_TITLES[language][status], next: STATUS_STEPS[language][status] };
  return {
    title: t.eventOver,
    next: holdsSpot(status) ? RECORDED_OUTCOMES[language][outcome ?? 'nothing'] : t.hadNoSpot,
  };
}
