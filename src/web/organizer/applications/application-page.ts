import { licenseKindText } from '../../../decisions/decide/decision-words.ts';
import { EVENT_TYPE_NAMES } from '../../../decisions/decide/documents/required-documents.ts';
import type { License } from '../../../judgment/scorecard/schemas.ts';
import { ERASED, isErasedAddress } from '../../../lib/erase-details.ts';
import { dollars } from '../../../lib/text/dollars.ts';
import type {
  ApplicationDetail,
  CurrentStanding,
  Neighbors,
} from '../../../organizer/applications/application.ts';
import { allDaysOfEvent } from '../../../organizer/applications/days-of-event.ts';
import { isOpen } from '../../../organizer/applications/decide/statuses.ts';
import type { FoodKind } from '../../../organizer/applications/inbox/food.ts';
import { type InboxView, toQuery } from '../../../organizer/applications/inbox/inbox-view.ts';
import { INSURANCE } from '../../../organizer/documents/kinds.ts';
import { READ_ONLY } from '../../../organizer/events/event-access.ts';
import type { StoredEvent, TeamEvent } from '../../../organizer/events/stored-event.ts';
import type { Contest } from '../../../owner/statements/statement.ts';
import { recordsOld } from '../../../published-state/records-age.ts';
import { displayName } from '../../../records/record/display-name.ts';
import type { BookedHistory } from '../../../watch/booked/booked-change.ts';
import { renderAnswers, renderHistory } from '../../kit/applications/application-history.ts';
import {
  DEPOSIT_NAMES,
  NOT_ON_RECORD,
  OUTCOME_NAMES,
  STATUS_NAMES,
} from '../../kit/applications/application-names.ts';
import { DOCUMENT_STATES_FOR_ORGANIZER } from '../../kit/applications/document-names.ts';
import { renderEvidence, renderLicense } from '../../kit/decisions/evidence.ts';
import { renderReasons } from '../../kit/decisions/reasons.ts';
import { FOOD_NAMES } from '../../kit/food-messages.ts';
import { renderErrorSummary } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderDay, renderZoned } from '../../kit/render-dates.ts';
import { placeText } from '../../public/record/place-text.ts';
import {
  renderContests,
  renderDecideForm,
  renderDepositForm,
  renderOutcomeForm,
  type TypedChange,
} from './application-forms.ts';
import {
  gradeWords,
  notFiledText,
  renderDifferingName,
  renderMark,
  renderStanding,
  scoreText,
} from './application-standing.ts';
import { renderSinceDecision, resolvedLines } from './changes-since-booking.ts';
import { inboxAddress, viewAddress } from './inbox-addresses.ts';
import { foodText, otherLicense, renderSameLicense } from './inbox-row.ts';

interface ApplicationPageOptions {
  readonly event: TeamEvent;
  readonly application: ApplicationDetail;
  readonly account: { readonly name: string; readonly accountId: string };
  readonly fictional: boolean | undefined;
  /** A sentence that confirms the last change. */
  readonly done?: string | undefined;
  /** The notice about the last action, with an undo button. */
  readonly notice?: Html;
  /** The number of vendors with a spot, for each kind of food. */
  readonly food: ReadonlyMap<FoodKind, number>;
  /** An id created for the decision form, so that submitting the form twice acts only once. */
  readonly actionId: string;
  /** The team's recent messages to applicants. */
  readonly messages: readonly string[];
  readonly typed?: TypedChange;
  /** Changes to the vendor's record while the vendor had a spot. */
  readonly changed?: BookedHistory | undefined;
  /** The inbox view that the application was opened from, and the application's position in it. */
  readonly view: InboxView;
  readonly neighbors: Neighbors | undefined;
  /** The vendor's reliability in one sentence, and the vendor's contests of the outcome. */
  readonly reliability: { readonly text: string; readonly contests: readonly Contest[] };
}

