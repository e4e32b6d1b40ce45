import type { FieldErrors } from '../../../lib/field-errors.ts';
import type { ApplicationDetail } from '../../../organizer/applications/application.ts';
import { asksReason, REASON_LENGTH_MAX } from '../../../organizer/applications/decide/against-verdict.ts';
import { MESSAGE_LENGTH_MAX } from '../../../organizer/applications/notices/mail-texts.ts';
import { DEPOSIT_STATUSES, OUTCOMES } from '../../../organizer/applications/schemas.ts';
import type { Contest } from '../../../owner/statements/statement.ts';
import { TEXT_LENGTH } from '../../../owner/statements/statement-forms.ts';
import { DEPOSIT_NAMES, OUTCOME_NAMES, STATUS_ACTIONS } from '../../kit/applications/application-names.ts';
import { renderContestWords } from '../../kit/applications/contest-words.ts';
import { renderChoices, renderSelect, renderTextarea } from '../../kit/forms/fields.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { verdictWords } from './application-standing.ts';

/** What an organizer does with one application: three forms, each posting to an address of its own. */

/** What was typed and refused; the forms show what is stored where nothing was. */
export interface TypedChange {
  readonly status?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly deposit_status?: string;
  readonly outcome?: string;
  readonly answer?: string;
  readonly errors: FieldErrors;
}

/** Radio buttons of what may be decided now, and a message that goes with it. */
export function renderDecideForm(
  application: ApplicationDetail,
  address: string,
  { status = '', message = '', reason = earlierReason(application), errors }: TypedChange,
): Html {
  if (application.next_statuses.length === 0)
    return html`<p>There is nothing to decide now.${application.outcome_refusal === null ? ' How it went is recorded under “Outcome”.' : ''}</p>`;
  return html`<form action="${address}" method="post">
${renderChoices({
  name: 'status',
  label: 'Decision',
  required: true,
  error: errors.status,
  choices: application.next_statuses.map((value) => ({ value, ...STATUS_ACTIONS[value] })),
  chosen: [status],
})}
${renderTextarea({
  name: 'message',
  label: 'Message',
  hint: 'Goes to the applicant by mail, and stands on their private page.',
  error: errors.message,
  value: message,
  maxLength: MESSAGE_LENGTH_MAX,
})}
${renderReason(application, reason, errors.reason)}
<p class="small">For a vendor on record, each decision is filed with a signed receipt of how it stands now.</p>
<div class="actions"><button type="submit">Save and send</button></div>
</form>`;
}

/** Asked only where a spot would go against the verdict, or the verdict changed while the form was open. */
function renderReason(application: ApplicationDetail, reason: string, error: string | undefined): Html {
  const verdict = application.standing?.verdict ?? 'unknown';
  const asking = application.next_statuses.filter((to) => asksReason(to, verdict));
  if (asking.length === 0 && error === undefined) return EMPTY_HTML;
  const why =
    verdict === 'unknown'
      ? 'No single vendor is on record under this license number'
      : `The verdict is “${verdictWords(application.standing)}”`;
  return renderTextarea({
    name: 'reason',
    label: 'Reason for a spot against the verdict',
    error,
    value: reason,
    rows: 3,
    neededSometimes: true,
    hint: `${why}. To give this vendor a spot all the same, say why. The reason stands in the history, the compliance file and the spreadsheet, next to the verdict. The applicant does not see it.`,
    maxLength: REASON_LENGTH_MAX,
  });
}

/** What the organizer wrote against the same verdict before. */
function earlierReason({ reason, standing }: ApplicationDetail): string {
  return reason !== null && reason.verdict === (standing?.verdict ?? 'unknown') ? reason.reason : '';
}

/** The deposit is kept by hand: no payment passes through this site. */
export function renderDepositForm(
  application: ApplicationDetail,
  address: string,
  { deposit_status = application.deposit_status, errors }: TypedChange,
): Html {
  return html`<form action="${address}" method="post">
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
</form>`;
}

/** How it went on the day, or in a sentence why that cannot be recorded now. */
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
  hint: 'If the license’s verified owner applied, they get a mail, can contest it, and it may count toward how reliable they are at events here.',
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

/** What the vendor says against the outcome, and the organizer's one answer to it. */
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
