import { verdictGroupText } from '../../../decisions/decide/decision-words.ts';
import type { FieldErrors } from '../../../lib/field-errors.ts';
import { countNoun } from '../../../lib/text/text.ts';
import {
  type BulkAction,
  type BulkPlan,
  outcomeOf,
  SKIP_REASONS,
  type SkipReason,
  statusOf,
} from '../../../organizer/applications/bulk/bulk.ts';
import type { BulkForm, BulkPreview, BulkResult } from '../../../organizer/applications/bulk/bulk-service.ts';
import { REASON_LENGTH_MAX } from '../../../organizer/applications/decide/against-verdict.ts';
import type { Candidate } from '../../../organizer/applications/decide/change-service.ts';
import { MESSAGE_LENGTH_MAX } from '../../../organizer/applications/notices/mail-texts.ts';
import type { ApplicationStatus } from '../../../organizer/applications/schemas.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import { NOT_ON_RECORD, OUTCOME_NAMES, STATUS_NAMES } from '../../kit/applications/application-names.ts';
import { renderErrorSummary, renderTextarea } from '../../kit/forms/fields.ts';
import { renderPage } from '../../kit/frame/render-page.ts';
import type { SignedInFrame } from '../../kit/frame/signed-in-frame.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../../kit/html.ts';
import { renderZoned } from '../../kit/render-dates.ts';
import { actionLabel } from './bulk-choice.ts';
import { bulkAddress, inboxAddress } from './inbox-addresses.ts';

/** Bulk actions on applications: first a preview, then the result with an undo button. */

export function renderBulkPreview(
  options: SignedInFrame & {
    readonly preview: BulkPreview;
    readonly actionId: string;
    readonly form: BulkForm;
    readonly errors: FieldErrors;
  },
): Html {
  const { account, fictional, preview, actionId, form, errors } = options;
  const { event, action, without, withReason } = preview;
  const namesOf = (rows: readonly Candidate[]) => renderNames(preview, rows);
  const title = actionLabel(action);
  const more = withReason.does.filter((each) => !without.does.includes(each));
  const possible = withReason.does.length > 0;
  const main = html`<p class="kicker"><a href="${inboxAddress(event)}">Applications</a> · ${event.name}</p>
<h1>${title}?</h1>
${renderErrorSummary(errors)}
<p class="lead">${leadText(action, without)}</p>
${namesOf(without.does)}
${more.length === 0 ? '' : html`<h2>Only with a reason: ${countNoun(more.length, 'application')}</h2><p>The verdict speaks against a spot for these. With one reason for all of them, they get one, too.</p>${namesOf(more)}`}
${renderSkips(withReason)}
${
  possible
    ? html`<form action="${bulkAddress(event, '/apply')}" method="post">
<input type="hidden" name="action" value="${action}"><input type="hidden" name="action_id" value="${actionId}">
${form.chosen.map((each) => html`<input type="hidden" name="chosen" value="${each}">`)}
${
  more.length === 0
    ? ''
    : renderTextarea({
        name: 'reason',
        label: 'Reason for a spot against the verdict',
        value: form.reason,
        rows: 3,
        error: errors.reason,
        neededSometimes: true,
        maxLength: REASON_LENGTH_MAX,
        hint: 'Saved in each one’s history, the event file and the spreadsheet. Applicants don’t see it. Leave blank to skip these.',
      })
}
${outcomeOf(action) === undefined ? renderMessage(action, form, errors) : ''}
<p>${outcomeOf(action) === undefined ? 'The emails go out after a minute. You can undo everything until then.' : 'You can undo everything for a minute; then the emails go out.'}</p>
<div class="actions"><button type="submit">${title}</button> <a href="${inboxAddress(event)}">Cancel</a></div>
</form>`
    : html`<p><a href="${inboxAddress(event)}">Back to the applications</a></p>`
}`;
  return inFrame(Object.keys(errors).length > 0 ? `Error: ${title}` : title, main, { account, fictional });
}

