import { type InboxView, toQuery } from '../../../organizer/applications/inbox/inbox-view.ts';
import type { StoredEvent } from '../../../organizer/events/stored-event.ts';

export function inboxAddress({ id }: Pick<StoredEvent, 'id'>): string {
  return `/organizer/events/${encodeURIComponent(id)}/applications`;
}

/** Returns the address of the inbox with the given tab, filters and page. */
export function viewAddress(event: Pick<StoredEvent, 'id'>, view: InboxView, page: number): string {
  const query = toQuery(view, page).toString();
  return query === '' ? inboxAddress(event) : `${inboxAddress(event)}?${query}`;
}

export function dayAddress({ id }: Pick<StoredEvent, 'id'>): string {
  return `/organizer/events/${encodeURIComponent(id)}/day`;
}

/** Returns the address for bulk actions. `rest` is appended to it. */
export function bulkAddress({ id }: Pick<StoredEvent, 'id'>, rest = ''): string {
  return `/organizer/events/${encodeURIComponent(id)}/bulk${rest}`;
}
