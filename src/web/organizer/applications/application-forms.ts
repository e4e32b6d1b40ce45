import type { FieldErrors } from '../../../lib/field-errors.ts';
import { cutText } from '../../../lib/text/cut-text.ts';
import type { ApplicationDetail } from '../../../organizer/applications/application.ts';
import { NOTE_LENGTH_MAX } from '../../../organizer/applications/apply/typed-text.ts';
import { asksReason, REASON_LENGTH_MAX } from '../../../organizer/applications/decide/against-verdict.ts';
import { MESSAGE_LENGTH_MAX } from '../../../organizer/applications/notices/mail-texts.ts';
import {
  type ApplicationStatus,
  DEPOSIT_STATUSES,
  type DepositStatus,
  OUTCOMES,
} from '../../../organizer/applications/schemas.ts';
import type { Contest } from '../../../owner/statements/statement.ts';
import { TEXT_LENGTH } from '../../../owner/statements/statement-forms.ts';
import { DEPOSIT_NAMES, OUTCOME_NAMES } from '../../kit/applications/application-names.ts';
import { renderContestWords } from '../../kit/applications/contest-words.ts';
import { renderChoices, renderSelect, renderTextarea } from '../../kit/forms/fields.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { verdictWords } from './application-standing.ts';

/** The organizer's three forms for one application. Each form has its own address. */

/** The rejected values with their errors. If no values were rejected, the forms show the stored values. */
export interface TypedChange {
  readonly message?: string;
  readonly reason?: string;
  readonly note?: string;
  readonly deposit_status?: string;
  readonly outcome?: string;
  readonly answer?: string;
  readonly errors: FieldErrors;
}

/** The values that the decision card needs in addition to the application. */
interface DecisionCard {
  readonly application: ApplicationDetail;
  /** Returns the address to post a form to, by the form's name. */
  readonly formAddress: (form: 'status' | 'note') => string;
  /** An id created for this form, so that submitting the form twice acts only once. */
  readonly actionId: string;
  /** The team's recent messages to applicants. */
  readonly messages: readonly string[];
  readonly typed: TypedChange;
}

/**
 * Renders a button for each decision, a message, a note for the team, and a link to the next application. On a
 * phone, the most common decision stays in view, with a link to this form.
 */
export function renderDecideForm(card: DecisionCard): Html {
  const { application, formAddress, actionId, messages, typed } = card;
  const { message = '', note = '', reason = earlierReason(application), errors } = typed;
  const { next_statuses: offered, status } = application;
  const inOrder = ORDER.filter((to) => offered.includes(to));
  const leading = inOrder.find((to) => LEADING.includes(to));
  const button = (to: ApplicationStatus) =>
    html`<button${to === leading ? '' : html` class="quiet"`} type="submit" name="status" value="${to}">${BUTTONS[to]}</button>`;
  const others = inOrder.filter((to) => to !== leading).map(button);
  const bar =
    offered.length === 0
      ? EMPTY_HTML
      : html`<div class="decide-bar">${leading === undefined ? '' : button(leading)}<a class="button quiet" href="#decide">${leading === undefined ? 'Decide' : 'More'}</a></div>`;
  const isTyped =
    [message, note].some((text) => text !== '') || errors.message !== undefined || errors.note !== undefined;
  const nothing = html`<p>There is nothing to decide now.${application.outcome_refusal === null ? ' Record how it went under “Outcome.”' : ''}</p>`;
  const toApplicant = html`${renderTextarea({
    name: 'message',
    label: 'Message',
    hint: 'Goes out with the email, and is shown on the applicant’s page.',
    error: errors.message,
    value: message,
    rows: 3,
    maxLength: MESSAGE_LENGTH_MAX,
  })}
${renderTemplates(messages)}`;
  return html`<form action="${formAddress('status')}" method="post">
<input type="hidden" name="action_id" value="${actionId}"><input type="hidden" name="seen" value="${status}">
${offered.length === 0 ? nothing : renderReason(application, reason, errors.reason)}
<details${isTyped ? ' open' : ''}><summary>${offered.length === 0 ? 'Internal note' : 'Message, template, internal note'}</summary>
${offered.length === 0 ? EMPTY_HTML : toApplicant}
${renderTextarea({
  name: 'note',
  label: 'Internal note',
  hint: 'Only your team sees it.',
  error: errors.note,
  value: note,
  rows: 3,
  maxLength: NOTE_LENGTH_MAX,
})}
</details>
<div class="decide" id="status">${bar}${others}<button class="quiet" type="submit" formaction="${formAddress('note')}">Save and next</button></div>
${offered.length === 0 ? EMPTY_HTML : html`<p class="small">Each opens the next application. You can undo for a minute; then the email goes out. We’ll save a signed receipt with your decision.</p>`}
</form>`;
}