function renderMessage(action: BulkAction, form: BulkForm, errors: FieldErrors): Html {
  return renderTextarea({
    name: 'message',
    label: 'Message',
    value: form.message,
    error: errors.message,
    required: action === 'message',
    maxLength: MESSAGE_LENGTH_MAX,
    hint: 'The same for all. Emailed to each applicant, and shown on their private page.',
  });
}

/** Renders the error page for an invalid form. */
export function renderBulkRefusal(
  options: SignedInFrame & { readonly event: StoredEvent; readonly refusal: string },
): Html {
  const { account, fictional, event, refusal } = options;
  const main = html`<p class="kicker"><a href="${inboxAddress(event)}">Applications</a> · ${event.name}</p>
<h1>Nothing was done</h1>
<div class="errors" role="alert"><p>${refusal}</p></div>
<p><a href="${inboxAddress(event)}">Back to the applications</a></p>`;
  return inFrame('Error: Nothing was done', main, { account, fictional });
}

/** Renders the result of the action, with an undo button for as long as it can be undone. */
export function renderBulkResult(
  options: SignedInFrame & { readonly result: BulkResult; readonly refusal?: string | undefined },
): Html {
  const { account, fictional, result, refusal } = options;
  const { event, action, items, undone } = result;
  const done = items.filter(({ skipped }) => skipped === null);
  const rest = items.filter(({ skipped }) => skipped !== null);
  const link = ({ application_id, business_name }: BulkItem) =>
    html`<a href="${inboxAddress(event)}/${encodeURIComponent(application_id)}">${business_name}</a>`;
  const standing = ({ status, outcome }: BulkItem) =>
    outcomeOf(action)
      ? `${STATUS_NAMES[status as ApplicationStatus]}, ${outcomeName(outcome)}`
      : STATUS_NAMES[status as ApplicationStatus];
  const title = undone ? 'Undone' : `Done: ${actionLabel(action)}`;
  const main = html`<p class="kicker"><a href="${inboxAddress(event)}">Applications</a> · ${event.name}</p>
<h1>${title}</h1>
${refusal === undefined ? '' : html`<div class="errors" role="alert"><p>${refusal}</p></div>`}
<p class="lead" role="status">${resultText(action, done, undone)}</p>
${renderUndo(result, done)}
<ul>${joinHtml(
    done.map((each) => html`<li>${link(each)}: ${standing(each)}</li>`),
    '\n',
  )}</ul>
${
  rest.length === 0
    ? ''
    : html`<h2>Left as they were: ${rest.length}</h2><ul>${joinHtml(
        rest.map((each) => html`<li>${link(each)}, ${standing(each)}: ${skipText(each.skipped)}</li>`),
        '\n',
      )}</ul>`
}
<p><a href="${inboxAddress(event)}">Back to the applications</a></p>`;
  return inFrame(refusal === undefined ? title : `Error: ${title}`, main, { account, fictional });
}

type BulkItem = BulkResult['items'][number];

function renderUndo({ event, id, undoUntil }: BulkResult, done: readonly BulkItem[]): Html {
  if (undoUntil === null) return EMPTY_HTML;
  const at = renderZoned(undoUntil, event.timezone);
  const why = done.some(({ mail_id }) => mail_id !== null)
    ? html`We’ll send the emails at ${at}. You can undo everything until then.`
    : html`You can undo everything until ${at}.`;
  return html`<form action="${bulkAddress(event, `/${id}/undo`)}" method="post"><p>${why}</p><div class="actions"><button type="submit">Undo all of it</button></div></form>`;
}

function resultText(action: BulkAction, done: readonly BulkItem[], undone: boolean): string {
  const one = done.length === 1;
  const count = countNoun(done.length, 'application');
  if (undone) return `${count} ${one ? 'is' : 'are'} as before, and no email went out.`;
  if (outcomeOf(action) === undefined)
    return `${count}: ${one ? 'its applicant gets' : 'each applicant gets'} an email.`;
  const told = done.filter(({ mail_id }) => mail_id !== null).length;
  return `${countNoun(done.length, 'outcome')} recorded. ${reportedText(told)}`;
}

