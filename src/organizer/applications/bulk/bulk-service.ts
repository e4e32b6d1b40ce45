import { lockAccountIfThere } from '../../../accounts/account/service.ts';
import { noteEventWork } from '../../../accounts/teams/service.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { countNoun } from '../../../lib/text/text.ts';
import { asUuid } from '../../../lib/text/uuid.ts';
import type { LedgerTx } from '../../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../../platform/db/refusal.ts';
import { mapHolders } from '../../../records/holders/holders-service.ts';
import { changeSpots, getEvent, lockEvents, NO_SUCH_EVENT } from '../../events/service.ts';
import type { StoredEvent, TeamEvent } from '../../events/stored-event.ts';
import { readMessage } from '../apply/typed-text.ts';
import type { ApplicationContext } from '../context.ts';
import { readReason } from '../decide/against-verdict.ts';
import {
  type Candidate,
  changeApplications,
  listCandidates,
  listChosen,
  type StatusChange,
} from '../decide/change-service.ts';
import { decideAbout } from '../decide/decide-service.ts';
import { recordOutcomes } from '../decide/record-outcome-service.ts';
import { differingNameOf } from '../inbox/application-record.ts';
import { joinVendors, vendorOf } from '../inbox/application-vendors-service.ts';
import { queueApplicationNews } from '../notices/webhook-news-service.ts';
import type { ApplicationOutcome, ApplicationStatus } from '../schemas.ts';
import type { StoredApplication } from '../store.ts';
import {
  BULK_ACTIONS,
  BULK_MAX,
  type BulkAction,
  type BulkPlan,
  offeredActions,
  outcomeOf,
  planBulk,
  type SeenApplication,
  spotsTakenBy,
  statusOf,
  UNDO_MS,
} from './bulk.ts';
import * as store from './bulk-store.ts';

/**
 * Performs one action on many applications to an event. The organizer previews the action first. It runs in
 * one transaction and can be undone only while its emails are pending.
 */

const NONE = 'Choose at least one application.';
const TOO_MANY = `Choose at most ${BULK_MAX} applications at a time.`;
const NO_ACTION = 'Choose what to do with them.';
const NOT_OFFERED =
  'That cannot be done now. Statuses change while the event is published and not over; outcomes are recorded once it has begun.';
const NO_MESSAGE = 'Type the message.';
const NOTHING = 'Nothing can be done to any of these applications. Look at them again.';
const GONE =
  'An email has already gone out, or an application has changed since, so nothing was undone. Change the applications one by one, or select them again.';
const MOVED = 'Some of these applications have changed since, so nothing was undone.';
const RETAKEN = 'The spots have been given to others, so nothing was undone.';
const UNDONE = 'This was already undone.';

/**
 * The organizer's selection, in the order shown. Each entry is `id:status` or `id:status:outcome`, with the
 * status and outcome that the organizer saw. The outcome is `none` if there was none.
 */
export interface BulkForm {
  readonly chosen: readonly string[];
  readonly action: string;
  readonly message: string;
  readonly reason: string;
}

export interface BulkPreview {
  readonly event: StoredEvent;
  readonly action: BulkAction;
  /** The plan if the organizer gives no reason. */
  readonly without: BulkPlan<Candidate>;
  /** The plan if the organizer gives a reason. */
  readonly withReason: BulkPlan<Candidate>;
  /** Sentences for applications whose business name differs from the license's, by application id. */
  readonly differingNames: ReadonlyMap<string, string>;
}

export interface BulkResult {
  readonly event: TeamEvent;
  readonly id: string;
  readonly action: BulkAction;
  readonly items: Awaited<ReturnType<typeof store.listItems>>;
  /**
   * The time until which this reader can undo the action. Null if it was already undone, the time is up, or
   * the reader may not undo it.
   */
  readonly undoUntil: string | null;
  readonly undone: boolean;
}

/**
 * Returns what an action would do now, without changing anything. If the form is invalid, returns a sentence
 * instead.
 */