/** The order of the actions. The most common actions come first and are styled most prominently. */
const ORDER: readonly ApplicationStatus[] = [
  'approved',
  'confirmed',
  'waitlisted',
  'declined',
  'under_review',
  'submitted',
  'withdrawn',
  'cancelled',
];
const LEADING: readonly ApplicationStatus[] = ['approved', 'confirmed'];

const BUTTONS: Readonly<Record<ApplicationStatus, string>> = {
  submitted: 'Back to new',
  under_review: 'Start review',
  waitlisted: 'Waitlist',
  approved: 'Approve',
  confirmed: 'Confirm spot',
  declined: 'Turn down',
  withdrawn: 'Withdrawn',
  cancelled: 'Cancel spot',
};

/**
 * Renders a choice of templates. The chosen template is sent if the message is left empty, so no script has
 * to fill in the field.
 */
function renderTemplates(messages: readonly string[]): Html {
  const short = (text: string) => cutText(text.replace(/\s+/g, ' '));
  const group = (label: string, texts: readonly string[]) =>
    texts.length === 0
      ? EMPTY_HTML
      : html`<optgroup label="${label}">${texts.map((text) => html`<option value="${text}">${short(text)}</option>`)}</optgroup>`;
  return html`<div class="field"><label for="template">Template</label>
<p class="hint" id="template-hint">Sent if you leave the message empty.</p>
<select id="template" name="template" aria-describedby="template-hint"><option value="">None</option>${group('Sent before', messages)}${group('Ready to use', TEMPLATES)}</select></div>`;
}

const TEMPLATES: readonly string[] = [
  'We’d love to have you. Please confirm your spot and send your documents.',
  'We’re full for now. You’re on our waitlist, and we’ll email you if a spot opens.',
  'Thank you for applying. We can’t offer you a spot at this event, but we hope to see you at a future one.',
];

/**
 * Renders the field for a reason. A reason is required only to approve against the verdict, or if the verdict
 * changed while the form was open.
 */
function renderReason(application: ApplicationDetail, reason: string, error: string | undefined): Html {
  const verdict = application.standing?.verdict ?? 'unknown';
  const asking = application.next_statuses.filter((to) => asksReason(to, verdict));
  if (asking.length === 0 && error === undefined) return EMPTY_HTML;
  const why =
    application.license_kind !== null
      ? 'This kind of license is not in our records'
      : verdict === 'unknown'
        ? 'No single vendor is on record under this license number'
        : `The verdict is “${verdictWords(application.standing)}”`;
  return renderTextarea({
    name: 'reason',
    label: 'Why are you approving anyway?',
    error,
    value: reason,
    rows: 2,
    neededSometimes: true,
    hint: `${why}. Saved in your records. The vendor won’t see it.`,
    maxLength: REASON_LENGTH_MAX,
  });
}

/** Returns the reason that the organizer gave earlier for overriding the same verdict. */
function earlierReason({ reason, standing }: ApplicationDetail): string {
  return reason !== null && reason.verdict === (standing?.verdict ?? 'unknown') ? reason.reason : '';
}

