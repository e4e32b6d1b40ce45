import { sql } from 'kysely';
import type { LedgerDb, LedgerEngine, LedgerTx } from '../../../platform/db/database.ts';
import type {
  BulkActionItemsTable,
  BulkActionsTable,
} from '../../../platform/db/schema/ledger-tables/event-tables.ts';
import { upsertRows } from '../../../platform/db/upsert.ts';
import type { HistoryEntry } from '../application.ts';
import type { AgainstVerdict } from '../decide/against-verdict.ts';
import { STATUS_ACTIONS } from './bulk.ts';

/**
 * Changes many applications at once. The number of statements does not depend on the number of applications.
 */

/** Returns false if the action was already started because its form was sent twice. */
export async function insertAction(tx: LedgerTx, action: BulkActionsTable): Promise<boolean> {
  const result = await tx
    .insertInto('bulk_actions')
    .values(action)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

export async function findAction(
  ledgerDb: LedgerDb,
  eventId: string,
  id: string,
): Promise<BulkActionsTable | undefined> {
  return ledgerDb
    .selectFrom('bulk_actions')
    .selectAll()
    .where('id', '=', id)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
}

export async function insertItems(tx: LedgerTx, items: readonly BulkActionItemsTable[]): Promise<void> {
  await upsertRows(tx, 'bulk_action_items', ['action_id', 'application_id'], items);
}

/** Lists an action's applications with the change to each, or the reason that it was skipped. */
export async function listItems(ledgerDb: LedgerDb, actionId: string) {
  return ledgerDb
    .selectFrom('bulk_action_items')
    .innerJoin('applications', 'applications.id', 'bulk_action_items.application_id')
    .select(['application_id', 'from_status', 'to_status', 'mail_id', 'skipped', 'business_name', 'status'])
    .select(['outcome', 'outcome_recorded_at'])
    .where('action_id', '=', actionId)
    .orderBy('business_name')
    .orderBy('application_id')
    .execute();
}

/** Locks these applications until the transaction ends. */
export async function lockApplications(
  tx: LedgerTx,
  engine: LedgerEngine,
  ids: readonly string[],
): Promise<void> {
  await tx
    .updateTable('applications')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where(engine.isOneOf('id', ids))
    .execute();
}

/** Counts the history entries of each application, including the entry for its submission. */
export async function countChanges(
  ledgerDb: LedgerDb,
  engine: LedgerEngine,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await ledgerDb
    .selectFrom('application_history')
    .select(({ fn }) => ['application_id', fn.countAll<number>().as('count')])
    .where(engine.isOneOf('application_id', ids))
    .groupBy('application_id')
    .execute();
  return new Map(rows.map(({ application_id, count }) => [application_id, count]));
}

export async function setStatuses(
  tx: LedgerTx,
  engine: LedgerEngine,
  ids: readonly string[],
  { to, at }: { readonly to: string; readonly at: string },
): Promise<void> {
  await tx
    .updateTable('applications')
    .set({ status: to, updated_at: at, waitlisted_at: to === 'waitlisted' ? at : null })
    .where(engine.isOneOf('id', ids))
    .execute();
}

/**
 * Records one outcome for many applications. The vendors of the applications in `told` can contest the
 * outcome from then on.
 */
export async function setOutcomes(
  tx: LedgerTx,
  engine: LedgerEngine,
  {
    ids,
    told,
    outcome,
    at,
  }: {
    readonly ids: readonly string[];
    readonly told: readonly string[];
    readonly outcome: string;
    readonly at: string;
  },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('applications')
    .set((row) => ({
      outcome,
      outcome_recorded_at: at,
      updated_at: at,
      outcome_told_at: row.case().when(engine.isOneOf('id', told)).then(at).else(null).end(),
      outcome_changes: row('outcome_changes', '+', 1),
    }))
    .where(engine.isOneOf('id', ids))
    .execute();
}

/** Adds a history entry for each application. The locks on the applications keep positions unique. */
export async function addHistories(
  tx: LedgerTx,
  counts: ReadonlyMap<string, number>,
  entries: readonly (HistoryEntry & {
    readonly application_id: string;
    readonly actor_id: string | null;
    readonly against?: AgainstVerdict | undefined;
  })[],
): Promise<void> {
  const rows = entries.map(({ against, ...entry }) => ({
    ...entry,
    position: (counts.get(entry.application_id) ?? 0) + 1,
    reason: against?.reason ?? '',
    against_verdict: against?.verdict ?? null,
    against_policy: against?.policy_version ?? null,
  }));
  await upsertRows(tx, 'application_history', ['application_id', 'position'], rows);
}

/** Withdraws emails whose delivery has not started, and returns their number. */
export async function withdrawMails(
  tx: LedgerTx,
  engine: LedgerEngine,
  ids: readonly string[],
): Promise<number> {
  const result = await tx
    .deleteFrom('mails')
    .where(engine.isOneOf('id', ids))
    .where('sent_at', 'is', null)
    .where('claimed_until', 'is', null)
    .where('attempts', '=', 0)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/**
 * Withdraws a bulk action's pending emails to these applications, because the status in them is outdated. The
 * organizer's messages are still sent.
 */
export async function withdrawOutdatedMails(
  tx: LedgerTx,
  chosen:
    | { readonly applicationIds: readonly string[] }
    | { readonly cancelledAt: Date; readonly eventIds: readonly string[] },
): Promise<void> {
  await tx
    .deleteFrom('mails')
    .where('sent_at', 'is', null)
    .where('claimed_until', 'is', null)
    .where('attempts', '=', 0)
    .where('id', 'in', (query) =>
      query
        .selectFrom('bulk_action_items')
        .innerJoin('bulk_actions', 'bulk_actions.id', 'bulk_action_items.action_id')
        .select('bulk_action_items.mail_id')
        .where('bulk_actions.action', 'in', STATUS_ACTIONS)
        .where('bulk_action_items.mail_id', 'is not', null)
        .where((expression) =>
          'applicationIds' in chosen
            ? expression('application_id', 'in', chosen.applicationIds)
            : expression('application_id', 'in', (inner) =>
                inner
                  .selectFrom('applications')
                  .select('id')
                  .where('event_id', 'in', chosen.eventIds)
                  .where('status', '=', 'cancelled')
                  .where('updated_at', '=', chosen.cancelledAt.toISOString()),
              ),
        )
        .$castTo<{ mail_id: string }>(),
    )
    .execute();
}

/** Restores the status that each application had before an action. */
export async function restoreStatuses(tx: LedgerTx, actionId: string, at: string): Promise<void> {
  await sql`update applications set updated_at = ${at},
      status = (select from_status from bulk_action_items
        where action_id = ${actionId} and application_id = applications.id),
      waitlisted_at = (select from_waitlisted_at from bulk_action_items
        where action_id = ${actionId} and application_id = applications.id)
    where id in (select application_id from bulk_action_items
      where action_id = ${actionId} and skipped is null)`.execute(tx);
}

/**
 * Restores the outcome that each application had before an action. The action no longer counts as a change.
 */
export async function restoreOutcomes(tx: LedgerTx, actionId: string, at: string): Promise<void> {
  await sql`update applications set updated_at = ${at}, outcome_changes = outcome_changes - 1,
      (outcome, outcome_recorded_at, outcome_told_at) = (
        select from_outcome, from_recorded_at, from_told_at from bulk_action_items
        where action_id = ${actionId} and application_id = applications.id)
    where id in (select application_id from bulk_action_items
      where action_id = ${actionId} and skipped is null)`.execute(tx);
}

/** Marks an action and its history entries as undone. */
export async function markUndone(
  tx: LedgerTx,
  engine: LedgerEngine,
  { id, made_at }: Pick<BulkActionsTable, 'id' | 'made_at'>,
  { ids, at }: { readonly ids: readonly string[]; readonly at: string },
): Promise<void> {
  await tx
    .updateTable('application_history')
    .set({ kind: 'taken_back' })
    .where(engine.isOneOf('application_id', ids))
    .where('changed_at', '=', made_at)
    .where('kind', 'in', ['status', 'message'])
    .where('changed_by', '=', 'organizer')
    .execute();
  await markActionUndone(tx, id, at);
}

export async function markActionUndone(tx: LedgerTx, id: string, at: string): Promise<void> {
  await tx.updateTable('bulk_actions').set({ undone_at: at }).where('id', '=', id).execute();
}
