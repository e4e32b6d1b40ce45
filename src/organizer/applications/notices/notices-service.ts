import { findAccountEmail } from '../../../accounts/account/service.ts';
import { toLocal } from '../../../lib/time/zoned-time.ts';
import type { LedgerTx } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import { mayMail } from '../../../platform/mail/recipient-limit.ts';
import { findPublicEvent, lockEvents } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import type { ApplicationContext } from '../context.ts';
import type { MailedApplication } from './mail-texts.ts';
import { documentsMail, newApplicationMail, newsMail } from './new-application-mails.ts';
import * as store from './notices-store.ts';

/** Determines when to email an organizer about new applications and documents. */

/** The earliest hour to send an email, in the event's time zone. */
const HOUR_MIN = 7;
const NAMED_MAX = 20;
/**
 * The time to wait after an event's first new document, because vendors send files one by one. All documents
 * that arrive in this time share one email.
 */
const BATCH_MS = 15 * 60_000;

/**
 * Emails the organizer about one application immediately if the event has the `each` setting. Returns true if
 * the application belongs in the next daily email, because of the `daily` setting or the email limit.
 */
export async function tellOfNew(
  tx: LedgerTx,
  { baseUrl }: Pick<ApplicationContext, 'baseUrl'>,
  event: StoredEvent,
  application: MailedApplication & { readonly id: string },
  now: Date,
): Promise<boolean> {
  if (event.notice !== 'each') return event.notice === 'daily';
  const to = await findAccountEmail(tx, event.account_id);
  if (to === undefined || !(await mayMail(tx, 'new-application', to, now))) return true;
  await queueMail(tx, newApplicationMail(to, application, event, baseUrl), now);
  return false;
}

/**
 * Marks these applications' documents for a later email to the organizer, unless the event's setting is
 * `never`. Call it while holding the event's lock.
 */
export async function noteDocuments(
  tx: LedgerTx,
  event: Pick<StoredEvent, 'notice'>,
  applicationIds: readonly string[],
  now: Date,
): Promise<void> {
  if (event.notice !== 'never' && applicationIds.length > 0)
    await store.noteDocuments(tx, applicationIds, now);
}

/**
 * Sends one email a day for each event with news, from 7 a.m. in the event's time zone. Returns the number of
 * emails. Safe to repeat.
 */
export async function sendNotices(context: ApplicationContext): Promise<number> {
  const instant = context.now();
  let told = 0;
  for (const event of await store.listEventsWithNews(context.ledgerDb, newsCutoff(instant))) {
    const local = toLocal(instant.toISOString(), event.timezone);
    const day = local.slice(0, 10);
    if (Number(local.slice(11, 13)) < HOUR_MIN || (event.notice_on ?? '') >= day) continue;
    if (await inTransaction(context.ledgerDb, (tx) => tellOfDay(tx, context, event.id, day))) told += 1;
  }
  return told;
}

/**
 * Emails the organizer about new documents, for events with the `each` setting. One email covers everything
 * that an event received in the 15 minutes after the first document. News over the email limit waits for the
 * daily email. Returns the number of emails. Safe to repeat.
 */
export async function sendDocumentNotices(context: ApplicationContext): Promise<number> {
  let told = 0;
  for (const eventId of await store.listEventsWithDocuments(context.ledgerDb, newsCutoff(context.now())))
    if (await inTransaction(context.ledgerDb, (tx) => tellOfDocuments(tx, context, eventId))) told += 1;
  return told;
}

/**
 * Holds the event's lock, so that no application appears in two emails, and no application that arrives
 * during the run is missed.
 */
async function tellOfDay(
  tx: LedgerTx,
  context: ApplicationContext,
  eventId: string,
  day: string,
): Promise<boolean> {
  const { baseUrl, now } = context;
  await lockEvents(tx, [eventId]);
  const event = await store.claimDay(tx, eventId, day);
  if (!event) return false;
  const { count, newest } = await store.takeNews(tx, event.id, NAMED_MAX);
  const documents = await listDocumentNews(tx, context, event);
  await store.takeDocuments(tx, event.id, newsCutoff(now()));
  const to = await findAccountEmail(tx, event.account_id);
  if ((count === 0 && documents.length === 0) || to === undefined) return false;
  await queueMail(tx, newsMail(to, { count, newest, documents }, event, baseUrl), now());
  return true;
}

async function tellOfDocuments(tx: LedgerTx, context: ApplicationContext, eventId: string): Promise<boolean> {
  const { baseUrl, now } = context;
  await lockEvents(tx, [eventId]);
  const event = await findPublicEvent(tx, eventId);
  if (event?.status !== 'Published' || event.notice !== 'each') return false;
  const documents = await listDocumentNews(tx, context, event);
  const to = await findAccountEmail(tx, event.account_id);
  const tells = documents.length > 0 && to !== undefined;
  if (tells && !(await mayMail(tx, 'new-application', to, now()))) return false;
  await store.takeDocuments(tx, event.id, newsCutoff(now()));
  if (tells) await queueMail(tx, documentsMail(to, documents, event, baseUrl), now());
  return tells;
}

/** Lists open applications whose new documents still need attention. */
async function listDocumentNews(tx: LedgerTx, { documents, now }: ApplicationContext, event: StoredEvent) {
  const rows = await store.listDocumentNews(tx, event.id, newsCutoff(now()));
  if (rows.length === 0) return [];
  const pending = await documents.listPending(tx, event);
  return rows.flatMap((row) => {
    const { received, endsEarly } = pending.get(row.id) ?? { received: 0, endsEarly: null };
    if (received === 0 && endsEarly === null) return [];
    return [{ ...row, received, endsEarly: endsEarly !== null, isConfirmed: row.status === 'confirmed' }];
  });
}

function newsCutoff(now: Date): string {
  return new Date(now.getTime() - BATCH_MS).toISOString();
}
