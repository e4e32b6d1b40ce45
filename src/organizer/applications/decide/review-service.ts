import { lockAccountIfThere } from '../../../accounts/account/service.ts';
import { noteEventWork } from '../../../accounts/teams/service.ts';
import { Refusal, refusalOf } from '../../../platform/db/refusal.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { getEvent, lockEvents } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { isOver } from '../../events/taking-applications.ts';
import { readDepositStatus } from '../apply/deposits.ts';
import { readLines } from '../apply/typed-text.ts';
import { BULK_ACTIONS, type BulkPlan, CHANGES_MAX, type SkipReason } from '../bulk/bulk.ts';
import type { ApplicationContext } from '../context.ts';
import { joinVendors, vendorOf } from '../inbox/application-vendors-service.ts';
import { getOwnApplication } from '../inbox/inbox-service.ts';
import { listByIds, listOpenIds } from '../inbox/inbox-store.ts';
import { MESSAGE_LENGTH_MAX } from '../notices/mail-texts.ts';
import { addDecisions, listNewestDecisions, type StoredApplication, updateDeposit } from '../store.ts';
import { asksReason, readReason, reasonAsked } from './against-verdict.ts';
import { type Candidate, changeApplications } from './change-service.ts';
import { decideAbout } from './decide-service.ts';
import { parseFiledDecision, stillHolds } from './filed-decision.ts';
import { CHANGED_MEANWHILE, nextStatuses } from './statuses.ts';

/** What an organizer decides and records about applications. */

const NOT_NOW = 'This application cannot get that status now.';
const OVER =
  'The event is over, so the status of an application no longer changes. Record the outcome instead.';
const FULL =
  'All spots are taken. Raise the number of spots of the event, or put this application on the waitlist.';
const TOO_MANY_CHANGES = `The status of this application was changed ${CHANGES_MAX} times, which is the most there can be. It stays as it is; ask the vendor to withdraw and to apply again.`;
const OTHER_OPEN =
  'This vendor has applied again since, with the same contact. Decide about that application.';

const REFUSALS: Readonly<Record<SkipReason, string>> = {
  status: NOT_NOW,
  closed: NOT_NOW,
  reason: NOT_NOW,
  documents: NOT_NOW,
  full: FULL,
  changes: TOO_MANY_CHANGES,
  newer: OTHER_OPEN,
  changed: CHANGED_MEANWHILE,
  no_outcome: NOT_NOW,
  same_outcome: NOT_NOW,
  outcome_changes: NOT_NOW,
  mails: NOT_NOW,
};

/** Decisions per batch, enough that their receipts are committed together. */
const DECISIONS_AT_ONCE = 50;

/** What an organizer sends about one application. */
interface StatusForm {
  readonly status: string;
  readonly message: string;
  /** Why a spot is given against the verdict. */
  readonly reason?: string;
}

/**
 * Sets one of `next_statuses`, files a decision with a receipt when the vendor is on record, and emails the applicant. The verdict is made
 * and its receipt issued before the transaction. Returns a sentence when it is not possible now. `message` has at most 2,000 characters,
 * `reason` 500; a spot against the verdict needs one.
 */
export async function decide(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  applicationId: string,
  change: StatusForm,
): Promise<string | undefined> {
  const { ledgerDb } = context;
  const { event, application } = await getOwnApplication(ledgerDb, accountId, eventId, applicationId);
  const now = context.now();
  if (isOver(event, now)) return OVER;
  const to = nextStatuses(application.status, event, now).find((status) => status === change.status);
  const action = BULK_ACTIONS.find((each) => each === to);
  if (action === undefined) return REFUSALS.status;
  const typed = readMessage(change.message);
  if ('refusal' in typed) return typed.refusal;
  const read = readReason(change.reason ?? '');
  if ('refusal' in read) return read.refusal;
  const vendors = await joinVendors(context, [application], event);
  const shown = vendorOf(vendors, application)?.standing().verdict ?? 'unknown';
  // Refused before a receipt is issued for a decision that is not made.
  if (to && asksReason(to, shown) && read.reason === '') return reasonAsked(shown);
  const made = await decideAbout(context, event, [application], vendors);
  const seen = new Map([[application.id, { status: application.status, outcome: undefined }]]);
  const work = { action, event, seen, made, by: { accountId }, mayReopen: true, ...typed, ...read };
  return refusalOf(ledgerDb, async (tx) => {
    await lockEvents(tx, [event.id]);
    const current = await getEvent(tx, accountId, event.id, 'manage');
    const { plan } = await changeApplications(tx, context, work, current);
    const [skip] = plan.skips;
    if (skip) throw new Refusal(refusalFor(skip));
  });
}

