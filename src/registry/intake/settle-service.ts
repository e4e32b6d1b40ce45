import type { Insertable } from 'kysely';
import type { RegistryTx } from '../../platform/db/database.ts';
import type { RegistrySchema } from '../../platform/db/schema-registry.ts';
import type { ApplicationRow, FileKind, ParsedFile } from '../sources/parsed-file.ts';
import {
  listEveryPublishedFile,
  mapRefusedVisitRows,
  type PublishedFile,
  updateFiles,
} from './files-store.ts';
import { type CountedFile, filesBeyondKept } from './in-force.ts';
import { filesSetAside } from './judge-file.ts';
import { currentHolders } from './merge.ts';
import { refusedVisits } from './refused-visits.ts';
import { type RowTable, settleRows } from './rows-store.ts';
import {
  dropWaitingObservations,
  toApplicationRow,
  toClosureRow,
  toLicenseRow,
  toObservationRow,
  toVisitRow,
} from './store.ts';

const TABLE_OF_KIND: Readonly<Record<FileKind, RowTable | undefined>> = {
  inspections: 'visit_rows',
  licenses: 'license_rows',
  new_licenses: 'application_rows',
  ownership_changes: 'application_rows',
  closures: 'closure_rows',
  observations: 'observation_rows',
  unknown: undefined,
};
export const ROW_TABLES = [...new Set(Object.values(TABLE_OF_KIND))].filter((table) => table !== undefined);

export interface MergedFile {
  readonly id: number;
  readonly file: ParsedFile;
}

type AddedRows = { [Table in RowTable]: Insertable<RegistrySchema[Table]>[] };

/**
 * Stores the rows of a run's files, and brings what is in force, and which files are set aside, in line with the files
 * that count now. `tables` are looked at even if no file has brought a row for them.
 */
export async function settleFiles(
  tx: RegistryTx,
  merged: readonly MergedFile[],
  tables: readonly RowTable[],
): Promise<void> {
  const published = await listEveryPublishedFile(tx);
  const refused = await mapRefusedVisitRows(tx);
  const files = published.map((file) => toCounted(file, refused.get(file.id)));
  const droppable = filesBeyondKept(published);
  const added = collectRows(merged);
  const touched = new Set([
    ...tables,
    ...merged.flatMap(({ file }) => TABLE_OF_KIND[file.records?.kind ?? 'unknown'] ?? []),
  ]);
  const dropped = new Set<number>();
  for (const table of touched)
    for (const id of await settleRows(tx, table, added[table], { files, droppable })) dropped.add(id);
  if (touched.has('observation_rows') || touched.has('visit_rows')) await dropWaitingObservations(tx);
  await updateFiles(tx, [...dropped], { rows_stored: 0 });
  await noteSetAside(tx, published);
}

function toCounted(file: PublishedFile, refused: readonly string[] | undefined): CountedFile {
  const { id, slot, coveredDays, rowsRefused } = file;
  if (rowsRefused === 0) return { id, slot, coveredDays };
  return { id, slot, coveredDays, refused: refusedVisits(refused ?? [], rowsRefused) };
}

async function noteSetAside(tx: RegistryTx, published: readonly PublishedFile[]): Promise<void> {
  const aside = filesSetAside(published);
  for (const outcome of ['published', 'set_aside']) {
    const changed = published.filter(
      (file) => file.outcome !== outcome && aside.has(file.id) === (outcome === 'set_aside'),
    );
    await updateFiles(
      tx,
      changed.map(({ id }) => id),
      { outcome },
    );
  }
}

function collectRows(merged: readonly MergedFile[]): AddedRows {
  const rows: AddedRows = {
    ...{ visit_rows: [], license_rows: [], application_rows: [], closure_rows: [], observation_rows: [] },
  };
  for (const { id, file } of merged) collectRowsOfFile(rows, id, file);
  return rows;
}

function collectRowsOfFile(rows: AddedRows, id: number, file: ParsedFile): void {
  switch (file.records?.kind) {
    case 'inspections':
      for (const row of file.records.rows) rows.visit_rows.push(toVisitRow(row, id));
      break;
    case 'licenses':
      for (const row of currentHolders(file.records.rows))
        rows.license_rows.push(toLicenseRow(row, file.district ?? 0, id));
      break;
    case 'closures':
      for (const row of lastOfKey(file.records.rows, (each) => `${each.digits}|${each.closedOn}`))
        rows.closure_rows.push(toClosureRow(row, id));
      break;
    case 'new_licenses':
    case 'ownership_changes':
      for (const row of lastOfKey(file.records.rows, applicationKey))
        rows.application_rows.push(toApplicationRow(row, id));
      break;
    case 'observations':
      for (const row of file.records.rows) rows.observation_rows.push(toObservationRow(row, id));
      break;
    case undefined:
      break;
  }
}

function applicationKey({ kind, applicationNumber, licenseType, digits }: ApplicationRow): string {
  return [kind, applicationNumber, licenseType, digits].join('|');
}

/** Of several rows of a file that name the same thing the last one counts. */
function lastOfKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Iterable<Row> {
  return new Map(rows.map((row) => [keyOf(row), row])).values();
}
