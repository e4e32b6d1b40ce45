import { findAccountEmail } from '../../../accounts/account/service.ts';
import type { LedgerTx } from '../../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../../platform/db/refusal.ts';
import { queueMails } from '../../../platform/mail/outbox.ts';
import { withinLimit } from '../../../platform/mail/recipient-limit.ts';
import { getEvent, listOwnEvents, lockEvents, setEventStatus } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { findReplyAddress, withLink } from '../apply/contact-service.ts';
import type { LinkMaker } from '../apply/private-link.ts';
import { withdrawOutdatedMails } from '../bulk/bulk-store.ts';
import type { ApplicationContext } from '../context.ts';
import { cancelOpen, listOpenAddressees } from '../store.ts';
import { eventCancelledMail, eventChangedMail, organizerGoneMail } from './mail-texts.ts';
import { noteDocuments } from './notices-service.ts';
import { queueApplicationNews } from './webhook-news-service.ts';

/** Updates an event's open applications when the event changes, and notifies the applicants. */

/**
 * Cancels a draft or published event and its open applications. Returns a sentence if the event cannot be
 * canceled now.
 */
export function cancelEvent(
  { ledgerDb, now, ...links }: ApplicationContext,
  accountId: string,
  eventId: string,
): Promise<string | undefined> {
  return refusalOf(ledgerDb, async (tx) => {
    const refusal = await setEventStatus(tx, accountId, eventId, 'Cancelled', now());
    if (refusal !== undefined) throw new Refusal(refusal);
    const event = await getEvent(tx, accountId, eventId, 'manage');
    // Reads the clock while holding the event's lock, so that timestamps follow the order of the changes.
    await cancelApplications(tx, [event], { by: accountId, now: now(), links });
  });
}

/**
 * Cancels the open applications to an account's upcoming published events, because the account is about to be
 * deleted. Notifies the applicants. The events are deleted with the account.
 */
export async function cancelEventsOf(
  tx: LedgerTx,
  accountId: string,
  now: Date,
  links: LinkMaker,
): Promise<void> {
  const published = await listOwnEvents(tx, accountId, 'Published');
  // Lock the events first. Applications that another request cancels before that are no longer open, so no
  // applicant is notified twice.
  await lockEvents(
    tx,
    published.map(({ id }) => id),
  );
  const toCome = published.filter(({ ends_at }) => Date.parse(ends_at) > now.getTime());
  await cancelApplications(tx, toCome, { by: accountId, now, links, organizerGoes: true });
}

/**
 * Notifies every applicant with an open application that the event has a new time or place. If insurance that
 * covered the event now ends too early, notifies that applicant and the organizer of that as well.
 */
export async function tellOfChange(
  tx: LedgerTx,
  before: StoredEvent,
  after: StoredEvent,
  now: Date,
  { documents, ...links }: LinkMaker & Pick<ApplicationContext, 'documents'>,
): Promise<void> {
  const replyTo = await findReplyAddress(tx, after);
  const addressees = await listOpenAddressees(tx, after.id);
  const covered = await documents.listPending(tx, before);
  const newlyEarly = new Map(
    [...(await documents.listPending(tx, after))].flatMap(([id, { endsEarly }]) =>
      endsEarly !== null && !covered.get(id)?.endsEarly ? [[id, endsEarly] as const] : [],
    ),
  );
  const mails = addressees.map((each) => {
    const moved = { ...after, replyTo };
    return eventChangedMail(withLink(links, each), before, moved, links.baseUrl, newlyEarly.get(each.id));
  });
  await noteDocuments(
    tx,
    after,
    addressees.flatMap(({ id }) => (newlyEarly.has(id) ? [id] : [])),
    now,
  );
  await queueMails(tx, await withinLimit(tx, 'event-changed', mails, now), now);
}

async function cancelApplications(
  tx: LedgerTx,
  events: readonly StoredEvent[],
  {
    by,
    now,
    links,
    organizerGoes = false,
  }: {
    readonly by: string;
    readonly now: Date;
    readonly links: LinkMaker;
    readonly organizerGoes?: boolean;
  },
): Promise<void> {
  // All events belong to the same account, which has one verified address.
  const reachable = events.find(({ organizer_email }) => organizer_email !== '');
  const verified = reachable && (await findAccountEmail(tx, reachable.account_id));
  const byId = new Map(
    events.map((event) => {
      const replyTo = event.organizer_email === verified ? verified : undefined;
      return [event.id, { ...event, replyTo }];
    }),
  );
  const addressees = await cancelOpen(tx, [...byId.keys()], by, now);
  // All events belong to the same account, so any of them identifies it.
  const [event] = events;
  const news = addressees.map(({ id, event_id }) => ({
    id,
    event_id,
    status: 'cancelled',
    changed_by: 'organizer',
  }));
  if (event)
    await queueApplicationNews(tx, links, { accountId: event.account_id, type: 'changed', news }, now);
  if (addressees.length > 0)
    await withdrawOutdatedMails(tx, { cancelledAt: now, eventIds: [...byId.keys()] });
  const mails = addressees.flatMap((each) => {
    const event = byId.get(each.event_id);
    if (!event) return [];
    return organizerGoes
      ? [organizerGoneMail(each, event, links.baseUrl)]
      : [eventCancelledMail(withLink(links, each), event, links.baseUrl)];
  });
  await queueMails(tx, await withinLimit(tx, 'event-cancelled', mails, now), now);
}
