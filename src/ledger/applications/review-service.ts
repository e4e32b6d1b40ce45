import type { DecisionResult } from '../../decisions/decision/schemas.ts';
import { AppError } from '../../http/errors.ts';
import { jurisdictionDay } from '../../lib/dates.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import type { ApplicationDecisionsTable } from '../../platform/db/ledger-tables/events.ts';
import { Refusal, refusalOf } from '../../platform/db/refusal.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { POLICY_VERSION } from '../../registry/vendors/policy.ts';
import { findOwnEvent, freeSpot, getEvent, lockEvents, takeSpot } from '../events/service.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import {
  type AgainstVerdict,
  againstVerdict,
  asksReason,
  readReason,
  reasonAsked,
  type VerdictOrUnknown,
} from './against-verdict.ts';
import { findReplyAddress, withLink } from './contact-service.ts';
import type { ApplicationContext } from './context.ts';
import { readDepositStatus } from './deposits.ts';
import { daysOfEvent } from './event-days.ts';
import { parseFiledDecision, receiptId, stillHolds } from './filed-decision.ts';
import { getOwnApplication } from './inbox-service.ts';
import { listByIds, listOpenIds } from './inbox-store.ts';
import { joinVendors, type SharingVendors, vendorOf } from './joined-vendors-service.ts';
import { decisionMail, MESSAGE_LENGTH_MAX } from './mail-texts.ts';
import { outcomeRefusal, readOutcome } from './outcomes.ts';
import type { ApplicationStatus } from './schemas.ts';
import { CHANGED_MEANWHILE, isOpen, nextStatuses, spotChange } from './statuses.ts';
import {
  addDecisions,
  addHistory,
  changeStatus,
  countHistory,
  findOpenId,
  listNewestDecisions,
  type StoredApplication,
  updateDeposit,
  updateOutcome,
} from './store.ts';
import { readLines } from './typed-text.ts';

/** What an organizer decides and records about applications. */

const FULL =
  'All spots are taken. Raise the number of spots of the event, or put this application on the waiting list.';
const NOT_NOW = 'This application cannot get that status now.';
/** What a verdict about an event goes by. */
export const DECIDED_BY = ['event_type', 'starts_at', 'ends_at', 'timezone'] as const;
export const EVENT_CHANGED =
  'The event was changed just now, and the verdict may be another one. Look at it again, then repeat what you wanted to do.';
/** Each change sends a mail and adds to the history, so changes are bounded. */
export const CHANGES_MAX = 100;
const TOO_MANY_CHANGES = `The status of this application was changed ${CHANGES_MAX} times, which is the most there can be. It stays as it is; ask the vendor to withdraw and to apply again.`;
/** Each change is told by mail. */
const OUTCOME_CHANGES_MAX = 10;
const TOO_MANY_OUTCOMES = `The outcome of this application was changed ${OUTCOME_CHANGES_MAX} times, which is the most there can be. It stays as it is.`;
const OTHER_OPEN =
  'This vendor has applied again since, with the same contact. Decide about that application.';

/** Decisions per batch, enough that their receipts are committed together. */
const DECISIONS_AT_ONCE = 50;

/** What an organizer sends about one application. */
export interface StatusForm {
  readonly status: string;
  readonly message: string;
  /** Why a spot is given against the verdict. */
  readonly reason?: string;
}

