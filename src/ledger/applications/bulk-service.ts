import { randomUUID } from 'node:crypto';
import { AppError } from '../../http/errors.ts';
import { asUuid } from '../../lib/uuid.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../platform/db/refusal.ts';
import { queueMails } from '../../platform/mail/outbox.ts';
import { getEvent, lockEvents, NO_SUCH_EVENT } from '../events/service.ts';
import type { StoredEvent, TeamEvent } from '../events/stored-event.ts';
import { againstVerdict, readReason, type VerdictOrUnknown } from './against-verdict.ts';
import { BULK_ACTIONS, BULK_MAX, type BulkAction, type BulkPlan, planBulk, spotsTakenBy } from './bulk.ts';
import * as store from './bulk-store.ts';
import { findReplyAddress, withLink } from './contact-service.ts';
import type { ApplicationContext } from './context.ts';
import { listByIds } from './inbox-store.ts';
import { joinVendors, vendorOf } from './joined-vendors-service.ts';
import { decisionMail, messageMail } from './mail-texts.ts';
import {
  CHANGES_MAX,
  DECIDED_BY,
  decideAbout,
  EVENT_CHANGED,
  type MadeDecision,
  readMessage,
} from './review-service.ts';
import type { ApplicationStatus } from './schemas.ts';
import { addDecisions, type StoredApplication } from './store.ts';

/** One action on many applications of an event: said before, done in one transaction, taken back while its mails wait. */

/** How long the mails of an action wait, in which it can be taken back. */
export const UNDO_MS = 60_000;
const NONE = 'Choose at least one application.';
const TOO_MANY = `Choose at most ${BULK_MAX} applications at a time.`;
const NO_ACTION = 'Choose what to do with them.';
const NO_MESSAGE = 'Type the message.';
const NOTHING = 'Nothing can be done to any of these applications. Look at them again.';
const GONE =
  'A mail of this has gone out already, so nothing was taken back. Change the applications one by one, or choose them again.';
const MOVED = 'Some of these applications were changed since, so nothing was taken back.';
const RETAKEN = 'The spots were given to others meanwhile, so nothing was taken back.';
const UNDONE = 'This was taken back before.';

/** What an organizer chose: `id:status seen`, in the order shown. */
export interface BulkForm {
  readonly chosen: readonly string[];
  readonly action: string;
  readonly message: string;
  readonly reason: string;
}

export interface BulkCandidateRow extends StoredApplication {
  readonly verdict: VerdictOrUnknown;
  readonly changes: number;
  readonly seen: string;
}

export interface BulkPreview {
  readonly event: StoredEvent;
  readonly action: BulkAction;
  /** If no reason is given. */
  readonly without: BulkPlan<BulkCandidateRow>;
  /** If one is. */
  readonly withReason: BulkPlan<BulkCandidateRow>;
}

export interface BulkResult {
  readonly event: TeamEvent;
  readonly id: string;
  readonly action: BulkAction;
  readonly items: Awaited<ReturnType<typeof store.listItems>>;
  /** Until when the reader can take it back; null when it was, the time is over, or the reader may not. */
  readonly undoUntil: string | null;
  readonly undone: boolean;
}

/** What an action would do now; nothing is changed. A sentence for a form that is none. */
export async function previewBulk(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  form: BulkForm,
): Promise<{ readonly preview: BulkPreview } | { readonly refusal: string; readonly event: StoredEvent }> {
  const event = await getEvent(context.ledgerDb, accountId, eventId, 'manage');
  const read = readChoice(form);
  if ('refusal' in read) return { refusal: read.refusal, event };
  const vendors = await joinVendors(context, await chosenOf(context, event, read.seen), event);
  const verdictOf = (each: StoredApplication) => vendorOf(vendors, each)?.standing().verdict ?? 'unknown';
  const rows = await listCandidates(context, event, read.seen, verdictOf);
  const plan = (hasReason: boolean) => planBulk(read.action, rows, situationOf(event, hasReason));
  return { preview: { event, action: read.action, without: plan(false), withReason: plan(true) } };
}

