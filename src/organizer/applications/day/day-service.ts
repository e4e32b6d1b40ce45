import { inTransaction } from '../../../platform/db/transaction.ts';
import { getEvent, lockEvents } from '../../events/service.ts';
import type { ApplicationContext } from '../context.ts';
import { recordableOutcomes } from '../decide/outcomes.ts';
import { holdsSpot } from '../decide/statuses.ts';
import { toDepositStatus, toInboxFood, toOutcome } from '../inbox/application-record.ts';
import { getOwnApplication } from '../inbox/inbox-service.ts';
import { listByIds } from '../inbox/inbox-store.ts';
import { listWithSpot } from '../roster/roster-store.ts';
import { type DayEntry, type DayList, type DayNote, orderOfDay, readDayNote } from './day.ts';
import { listDayNotes, putDayNote } from './day-store.ts';

/**
 * Returns an event's vendors with a spot, and their notes for the event day. Throws the same errors as
 * `getEvent`.
 */
export async function getDayList(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
): Promise<DayList> {
  const { ledgerDb, engine, now } = context;
  const event = await getEvent(ledgerDb, accountId, eventId, 'read');
  const rows = await listByIds(ledgerDb, engine, await listWithSpot(ledgerDb, event.id));
  const notes = await listDayNotes(
    ledgerDb,
    engine,
    rows.map(({ id }) => id),
  );
  const entries = rows.map((row): DayEntry => {
    const { spot = '', load_in = '', checked_in_at = null } = notes.get(row.id) ?? {};
    const { id, business_name, contact_name, contact_phone, status } = row;
    return {
      application_id: id,
      business_name,
      contact_name,
      contact_phone,
      status,
      food: toInboxFood(row),
      deposit_status: toDepositStatus(row.deposit_status),
      outcome: toOutcome(row.outcome),
      spot,
      load_in,
      checked_in_at,
    };
  });
  return { event, entries: entries.toSorted(orderOfDay), outcomes: recordableOutcomes(event, now()) };
}

/**
 * Records the spot, load-in or check-in of a vendor. Returns a sentence if the vendor has no spot or a text
 * is too long.
 */
export async function noteDay(
  { ledgerDb, engine, now }: ApplicationContext,
  accountId: string,
  eventId: string,
  applicationId: string,
  typed: DayNote,
): Promise<string | undefined> {
  const read = readDayNote(typed);
  if ('refusal' in read) return read.refusal;
  const { spot, load_in, checked_in } = read.note;
  return inTransaction(ledgerDb, async (tx) => {
    const { event } = await getOwnApplication(tx, accountId, eventId, applicationId);
    await lockEvents(tx, [event.id]);
    const { application } = await getOwnApplication(tx, accountId, eventId, applicationId);
    if (!holdsSpot(application.status)) return `${application.business_name} no longer has a spot.`;
    const before = (await listDayNotes(tx, engine, [application.id])).get(application.id);
    const seenAt = before?.checked_in_at ?? null;
    await putDayNote(tx, {
      application_id: application.id,
      spot: spot ?? before?.spot ?? '',
      load_in: load_in ?? before?.load_in ?? '',
      checked_in_at: checked_in === undefined ? seenAt : checked_in ? (seenAt ?? now().toISOString()) : null,
    });
    return undefined;
  });
}