/** Renders an application with everything that the organizer can see and do. */
export function renderApplication(options: ApplicationPageOptions): Html {
  const { event, application, account, fictional, done, typed = { errors: {} }, reliability } = options;
  const { view, neighbors } = options;
  const { business_name, standing } = application;
  const main = html`<div class="kicker-line"><p class="kicker"><a href="${viewAddress(event, view, 1)}">Applications</a> · ${event.name}</p>
${renderNeighbors(event, view, neighbors)}</div>
<h1>${business_name}</h1>
${renderUnder(application, options.food)}
${done === undefined ? '' : html`<p class="done" role="status">${done}</p>`}
${options.notice ?? EMPTY_HTML}
${renderErrorSummary(typed.errors)}
<div class="review"><div class="review-facts">
${renderSinceDecision(options.changed, { address: applicationAddress(event, application), query: viewQuery(view), canDecide: event.access !== 'viewer' })}
${renderDifferingName(application)}
${application.license_kind === null ? renderStanding(application, event) : EMPTY_HTML}
${renderOtherLicense(application)}
<section class="part"><h2>Why</h2><div>${standing ? renderReasons(standing.reasons) : html`<p>${NOT_ON_RECORD}.</p>`}</div></section>
<section class="part"><h2>On record</h2><div>${renderRecord(application)}</div></section>
<section class="part"><h2>At events here</h2><div><p>${reliability.text}</p></div></section>
${application.custom_responses.length === 0 ? '' : html`<section class="part"><h2>Their answers</h2><div><dl class="ledger">${renderAnswers(application.custom_responses)}</dl></div></section>`}
<section class="part"><h2>Contact</h2><div>${renderContact(event, application)}</div></section>
<section class="part"><h2>Documents</h2><div>${renderDocumentStates(application, applicationAddress(event, application), event)}</div></section>
${event.access === 'viewer' ? renderReadOnly(application) : renderForms(options)}
<section class="part"><h2>History</h2><div>${renderHistory(application.history, event.timezone, { organizer: event.access === 'owner' ? 'You' : event.owner_name, applicant: 'The applicant', waitlist: 'The waitlist, by itself', service: 'Whoever runs this service, because the applicant asked to be erased' }, resolvedLines(options.changed, account.accountId))}</div></section>
<section class="part"><h2>Filed decisions</h2><div>${renderDecisions(application, event.timezone)}</div></section>
</div>
${event.access === 'viewer' ? EMPTY_HTML : renderCard(options)}
</div>`;
  const title = `${business_name}: ${event.name}`;
  const hasError = Object.keys(typed.errors).length > 0;
  return renderPage({
    title: hasError ? `Error: ${title}` : title,
    description: title,
    fictional,
    current: '/organizer',
    account,
    main,
  });
}

/** Renders the application's forms. Viewers do not get them. */
function renderForms(options: ApplicationPageOptions): Html {
  const { event, application, typed = { errors: {} }, reliability, view } = options;
  // Keep the view in the form's address, so that Previous and Next still work after the form is submitted.
  const formAddress = (form: string) => `${applicationAddress(event, application)}/${form}${viewQuery(view)}`;
  return html`<section class="part no-print"><h2>Deposit</h2><div>${renderDepositForm(application, formAddress('deposit'), typed)}
${event.deposit_cents ? html`<p class="small">This event asks for ${dollars(event.deposit_cents)}.</p>` : ''}</div></section>
<section class="part no-print"><h2>Outcome</h2><div>${renderOutcomeForm(application, formAddress('outcome'), typed)}
${renderContests(reliability.contests, formAddress('answer'), typed)}</div></section>`;
}

/**
 * Renders the decision card, which is always visible. It is next to the facts or, on a phone, in a bar below
 * them.
 */
function renderCard({
  event,
  application,
  view,
  actionId,
  messages,
  typed = { errors: {} },
}: ApplicationPageOptions): Html {
  const formAddress = (form: string) => `${applicationAddress(event, application)}/${form}${viewQuery(view)}`;
  return html`<aside class="card no-print" aria-labelledby="decide"><h2 id="decide">Decide</h2>
${renderDecideForm({ application, formAddress, actionId, messages, typed })}</aside>`;
}

/** Renders the deposit and outcome without forms, for a viewer. */
function renderReadOnly({ deposit_status, outcome }: ApplicationDetail): Html {
  return html`<section class="part"><h2>Deposit</h2><div><p>${DEPOSIT_NAMES[deposit_status]}</p></div></section>
<section class="part"><h2>Outcome</h2><div><p>${outcome === null ? 'None yet' : OUTCOME_NAMES[outcome]}</p></div></section>
<p class="small">${READ_ONLY}</p>`;
}