/** Does it once for each `actionId`. Returns a sentence when nothing was done. */
export async function applyBulk(
  context: ApplicationContext,
  named: { readonly accountId: string; readonly eventId: string; readonly actionId: string },
  form: BulkForm,
): Promise<string | undefined> {
  const event = await getEvent(context.ledgerDb, named.accountId, named.eventId, 'manage');
  const actionId = asUuid(named.actionId);
  const read = readChoice(form);
  if (actionId === undefined) return NO_ACTION;
  if ('refusal' in read) return read.refusal;
  const message = readMessage(form.message);
  if ('refusal' in message) return message.refusal;
  if (read.action === 'message' && message.message === '') return NO_MESSAGE;
  const reason = readReason(form.reason);
  if ('refusal' in reason) return reason.refusal;
  if (await store.findAction(context.ledgerDb, event.id, actionId)) return undefined;
  const chosen = await chosenOf(context, event, read.seen);
  const vendors = await joinVendors(context, chosen, event);
  const decided = read.action === 'message' ? [] : chosen;
  const made = new Map(
    await Promise.all(
      decided.map(async (each) => [each.id, await decideAbout(context, event, each, vendors)] as const),
    ),
  );
  const work = { ...read, ...message, ...reason, actionId, accountId: named.accountId, event, made };
  return refusalOf(context.ledgerDb, (tx) => apply(tx, context, work));
}

interface BulkWork {
  readonly action: BulkAction;
  readonly seen: ReadonlyMap<string, string>;
  readonly message: string;
  readonly reason: string;
  readonly actionId: string;
  readonly accountId: string;
  readonly event: StoredEvent;
  readonly made: ReadonlyMap<string, MadeDecision>;
}

async function apply(tx: LedgerTx, context: ApplicationContext, work: BulkWork): Promise<void> {
  const { action, seen, event, made, actionId, accountId, message } = work;
  const now = context.now();
  const at = now.toISOString();
  await lockEvents(tx, [event.id]);
  const current = await getEvent(tx, accountId, event.id, 'manage');
  if (DECIDED_BY.some((field) => current[field] !== event[field])) throw new Refusal(EVENT_CHANGED);
  const row = { id: actionId, event_id: event.id, action, made_at: at, undone_at: null };
  if (!(await store.insertAction(tx, row))) return;
  const locked = { ...context, ledgerDb: tx };
  await store.lockApplications(tx, context.engine, [...seen.keys()]);
  const verdictOf = ({ id }: StoredApplication) => made.get(id)?.verdict ?? 'unknown';
  const rows = await listCandidates(locked, current, seen, verdictOf);
  const plan = planBulk(action, rows, situationOf(current, work.reason !== ''));
  if (plan.does.length === 0) throw new Refusal(NOTHING);
  const ids = plan.does.map(({ id }) => id);
  if (!(await store.changeSpots(tx, event.id, spotsTakenBy(action, plan.does)))) throw new Refusal(NOTHING);
  if (action !== 'message') await store.setStatuses(tx, context.engine, ids, { to: action, at });
  const replyTo = await findReplyAddress(tx, current);
  const mailed = { ...current, replyTo };
  const mails = plan.does.map((each) => {
    const to = withLink(context, each);
    const mail =
      action === 'message'
        ? messageMail(to, mailed, message, context.baseUrl)
        : decisionMail(to, mailed, { status: action, message, now }, context.baseUrl);
    return { ...mail, id: randomUUID() };
  });
  await store.addHistories(
    tx,
    new Map(rows.map(({ id, changes }) => [id, changes])),
    plan.does.map((each) => {
      const status = action === 'message' ? each.status : action;
      const { verdict = 'unknown', policyVersion = '' } = made.get(each.id) ?? {};
      return {
        ...{ application_id: each.id, changed_at: at, changed_by: 'organizer' as const, status, message },
        ...{ kind: action === 'message' ? ('message' as const) : ('status' as const), actor_id: accountId },
        against: againstVerdict(status, verdict, {
          ...{ reason: action === 'message' ? '' : work.reason, policyVersion },
        }),
      };
    }),
  );
  await addDecisions(
    tx,
    ids.flatMap((id) => made.get(id)?.filed ?? []),
  );
  await queueMails(tx, mails, now, new Date(now.getTime() + UNDO_MS));
  const mailOf = new Map(plan.does.map(({ id }, index) => [id, mails[index]?.id ?? null]));
  await store.insertItems(
    tx,
    rows.map((each) => ({
      ...{ action_id: actionId, application_id: each.id, from_status: each.status },
      to_status: mailOf.has(each.id) && action !== 'message' ? action : each.status,
      ...{ from_waitlisted_at: each.waitlisted_at, mail_id: mailOf.get(each.id) ?? null },
    })),
  );
}

