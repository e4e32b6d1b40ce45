import { countNoun } from '../../../lib/text/text.ts';
import { outcomeOf, statusOf } from '../../../organizer/applications/bulk/bulk.ts';
import type { BulkResult } from '../../../organizer/applications/bulk/bulk-service.ts';
import type { InboxView } from '../../../organizer/applications/inbox/inbox-view.ts';
import { toQuery } from '../../../organizer/applications/inbox/inbox-view.ts';
import { OUTCOME_NAMES, STATUS_NAMES } from '../../kit/applications/application-names.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { bulkAddress, inboxAddress } from './inbox-addresses.ts';

/** Renders the notice about the last action, with an undo button for as long as it can be undone. */
export function renderActionNotice(
  result: BulkResult,
  /** The page to return to after undoing the action: the inbox, or one application. */
  back: { readonly view: InboxView; readonly applicationId?: string },
): Html {
  const { event, action, items, undone, id, undoUntil } = result;
  const done = items.filter(({ skipped }) => skipped === null);
  const [only] = done;
  const name =
    only && done.length === 1
      ? html`<a href="${inboxAddress(event)}/${encodeURIComponent(only.application_id)}">${only.business_name}</a>`
      : html`${countNoun(done.length, 'application')}`;
  const status = statusOf(action);
  const outcome = outcomeOf(action);
  const what = status ? STATUS_NAMES[status] : outcome ? OUTCOME_NAMES[outcome] : 'Message sent';
  if (undone) return html`<p class="done" role="status">Undone: ${name}. No email went out.</p>`;
  const undo =
    undoUntil === null
      ? EMPTY_HTML
      : html` <form class="inline" action="${bulkAddress(event, `/${id}/undo`)}" method="post"><input type="hidden" name="view" value="${toQuery(back.view, 1).toString()}"><input type="hidden" name="back" value="${back.applicationId ?? 'inbox'}"><button class="quiet" type="submit">Undo</button></form> <span class="small">The email goes out in a minute.</span>`;
  return html`<div class="done" role="status">${what}: ${name}.${undo}</div>`;
}
