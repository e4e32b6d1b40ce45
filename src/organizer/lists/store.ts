import { sql } from 'kysely';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { CheckedListsTable } from '../../platform/db/schema/ledger-tables/event-tables.ts';

export async function insertCheckedList(ledgerDb: LedgerDb, row: CheckedListsTable): Promise<void> {
  await ledgerDb.insertInto('checked_lists').values(row).execute();
}

/** Returns the body of a list, or undefined if the list does not exist or has expired. */
export async function findCheckedList(
  ledgerDb: LedgerDb,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const row = await ledgerDb
    .selectFrom('checked_lists')
    .select('body')
    .where('id', '=', id)
    .where('forget_at', '>', now.toISOString())
    .executeTakeFirst();
  return row?.body;
}

/** Returns the total number of bytes of all stored lists. */
export async function sumBytes(ledgerDb: LedgerDb): Promise<number> {
  const { bytes } = await ledgerDb
    .selectFrom('checked_lists')
    .select(sql<number | string>`coalesce(sum(octet_length(body)), 0)`.as('bytes'))
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

export async function deleteOldLists(ledgerDb: LedgerDb, now: Date): Promise<void> {
  await ledgerDb.deleteFrom('checked_lists').where('forget_at', '<=', now.toISOString()).execute();
}