/** Sets a status. The verdict is made and its receipt issued before the transaction. */
export async function decideApplication(
  context: ApplicationContext,
  named: { readonly accountId: string; readonly eventId: string; readonly applicationId: string },
  change: StatusForm,
): Promise<string | undefined> {
  const { ledgerDb } = context;
  const { event, application } = await getOwnApplication(
    ledgerDb,
    named.accountId,
    named.eventId,
    named.applicationId,
  );
  const to = nextStatuses(application.status, event).find((status) => status === change.status);
  if (to === undefined) return NOT_NOW;
  const typed = readMessage(change.message);
  if ('refusal' in typed) return typed.refusal;
  const { message } = typed;
  const read = readReason(change.reason ?? '');
  if ('refusal' in read) return read.refusal;
  const vendors = await joinVendors(context, [application], event);
  const shown = vendorOf(vendors, application)?.standing().verdict ?? 'unknown';
  // Refused before a receipt is issued for a decision that is not made.
  if (asksReason(to, shown) && read.reason === '') return reasonAsked(shown);
  const { filed, verdict, policyVersion } = await decideAbout(context, event, application, vendors);
  if (asksReason(to, verdict) && read.reason === '') return reasonAsked(verdict);
  const against = againstVerdict(to, verdict, { reason: read.reason, policyVersion });
  const status = { by: named.accountId, event, application, to, message, filed, against };
  return refusalOf(ledgerDb, (tx) => apply(tx, context, status));
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

interface StatusChange {
  /** The account that decides: the owner, or a manager of the team. */
  readonly by: string;
  readonly event: StoredEvent;
  readonly application: StoredApplication;
  readonly to: ApplicationStatus;
  readonly message: string;
  readonly filed: ApplicationDecisionsTable | undefined;
  readonly against: AgainstVerdict | undefined;
}

async function apply(
  tx: LedgerTx,
  context: ApplicationContext,
  { by, event, application, to, message, filed, against }: StatusChange,
): Promise<void> {
  const instant = context.now();
  await lockEvents(tx, [event.id]);
  if (!isOpen(application.status) && (await findOpenId(tx, application)) !== undefined)
    throw new Refusal(OTHER_OPEN);
  const spot = spotChange(application.status, to);
  if (spot === 'take' && !(await takeSpot(tx, event.id))) throw new Refusal(FULL);
  if (spot === 'free') await freeSpot(tx, event.id);
  const current = await findOwnEvent(tx, event.account_id, event.id);
  if (!current || !nextStatuses(application.status, current).includes(to)) throw new Refusal(NOT_NOW);
  const asked = { event: current, applicationId: application.id, by: 'organizer' } as const;
  const blocked = to === 'confirmed' ? await context.documents.refuseConfirmation(tx, asked) : undefined;
  if (blocked !== undefined) throw new Refusal(blocked);
  if (filed && DECIDED_BY.some((field) => current[field] !== event[field])) throw new Refusal(EVENT_CHANGED);
  if (!(await changeStatus(tx, application.id, { from: application.status, to, now: instant })))
    throw new Refusal(CHANGED_MEANWHILE);
  if ((await countHistory(tx, application.id)) > CHANGES_MAX) throw new Refusal(TOO_MANY_CHANGES);
  const changed_at = instant.toISOString();
  const entry = { changed_at, changed_by: 'organizer', status: to, message, actor_id: by } as const;
  await addHistory(tx, application.id, entry, against);
  if (filed) await addDecisions(tx, [filed]);
  const mailed = { ...current, replyTo: await findReplyAddress(tx, current) };
  const decided = { status: to, message, now: instant };
  await queueMail(
    tx,
    decisionMail(withLink(context, application), mailed, decided, context.baseUrl),
    instant,
  );
}

/** Files a decision where the last one no longer holds, in batches; returns how many. */
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

/** Files a decision about one application by today's records, unless the newest is from today and still holds. */
export async function fileDecision(
  context: ApplicationContext,
  named: { readonly accountId: string; readonly eventId: string; readonly applicationId: string },
): Promise<boolean> {
  const { accountId, eventId, applicationId } = named;
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
  const made = await Promise.all(
    applications.filter(isDue).map((each) => decideAbout(context, event, each, vendors)),
  );
  const filed = made.flatMap((each) => each.filed ?? []);
  await inTransaction(ledgerDb, async (tx) => {
    await lockEvents(tx, [event.id]);
    await getEvent(tx, accountId, event.id, 'manage');
    await addDecisions(tx, filed);
  });
  return filed.length;
}

/** The verdict of now; nothing to file when no vendor or more than one is on record. */
export interface MadeDecision {
  readonly verdict: VerdictOrUnknown;
  readonly policyVersion: string;
  readonly filed: ApplicationDecisionsTable | undefined;
}

export async function decideAbout(
  context: ApplicationContext,
  event: StoredEvent,
  application: StoredApplication,
  vendors: SharingVendors,
): Promise<MadeDecision> {
  const vendor = vendorOf(vendors, application);
  const decision = vendor && (await decideUnlessGone(context, vendor.identity().id, event));
  if (!decision) return { verdict: 'unknown', policyVersion: POLICY_VERSION, filed: undefined };
  return {
    verdict: decision.verdict,
    policyVersion: decision.policy_version,
    filed: {
      jti: receiptId(decision),
      application_id: application.id,
      decided_at: decision.decided_at,
      decision: JSON.stringify(decision),
    },
  };
}

/** A publication may have removed the vendor since it was joined. */
async function decideUnlessGone(
  { decide: decideFor, now }: ApplicationContext,
  vendorId: string,
  event: StoredEvent,
): Promise<DecisionResult | undefined> {
  try {
    const days = daysOfEvent(event, jurisdictionDay(now()));
    return await decideFor({ vendor_id: vendorId }, event.event_type, days);
  } catch (error) {
    if (error instanceof AppError && error.code === 'vendor_not_found') return undefined;
    throw error;
  }
}

export async function setDeposit(
  { ledgerDb, now }: ApplicationContext,
  named: { readonly accountId: string; readonly eventId: string; readonly applicationId: string },
  text: string,
): Promise<string | undefined> {
  const { application } = await getOwnApplication(
    ledgerDb,
    named.accountId,
    named.eventId,
    named.applicationId,
  );
  const status = readDepositStatus(text);
  if (status === undefined) return 'Please choose one of the deposit statuses.';
  await updateDeposit(ledgerDb, application.id, status, now());
  return undefined;
}

/** Changes the outcome and tells the vendor, behind the event's lock so that no contest is about another outcome. */
export async function recordOutcome(
  { ledgerDb, now, onOutcome }: ApplicationContext,
  named: { readonly accountId: string; readonly eventId: string; readonly applicationId: string },
  text: string,
): Promise<string | undefined> {
  const { accountId, eventId, applicationId } = named;
  await getOwnApplication(ledgerDb, accountId, eventId, applicationId);
  return refusalOf(ledgerDb, async (tx) => {
    await lockEvents(tx, [eventId]);
    const { event, application } = await getOwnApplication(tx, accountId, eventId, applicationId);
    const instant = now();
    const refusal = outcomeRefusal(application.status, event, instant);
    if (refusal !== null) throw new Refusal(refusal);
    const read = readOutcome(text, event, instant);
    if ('refusal' in read) throw new Refusal(read.refusal);
    const { outcome } = read;
    if (outcome === application.outcome) return;
    if (application.outcome_changes >= OUTCOME_CHANGES_MAX) throw new Refusal(TOO_MANY_OUTCOMES);
    const told = await onOutcome(tx, { event, application, outcome }, instant);
    await updateOutcome(tx, application.id, { outcome, told, now: instant });
  });
}