/** Renders links to the previous and next application in the view. */
function renderNeighbors(event: StoredEvent, view: InboxView, neighbors: Neighbors | undefined): Html {
  if (!neighbors || neighbors.matching < 2) return EMPTY_HTML;
  const { previous, next, position, matching } = neighbors;
  const link = (id: string | undefined, rel: 'prev' | 'next', text: string) =>
    id === undefined
      ? html`<span></span>`
      : html`<a rel="${rel}" href="${applicationAddress(event, { id })}${viewQuery(view)}">${text}</a>`;
  return html`<nav class="paging no-print" aria-label="Applications in this view">
${link(previous, 'prev', 'Previous')}
<span>${position.toLocaleString('en-US')} of ${matching.toLocaleString('en-US')}</span>
${link(next, 'next', 'Next')}
</nav>`;
}

/** Returns the query that preserves the inbox view in an application's address. */
export function viewQuery(view: InboxView): string {
  const query = toQuery(view, 1).toString();
  return query === '' ? '' : `?${query}`;
}

/** Returns the address of one application. Its forms post to addresses below it. */
export function applicationAddress(
  event: Pick<StoredEvent, 'id'>,
  { id }: Pick<ApplicationDetail, 'id'>,
): string {
  return `${inboxAddress(event)}/${encodeURIComponent(id)}`;
}

function renderUnder(application: ApplicationDetail, foods: ReadonlyMap<FoodKind, number>): Html {
  const food = foodText(application);
  const kind = application.food?.kind;
  const balance = kind === undefined || kind === 'other' ? '' : balanceText(kind, foods.get(kind) ?? 0);
  return html`<p class="under"><strong>${STATUS_NAMES[application.status]}</strong>${food === '' ? '' : html` · ${food}${balance}`} · ${application.license_number === '' ? 'no license number given' : html`license given as <span class="number">${application.license_number}</span>`}${renderSameLicense(application)}</p>`;
}

/** Renders the documents to collect for a license type that is not in the records. */
function renderOtherLicense({ license_kind }: ApplicationDetail): Html {
  if (license_kind === null) return EMPTY_HTML;
  const { name, about, documents, link } = otherLicense(license_kind);
  return html`<section class="part"><h2>License</h2><div><p><strong>${name}</strong></p><p>${about}</p>
<p>Collect:</p><ul>${documents.map((text) => html`<li>${text}</li>`)}</ul>
<p><a href="${link.url}" rel="noreferrer">${link.name}</a></p></div></section>`;
}

function balanceText(kind: FoodKind, approved: number): string {
  return ` (${approved === 0 ? 'none' : approved} approved so far: ${FOOD_NAMES.en[kind]})`;
}

function renderRecord(application: ApplicationDetail): Html {
  const { vendor, standing } = application;
  const [newest] = application.decisions;
  const who = vendor
    ? html`<div><dt>Vendor</dt><dd><a href="/vendor/${encodeURIComponent(vendor.id)}">${displayName(vendor.name)}</a>${vendor.aka ? html`, formerly ${displayName(vendor.aka)}` : ''}</dd></div>
<div><dt>License</dt><dd><span class="number">${vendor.license.number}</span>, ${licenseKindText(vendor.license)}</dd></div>
<div><dt>License status</dt><dd>${renderLicenseStatus(vendor.license, standing)}</dd></div>
<div><dt>Place</dt><dd>${placeText(vendor.location, 'en') || 'Not told'}</dd></div>`
    : html`<div><dt>Vendor</dt><dd>${NOT_ON_RECORD}</dd></div>`;
  const evidence = newest
    ? html`<details><summary>What you saw when you decided</summary>${renderEvidence(newest)}</details>`
    : '';
  return html`<dl class="ledger">${who}
<div><dt>Grade</dt><dd${standing?.grade ? html` class="letter"` : ''}>${gradeWords(standing)}</dd></div>
<div><dt>Score</dt><dd>${scoreText(application)}</dd></div>
</dl>
${evidence}`;
}

/** Renders the license's status on the record's as-of date, which may be old. */
function renderLicenseStatus(license: License, standing: CurrentStanding | null): Html {
  if (!standing) return html`${NOT_ON_RECORD}`;
  const { as_of: asOf, today, records_reach_to } = standing;
  const status = renderLicense(license, { asOf, today, old: recordsOld(records_reach_to, today) });
  return license.expires_on === null ? html`${status}; no expiry date on file` : status;
}

