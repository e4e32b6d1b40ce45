import { randomUUID } from 'node:crypto';
import { lockAccountIfThere } from '../../../accounts/account/service.ts';
import { noteEventWork } from '../../../accounts/teams/service.ts';
import { asUuid } from '../../../lib/text/uuid.ts';
import type { LedgerTx } from '../../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../../platform/db/refusal.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { getEvent, lockEvents } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { isOver } from '../../events/taking-applications.ts';
import { readDepositStatus } from '../apply/deposits.ts';
import { readMessage, readNote } from '../apply/typed-text.ts';
import { BULK_ACTIONS, type BulkPlan, CHANGES_MAX, type SkipReason } from '../bulk/bulk.ts';
import { applyAction } from '../bulk/bulk-service.ts';
import { countChanges, findAction, lockApplications } from '../bulk/bulk-store.ts';
import type { ApplicationContext } from '../context.ts';
import { joinVendors, vendorOf } from '../inbox/application-vendors-service.ts';
import { getOwnApplication } from '../inbox/inbox-service.ts';
import { listByIds, listOpenIds } from '../inbox/inbox-store.ts';
import type { ApplicationStatus } from '../schemas.ts';
import {
  addDecisions,
  addHistory,
  listNewestDecisions,
  type StoredApplication,
  updateDeposit,
} from '../store.ts';
import { asksReason, readReason, reasonAsked } from './against-verdict.ts';
import type { Candidate } from './change-service.ts';
import { decideAbout } from './decide-service.ts';
import { parseFiledDecision, stillHolds } from './filed-decision.ts';
import { CHANGED_MEANWHILE, nextStatuses } from './statuses.ts';

/** Lets an organizer decide about applications, add notes, and set deposits. */

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

/**
 * The maximum number of history entries per application. Status changes have their own limit, and notes can
 * use the rest.
 */
const LINES_MAX = CHANGES_MAX * 2;
const TOO_MANY_NOTES = 'This application has as many notes as it can have.';

/** The number of decisions per batch, so that their receipts are committed together. */
const DECISIONS_AT_ONCE = 50;

/** The form that an organizer submits to change one application. */
interface StatusForm {
  readonly status: string;
  readonly message: string;
  /** The reason for giving a spot against the verdict. */
  readonly reason?: string;
  /** A note that only the team can see. */
  readonly note?: string;
  /**
   * An id generated with the form. If the form is sent twice, the second one has no effect. `undoBulk` takes
   * the same id.
   */
  readonly actionId?: string;
  /** The status that the organizer saw. Defaults to the current status. */
  readonly seen?: string;
}

/**
 * Sets one of `next_statuses` and files a decision with a receipt if the vendor is on record. Computes the
 * verdict and issues its receipt before the transaction. Emails the applicant after a minute, during which
 * `undoBulk` can undo the change. `message` and `note` can have at most 2,000 characters and `reason` at most
 * 500. A spot against the verdict requires a reason. Returns a sentence if the change is not possible now.
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
  const actionId = change.actionId === undefined ? randomUUID() : asUuid(change.actionId);
  if (actionId === undefined) return REFUSALS.status;
  if (await findAction(ledgerDb, event.id, actionId)) return undefined;
  const now = context.now();
  if (isOver(event, now)) return OVER;
  const { status } = application;
  const seen = change.seen ?? status;
  if (seen !== status) return REFUSALS.changed;
  const to = nextStatuses(status, event, now).find((each) => each === change.status);
  const action = BULK_ACTIONS.find((each) => each === to);
  if (action === undefined) return REFUSALS.status;
  const typed = readMessage(change.message);
  if ('refusal' in typed) return typed.refusal;
  const note = readNote(change.note ?? '');
  if ('refusal' in note) return note.refusal;
  const read = readReason(change.reason ?? '');
  if ('refusal' in read) return read.refusal;
  const vendors = await joinVendors(context, [application], event);
  const shown = vendorOf(vendors, application)?.standing().verdict ?? 'unknown';
  // Reject it here, so that no receipt is issued for a decision that is not made.
  if (to && asksReason(to, shown) && read.reason === '') return reasonAsked(shown);
  const made = await decideAbout(context, event, [application], vendors);
  const work = {
    action,
    event,
    made,
    seen: new Map([[application.id, { status, outcome: undefined }]]),
    by: { accountId },
    mayReopen: true,
    ...typed,
    ...read,
  };
  return refusalOf(ledgerDb, async (tx) => {
    const plan = await applyAction(tx, context, actionId, work);
    const [skip] = plan?.skips ?? [];
    if (skip) throw new Refusal(refusalFor(skip));
    if (plan && to) await noteDown(tx, context, { id: application.id, status: to, accountId }, note.note);
  });
}

/**
 * Adds a note that only the event's team can see. Does nothing if the text is empty. Returns a sentence if
 * the note is not acceptable.
 */
export async function addNote(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  applicationId: string,
  text: string,
): Promise<string | undefined> {
  const { event, application } = await getOwnApplication(context.ledgerDb, accountId, eventId, applicationId);
  const read = readNote(text);
  if ('refusal' in read) return read.refusal;
  if (read.note === '') return undefined;
  return refusalOf(context.ledgerDb, async (tx) => {
    await lockEvents(tx, [event.id]);
    const current = await getOwnApplication(tx, accountId, eventId, application.id);
    if (((await countChanges(tx, context.engine, [application.id])).get(application.id) ?? 0) >= LINES_MAX)
      throw new Refusal(TOO_MANY_NOTES);
    const about = { id: application.id, status: current.application.status, accountId };
    await noteDown(tx, context, about, read.note);
  });
}

/** Adds a note to the history. Call it while holding the event's lock, which keeps positions unique. */
async function noteDown(
  tx: LedgerTx,
  { engine, now }: ApplicationContext,
  {
    id,
    status,
    accountId,
  }: { readonly id: string; readonly status: ApplicationStatus; readonly accountId: string },
  note: string,
): Promise<void> {
  if (note === '') return;
  await lockApplications(tx, engine, [id]);
  await addHistory(tx, id, {
    changed_at: now().toISOString(),
    changed_by: 'organizer',
    kind: 'note',
    status,
    message: '',
    note,
    actor_id: accountId,
  });
}

/** Returns a sentence for the application's page that explains why the application was left unchanged. */
function refusalFor({ why, candidate }: BulkPlan<Candidate>['skips'][number]): string {
  if (why === 'reason') return reasonAsked(candidate.verdict);
  return (why === 'documents' ? candidate.blocked : undefined) ?? REFUSALS[why];
}

/**
 * Files a decision with a receipt for every open application whose vendor is on record, in batches. Skips
 * applications whose latest decision is from today and still applies. Returns the number of filed decisions.
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
 * Files a decision about one application based on today's records. Returns false if no vendor is on record,
 * or if the latest decision is from today and still applies.
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

/** Sets the deposit to any listed status. Returns a sentence for any other text. */
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
