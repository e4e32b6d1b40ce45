import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type {
  LogCheckpointsTable,
  LogCosignaturesTable,
  LogPublicationsTable,
  LogRecordsTable,
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

/** Finds the oldest receipt that is not in the log. */
export async function findOldestUnlogged(
  ledgerDb: LedgerDb,
): Promise<{ readonly issued_at: string } | undefined> {
  return ledgerDb
    .selectFrom('receipts')
    .select('issued_at')
    .where('log_index', 'is', null)
    .orderBy('jti')
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

/** Writes a checkpoint. Throws if there is already one of the same size. */
export async function insertCheckpoint(tx: LedgerTx, checkpoint: LogCheckpointsTable): Promise<void> {
  await tx.insertInto('log_checkpoints').values(checkpoint).execute();
}

/** A receipt that has become an entry. */
export interface TakenReceipt {
  readonly log_index: number;
  readonly receipt_sha256: string;
  readonly vendor_id: string;
  readonly record_sha256: string;
}

/**
 * Assigns the next log entries to receipts that don't have one, in numerical order. Returns them in that
 * order.
 */
export async function takeReceipts(tx: LedgerTx, start: number, rowsMax: number): Promise<TakenReceipt[]> {
  const rows = await rawQuery<TakenReceipt>(
    tx,
    `with taken as (
       select jti, cast(? as integer) + cast(row_number() over (order by jti) as integer) - 1 as position
       from (select jti from receipts where log_index is null order by jti limit ${rowsMax}) unlogged)
     update receipts set log_index = taken.position from taken where receipts.jti = taken.jti
     returning log_index, receipt_sha256, vendor_id, record_sha256`,
    [start],
  );
  return rows.sort((one, other) => one.log_index - other.log_index);
}

/** Finds a receipt's log entry; null if it is not in the log yet, undefined if there is no such receipt. */
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

/** Reads the stored part of a tile: entries for level 0, hashes for the others. */
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

/** Finds the log entry of a publication. */
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

/** Returns the records that have a path to the root hash of a publication. */
export async function listProvenRecords(tx: LedgerTx, records: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('log_records')
    .select('record_sha256')
    .where('record_sha256', 'in', records)
    .execute();
  return new Set(rows.map(({ record_sha256: sha256 }) => sha256));
}

export async function insertProvenRecords(tx: LedgerTx, records: readonly LogRecordsTable[]): Promise<void> {
  await upsertRows(tx, 'log_records', ['record_sha256'], records);
}

/** Finds the path from a record to the root hash of a publication, and the log entry of the publication. */
export async function findProvenRecord(
  ledgerDb: LedgerDb,
  recordSha256: string,
): Promise<(LogRecordsTable & Pick<LogPublicationsTable, 'log_index'>) | undefined> {
  return ledgerDb
    .selectFrom('log_records')
    .innerJoin('log_publications', (join) =>
      join
        .onRef('log_publications.version', '=', 'log_records.version')
        .onRef('log_publications.published_at', '=', 'log_records.published_at'),
    )
    .selectAll('log_records')
    .select('log_publications.log_index')
    .where('record_sha256', '=', recordSha256)
    .executeTakeFirst();
}

/** Stores a witness's signature. */
export async function insertCosignature(
  ledgerDb: LedgerDb,
  cosignature: LogCosignaturesTable,
): Promise<void> {
  await upsertRows(ledgerDb, 'log_cosignatures', ['size', 'witness'], [cosignature]);
}

/** Returns the largest size that a witness signed; undefined if it signed none. */
export async function findCosignedSize(ledgerDb: LedgerDb, witness: string): Promise<number | undefined> {
  const row = await ledgerDb
    .selectFrom('log_cosignatures')
    .select('size')
    .where('witness', '=', witness)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.size;
}

/** Returns the witnesses' signatures for the checkpoint of a given size, as lines of a note. */
export async function readCosignatures(ledgerDb: LedgerDb, size: number): Promise<string> {
  const rows = await ledgerDb
    .selectFrom('log_cosignatures')
    .select('line')
    .where('size', '=', size)
    .orderBy('witness')
    .execute();
  return rows.map(({ line }) => line).join('');
}

/** Lists the last signature of each witness. */
export async function listLastCosignatures(ledgerDb: LedgerDb): Promise<LogCosignaturesTable[]> {
  return ledgerDb
    .selectFrom('log_cosignatures as each')
    .selectAll()
    .where('size', '=', (query) =>
      query
        .selectFrom('log_cosignatures as own')
        .select(({ fn }) => fn.max('own.size').as('size'))
        .whereRef('own.witness', '=', 'each.witness'),
    )
    .orderBy('witness')
    .execute();
}

/**
 * The maximum number of checkpoints read to show a log's growth. At most one is created every five seconds.
 */
const CHECKPOINTS_MAX = 20_000;

/** Lists the size of the log at the end of each recent day, oldest first. */
export async function listSizes(
  ledgerDb: LedgerDb,
): Promise<{ readonly day: string; readonly size: number }[]> {
  return rawQuery(
    ledgerDb,
    `select substr(signed_at, 1, 10) as day, cast(max(size) as integer) as size
     from (select size, signed_at from log_checkpoints order by size desc limit ${CHECKPOINTS_MAX}) newest
     group by substr(signed_at, 1, 10) order by 1`,
    [],
  );
}
