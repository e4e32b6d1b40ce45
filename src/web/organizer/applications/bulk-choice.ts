import {
  type BulkAction,
  offeredActions,
  outcomeOf,
  statusOf,
} from '../../../organizer/applications/bulk/bulk.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import { OUTCOME_NAMES, STATUS_ACTIONS } from '../../kit/applications/application-names.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';

/**
 * Renders the actions for the applications that are checked in the list. Outcomes come first as soon as they
 * can be recorded.
 */
export function renderBulkChoice(event: StoredEvent, now: Date): Html {
  const actions = offeredActions(event, now);
  const outcomes = actions.filter((action) => outcomeOf(action) !== undefined);
  const others = actions.filter((action) => outcomeOf(action) === undefined);
  const options = (some: readonly BulkAction[], name: (action: BulkAction) => string) =>
    some.map((action) => html`<option value="${action}">${name(action)}</option>`);
  const recorded =
    outcomes.length === 0
      ? EMPTY_HTML
      : html`<optgroup label="Record an outcome">${options(outcomes, shortLabel)}</optgroup>`;
  const changed = html`<optgroup label="Change or write">${options(others, actionLabel)}</optgroup>`;
  return html`<div class="filter no-print"><div class="field"><label for="bulk-action">With selected</label>
<select id="bulk-action" name="action">${recorded}${outcomes.length === 0 ? options(others, actionLabel) : changed}</select></div>
<div class="actions"><button type="submit">Continue</button> <button class="quiet" type="submit" name="all" value="page">All on this page</button></div></div>
<p class="small no-print">You’ll see a preview before anything is sent.</p>`;
}

/** Returns an action's name, for buttons and titles. */
export function actionLabel(action: BulkAction): string {
  const to = statusOf(action);
  if (to !== undefined) return STATUS_ACTIONS[to].label;
  return action === 'message' ? 'Send a message' : `Record “${shortLabel(action)}”`;
}

function shortLabel(action: BulkAction): string {
  const outcome = outcomeOf(action);
  return outcome === undefined ? actionLabel(action) : OUTCOME_NAMES[outcome];
}
