import { TODOS, type Todo, type TodoCounts } from '../../../organizer/applications/inbox/todo.ts';
import type { EventStatus } from '../../../organizer/events/schemas.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';
import { EMPTY_HTML, type Html, html } from '../../kit/html.ts';
import { inboxAddress } from '../applications/inbox-addresses.ts';

/** Names for tasks, used after a count and as filter options. */

export const TODO_NAMES: Readonly<Record<Todo, (count: number) => string>> = {
  changed: (count) =>
    count === 1 ? 'vendor changed since you decided' : 'vendors changed since you decided',
  decide: (count) => (count === 1 ? 'needs a decision' : 'need a decision'),
  outcome: (count) => (count === 1 ? 'outcome to record' : 'outcomes to record'),
  documents: (count) => (count === 1 ? 'has documents to look at' : 'have documents to look at'),
  insurance: (count) =>
    count === 1 ? 'has insurance that ends too early' : 'have insurance that ends too early',
  confirm: (count) =>
    count === 1 ? 'approved vendor has not confirmed' : 'approved vendors have not confirmed',
};

export const EVENT_STATUS_NAMES: Readonly<Record<EventStatus, string>> = {
  Draft: 'Draft',
  Published: 'Published',
  Completed: 'Completed',
  Cancelled: 'Canceled',
};

export const TODO_LABELS: Readonly<Record<Todo, string>> = {
  changed: 'Changed since you decided',
  decide: 'Needs a decision',
  outcome: 'Outcome to record',
  documents: 'Documents to look at',
  insurance: 'Insurance ends too early',
  confirm: 'Not confirmed yet',
};

/**
 * Renders the same counts as the inbox, each with a link to the matching applications. Leaves out the
 * applications that need a decision, because the button above the counts is for them.
 */
export function renderTodoList(event: Pick<StoredEvent, 'id'>, todos: TodoCounts): Html {
  const items = TODOS.filter((todo) => todo !== 'decide' && todos[todo] > 0).map(
    (todo) =>
      html`<li><a href="${inboxAddress(event)}?todo=${todo}"><strong>${todos[todo].toLocaleString('en-US')}</strong> ${TODO_NAMES[todo](todos[todo])}</a></li>`,
  );
  if (items.length > 0)
    return html`<nav class="tallies no-print" aria-label="To be done"><ul>${items}</ul></nav>`;
  return todos.decide > 0 ? EMPTY_HTML : html`<p>Nothing is to be done now.</p>`;
}