export async function previewBulk(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  form: BulkForm,
): Promise<{ readonly preview: BulkPreview } | { readonly refusal: string; readonly event: StoredEvent }> {
  const event = await getEvent(context.ledgerDb, accountId, eventId, 'manage');
  const read = readChoice(form);
  if ('refusal' in read) return { refusal: read.refusal, event };
  const now = context.now();
  if (!offeredActions(event, now).includes(read.action)) return { refusal: NOT_OFFERED, event };
  const chosen = await listChosen(context, event, [...read.seen.keys()]);
  const vendors = await joinVendors(context, chosen, event);
  const verdictOf = (each: StoredApplication) => vendorOf(vendors, each)?.standing().verdict ?? 'unknown';
  const rows = await listCandidates(context, event, read, verdictOf);
  const plan = (hasReason: boolean) =>
    planBulk(read.action, rows, { event, spotsLeft: event.spots_left, hasReason, now });
  const differingNames = await nameDifferences(context, chosen, vendors);
  return {
    preview: { event, action: read.action, without: plan(false), withReason: plan(true), differingNames },
  };
}

async function nameDifferences(
  { registry }: ApplicationContext,
  chosen: readonly StoredApplication[],
  vendors: Awaited<ReturnType<typeof joinVendors>>,
): Promise<Map<string, string>> {
  const holders = await mapHolders(
    registry,
    chosen.map(({ license_digits }) => license_digits),
  );
  return new Map(
    chosen.flatMap((each): [string, string][] => {
      const text = differingNameOf(each, vendorOf(vendors, each), holders);
      return text === null ? [] : [[each.id, text]];
    }),
  );
}

/**
 * Performs the action once per `actionId`, in one transaction. Its emails wait for a minute. Returns a
 * sentence if nothing was done.
 */
export async function applyBulk(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  namedAction: string,
  form: BulkForm,
): Promise<string | undefined> {
  const event = await getEvent(context.ledgerDb, accountId, eventId, 'manage');
  const actionId = asUuid(namedAction);
  const read = readChoice(form);
  if (actionId === undefined) return NO_ACTION;
  if ('refusal' in read) return read.refusal;
  const message = readMessage(form.message);
  if ('refusal' in message) return message.refusal;
  if (read.action === 'message' && message.message === '') return NO_MESSAGE;
  const reason = readReason(form.reason);
  if ('refusal' in reason) return reason.refusal;
  if (await store.findAction(context.ledgerDb, event.id, actionId)) return undefined;
  const made = statusOf(read.action) ? await decideChosen(context, event, read.seen) : new Map();
  const work = { ...read, ...message, ...reason, by: { accountId }, event, made };
  return refusalOf(context.ledgerDb, async (tx) => {
    const plan = await applyAction(tx, context, actionId, work);
    if (plan?.does.length === 0) throw new Refusal(NOTHING);
  });
}

async function decideChosen(
  context: ApplicationContext,
  event: StoredEvent,
  seen: ReadonlyMap<string, SeenApplication>,
): Promise<StatusChange['made']> {
  const chosen = await listChosen(context, event, [...seen.keys()]);
  return decideAbout(context, event, chosen, await joinVendors(context, chosen, event));
}

/**
 * Performs an action and returns what it did. Returns undefined if it was already performed. Its emails wait
 * for a minute.
 */
