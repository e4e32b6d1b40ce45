import { sql } from 'kysely';
import type { LedgerDb } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { ReceiptsTable } from '../../platform/db/schema/ledger-tables/service-tables.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { ROWS_PER_STATEMENT, upsertRows } from '../../platform/db/upsert.ts';

/** Inserts any number of rows with one commit. */
export async function insertReceipts(ledgerDb: LedgerDb, rows: readonly ReceiptsTable[]): Promise<void> {
  const insert = (db: LedgerDb) => upsertRows(db, 'receipts', ['jti'], rows);
  if (rows.length <= ROWS_PER_STATEMENT || ledgerDb.isTransaction) await insert(ledgerDb);
  else await inTransaction(ledgerDb, insert);
}

/** Returns the SHA-256 of the receipt issued under this number; undefined if there is none. */
export async function findReceiptHash(ledgerDb: LedgerDb, jti: string): Promise<string | undefined> {
  const rows = await rawQuery<{ hash: string }>(
    ledgerDb,
    'select receipt_sha256 as hash from receipts where jti = ?',
    [jti],
  );
  return rows[0]?.hash;
}

/** Returns the row for the receipt with this short number; undefined if there is none. */
export async function findReceipt(ledgerDb: LedgerDb, number: string): Promise<ReceiptsTable | undefined> {
  const columns = [
    ...(['jti', 'vendor_id', 'event_type', 'verdict', 'issued_at', 'record_sha256', 'key_id'] as const),
    ...(['receipt_sha256', 'number', 'claims', 'signatures'] as const),
  ];
  return ledgerDb.selectFrom('receipts').select(columns).where('number', '=', number).executeTakeFirst();
}

/** Lists the IDs of all keys that have signed a stored receipt. */
export async function listKeyIds(ledgerDb: LedgerDb): Promise<string[]> {
  const rows = await ledgerDb.selectFrom('receipts').select('key_id').distinct().orderBy('key_id').execute();
  return rows.map((row) => row.key_id);
}

/** Returns a random sample of this many receipts whose text is stored. */
export async function drawReceipts(ledgerDb: LedgerDb, count: number): Promise<ReceiptsTable[]> {
  const drawn = ledgerDb
    .selectFrom('receipts')
    .select('jti')
    .where('claims', 'is not', null)
    .orderBy(sql`random()`)
    .limit(count);
  return ledgerDb.selectFrom('receipts').selectAll().where('jti', 'in', drawn).orderBy('jti').execute();
}
