import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type {
  LogCheckpointsTable,
  LogPublicationsTable,
  LogTilesTable,
} from '../../platform/db/schema/ledger-tables/service-tables.ts';
import { upsertRows } from '../../platform/db/upsert.ts';

const NOTHING = new Uint8Array();

/** Finds the last checkpoint. */
export async function findNewestCheckpoint(ledgerDb: LedgerDb): Promise<LogCheckpointsTable | undefined> {
  return ledgerDb
    .selectFrom('log_checkpoints')
    .selectAll()
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Finds the first checkpoint with more than `index` entries. */
export async function findCheckpointOver(
  ledgerDb: LedgerDb,
  index: number,
): Promise<LogCheckpointsTable | undefined> {
  return ledgerDb
    .selectFrom('log_checkpoints')
    .selectAll()
    .where('size', '>', index)
    .orderBy('size')
    .limit(1)
    .executeTakeFirst();
}

/** Writes a checkpoint. Throws if there is one of its size. */
export async function insertCheckpoint(tx: LedgerTx, checkpoint: LogCheckpointsTable): Promise<void> {
  await tx.insertInto('log_checkpoints').values(checkpoint).execute();
}

/** Gives the next entries of the log to receipts that have none, in the order of their numbers; returns their hashes in that order. */
export async function takeReceipts(tx: LedgerTx, start: number, rowsMax: number): Promise<string[]> {
  const rows = await rawQuery<{ log_index: number; receipt_sha256: string }>(
    tx,
    `with taken as (
       select jti, cast(? as integer) + cast(row_number() over (order by jti) as integer) - 1 as position
       from (select jti from receipts where log_index is null order by jti limit ${rowsMax}) unlogged)
     update receipts set log_index = taken.position from taken where receipts.jti = taken.jti
     returning log_index, receipt_sha256`,
    [start],
  );
  return rows
    .sort((one, other) => one.log_index - other.log_index)
    .map(({ receipt_sha256: sha256 }) => sha256);
}

/** Finds which entry of the log a receipt is; null if it is not in it yet, undefined if there is no such receipt. */
export async function findReceiptIndex(
  ledgerDb: LedgerDb,
  receipt: { readonly jti: string; readonly sha256: string },
): Promise<number | null | undefined> {
  const rows = await rawQuery<{ log_index: number | null }>(
    ledgerDb,
    'select log_index from receipts where jti = ? and receipt_sha256 = ?',
    [receipt.jti, receipt.sha256],
  );
  return rows[0]?.log_index;
}

/** Reads what is stored of a tile: entries for level 0, hashes for the others. */
export async function readStoredTile(ledgerDb: LedgerDb, level: number, n: number): Promise<Uint8Array> {
  const rows = await rawQuery<{ bytes: Uint8Array }>(
    ledgerDb,
    'select bytes from log_tiles where level = ? and n = ?',
    [level, n],
  );
  return rows[0]?.bytes ?? NOTHING;
}

export async function writeStoredTiles(tx: LedgerTx, tiles: readonly LogTilesTable[]): Promise<void> {
  await upsertRows(tx, 'log_tiles', ['level', 'n'], tiles);
}

/** Finds where the log has a publication. */
export async function findLoggedPublication(
  ledgerDb: LedgerDb,
  publication: Pick<LogPublicationsTable, 'version' | 'published_at'>,
): Promise<LogPublicationsTable | undefined> {
  return ledgerDb
    .selectFrom('log_publications')
    .selectAll()
    .where('version', '=', publication.version)
    .where('published_at', '=', publication.published_at)
    .executeTakeFirst();
}

export async function insertLoggedPublication(
  tx: LedgerTx,
  publication: LogPublicationsTable,
): Promise<void> {
  await tx.insertInto('log_publications').values(publication).execute();
}
