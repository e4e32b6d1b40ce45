import type { LedgerDb, LedgerTx } from '../../../platform/db/database.ts';
import { CHANGES_MAX } from '../bulk/bulk.ts';

/** Queries for vendors on waitlists and for events with freed spots. */

/**
 * Lists events with a freed spot. Excludes events with a bulk action since `before`, because it can still be
 * undone.
 */
export async function listFreedEvents(ledgerDb: LedgerDb, before: Date): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('events')
    .select('id')
    .where('spot_freed', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bulk_actions')
            .select('bulk_actions.id')
            .whereRef('bulk_actions.event_id', '=', 'events.id')
            .where('made_at', '>', before.toISOString())
            .where('undone_at', 'is', null),
        ),
      ),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Removes the mark for freed spots and locks the event. Returns false if another process already removed it.
 */
export async function takeFreed(tx: LedgerTx, eventId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('events')
    .set({ spot_freed: 0 })
    .where('id', '=', eventId)
    .where('spot_freed', '=', 1)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Marks the event again, because more vendors may be able to move up in the next run. */
export async function leaveFreed(tx: LedgerTx, eventId: string): Promise<void> {
  await tx.updateTable('events').set({ spot_freed: 1 }).where('id', '=', eventId).execute();
}

/** A vendor on the waitlist. */
export type Waiting = Awaited<ReturnType<typeof listWaiting>>[number];

/**
 * Lists vendors in the order in which they joined the waitlist, which is the order in which they move up.
 * `may_change` is false once the limit of changes is reached.
 */
export async function listWaiting(ledgerDb: LedgerDb, eventId: string) {
  const rows = await ledgerDb
    .selectFrom('applications')
    .select(['id', 'business_name', 'license_number', 'license_digits', 'license_type'])
    .select(({ selectFrom }) =>
      selectFrom('application_history')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('application_history.application_id', '=', 'applications.id')
        .as('changes'),
    )
    .where('event_id', '=', eventId)
    .where('status', '=', 'waitlisted')
    .orderBy('waitlisted_at')
    .orderBy('submitted_at')
    .orderBy('id')
    .execute();
  return rows.map(({ changes, ...row }) => ({ ...row, may_change: (changes ?? 0) <= CHANGES_MAX }));
}
