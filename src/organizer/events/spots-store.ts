import type { LedgerDb } from '../../platform/db/database.ts';

/** Locks an event's row and updates its counts under that lock. */

/**
 * Locks the rows of these events until the transaction ends. Always lock an event's row before its
 * applications' rows, so that two transactions cannot deadlock.
 */
export async function lockEvents(tx: LedgerDb, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await tx
    .updateTable('events')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', 'in', eventIds)
    .execute();
}

/** Frees a taken spot and marks the event, so that its waitlist is checked next. */
export async function freeSpot(tx: LedgerDb, eventId: string): Promise<void> {
  await tx
    .updateTable('events')
    .set((is) => ({ spots_taken: is('spots_taken', '-', 1), spot_freed: 1 }))
    .where('id', '=', eventId)
    .where('spots_taken', '>', 0)
    .execute();
}

/**
 * Changes the number of taken spots. Returns false if the event does not have enough spots. `isFreed` marks
 * the event, so that its waitlist is checked next.
 */
export async function changeSpots(
  tx: LedgerDb,
  eventId: string,
  { by, isFreed = false }: { readonly by: number; readonly isFreed?: boolean },
): Promise<boolean> {
  if (by === 0) return true;
  const { numUpdatedRows } = await tx
    .updateTable('events')
    .set((is) => ({ spots_taken: is('spots_taken', '+', by), ...(isFreed ? { spot_freed: 1 } : {}) }))
    .where('id', '=', eventId)
    .where((is) =>
      is.or([is('capacity', 'is', null), is(is('spots_taken', '+', by), '<=', is.ref('capacity'))]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Counts an application and locks the event's row until the transaction ends, so that its status cannot
 * change. Returns false if the event is not published. While the lock is held, the rule in
 * taking-applications.ts decides if the event accepts the application.
 */
export async function countReceived(tx: LedgerDb, eventId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('events')
    .set((is) => ({ applications_received: is('applications_received', '+', 1) }))
    .where('id', '=', eventId)
    .where('status', '=', 'Published')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