/** Renders the state of each document. Organizers open and decide documents on a separate page. */
function renderDocumentStates(application: ApplicationDetail, address: string, event: TeamEvent): Html {
  const { documents } = application;
  const { last } = allDaysOfEvent(event);
  const items = documents.map(({ code, name, state, expires_on, blocks_spot }) => {
    // Insurance that ends too early prevents confirming a spot, unless the organizer accepted it anyway.
    const isAccepted = code === INSURANCE && state !== 'waived';
    const accepted = isAccepted ? ', and was accepted all the same' : '';
    const early =
      !blocks_spot && expires_on !== null && expires_on < last
        ? html` <strong>before the event is over</strong>${accepted}`
        : '';
    const expires = expires_on === null ? '' : html`, expires on ${renderDay(expires_on)}${early}`;
    return html`<li>${name}: <strong>${DOCUMENT_STATES_FOR_ORGANIZER[state]}${blocks_spot ? ', but it expires before the event is over' : ''}</strong>${expires}</li>`;
  });
  const done = documents.filter(({ state }) => state === 'confirmed' || state === 'waived').length;
  const received = documents.filter(({ state }) => state === 'received').length;
  const isMoving = documents.some(({ state }) => state !== 'to_collect');
  return html`<details${isMoving ? ' open' : ''}><summary>${done} of ${documents.length} confirmed or waived${received === 0 ? '' : `, ${received} to look at`}</summary><ul>${joinHtml(items, '\n')}</ul></details>
<p class="small">${describeNeed(application, event)}</p>
<p class="no-print"><a href="${address}/documents">Look at the documents</a></p>`;
}

/** Explains how documents affect the vendor's spot. A confirmed spot stays confirmed. */
function describeNeed({ status }: ApplicationDetail, event: TeamEvent): string {
  if (status === 'confirmed')
    return 'The spot is confirmed. A missing document, or insurance that ends before the event is over, does not take it back.';
  const accept = event.access === 'viewer' ? 'somebody who manages the event accepts' : 'you accept';
  return `A missing document does not keep a vendor from a spot. An insurance certificate that ends before the event is over does: the spot cannot be confirmed until the vendor sends one that covers every day, or ${accept} this one.`;
}

function renderContact(event: StoredEvent, application: ApplicationDetail): Html {
  const { contact_name, contact_phone, submitted_at } = application;
  return html`<dl class="ledger">
<div><dt>Name</dt><dd>${contact_name}</dd></div>
<div><dt>Email</dt><dd>${renderAddress(application)}</dd></div>
<div><dt>Phone</dt><dd>${contact_phone}</dd></div>
<div><dt>Sent</dt><dd>${renderZoned(submitted_at, event.timezone)}</dd></div>
</dl>`;
}

/** Renders the applicant's email address, or a note that the contact details were erased. */
function renderAddress({ contact_email: address, history }: ApplicationDetail): Html {
  const isOnRequest = history.some(({ changed_by }) => changed_by === 'service');
  return isErasedAddress(address)
    ? html`${ERASED} The applicant’s details were erased on request${isOnRequest ? '' : ', or because the event was long ago'}.`
    : html`<a href="mailto:${encodeURIComponent(address).replace('%40', '@')}">${address}</a>`;
}

function renderDecisions(
  { decisions, has_older_decisions, status }: ApplicationDetail,
  timezone: string,
): Html {
  if (decisions.length === 0) {
    const how = isOpen(status)
      ? ' For a vendor on record, a decision is filed with a receipt when you decide.'
      : '';
    return html`<p>${notFiledText({ status })}${how}</p>`;
  }
  const items = decisions.map(
    (decision) =>
      html`<li>${renderMark(decision, decision.records_old)} ${EVENT_TYPE_NAMES[decision.event_type]}. Grade: ${gradeWords({ grade: decision.evidence.grade, grade_status: decision.evidence.grade_status })}. <span class="small">Filed ${renderZoned(decision.decided_at, timezone)}</span> <a href="/verify?receipt=${encodeURIComponent(decision.receipt)}">Verify the receipt<span class="visually-hidden"> filed ${renderZoned(decision.decided_at, timezone)}</span></a></li>`,
  );
  const older = has_older_decisions
    ? html`<p class="small">These are the newest ${decisions.length}. The receipts of older ones stay valid.</p>`
    : '';
  return html`<ul>${joinHtml(items, '\n')}</ul>${older}`;
}
