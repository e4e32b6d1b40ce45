import { findAccountEmail } from '../../../accounts/account/service.ts';
import type { LedgerTx } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/db/refusal.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import { findPublicEvent } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { UNDO_MS } from '../bulk/bulk.ts';
import type { ApplicationContext } from '../context.ts';
import { asksReason, type VerdictOrUnknown } from '../decide/against-verdict.ts';
import { changeApplications } from '../decide/change-service.ts';
import { decideAbout, type MadeDecision } from '../decide/decide-service.ts';
import { joinVendors, vendorOf } from '../inbox/application-vendors-service.ts';
import { listByIds } from '../inbox/inbox-store.ts';
import { freeSpotMail, movedUpNotice } from './waitlist-mails.ts';
import * as store from './waitlist-store.ts';

/**
 * Gives a freed spot to the first vendor on the waitlist, or notifies the organizer of the spot. The
 * transaction that frees a spot marks the event's row, and the transaction that handles the spot removes the
 * mark. If the process is killed between the two, the next run continues.
 */

/** The maximum number of vendors that move up in one transaction. */
const MOVES_MAX = 50;
/**
 * The number of attempts per event if other processes keep changing it. After that, the next run continues.
 */
const LOOKS_MAX = 3;

interface Judged {
  readonly verdict: VerdictOrUnknown;
  readonly may_change: boolean;
}

interface MovingUp<Each> {
  readonly moves: readonly Each[];
  /** The vendors that were passed over. If spots remain, this is every waiting vendor that cannot move up. */
  readonly left: readonly Each[];
}

/** Thrown if the data that the choice was based on has changed. */
class ChangedMeanwhile extends Error {}

/**
 * Moves up vendors on all waitlists with a freed spot, and returns their number. Safe to repeat, and safe to
 * run in several processes.
 */
export async function moveWaitlists(context: ApplicationContext): Promise<number> {
  const freedBefore = new Date(context.now().getTime() - UNDO_MS);
  const failures: unknown[] = [];
  let moved = 0;
  for (const eventId of await store.listFreedEvents(context.ledgerDb, freedBefore))
    try {
      moved += await lookAt(context, eventId);
    } catch (error) {
      // A failure for one event must not delay the others.
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, 'some waitlists could not be looked at');
  return moved;
}

async function lookAt(context: ApplicationContext, eventId: string): Promise<number> {
  for (let look = 0; look < LOOKS_MAX; look++)
    try {
      const event = await findPublicEvent(context.ledgerDb, eventId);
      const chosen = event && isMoving(event, context.now()) ? await choose(context, event) : undefined;
      return await inTransaction(context.ledgerDb, (tx) => fillSpots(tx, context, eventId, chosen));
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) && !(error instanceof Refusal)) throw error;
    }
  return 0;
}

/** Returns true if vendors may move up automatically. No vendor moves up once the event has started. */
function isMoving(event: StoredEvent, now: Date): boolean {
  return event.waitlist_moves && isToCome(event, now);
}

function isToCome({ status, starts_at }: StoredEvent, now: Date): boolean {
  return status === 'Published' && Date.parse(starts_at) > now.getTime();
}

type JudgedWaiting = store.Waiting & { readonly verdict: VerdictOrUnknown };

interface Chosen extends MovingUp<JudgedWaiting> {
  readonly event: StoredEvent;
  /** All vendors that were waiting at the time of the choice, in order. */
  readonly waiting: readonly store.Waiting[];
  readonly made: ReadonlyMap<string, MadeDecision>;
}

/**
 * Chooses the vendors that move up. Runs before the transaction, because verdicts come from the other
 * database.
 */
async function choose(context: ApplicationContext, event: StoredEvent): Promise<Chosen> {
  const { ledgerDb, engine } = context;
  const waiting = await store.listWaiting(ledgerDb, event.id);
  const vendors = await joinVendors(context, waiting, event);
  const judged = waiting.map((each): JudgedWaiting => {
    return { ...each, verdict: vendorOf(vendors, each)?.standing().verdict ?? 'unknown' };
  });
  const moving = chooseMoving(judged, Math.min(event.spots_left ?? MOVES_MAX, MOVES_MAX));
  const ids = moving.moves.map(({ id }) => id);
  const applications = ids.length > 0 ? await listByIds(ledgerDb, engine, ids) : [];
  return { ...moving, event, waiting, made: await decideAbout(context, event, applications, vendors) };
}

async function fillSpots(
  tx: LedgerTx,
  context: ApplicationContext,
  eventId: string,
  chosen: Chosen | undefined,
): Promise<number> {
  if (!(await store.takeFreed(tx, eventId))) return 0;
  const now = context.now();
  const event = await findPublicEvent(tx, eventId);
  if (!event || !isToCome(event, now) || event.spots_left === 0) return 0;
  const waiting = await store.listWaiting(tx, eventId);
  if (waiting.length === 0) return 0;
  const to = await findAccountEmail(tx, event.account_id);
  if (!event.waitlist_moves) {
    if (to !== undefined) await queueMail(tx, freeSpotMail(to, waiting.length, event, context.baseUrl), now);
    return 0;
  }
  // Choose again if another spot was freed since the choice. This transaction removes the mark, so that spot
  // would otherwise stay unused.
  const isAsChosen = chosen?.event.spots_left === event.spots_left && isSame(chosen.waiting, waiting);
  if (!chosen || !isAsChosen) throw new ChangedMeanwhile();
  const moved = await moveUp(tx, context, chosen, event);
  if (moved.length === MOVES_MAX) await store.leaveFreed(tx, eventId);
  const after = await findPublicEvent(tx, eventId);
  const news = { moved, left: chosen.left, waiting: waiting.length - moved.length };
  if (to !== undefined && after) await queueMail(tx, movedUpNotice(to, news, after, context.baseUrl), now);
  return moved.length;
}

/** Moves up all chosen vendors. Throws if one of them can no longer move up. */
async function moveUp(
  tx: LedgerTx,
  context: ApplicationContext,
  { moves, made, event }: Chosen,
  current: StoredEvent,
): Promise<readonly JudgedWaiting[]> {
  if (moves.length === 0) return moves;
  const seen = new Map(moves.map(({ id }) => [id, { status: 'waitlisted', outcome: undefined }]));
  const change = { action: 'approved', seen, by: 'waitlist', event, made, message: '', reason: '' } as const;
  const { plan } = await changeApplications(tx, context, change, current);
  if (plan.skips.length > 0) throw new ChangedMeanwhile();
  return moves;
}

function isSame(before: readonly store.Waiting[], after: readonly store.Waiting[]): boolean {
  return before.length === after.length && before.every(({ id }, index) => id === after[index]?.id);
}

/**
 * Splits the waiting vendors in order. `moves` are those whose verdict does not require a reason, up to the
 * number of spots.
 */
function chooseMoving<Each extends Judged>(waiting: readonly Each[], spots: number): MovingUp<Each> {
  const moves: Each[] = [];
  const left: Each[] = [];
  for (const each of waiting) {
    if (moves.length >= spots) break;
    if (each.may_change && !asksReason('approved', each.verdict)) moves.push(each);
    else left.push(each);
  }
  return { moves, left };
}