/** Takes an action back, all of it or nothing, while none of its mails has gone. Returns a sentence when it is too late. */
export async function undoBulk(
  context: ApplicationContext,
  named: { readonly accountId: string; readonly eventId: string; readonly actionId: string },
): Promise<string | undefined> {
  const { engine } = context;
  const { accountId } = named;
  return refusalOf(context.ledgerDb, async (tx) => {
    const found = await getEvent(tx, accountId, named.eventId, 'manage');
    await lockEvents(tx, [found.id]);
    const action = await store.findAction(tx, found.id, asUuid(named.actionId) ?? '');
    if (!action) throw new AppError('not_found', NO_SUCH_EVENT);
    if (action.undone_at !== null) throw new Refusal(UNDONE);
    const items = await store.listItems(tx, action.id);
    const ids = items.map(({ application_id }) => application_id);
    await store.lockApplications(tx, engine, ids);
    // Read behind the locks: an applicant may have acted meanwhile.
    const done = (await store.listItems(tx, action.id)).filter(({ mail_id }) => mail_id !== null);
    const mails = done.flatMap(({ mail_id }) => mail_id ?? []);
    if ((await store.withdrawMails(tx, engine, mails)) !== mails.length) throw new Refusal(GONE);
    if (done.some(({ status, to_status }) => status !== to_status)) throw new Refusal(MOVED);
    const to = asBulkAction(action.action);
    const before = done.map(({ from_status }) => ({ status: from_status as ApplicationStatus }));
    if (!(await store.changeSpots(tx, found.id, -spotsTakenBy(to, before)))) throw new Refusal(RETAKEN);
    const at = context.now().toISOString();
    if (to !== 'message') await store.restoreStatuses(tx, action.id, at);
    const counts = await store.countChanges(tx, engine, ids);
    await store.addHistories(
      tx,
      counts,
      done.map(({ application_id, from_status }) => ({
        ...{ application_id, changed_at: at, changed_by: 'organizer' as const, message: '' },
        ...{ kind: 'undone' as const, status: from_status as ApplicationStatus, actor_id: accountId },
      })),
    );
    const doneIds = done.map(({ application_id }) => application_id);
    await store.markUndone(tx, engine, action, { ids: doneIds, at });
  });
}

/** What an action did. Throws `not_found` for one of another event. */
export async function getBulk(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  actionId: string,
): Promise<BulkResult> {
  const event = await getEvent(context.ledgerDb, accountId, eventId, 'read');
  const action = await store.findAction(context.ledgerDb, event.id, asUuid(actionId) ?? '');
  if (!action) throw new AppError('not_found', NO_SUCH_EVENT);
  const until = Date.parse(action.made_at) + UNDO_MS;
  const mayUndo = event.access !== 'viewer' && action.undone_at === null;
  const open = mayUndo && context.now().getTime() < until;
  return {
    ...{ event, id: action.id, action: asBulkAction(action.action), undone: action.undone_at !== null },
    items: await store.listItems(context.ledgerDb, action.id),
    undoUntil: open ? new Date(until).toISOString() : null,
  };
}

function readChoice(
  form: BulkForm,
):
  | { readonly action: BulkAction; readonly seen: ReadonlyMap<string, string> }
  | { readonly refusal: string } {
  const action = BULK_ACTIONS.find((each) => each === form.action);
  const seen = new Map(
    form.chosen.slice(0, BULK_MAX + 1).flatMap((text) => {
      const [id = '', status = ''] = text.split(':');
      const known = asUuid(id);
      return known === undefined ? [] : [[known, status] as const];
    }),
  );
  if (seen.size === 0) return { refusal: NONE };
  if (form.chosen.length > BULK_MAX) return { refusal: TOO_MANY };
  return action === undefined ? { refusal: NO_ACTION } : { action, seen };
}

/** Those of the event; ids of any other are as if they did not exist. */
async function chosenOf(
  { ledgerDb, engine }: Pick<ApplicationContext, 'ledgerDb' | 'engine'>,
  event: StoredEvent,
  seen: ReadonlyMap<string, string>,
): Promise<StoredApplication[]> {
  const ids = [...seen.keys()];
  const found = new Map((await listByIds(ledgerDb, engine, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []).filter(({ event_id }) => event_id === event.id);
}

async function listCandidates(
  context: Pick<ApplicationContext, 'ledgerDb' | 'engine'>,
  event: StoredEvent,
  seen: ReadonlyMap<string, string>,
  verdictOf: (application: StoredApplication) => VerdictOrUnknown,
): Promise<BulkCandidateRow[]> {
  const rows = await chosenOf(context, event, seen);
  const counts = await store.countChanges(
    context.ledgerDb,
    context.engine,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    verdict: verdictOf(row),
    ...{ changes: counts.get(row.id) ?? 0, seen: seen.get(row.id) ?? '' },
  }));
}

function situationOf(event: StoredEvent, hasReason: boolean) {
  return { event, spotsLeft: event.spots_left, hasReason, changesMax: CHANGES_MAX };
}

/** The database types it as text; only listed ones are ever written. */
function asBulkAction(text: string): BulkAction {
  return text as BulkAction;
}
