import { addDays, jurisdictionDay } from '../../../lib/time/dates.ts';
import type { LedgerDb, LedgerTx } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { queueMails } from '../../../platform/mail/outbox.ts';
import { withinLimit } from '../../../platform/mail/recipient-limit.ts';
import { withLink } from '../../applications/apply/contact-service.ts';
import { allDaysOfEvent } from '../../applications/days-of-event.ts';
import type { Licenses } from '../../applications/document-entry.ts';
import type { DocumentContext } from '../context.ts';
import { localDay } from '../document-words.ts';
import { reminderMail } from '../mail-texts.ts';
import { listRowsOfMany } from '../store.ts';
import { listReminders, REMINDED_DAYS_MAX, type Reminder } from './reminders.ts';
import { insertReminders, listReminded, listWithSpot, type WithSpot } from './reminders-store.ts';

/** The number of applications per transaction. */
const PART_SIZE = 200;

/**
 * Emails each due reminder once to applicants with a spot, and returns the number of emails. This runs every
 * hour, and several processes may run it. A missed reminder is sent later if it still applies.
 */
export async function sendReminders(context: DocumentContext): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const licenses = await context.licensesOf(await listDue(context.ledgerDb, context, after));
    const part = await inTransaction(context.ledgerDb, (tx) => remindPart(tx, context, after, licenses));
    count += part.mails;
    if (part.last === undefined) return count;
    after = part.last;
  }
}

/**
 * Stores the reminders together with their emails. Holds a lock, so that only one process at a time can do
 * this.
 */
async function remindPart(
  tx: LedgerTx,
  context: DocumentContext,
  after: string,
  licenses: Licenses,
): Promise<{ readonly mails: number; readonly last: string | undefined }> {
  const { engine, now } = context;
  await engine.lockName(tx, 'document reminders');
  const instant = now();
  const applications = await listDue(tx, context, after);
  const ids = applications.map(({ id }) => id);
  const last = ids.length < PART_SIZE ? undefined : ids.at(-1);
  if (ids.length === 0) return { mails: 0, last };
  const rows = await listRowsOfMany(tx, engine, ids);
  const reminded = new Set((await listReminded(tx, engine, ids)).map(keyOf));
  const mails = applications.flatMap((application) => {
    const today = localDay(instant.toISOString(), application);
    const all = listReminders(
      application.event_type,
      rows.get(application.id)?.rows ?? [],
      application,
      today,
      application.language,
      licenses.get(application.id),
    );
    const due = all.filter((each) => !reminded.has(keyOf({ application_id: application.id, ...each })));
    return due.length > 0 ? [{ application, due, ...toMail(application, due, context) }] : [];
  });
  const allowed = await withinLimit(tx, 'document', mails, instant);
  await insertReminders(
    tx,
    allowed.flatMap(({ application, due }) =>
      due.map(({ code, due_on, days }) => ({
        application_id: application.id,
        code,
        due_on,
        days,
        queued_at: instant.toISOString(),
      })),
    ),
  );
  await queueMails(tx, allowed, instant);
  return { mails: allowed.length, last };
}

function listDue(ledgerDb: LedgerDb, { now }: DocumentContext, after: string): Promise<WithSpot[]> {
  // Adds one day, because the event's local date may be earlier than the jurisdiction's.
  const until = addDays(jurisdictionDay(now()), REMINDED_DAYS_MAX + 1);
  return listWithSpot(ledgerDb, { after, now: now(), until, rowsMax: PART_SIZE });
}

function toMail(named: WithSpot, due: readonly Reminder[], context: DocumentContext) {
  const { baseUrl } = context;
  const application = withLink(context, named);
  const event = { ...application, name: application.event_name };
  const { first: firstDay } = allDaysOfEvent(application);
  return reminderMail(
    { application, event, baseUrl },
    { firstDay, documents: due.map(({ document }) => document) },
  );
}

function keyOf(reminder: { application_id: string; code: string; due_on: string; days: number }): string {
  const { application_id, code, due_on, days } = reminder;
  return `${application_id} ${code} ${due_on} ${days}`;
}
