import { findAccountEmail } from '../../../accounts/account/service.ts';
import type { Language } from '../../../lib/language/language.ts';
import type { LedgerTx } from '../../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../../platform/db/refusal.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import { findPublicEvent, freeSpot, lockEvents } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { withdrawOutdatedMails } from '../bulk/bulk-store.ts';
import type { ApplicationContext } from '../context.ts';
import { applicantMay, holdsSpot, spotChange } from '../decide/statuses.ts';
import { APPLICANT_REFUSALS } from '../messages.ts';
import { organizerNotice } from '../notices/mail-texts.ts';
import { queueApplicationNews } from '../notices/webhook-news-service.ts';
import { addHistory, changeStatus, findApplication, type StoredApplication, setHolder } from '../store.ts';
import { findByToken, noSuchLink } from './applicant-service.ts';

/** Lets an applicant withdraw or confirm an application. */

/**
 * Withdraws an application. Returns a sentence in this language if the application cannot be withdrawn now.
 * Throws `not_found` for an invalid link.
 */
export function withdraw(
  context: ApplicationContext,
  token: string,
  language: Language = 'en',
): Promise<string | undefined> {
  return change(context, token, 'withdrawn', language);
}

/** Confirms an application. The return value and error are the same as for {@link withdraw}. */
export function confirm(
  context: ApplicationContext,
  token: string,
  language: Language = 'en',
): Promise<string | undefined> {
  return change(context, token, 'confirmed', language);
}

async function change(
  context: ApplicationContext,
  token: string,
  to: 'withdrawn' | 'confirmed',
  language: Language,
): Promise<string | undefined> {
  const t = APPLICANT_REFUSALS[language];
  const application = await findByToken(context.ledgerDb, token);
  if (!application) throw noSuchLink();
  return refusalOf(context.ledgerDb, async (tx) => {
    // Always lock the event's row before an application's row, so that two transactions cannot deadlock. Read
    // the clock only after that.
    await lockEvents(tx, [application.event_id]);
    const event = await findPublicEvent(tx, application.event_id);
    const now = context.now();
    if (!event || !applicantMay(to, application.status, event, now)) throw new Refusal(t[to]);
    if (to === 'confirmed') await requireDocuments(tx, context, { event, application, language });
    if (!(await carryOut(tx, context, { application, event, to, by: 'applicant', now })))
      throw new Refusal(t.changedMeanwhile);
    if (to === 'confirmed') await standBehind(tx, context, application);
  });
}

/**
 * Withdraws an application for a person who asked for their data to be erased, and notifies the organizer.
 * Returns false and does nothing if the application is closed or its event is over. Call it before locking
 * anything else.
 */
export async function withdrawToErase(
  tx: LedgerTx,
  context: Pick<ApplicationContext, 'baseUrl' | 'now'>,
  { id, eventId }: { readonly id: string; readonly eventId: string },
): Promise<boolean> {
  await lockEvents(tx, [eventId]);
  const event = await findPublicEvent(tx, eventId);
  const application = await findApplication(tx, eventId, id);
  const now = context.now();
  if (!event || !application || !applicantMay('withdrawn', application.status, event, now)) return false;
  // The event is locked, so the application's status cannot have changed since it was read.
  if (!(await carryOut(tx, context, { application, event, to: 'withdrawn', by: 'service', now })))
    throw new Error('an application changed behind the lock of its event');
  return true;
}

/** Returns false if the application's status has changed. In that case, roll back the transaction. */
async function carryOut(
  tx: LedgerTx,
  context: Pick<ApplicationContext, 'baseUrl'> & Partial<Pick<ApplicationContext, 'engine'>>,
  change: {
    readonly application: StoredApplication;
    readonly event: StoredEvent;
    readonly to: 'withdrawn' | 'confirmed';
    readonly by: 'applicant' | 'service';
    readonly now: Date;
  },
): Promise<boolean> {
  const { application, event, to, by, now } = change;
  if (spotChange(application.status, to) === 'free') await freeSpot(tx, event.id);
  if (!(await changeStatus(tx, application.id, { from: application.status, to, now }))) return false;
  await withdrawOutdatedMails(tx, { applicationIds: [application.id] });
  const at = now.toISOString();
  await addHistory(tx, application.id, { changed_at: at, changed_by: by, status: to, message: '' });
  // The service acts on the applicant's behalf, and the API does not have an actor for the service.
  const news = { id: application.id, event_id: event.id, status: to, changed_by: 'applicant' };
  const about = { accountId: event.account_id, type: 'changed', news: [news] } as const;
  await queueApplicationNews(tx, context, about, now);
  if (holdsSpot(application.status)) await tellOrganizer(tx, context, change);
  return true;
}

/**
 * Throws a refusal if the documents do not allow the spot to be confirmed yet. Call it while holding the
 * event's lock.
 */
async function requireDocuments(
  tx: LedgerTx,
  { documents }: ApplicationContext,
  {
    event,
    application,
    language,
  }: {
    readonly event: StoredEvent;
    readonly application: StoredApplication;
    readonly language: Language;
  },
): Promise<void> {
  const asked = { event, applicationId: application.id, by: 'applicant', language } as const;
  const refusal = await documents.refuseConfirmation(tx, asked);
  if (refusal !== undefined) throw new Refusal(refusal);
}

/**
 * Links the application to the license holder if it was sent from the holder's email address. Only that
 * mailbox receives the private link, so the holder must have confirmed the spot.
 */
async function standBehind(
  tx: LedgerTx,
  { findHolder }: ApplicationContext,
  application: StoredApplication,
): Promise<void> {
  const holder = await findHolder(tx, application);
  if (holder?.email === application.contact_email) await setHolder(tx, application.id, holder.accountId);
}

async function tellOrganizer(
  tx: LedgerTx,
  { baseUrl }: Pick<ApplicationContext, 'baseUrl'>,
  {
    application,
    event,
    to,
    now,
  }: {
    readonly application: StoredApplication;
    readonly event: StoredEvent;
    readonly to: 'withdrawn' | 'confirmed';
    readonly now: Date;
  },
): Promise<void> {
  const address = await findAccountEmail(tx, event.account_id);
  const page = `${baseUrl}/organizer/events/${event.id}/applications/${application.id}`;
  const movesUp = event.waitlist_moves && Date.parse(event.starts_at) > now.getTime();
  if (address !== undefined)
    await queueMail(
      tx,
      organizerNotice(address, application, event, { done: to, page, movesUp }, baseUrl),
      now,
    );
}
