import type { LedgerDb, LedgerEngine, LedgerTx } from '../../platform/db/database.ts';

/** Queries for changes that are waiting for a manager's review. */

/** Lists an event's applications that have a change no manager has reviewed. */
export async function listUnresolved(ledgerDb: LedgerDb, eventId: string): Promise<ReadonlySet<string>> {
  const rows = await ledgerDb
    .selectFrom('booked_changes')
    .innerJoin('applications', 'applications.id', 'booked_changes.application_id')
    .select('booked_changes.application_id')
    .distinct()
    .where('applications.event_id', '=', eventId)
    .where('settled_at', 'is', null)
    .orderBy('booked_changes.application_id')
    .execute();
  return new Set(rows.map(({ application_id }) => application_id));
}

interface ResolvedBy {
  readonly at: string;
  readonly by: string | null;
  readonly how: ResolvedHow;
  /** The newest change to resolve. If omitted, all changes are resolved. */
  readonly upTo?: number;
}

/** The way in which the changes were resolved: the decision was kept, a new one was filed, or the status was changed. */
type ResolvedHow = 'kept' | 'filed' | 'status';

/** Marks open changes as resolved. Returns the number of changes that were open. */
export async function resolveChanges(
  tx: LedgerTx,
  engine: LedgerEngine,
  applicationIds: readonly string[],
  { at, by, how, upTo }: ResolvedBy,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('booked_changes')
    .set({ settled_at: at, settled_by: by, settled_how: how })
    .where(engine.isOneOf('application_id', applicationIds))
    .where('settled_at', 'is', null)
    .$if(upTo !== undefined, (query) => query.where('position', '<=', upTo ?? 0))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Reopens the changes that a status change had resolved at that time. */
export async function reopenChanges(
  tx: LedgerTx,
  engine: LedgerEngine,
  applicationIds: readonly string[],
  at: string,
): Promise<void> {
  await tx
    .updateTable('booked_changes')
    .set({ settled_at: null, settled_by: null, settled_how: null })
    .where(engine.isOneOf('application_id', applicationIds))
    .where('settled_at', '=', at)
    .where('settled_how', '=', 'status')
    .execute();
}