/** Renders the deposit. The organizer records it by hand, because payments do not pass through this site. */
export function renderDepositForm(
  application: ApplicationDetail,
  address: string,
  { deposit_status = application.deposit_status, errors }: TypedChange,
): Html {
  const next = NEXT_DEPOSITS[application.deposit_status];
  const buttons = next.map(
    (to) =>
      html`<button class="quiet" type="submit" name="deposit_status" value="${to}">${DEPOSIT_ACTIONS[to]}</button>`,
  );
  const isRefused = errors.deposit_status !== undefined;
  return html`<p><strong>${DEPOSIT_NAMES[application.deposit_status]}</strong></p>
${next.length === 0 ? EMPTY_HTML : html`<form class="actions" action="${address}" method="post">${buttons}</form>`}
<details${isRefused ? ' open' : ''}><summary>Another status</summary><form action="${address}" method="post">
${renderSelect({
  name: 'deposit_status',
  label: 'Deposit',
  hint: 'For your own books: no payment passes through this site.',
  required: true,
  error: errors.deposit_status,
  value: deposit_status,
  choices: DEPOSIT_STATUSES.map((value) => ({ value, label: DEPOSIT_NAMES[value] })),
})}
<div class="actions"><button class="quiet" type="submit">Save the deposit</button></div>
</form></details>`;
}

/** The usual next statuses of a deposit. The form also offers all others. */
const NEXT_DEPOSITS: Readonly<Record<DepositStatus, readonly DepositStatus[]>> = {
  not_required: [],
  due: ['paid', 'waived'],
  failed: ['paid', 'due'],
  paid: ['refunded', 'forfeited'],
  refund_pending: ['refunded'],
  refunded: [],
  partially_refunded: [],
  forfeited: [],
  waived: ['due'],
};

const DEPOSIT_ACTIONS: Readonly<Record<DepositStatus, string>> = {
  not_required: 'None asked for',
  due: 'Ask for it again',
  paid: 'Mark as paid',
  failed: 'Mark as failed',
  refund_pending: 'Start a refund',
  refunded: 'Mark as refunded',
  partially_refunded: 'Mark as partly refunded',
  forfeited: 'Keep it',
  waived: 'Waive it',
};

/** Renders the form for the outcome, or a sentence that explains why an outcome cannot be recorded now. */
export function renderOutcomeForm(
  application: ApplicationDetail,
  address: string,
  { outcome = application.outcome ?? '', errors }: TypedChange,
): Html {
  if (application.outcome_refusal !== null) return html`<p>${application.outcome_refusal}</p>`;
  return html`<form action="${address}" method="post">
${renderChoices({
  name: 'outcome',
  label: 'How it went',
  hint: 'We tell the verified owner, who can dispute it. It may count toward their track record.',
  required: true,
  error: errors.outcome,
  choices: [
    { value: '', label: 'Nothing recorded' },
    ...OUTCOMES.map((value) => ({ value, label: OUTCOME_NAMES[value] })),
  ],
  chosen: [outcome],
})}
<div class="actions"><button class="quiet" type="submit">Save the outcome</button></div>
</form>`;
}

/**
 * Renders the contests that the vendor raised against the outcome, with the single answer that the organizer
 * may give to each.
 */
export function renderContests(
  contests: readonly Contest[],
  address: string,
  { answer = '', errors }: TypedChange,
): Html {
  const canAnswer = contests.some(({ state, answer: given }) => state === 'open' && given === '');
  const form = html`<form action="${address}" method="post">
${renderTextarea({
  name: 'answer',
  label: 'Your answer',
  value: answer,
  error: errors.answer,
  required: true,
  rows: 4,
  hint: 'If the vendor is right, change the outcome instead. The vendor and we read your answer; you can answer once.',
  maxLength: TEXT_LENGTH.max,
})}
<div class="actions"><button class="quiet" type="submit">Send the answer</button></div>
</form>`;
  return html`${joinHtml(
    contests.map((contest) => renderContestWords(contest)),
    '\n',
  )}${canAnswer || errors.answer !== undefined ? form : ''}`;
}
