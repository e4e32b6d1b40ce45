import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { ImportRunsTable } from '../../platform/db/schema/ledger-tables/regulator-tables.ts';
import { upsertManyRows } from '../../platform/db/upsert.ts';
import type { PackedPart } from '../staging/staging-service.ts';
import { type Extent, FileLog } from './file-log.ts';
import { mapRefusedRows } from './files-store.ts';

/** Loads the file log for a run, and saves the run's changes to it. */

/** Thrown if another run finished after this run read the log, so this run's data is out of date. */
export class FileLogChanged extends Error {}

/**
 * Reads the whole log. The id of the last run is read first, so that {@link requireSameLog} detects anything
 * that another run saves afterward.
 */
export async function readFileLog(ledgerDb: LedgerDb): Promise<FileLog> {
  const lastRunId = await findLastRunId(ledgerDb);
  const rows = await rawQuery<{ file_id: number; is_whole: number; count: number | string }>(
    ledgerDb,
    'select file_id, is_whole, sum(rows) as count from file_rows group by file_id, is_whole',
    [],
  );
  return new FileLog({
    lastRunId,
    files: await ledgerDb.selectFrom('import_files').selectAll().orderBy('id').execute(),
    held: await ledgerDb.selectFrom('held_changes').selectAll().execute(),
    refused: await mapRefusedRows(ledgerDb),
    rows: rows.map(({ file_id: fileId, is_whole: isWhole, count }) => ({
      fileId,
      extent: isWhole === 1 ? 'whole' : 'left',
      rows: Number(count),
    })),
  });
}

/** Yields a file's packed rows, one part at a time. */
export async function* readParts(
  ledgerDb: LedgerDb,
  fileId: number,
  extent: Extent,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const row = await ledgerDb
      .selectFrom('file_rows')
      .select('bytes')
      .where('file_id', '=', fileId)
      .where('is_whole', '=', toNumber(extent))
      .where('part', '=', part)
      .executeTakeFirst();
    if (!row) return;
    yield row.bytes;
  }
}

/** Returns true if any rows of the file are stored. */
export async function hasParts(ledgerDb: LedgerDb, fileId: number): Promise<boolean> {
  const row = await ledgerDb
    .selectFrom('file_rows')
    .select('part')
    .where('file_id', '=', fileId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Throws {@link FileLogChanged} if another run has finished since the log was read. The caller must hold the
 * publication lock.
 */
export async function requireSameLog(tx: LedgerTx, { lastRunId }: FileLog): Promise<void> {
  if ((await findLastRunId(tx)) !== lastRunId) throw new FileLogChanged('another run ended in the meantime');
}

/** Saves a run and its changes to the log. `parts` contains the packed rows of the run's files. */
export async function saveFileLog(
  tx: LedgerTx,
  log: FileLog,
  parts: Iterable<PackedPart>,
  run: Omit<ImportRunsTable, 'id'>,
): Promise<void> {
  const { isCleared, added, refused, changed, held, removedRows } = log.changes;
  if (isCleared)
    for (const table of ['file_rows', 'refused_rows', 'held_changes', 'import_files', 'import_runs'] as const)
      await tx.deleteFrom(table).execute();
  await tx
    .insertInto('import_runs')
    .values({ id: log.runId, ...run })
    .execute();
  for (const file of added) await tx.insertInto('import_files').values(file).execute();
  await upsertManyRows(tx, 'refused_rows', ['import_file_id', 'line'], refused);
  for (const [id, change] of changed)
    await tx.updateTable('import_files').set(change).where('id', '=', id).execute();
  for (const [slot, rows] of held) {
    await tx.deleteFrom('held_changes').where('slot', '=', slot).execute();
    await upsertManyRows(tx, 'held_changes', ['slot', 'row_key'], rows);
  }
  for (const { fileId, extent } of removedRows)
    await tx
      .deleteFrom('file_rows')
      .where('file_id', '=', fileId)
      .where('is_whole', '=', toNumber(extent))
      .execute();
  for (const { fileId, isWhole, part, rows, bytes } of parts)
    await tx
      .insertInto('file_rows')
      .values({ file_id: fileId, is_whole: isWhole, part, rows, bytes })
      .execute();
}

async function findLastRunId(ledgerDb: LedgerDb): Promise<number> {
  const row = await ledgerDb
    .selectFrom('import_runs')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? 0;
}

function toNumber(extent: Extent): number {
  return extent === 'whole' ? 1 : 0;
}