export async function applyAction(
  tx: LedgerTx,
  context: ApplicationContext,
  actionId: string,
  work: StatusChange & { readonly by: { readonly accountId: string } },
): Promise<BulkPlan<Candidate> | undefined> {
  const { action, event } = work;
  const outcome = outcomeOf(action);
  if (outcome) await lockAccountIfThere(tx, event.account_id);
  await lockEvents(tx, [event.id]);
  // Read the clock while holding the lock, so that timestamps follow the order of the changes.
  const now = context.now();
  const current = await getEvent(tx, work.by.accountId, event.id, 'manage');
  const row = { id: actionId, event_id: event.id, action, made_at: now.toISOString(), undone_at: null };
  if (!(await store.insertAction(tx, row))) return undefined;
  const mailsAt = new Date(now.getTime() + UNDO_MS);
  // An undo uses the timestamp to find everything that the action wrote, so all of it needs the same one.
  const atOnce = { ...context, now: () => now };
  const { rows, plan, mailIds } = outcome
    ? await recordOutcomes(tx, atOnce, { ...work, outcome, mailsAt }, current)
    : await changeApplications(tx, atOnce, { ...work, mailsAt }, current);
  if (outcome)
    await noteOutcomes(tx, { event, accountId: work.by.accountId }, outcome, plan.does.length, now);
  const skipped = new Map(plan.skips.map(({ candidate, why }) => [candidate.id, why]));
  await store.insertItems(
    tx,
    rows.map((each) => ({
      action_id: actionId,
      application_id: each.id,
      from_status: each.status,
      to_status: (skipped.has(each.id) ? undefined : statusOf(action)) ?? each.status,
      from_waitlisted_at: each.waitlisted_at,
      mail_id: mailIds.get(each.id) ?? null,
      skipped: skipped.get(each.id) ?? null,
      from_outcome: each.outcome,
      from_recorded_at: each.outcome_recorded_at,
      from_told_at: each.outcome_told_at,
    })),
  );
  return plan;
}

/** Adds one entry to the team's log for all outcomes together. */
async function noteOutcomes(
  tx: LedgerTx,
  { event, accountId }: { readonly event: StoredEvent; readonly accountId: string },
  outcome: ApplicationOutcome | 'undone',
  count: number,
  now: Date,
): Promise<void> {
  const subject = `${countNoun(count, 'vendor')} at ${event.name}`;
  const done = { ownerId: event.account_id, actorId: accountId, subject };
  if (outcome === 'undone') await noteEventWork(tx, { ...done, action: 'outcomes_undone' }, now);
  else await noteEventWork(tx, { ...done, action: 'outcome', value: outcome }, now);
}

/**
 * Undoes a whole action if none of its emails has been sent. Otherwise changes nothing and returns a
 * sentence.
 */
export async function undoBulk(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  actionId: string,
): Promise<string | undefined> {
  const { engine } = context;
  return refusalOf(context.ledgerDb, async (tx) => {
    const found = await getEvent(tx, accountId, eventId, 'manage');
    await lockAccountIfThere(tx, found.account_id);
    await lockEvents(tx, [found.id]);
    const action = await store.findAction(tx, found.id, asUuid(actionId) ?? '');
    if (!action) throw new AppError('not_found', NO_SUCH_EVENT);
    if (action.undone_at !== null) throw new Refusal(UNDONE);
    const items = await store.listItems(tx, action.id);
    const ids = items.map(({ application_id }) => application_id);
    await store.lockApplications(tx, engine, ids);
    // Read the items while holding the locks, because an applicant may have acted before the locks were
    // taken.
    const done = (await store.listItems(tx, action.id)).filter(({ skipped }) => skipped === null);
    const mails = done.flatMap(({ mail_id }) => mail_id ?? []);
    if (!isAsMade(action, done)) throw new Refusal(MOVED);
    // If no vendor is notified, there is no email whose sending would end the undo period, so check the time
    // instead.
    if (mails.length === 0 && untilOf(action) <= context.now().getTime()) throw new Refusal(GONE);
    if ((await store.withdrawMails(tx, engine, mails)) !== mails.length) throw new Refusal(GONE);
    const undo = { action, done, accountId, event: found };
    await (outcomeOf(asBulkAction(action.action)) ? undoOutcomes : undoStatuses)(tx, context, undo);
  });
}

interface Undo {
  readonly action: NonNullable<Awaited<ReturnType<typeof store.findAction>>>;
  readonly done: Awaited<ReturnType<typeof store.listItems>>;
  readonly accountId: string;
  readonly event: StoredEvent;
}

/**
 * Returns true if each application still has the status or outcome that the action gave it. A status that was
 * changed and restored also passes, but then the action's email was withdrawn, which prevents the undo.
 */
function isAsMade({ action, made_at }: Undo['action'], done: Undo['done']): boolean {
  return outcomeOf(asBulkAction(action))
    ? done.every(({ outcome, outcome_recorded_at: at }) => outcome === action && at === made_at)
    : done.every(({ status, to_status }) => status === to_status);
}