/** Why one application is left as it is, in a sentence for its own page. */
function refusalFor({ why, candidate }: BulkPlan<Candidate>['skips'][number]): string {
  if (why === 'reason') return reasonAsked(candidate.verdict);
  return (why === 'documents' ? candidate.blocked : undefined) ?? REFUSALS[why];
}

/** A message to applicants as it is sent, empty for none; or what is wrong with it. */
export function readMessage(text: string): { readonly message: string } | { readonly refusal: string } {
  const message = readLines(text);
  if (message === undefined)
    return { refusal: 'The message holds a character that cannot be sent. Please type it again.' };
  if (message.length > MESSAGE_LENGTH_MAX)
    return {
      refusal: `Please use at most ${MESSAGE_LENGTH_MAX.toLocaleString('en-US')} characters for the message.`,
    };
  return { message };
}

/**
 * Files a decision with a receipt for every open application whose vendor is on record, in batches, except when its newest one is from
 * today and still holds. Returns how many were filed.
 */
export async function fileDecisions(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
): Promise<number> {
  const event = await getEvent(context.ledgerDb, accountId, eventId, 'manage');
  const open = await listOpenIds(context.ledgerDb, event.id);
  let count = 0;
  for (let start = 0; start < open.length; start += DECISIONS_AT_ONCE)
    count += await fileSome(context, accountId, event, open.slice(start, start + DECISIONS_AT_ONCE));
  return count;
}

/**
 * Files a decision about one application by today's records. Returns false when the newest one is from today and still holds, or no vendor
 * is on record.
 */
export async function fileDecision(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  applicationId: string,
): Promise<boolean> {
  const found = await getOwnApplication(context.ledgerDb, accountId, eventId, applicationId);
  return (await fileSome(context, accountId, found.event, [found.application.id])) > 0;
}

async function fileSome(
  context: ApplicationContext,
  accountId: string,
  event: StoredEvent,
  ids: readonly string[],
): Promise<number> {
  const { ledgerDb, engine, now } = context;
  const applications = await listByIds(ledgerDb, engine, ids);
  const vendors = await joinVendors(context, applications, event);
  const newest = await listNewestDecisions(ledgerDb, engine, ids);
  const instant = now();
  const isDue = (application: StoredApplication) => {
    const filed = newest.get(application.id);
    const standing = vendorOf(vendors, application)?.standing();
    if (filed === undefined || !standing) return true;
    return !stillHolds(parseFiledDecision(filed), { standing, eventType: event.event_type, instant });
  };
  const made = await decideAbout(context, event, applications.filter(isDue), vendors);
  const filed = [...made.values()].flatMap((each) => each.filed ?? []);
  await inTransaction(ledgerDb, async (tx) => {
    await lockEvents(tx, [event.id]);
    await getEvent(tx, accountId, event.id, 'manage');
    await addDecisions(tx, filed);
  });
  return filed.length;
}

/** Sets any listed deposit status; returns a sentence for anything else. */
export async function setDeposit(
  { ledgerDb, now }: ApplicationContext,
  accountId: string,
  eventId: string,
  applicationId: string,
  text: string,
): Promise<string | undefined> {
  const { event } = await getOwnApplication(ledgerDb, accountId, eventId, applicationId);
  const status = readDepositStatus(text);
  if (status === undefined) return 'Please choose one of the deposit statuses.';
  await inTransaction(ledgerDb, async (tx) => {
    await lockAccountIfThere(tx, event.account_id);
    await lockEvents(tx, [event.id]);
    const { application } = await getOwnApplication(tx, accountId, eventId, applicationId);
    if (application.deposit_status === status) return;
    const subject = `${application.business_name} at ${event.name}`;
    const done = { ownerId: event.account_id, actorId: accountId, action: 'deposit', subject } as const;
    await updateDeposit(tx, application.id, status, now());
    await noteEventWork(tx, { ...done, value: status }, now());
  });
  return undefined;
}
