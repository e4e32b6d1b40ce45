import type { LedgerDb, LedgerTx } from '../../../platform/db/database.ts';

/** Lists the ids of an event's applications with a spot, ordered by submission time. */
export async function listWithSpot(ledgerDb: LedgerDb, eventId: string): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('applications')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', 'in', ['approved', 'confirmed'])
    .orderBy('submitted_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists published events that have vendors, have not started, and have not had a reminder. */
export async function listUnreminded(
  ledgerDb: LedgerDb,
  now: Date,
): Promise<{ readonly id: string; readonly starts_at: string; readonly timezone: string }[]> {
  return ledgerDb
    .selectFrom('events')
    .select(['id', 'starts_at', 'timezone'])
    .where('status', '=', 'Published')
    .where('spots_taken', '>', 0)
    .where('starts_at', '>', now.toISOString())
    .where('roster_reminded_at', 'is', null)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();
}

/** Returns false if another process already claimed the reminder. */
export async function claimReminder(tx: LedgerTx, eventId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('events')
    .set({ roster_reminded_at: now.toISOString() })
    .where('id', '=', eventId)
    .where('roster_reminded_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
