import { parseStored } from '../../lib/stored-json.ts';
import type { EventsTable } from '../../platform/db/schema/ledger-tables/event-tables.ts';
import type { EventStatus, Question } from './schemas.ts';
import type { StoredEvent } from './stored-event.ts';

/** The columns and rows of events that this feature's stores select. */

export const EVENT_COLUMNS = [
  ...(['id', 'account_id', 'name', 'description', 'event_type', 'status', 'starts_at', 'ends_at'] as const),
  ...(['timezone', 'venue_name', 'address', 'city', 'county', 'applications_open_at'] as const),
  ...(['applications_close_at', 'capacity', 'deposit_cents', 'questions', 'spots_taken'] as const),
  ...(['applications_received', 'created_at', 'updated_at', 'organizer_name'] as const),
  ...(['organizer_email', 'notice', 'waitlist_moves', 'deposit_how', 'deposit_link'] as const),
] as const;
export type EventRow = Pick<EventsTable, (typeof EVENT_COLUMNS)[number]>;

/** Converts the row. Only this feature writes events, so the values and the JSON are not validated. */
export function toStoredEvent({ spots_taken, ...row }: EventRow): StoredEvent {
  return {
    ...row,
    event_type: row.event_type as StoredEvent['event_type'],
    status: row.status as EventStatus,
    questions: parseStored<Question[]>(row.questions),
    notice: row.notice as StoredEvent['notice'],
    waitlist_moves: row.waitlist_moves === 1,
    currency: 'USD',
    spots_taken,
    spots_left: row.capacity === null ? null : Math.max(0, row.capacity - spots_taken),
  };
}
