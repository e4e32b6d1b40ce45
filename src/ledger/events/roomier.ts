import type { EventDraft } from './event-form.ts';
import type { StoredEvent } from './stored-event.ts';

/** Whether there may be a spot for who waits: there are more of them, or the waitlist moves up from now on. */
export function isRoomier(before: StoredEvent, { capacity, waitlist_moves }: EventDraft): boolean {
  const more = before.capacity !== null && (capacity === null || capacity > before.capacity);
  return more || (waitlist_moves && !before.waitlist_moves);
}
