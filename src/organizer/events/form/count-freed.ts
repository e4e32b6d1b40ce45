import type { StoredEvent } from '../stored-event.ts';
import type { EventDraft } from './event-form.ts';

/** Notes that the waitlist is to be looked at. */
export function freedBy(before: StoredEvent, draft: EventDraft): { readonly spot_freed?: 1 } {
  return isRoomier(before, draft) ? { spot_freed: 1 } : {};
}

/**
 * Returns true if a change may free a spot for the waitlist: there are more spots, or the waitlist begins to
 * move up.
 */
function isRoomier(before: StoredEvent, { capacity, waitlist_moves }: EventDraft): boolean {
  const more = before.capacity !== null && (capacity === null || capacity > before.capacity);
  return more || (waitlist_moves && !before.waitlist_moves);
}
