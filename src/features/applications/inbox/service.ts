import { AppError } from '../../../http/errors.ts';
import { asUuid } from '../../../lib/uuid.ts';
import type { Db } from '../../../platform/db/database.ts';
import { getOwnEvent, NO_SUCH_EVENT } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { countOpenByLicense, toApplicationText, toInboxRow } from '../application-record.ts';
import type { ApplicationContext } from '../context.ts';
import { parseFiledDecision } from '../filed-decision.ts';
import { joinVendors, vendorOf } from '../join-vendors.ts';
import { outcomeRefusal } from '../outcomes.ts';
import type { ApplicationDetail, ComplianceFile, InboxRow } from '../service-types.ts';
import { nextStatuses } from '../statuses.ts';
import {
  findApplication,
  listDecisions,
  listHistory,
  listNewestDecisions,
  listOfAccount,
  listOfEvent,
  listOfLicense,
  type StoredApplication,
} from '../store.ts';

/** What an organizer reads: each a constant number of statements, however many applications there are. */

export async function listInbox(
  { db, registry, baseUrl }: ApplicationContext,
  accountId: string,
  eventId: string,
): Promise<{ event: StoredEvent; rows: readonly InboxRow[] }> {
  const event = await getOwnEvent(db, accountId, eventId);
  const applications = await listOfEvent(db, event.id);
  const vendors = await joinVendors(registry, baseUrl, applications);
  const sameLicense = countOpenByLicense(applications);
  return { event, rows: applications.map((each) => toInboxRow(each, vendorOf(vendors, each), sameLicense)) };
}

export async function getDetail(
  { db, registry, baseUrl, now }: ApplicationContext,
  accountId: string,
  eventId: string,
  applicationId: string,
): Promise<{ event: StoredEvent; application: ApplicationDetail }> {
  const { event, application } = await getOwnApplication(db, accountId, eventId, applicationId);
  const sharing = await listOfLicense(db, event.id, application.license_digits);
  const vendors = await joinVendors(registry, baseUrl, [application]);
  return {
    event,
    application: {
      ...toInboxRow(application, vendorOf(vendors, application), countOpenByLicense(sharing)),
      history: await listHistory(db, application.id),
      decisions: (await listDecisions(db, application.id)).map(parseFiledDecision),
      next_statuses: nextStatuses(application.status, event),
      outcome_refusal: outcomeRefusal(application.status, event, now()),
    },
  };
}

export async function getComplianceFile(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
): Promise<ComplianceFile> {
  const { event, rows } = await listInbox(context, accountId, eventId);
  const decisions = await listNewestDecisions(context.db, event.id);
  const entries = rows.map((application) => {
    const decision = decisions.get(application.id);
    return { application, decision: decision === undefined ? null : parseFiledDecision(decision) };
  });
  return { event, entries };
}

/** Of one event, or of all; in the order they came, each as JSON text. */
export async function listApplicationTexts(
  { db, registry, baseUrl }: ApplicationContext,
  accountId: string,
  eventId: string | undefined,
): Promise<string[]> {
  const event = eventId === undefined ? undefined : await getOwnEvent(db, accountId, eventId);
  const applications = event ? await listOfEvent(db, event.id) : await listOfAccount(db, accountId);
  const vendors = await joinVendors(registry, baseUrl, applications);
  return applications.map((each) => toApplicationText(each, vendorOf(vendors, each)));
}

/** An application to an account's own event. Whatever is wrong with either id throws the same `not_found`. */
export async function getOwnApplication(
  db: Db,
  accountId: string,
  eventId: string,
  applicationId: string,
): Promise<{ event: StoredEvent; application: StoredApplication }> {
  const event = await getOwnEvent(db, accountId, eventId);
  const id = asUuid(applicationId);
  const application = id === undefined ? undefined : await findApplication(db, event.id, id);
  if (!application) throw new AppError('not_found', NO_SUCH_EVENT);
  return { event, application };
}
