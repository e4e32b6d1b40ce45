import { REASON_LENGTH_MAX } from '../../ledger/applications/against-verdict.ts';
import {
  BULK_ACTIONS,
  type BulkAction,
  type BulkPlan,
  type SkipReason,
} from '../../ledger/applications/bulk.ts';
import type {
  BulkCandidateRow,
  BulkForm,
  BulkPreview,
  BulkResult,
} from '../../ledger/applications/bulk-service.ts';
import { MESSAGE_LENGTH_MAX } from '../../ledger/applications/mail-texts.ts';
import type { ApplicationStatus } from '../../ledger/applications/schemas.ts';
import type { StoredEvent } from '../../ledger/events/stored-event.ts';
import type { FieldErrors } from '../../lib/checked.ts';
import { countNoun } from '../../lib/text.ts';
import { NOT_ON_RECORD, STATUS_ACTIONS, STATUS_NAMES } from '../kit/application-names.ts';
import { renderZoned } from '../kit/dates.ts';
import { renderErrorSummary, renderTextarea } from '../kit/fields.ts';
import { EMPTY_HTML, type Html, html, joinHtml } from '../kit/html.ts';
import { renderPage } from '../kit/page.ts';
import type { SignedInFrame } from '../kit/signed-in-frame.ts';
import { inboxAddress } from './inbox-page.ts';

/** One action on many applications: said before it is done, and what it did, with the way back. */

export function bulkAddress(event: Pick<StoredEvent, 'id'>, rest = ''): string {
  return `/organizer/events/${encodeURIComponent(event.id)}/bulk${rest}`;
}

/** Below the list: what to do with the applications that are ticked in it. */
export function renderBulkChoice(): Html {
  const options = BULK_ACTIONS.map(
    (action) => html`<option value="${action}">${actionLabel(action)}</option>`,
  );
  return html`<div class="filter no-print"><div class="field"><label for="bulk-action">With the ticked applications</label>
<select id="bulk-action" name="action">${options}</select></div>
<div class="actions"><button type="submit">Go on</button> <button class="quiet" type="submit" name="all" value="page">Go on with all on this page</button></div></div>
<p class="small no-print">Nothing is done yet: the next page says what would happen to each.</p>`;
}

/** What would happen, before it does. */
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
  const title = actionLabel(action);
  const more = withReason.does.filter((each) => !without.does.includes(each));
  const possible = withReason.does.length > 0;
  const main = html`<p class="kicker"><a href="${inboxAddress(event)}">Applications</a> · ${event.name}</p>
<h1>${title}?</h1>
${renderErrorSummary(errors)}
<p class="lead">${leadText(action, without)}</p>
${renderNames(without.does)}
${more.length === 0 ? '' : html`<h2>Only with a reason: ${countNoun(more.length, 'application')}</h2><p>The verdict speaks against a spot for these. With one reason for all of them, they get one, too.</p>${renderNames(more)}`}
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
        ...{ name: 'reason', label: 'Reason for a spot against the verdict', value: form.reason, rows: 3 },
        ...{ error: errors.reason, neededSometimes: true, maxLength: REASON_LENGTH_MAX },
        hint: 'Stands in the history, the compliance file and the spreadsheet of each; applicants do not see it. Empty: these are left as they are.',
      })
}
${renderTextarea({
  ...{ name: 'message', label: 'Message', value: form.message, error: errors.message },
  ...{ required: action === 'message', maxLength: MESSAGE_LENGTH_MAX },
  hint: 'The same for all. Goes to each applicant by mail, and stands on their private page.',
})}
<p>The mails go out after a minute. Until then you can take all of it back.</p>
<div class="actions"><button type="submit">${title}</button> <a href="${inboxAddress(event)}">Leave all as it is</a></div>
</form>`
    : html`<p><a href="${inboxAddress(event)}">Back to the applications</a></p>`
}`;
  return inFrame(Object.keys(errors).length > 0 ? `Error: ${title}` : title, main, { account, fictional });
}

/** Where the form could not be read at all. */
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

/** What was done, and the way back while there is one. */
export function renderBulkResult(
  options: SignedInFrame & { readonly result: BulkResult; readonly refusal?: string | undefined },
): Html {
  const { account, fictional, result, refusal } = options;
  const { event, action, items, undoUntil, undone, id } = result;
  const done = items.filter(({ mail_id }) => mail_id !== null);
  const rest = items.filter(({ mail_id }) => mail_id === null);
  const list = (rows: typeof items) =>
    html`<ul>${joinHtml(
      rows.map(
        ({ application_id, business_name, status }) =>
          html`<li><a href="${inboxAddress(event)}/${application_id}">${business_name}</a>: ${STATUS_NAMES[status as ApplicationStatus]}</li>`,
      ),
      '\n',
    )}</ul>`;
  const title = undone ? 'Taken back' : `Done: ${actionLabel(action).toLowerCase()}`;
  const main = html`<p class="kicker"><a href="${inboxAddress(event)}">Applications</a> · ${event.name}</p>
<h1>${title}</h1>
${refusal === undefined ? '' : html`<div class="errors" role="alert"><p>${refusal}</p></div>`}
<p class="lead" role="status">${undone ? `${countNoun(done.length, 'application')} ${done.length === 1 ? 'is' : 'are'} as before, and no mail went out.` : `${countNoun(done.length, 'application')}: ${done.length === 1 ? 'its applicant gets' : 'each applicant gets'} a mail.`}</p>
${undoUntil === null ? '' : html`<form action="${bulkAddress(event, `/${id}/undo`)}" method="post"><p>The mails go out at ${renderZoned(undoUntil, event.timezone)}, a minute after. Until then:</p><div class="actions"><button type="submit">Undo all of it</button></div></form>`}
${list(done)}
${rest.length === 0 ? '' : html`<h2>Left as they are: ${rest.length}</h2>${list(rest)}`}
<p><a href="${inboxAddress(event)}">Back to the applications</a></p>`;
  return inFrame(refusal === undefined ? title : `Error: ${title}`, main, { account, fictional });
}

function actionLabel(action: BulkAction): string {
  return action === 'message' ? 'Send a message' : STATUS_ACTIONS[action].label;
}

function leadText(action: BulkAction, { does }: BulkPlan<BulkCandidateRow>): string {
  const count = countNoun(does.length, 'application');
  if (does.length === 0) return 'No application changes without a reason, or at all.';
  if (action === 'message')
    return `${count}: ${does.length === 1 ? 'its applicant gets' : 'each applicant gets'} your message. No status changes.`;
  const becomes = does.length === 1 ? 'becomes' : 'become';
  return `${count} ${becomes} “${STATUS_NAMES[action]}”, and ${does.length === 1 ? 'the applicant gets' : 'each applicant gets'} a mail.`;
}

function renderNames(rows: readonly BulkCandidateRow[]): Html {
  if (rows.length === 0) return EMPTY_HTML;
  const items = rows.map(
    ({ business_name, license_number, verdict, status }) =>
      html`<li>${business_name}, <span class="number">${license_number}</span>: ${STATUS_NAMES[status]}, ${verdict === 'unknown' ? NOT_ON_RECORD : verdict}</li>`,
  );
  return html`<ul>${joinHtml(items, '\n')}</ul>`;
}

const SKIP_TEXTS: Readonly<Record<SkipReason, string>> = {
  closed: 'it is closed',
  status: 'it cannot get that status now',
  reason: 'it needs a reason',
  full: 'no spot is left',
  changes: 'its status was changed as often as it can be',
  changed: 'it was changed since you chose it',
};

function renderSkips({ skips }: BulkPlan<BulkCandidateRow>): Html {
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
