import type { LedgerDb } from '../../platform/db/database.ts';
import type { ShortlistedVendorsTable } from '../../platform/db/schema/ledger-tables/event-tables.ts';
import { upsertRows } from '../../platform/db/upsert.ts';

/** Sorted by name, then id. */
export async function listShortlisted(
  ledgerDb: LedgerDb,
  eventId: string,
): Promise<ShortlistedVendorsTable[]> {
  return ledgerDb
    .selectFrom('shortlisted_vendors')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Overwrites the rows of vendors that the event already has. */
export async function putShortlisted(tx: LedgerDb, rows: readonly ShortlistedVendorsTable[]): Promise<void> {
  await upsertRows(tx, 'shortlisted_vendors', ['id'], rows);
}

/** Returns false if the event has no such row. */
export async function deleteShortlisted(tx: LedgerDb, eventId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('shortlisted_vendors')
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