/**
 * Says how many vendors get an email about the outcome. Only verified license holders who vouched for the
 * application get one.
 */
function reportedText(count: number): string {
  if (count === 0)
    return 'No one is notified: none of these vendors verified the license and confirmed the application. So these outcomes don’t count toward reliability.';
  return `${countNoun(count, 'vendor')} with a verified license ${count === 1 ? 'gets' : 'get'} an email, and can contest it.`;
}

function leadText(action: BulkAction, { does }: BulkPlan<Candidate>): string {
  const count = countNoun(does.length, 'application');
  const one = does.length === 1;
  const outcome = outcomeOf(action);
  const to = statusOf(action);
  if (outcome !== undefined)
    return does.length === 0
      ? 'No outcome can be recorded for any of these.'
      : `${count} ${one ? 'gets' : 'get'} the outcome “${OUTCOME_NAMES[outcome]}”. Vendors with a verified license who confirmed their application get an email, and can contest it.`;
  if (does.length === 0) return 'No application changes without a reason, or at all.';
  const mail = one ? 'its applicant gets' : 'each applicant gets';
  if (to === undefined) return `${count}: ${mail} your message. No status changes.`;
  return `${count} ${one ? 'becomes' : 'become'} “${STATUS_NAMES[to]}”, and ${mail} an email.`;
}

function renderNames({ event, action, differingNames }: BulkPreview, rows: readonly Candidate[]): Html {
  if (rows.length === 0) return EMPTY_HTML;
  const items = rows.map(({ id, business_name, license_number, verdict, status, outcome }) => {
    const more = outcomeOf(action)
      ? outcomeName(outcome)
      : verdict === 'unknown'
        ? NOT_ON_RECORD
        : verdictGroupText(verdict);
    const name = html`<a href="${inboxAddress(event)}/${id}">${business_name}</a>`;
    const differs = differingNames.get(id);
    const flag = differs === undefined ? EMPTY_HTML : html`. <strong>${differs}</strong>`;
    return html`<li>${name}, <span class="number">${license_number}</span>: ${STATUS_NAMES[status]}, ${more}${flag}</li>`;
  });
  return html`<ul>${joinHtml(items, '\n')}</ul>`;
}

function outcomeName(outcome: string | null): string {
  const known = Object.entries(OUTCOME_NAMES).find(([code]) => code === outcome);
  return known ? `outcome “${known[1]}”` : 'no outcome yet';
}

const SKIP_TEXTS: Readonly<Record<SkipReason, string>> = {
  changed: 'it was changed since you chose it',
  closed: 'it is closed',
  newer: 'the vendor has applied again since',
  changes: 'its status was changed as often as it can be',
  status: 'it cannot get that status from the one it has',
  reason: 'the verdict speaks against a spot, and no reason was given',
  documents: 'its insurance ends before the event does',
  full: 'no spot is left',
  no_outcome: 'an outcome is recorded only for vendors who had a spot, withdrew or were canceled',
  same_outcome: 'it has this outcome already',
  outcome_changes: 'its outcome was changed as often as it can be',
  mails: 'the vendor has had the maximum of these emails lately; record it later',
};

/** Returns the reason why an application was skipped. Older actions did not store a reason. */
function skipText(skipped: string | null): string {
  const why = SKIP_REASONS.find((each) => each === skipped);
  return why === undefined ? 'it could not be changed' : SKIP_TEXTS[why];
}

function renderSkips({ skips }: BulkPlan<Candidate>): Html {
  if (skips.length === 0) return EMPTY_HTML;
  const items = skips.map(
    ({ candidate, why }) =>
      html`<li>${candidate.business_name}, ${STATUS_NAMES[candidate.status]}: ${SKIP_TEXTS[why]}</li>`,
  );
  return html`<h2>Left as they are: ${skips.length}</h2><ul>${joinHtml(items, '\n')}</ul>`;
}

function inFrame(title: string, main: Html, frame: SignedInFrame): Html {
  return renderPage({ title, description: title, current: '/organizer', ...frame, main });
}
