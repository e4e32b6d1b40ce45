import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { EventFields } from '../../src/organizer/events/form/event-fields.ts';
import type { StoredEvent, TeamEvent } from '../../src/organizer/events/stored-event.ts';
import type { LedgerDb } from '../../src/platform/db/database.ts';
import type { EventsTable } from '../../src/platform/db/schema/ledger-tables/event-tables.ts';

/** The current time in event tests: a Monday at 11:00 AM in Orlando. */
export const EVENTS_NOW = new Date('2026-03-16T15:00:00.000Z');

/** Returns a valid event form, for an event five days after {@link EVENTS_NOW}. */
export function eventFields(changes: Partial<EventFields> = {}): EventFields {
  return {
    name: 'Lake Eola Food Truck Night',
    event_type: 'food-truck-night',
    description: 'Twelve trucks.\n\nPower on site.',
    timezone: 'America/New_York',
    starts_at: '2026-03-21T17:00',
    ends_at: '2026-03-21T21:00',
    venue_name: 'Lake Eola Park',
    address: '512 E Washington St',
    city: 'Orlando',
    county: 'Orange',
    applications_open_at: '',
    applications_close_at: '',
    capacity: '',
    deposit: '',
    deposit_how: '',
    deposit_link: '',
    organizer_name: '',
    organizer_email: '',
    notice: 'daily',
    waitlist: 'tell',
    ...changes,
  };
}

/**
 * Returns a published event five days after {@link EVENTS_NOW}. It has no application window, capacity,
 * deposit, or questions.
 */
export function storedEvent(changes: Partial<TeamEvent> = {}): TeamEvent {
  return {
    access: 'owner',
    owner_name: 'Lake Organizers',
    id: '3f0d1f53-6d6c-4a83-9f1a-0a6a1f2b3c4d',
    account_id: 'owner',
    name: 'Lake Eola Food Truck Night',
    description: 'Twelve trucks.\n\nPower on site.',
    event_type: 'food-truck-night',
    status: 'Published',
    starts_at: '2026-03-21T21:00:00.000Z',
    ends_at: '2026-03-22T01:00:00.000Z',
    timezone: 'America/New_York',
    venue_name: 'Lake Eola Park',
    address: '512 E Washington St',
    city: 'Orlando',
    county: 'Orange',
    applications_open_at: null,
    applications_close_at: null,
    capacity: null,
    spots_left: null,
    deposit_cents: null,
    deposit_how: '',
    deposit_link: '',
    currency: 'USD',
    questions: [],
    created_at: '2026-03-01T12:00:00.000Z',
    updated_at: '2026-03-01T12:00:00.000Z',
    spots_taken: 0,
    applications_received: 0,
    organizer_name: '',
    organizer_email: '',
    notice: 'daily',
    waitlist_moves: false,
    ...changes,
  };
}

/**
 * Inserts an event like {@link storedEvent}, with a new id unless `changes` sets one. Returns the event's id.
 */
export async function addEvent(db: LedgerDb, changes: Partial<StoredEvent> = {}): Promise<string> {
  const row = eventRow(changes);
  await db.insertInto('events').values(row).execute();
  return row.id;
}

/** Inserts many events with one statement. */
export async function addEvents(db: LedgerDb, events: readonly Partial<StoredEvent>[]): Promise<void> {
  await db.insertInto('events').values(events.map(eventRow)).execute();
}

function eventRow(changes: Partial<StoredEvent>): Insertable<EventsTable> & { id: string } {
  const event = storedEvent({ id: randomUUID(), ...changes });
  const { spots_left: _, currency: _currency, access: __, owner_name: ___, questions, ...columns } = event;
  return {
    ...columns,
    city_folded: event.city.normalize('NFC').toLowerCase(),
    questions: JSON.stringify(questions),
    waitlist_moves: event.waitlist_moves ? 1 : 0,
    spot_freed: 0,
  };
}