async function undoStatuses(
  tx: LedgerTx,
  context: ApplicationContext,
  { action, done, accountId, event }: Undo,
): Promise<void> {
  const { engine, now, changes } = context;
  const to = asBulkAction(action.action);
  const before = done.map(({ from_status }) => ({ status: from_status as ApplicationStatus }));
  if (!(await changeSpots(tx, event.id, { by: -spotsTakenBy(to, before) }))) throw new Refusal(RETAKEN);
  const at = now().toISOString();
  if (statusOf(to)) await store.restoreStatuses(tx, action.id, at);
  const ids = done.map(({ application_id }) => application_id);
  if (statusOf(to)) await changes.reopen(tx, engine, ids, action.made_at);
  await store.addHistories(
    tx,
    await store.countChanges(tx, engine, ids),
    done.map(({ application_id, from_status }) => ({
      application_id,
      changed_at: at,
      changed_by: 'organizer' as const,
      message: '',
      kind: 'undone' as const,
      status: from_status as ApplicationStatus,
      actor_id: accountId,
    })),
  );
  const news = done.map(({ application_id: id, from_status: status }) => ({
    id,
    event_id: event.id,
    status,
    changed_by: 'organizer',
  }));
  const about = { accountId: event.account_id, type: 'changed', news } as const;
  if (statusOf(to)) await queueApplicationNews(tx, context, about, now());
  await store.markUndone(tx, engine, action, { ids, at });
}

async function undoOutcomes(
  tx: LedgerTx,
  { engine, now, outcomes }: ApplicationContext,
  { action, done, accountId, event }: Undo,
): Promise<void> {
  const ids = done.map(({ application_id }) => application_id);
  if (!(await outcomes.undo(tx, engine, ids, action.made_at))) throw new Refusal(MOVED);
  const at = now().toISOString();
  await store.restoreOutcomes(tx, action.id, at);
  await store.markActionUndone(tx, action.id, at);
  await noteOutcomes(tx, { event, accountId }, 'undone', ids.length, now());
}

function untilOf({ made_at }: { readonly made_at: string }): number {
  return Date.parse(made_at) + UNDO_MS;
}

/** Returns the result of an action, or undefined if the action is not on this event. */
export async function findBulk(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  actionId: string,
): Promise<BulkResult | undefined> {
  const event = await getEvent(context.ledgerDb, accountId, eventId, 'read');
  const action = await store.findAction(context.ledgerDb, event.id, asUuid(actionId) ?? '');
  if (!action) return undefined;
  const until = untilOf(action);
  const mayUndo = event.access !== 'viewer' && action.undone_at === null;
  const open = mayUndo && context.now().getTime() < until;
  return {
    event,
    id: action.id,
    action: asBulkAction(action.action),
    undone: action.undone_at !== null,
    items: await store.listItems(context.ledgerDb, action.id),
    undoUntil: open ? new Date(until).toISOString() : null,
  };
}

/** Like {@link findBulk}, but throws `not_found` if the action is not on this event. */
export async function getBulk(...named: Parameters<typeof findBulk>): Promise<BulkResult> {
  const found = await findBulk(...named);
  if (!found) throw new AppError('not_found', NO_SUCH_EVENT);
  return found;
}

function readChoice(
  form: BulkForm,
):
  | { readonly action: BulkAction; readonly seen: ReadonlyMap<string, SeenApplication> }
  | { readonly refusal: string } {
  const action = BULK_ACTIONS.find((each) => each === form.action);
  const seen = new Map(
    form.chosen.slice(0, BULK_MAX + 1).flatMap((text) => {
      const [id = '', status = '', outcome] = text.split(':');
      const known = asUuid(id);
      return known === undefined ? [] : [[known, { status, outcome }] as const];
    }),
  );
  if (seen.size === 0) return { refusal: NONE };
  if (form.chosen.length > BULK_MAX) return { refusal: TOO_MANY };
  return action === undefined ? { refusal: NO_ACTION } : { action, seen };
}

/** Narrows the type, because the database types actions as text. The code only ever writes listed actions. */
function asBulkAction(text: string): BulkAction {
  return text as BulkAction;
}
