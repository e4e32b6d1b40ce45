import { lockAccountIfThere } from '../../../accounts/account/service.ts';
import { noteEventWork } from '../../../accounts/teams/service.ts';
import type { LedgerTx } from '../../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../../platform/db/refusal.ts';
import { lockEvents } from '../../events/service.ts';
import type { StoredEvent } from '../../events/stored-event.ts';
import { type BulkPlan, OUTCOME_CHANGES_MAX, planBulk, type SeenApplication } from '../bulk/bulk.ts';
import * as store from '../bulk/bulk-store.ts';
import type { ApplicationContext, OutcomeChange } from '../context.ts';
import { getOwnApplication } from '../inbox/inbox-service.ts';
import type { ApplicationOutcome } from '../schemas.ts';
import { updateOutcome } from '../store.ts';
import { type Candidate, type Changed, listCandidates } from './change-service.ts';
import { outcomeRefusal, readOutcome } from './outcomes.ts';

/** Records the outcomes that organizers enter for one application or for many. */

const TOO_MANY_OUTCOMES = `The outcome of this application was changed ${OUTCOME_CHANGES_MAX} times, which is the most there can be. It stays as it is.`;
const TOO_MANY_MAILS =
  'This vendor was told of as many outcomes in the last hour or day as there can be. Nothing was saved; record this one later.';

/**
 * Records a listed outcome, or clears it if the text is empty, and notifies the vendor. Holds the event's
 * lock, so that a contest cannot refer to a different outcome. Returns a sentence if the outcome cannot be
 * recorded now.
 */
export async function recordOutcome(
  context: ApplicationContext,
  accountId: string,
  eventId: string,
  applicationId: string,
  text: string,
): Promise<string | undefined> {
  const found = await getOwnApplication(context.ledgerDb, accountId, eventId, applicationId);
  const ownerId = found.event.account_id;
  return refusalOf(context.ledgerDb, async (tx) => {
    await lockAccountIfThere(tx, ownerId);
    await lockEvents(tx, [eventId]);
    const { event, application } = await getOwnApplication(tx, accountId, eventId, applicationId);
    const now = context.now();
    const refusal = outcomeRefusal(application.status, event, now);
    if (refusal !== null) throw new Refusal(refusal);
    const read = readOutcome(text, event, now);
    if ('refusal' in read) throw new Refusal(read.refusal);
    const { outcome } = read;
    if (outcome === application.outcome) return;
    if (application.outcome_changes >= OUTCOME_CHANGES_MAX) throw new Refusal(TOO_MANY_OUTCOMES);
    const change = { event, application, outcome };
    const { tooMany, mailIds } = await context.outcomes.tell(tx, context.engine, [change], {
      now,
      mailsAt: now,
    });
    if (tooMany.has(application.id)) throw new Refusal(TOO_MANY_MAILS);
    await updateOutcome(tx, application.id, { outcome, told: mailIds.has(application.id), now });
    const subject = `${application.business_name} at ${event.name}`;
    const done = { ownerId, actorId: accountId, action: 'outcome', subject } as const;
    await noteEventWork(tx, { ...done, value: outcome ?? '' }, now);
  });
}

/**
 * Records one outcome for many applications, within the transaction that locked their event. The returned
 * plan lists the applications that were left unchanged.
 */
export async function recordOutcomes(
  tx: LedgerTx,
  context: ApplicationContext,
  change: {
    readonly outcome: ApplicationOutcome;
    readonly seen: ReadonlyMap<string, SeenApplication>;
    readonly mailsAt: Date;
  },
  current: StoredEvent,
): Promise<Changed> {
  const { engine } = context;
  const { outcome, seen, mailsAt } = change;
  const now = context.now();
  await store.lockApplications(tx, engine, [...seen.keys()]);
  const rows = await listCandidates({ ...context, ledgerDb: tx }, current, { seen, action: outcome }, () => {
    return 'unknown';
  });
  const plan = planBulk(outcome, rows, { event: current, spotsLeft: null, hasReason: false, now });
  const changes: OutcomeChange[] = plan.does.map((application) => ({ event: current, application, outcome }));
  const { mailIds, tooMany } = await context.outcomes.tell(tx, engine, changes, { now, mailsAt });
  const kept = withoutThose(plan, tooMany);
  const ids = kept.does.map(({ id }) => id);
  const told = ids.filter((id) => mailIds.has(id));
  await store.setOutcomes(tx, engine, { ids, told, outcome, at: now.toISOString() });
  return { rows, plan: kept, mailIds };
}

function withoutThose(plan: BulkPlan<Candidate>, tooMany: ReadonlySet<string>): BulkPlan<Candidate> {
  const left = plan.does.filter(({ id }) => tooMany.has(id));
  return {
    ...plan,
    does: plan.does.filter(({ id }) => !tooMany.has(id)),
    skips: [...plan.skips, ...left.map((candidate) => ({ candidate, why: 'mails' as const }))],
  };
}
