import { toLocal } from '../../lib/zoned-time.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { mayMail } from '../../platform/mail/recipient-limit.ts';
import { findAccountEmail } from '../accounts/service.ts';
import { lockEvents } from '../events/service.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import type { ApplicationContext } from './context.ts';
import type { MailedApplication } from './mail-texts.ts';
import { newApplicationMail, newApplicationsMail } from './new-application-mails.ts';
import * as store from './notices-store.ts';

/** When an organizer is told of new applications. */

/** Nobody is written to before this hour at the event's place. */
const HOUR_MIN = 7;
const NAMED_MAX = 20;

/**
 * Tells the organizer of one application at once, if that is what the event is set to. Returns whether it is to stand in the next
 * daily mail: the organizer has that setting, or has had too many mails.
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

/** Once a day for each event with something new, from seven in the morning at its place; returns how many mails. Repeatable. */
export async function sendNotices(context: ApplicationContext): Promise<number> {
  const instant = context.now();
  let told = 0;
  for (const event of await store.listEventsWithNews(context.ledgerDb)) {
    const local = toLocal(instant.toISOString(), event.timezone);
    const day = local.slice(0, 10);
    if (Number(local.slice(11, 13)) < HOUR_MIN || (event.notice_on ?? '') >= day) continue;
    if (await inTransaction(context.ledgerDb, (tx) => tellOfDay(tx, context, event.id, day))) told += 1;
  }
  return told;
}

/** Behind the event's lock, so that no application is told twice, or is taken as told while it comes in. */
async function tellOfDay(
  tx: LedgerTx,
  { baseUrl, now }: ApplicationContext,
  eventId: string,
  day: string,
): Promise<boolean> {
  await lockEvents(tx, [eventId]);
  const event = await store.claimDay(tx, eventId, day);
  if (!event) return false;
  const { count, newest } = await store.takeNews(tx, event.id, NAMED_MAX);
  const to = await findAccountEmail(tx, event.account_id);
  if (count === 0 || to === undefined) return false;
  await queueMail(tx, newApplicationsMail(to, { count, newest }, event, baseUrl), now());
  return true;
}
