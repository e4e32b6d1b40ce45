import { findAccountEmail } from '../../../accounts/account/service.ts';
import { compareText, countNoun, foldForSearch } from '../../../lib/text/text.ts';
import { describeDay } from '../../../lib/time/dates.ts';
import { toLocal } from '../../../lib/time/zoned-time.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { type Mail, queueMail } from '../../../platform/mail/outbox.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import { findPublicEvent, getEvent, lockEvents } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import type { ApplicationContext } from '../context.ts';
import { toInboxFood } from '../inbox/application-record.ts';
import { joinVendors, vendorOf } from '../inbox/application-vendors-service.ts';
import { listByIds } from '../inbox/inbox-store.ts';
import { aboutEvent, compose } from '../notices/mail-texts.ts';
import { type Roster, rosterDueOn, rosterRemindedOn } from './roster.ts';
import * as store from './roster-store.ts';

/** The earliest hour to send an email, in the event's time zone. */
const HOUR_MIN = 7;

/** Returns the list of an event's vendors for the regulator. Throws the same errors as `getEvent`. */
export async function getRoster(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
): Promise<Roster> {
  const { ledgerDb, engine } = context;
  const event = await getEvent(ledgerDb, accountId, eventId, 'read');
  const rows = await listByIds(ledgerDb, engine, await store.listWithSpot(ledgerDb, event.id));
  const vendors = await joinVendors(context, rows, event);
  const entries = rows.map((row) => {
    const vendor = vendorOf(vendors, row);
    return {
      application_id: row.id,
      business_name: row.business_name,
      contact_name: row.contact_name,
      license_number: vendor?.identity().license.number ?? row.license_number,
      is_on_record: vendor !== undefined,
      food: toInboxFood(row),
    };
  });
  const byName = entries.toSorted(
    (a, b) =>
      compareText(foldForSearch(a.business_name), foldForSearch(b.business_name)) ||
      compareText(a.application_id, b.application_id),
  );
  return { event, entries: byName, due_on: rosterDueOn(event) };
}

/**
 * Reminds the organizer of each event with vendors once, five business days before it. Returns the number of
 * emails. Safe to repeat.
 */
export async function sendRosterReminders(context: ApplicationContext): Promise<number> {
  const now = context.now();
  let told = 0;
  for (const event of await store.listUnreminded(context.ledgerDb, now)) {
    const local = toLocal(now.toISOString(), event.timezone);
    const remindedOn = rosterRemindedOn(event);
    if (remindedOn === null || local.slice(0, 10) < remindedOn || Number(local.slice(11, 13)) < HOUR_MIN)
      continue;
    if (await remind(context, event.id)) told += 1;
  }
  return told;
}

/** Holds the event's lock, so that no other process sends the same reminder. */
async function remind({ ledgerDb, baseUrl, now }: ApplicationContext, eventId: string): Promise<boolean> {
  return inTransaction(ledgerDb, async (tx) => {
    await lockEvents(tx, [eventId]);
    const event = await findPublicEvent(tx, eventId);
    if (event?.status !== 'Published' || event.spots_taken === 0) return false;
    if (!(await store.claimReminder(tx, eventId, now()))) return false;
    const to = await findAccountEmail(tx, event.account_id);
    if (to === undefined) return false;
    await queueMail(tx, rosterMail(to, event, baseUrl), now());
    return true;
  });
}

/** Returns the email that reminds an organizer to send the list of vendors to the regulator. */
function rosterMail(to: string, event: StoredEvent, baseUrl: string): Mail {
  const due = rosterDueOn(event);
  const by = due === null ? '' : ` by ${describeDay(due)}`;
  return compose(to, `Send your vendor list to ${REGULATOR.shortName}${by}`, baseUrl, [
    `${REGULATOR.shortName} asks sponsors of a temporary food service event for the list of vendors at least ${REGULATOR.eventNotice?.businessDays ?? 0} business days before.`,
    aboutEvent(event),
    `The list of your ${countNoun(event.spots_taken, 'vendor')} is ready to send:\n${baseUrl}/organizer/events/${event.id}/roster`,
  ]);
}
