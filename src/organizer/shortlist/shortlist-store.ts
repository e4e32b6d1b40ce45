import type { LedgerDb } from '../../platform/db/database.ts';
import type { ShortlistedVendorsTable } from '../../platform/db/schema/ledger-tables/event-tables.ts';
import { upsertRows } from '../../platform/db/upsert.ts';

/** Lists the vendors saved for an event, sorted by name and then by id. */
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

/** Saves the rows. Overwrites existing rows with the same id. */
export async function putShortlisted(tx: LedgerDb, rows: readonly ShortlistedVendorsTable[]): Promise<void> {
  await upsertRows(tx, 'shortlisted_vendors', ['id'], rows);
}

/** Returns false if the event does not have this row. */
export async function deleteShortlisted(tx: LedgerDb, eventId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('shortlisted_vendors')
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
