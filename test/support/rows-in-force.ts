import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readParts } from '../../src/intake/log/file-log-service.ts';
import { listEveryPublishedFile, mapRefusedRows } from '../../src/intake/log/files-store.ts';
import { ROW_TABLES, type RowTable, tableOf } from '../../src/intake/staging/staged-rows.ts';
import { refusedOrders, refusedVisits } from '../../src/intake/staging/staging-service.ts';
import {
  createIndexes,
  createTables,
  insertFile,
  insertPart,
  orderFiles,
} from '../../src/intake/staging/staging-store.ts';
import type { LedgerDb } from '../../src/platform/db/database.ts';
import { iterateRows } from '../../src/platform/db/sqlite/new-sqlite-file.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** Reads every table's rows in force, in key order, with the number of the file that each row came from. */
export async function readRowsInForce(db: LedgerDb): Promise<Readonly<Record<RowTable, Row[]>>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rows-'));
  const staging = createTables(path.join(folder, 'staging.sqlite'));
  try {
    const files = await listEveryPublishedFile(db);
    const refused = await mapRefusedRows(db);
    for (const file of files) {
      const table = tableOf(file.kind);
      if (!table) continue;
      const read = file.kind === 'final_orders' ? refusedOrders : refusedVisits;
      const found = read(refused.get(file.id) ?? [], file.rowsRefused);
      const { first: firstDay = null, last: lastDay = null } = file.coveredDays ?? {};
      const district = file.district ?? 0;
      insertFile(staging, { ...file, district, firstDay, lastDay, isPlain: found.isWhole }, found);
      for await (const bytes of readParts(db, file.id, file.replacedAt === null ? 'whole' : 'left'))
        insertPart(staging, table, file.id, bytes);
    }
    orderFiles(
      staging,
      files.map(({ id }) => id),
    );
    createIndexes(staging);
    const readTable = (table: RowTable): Row[] => [
      ...iterateRows<Row>(
        staging,
        `select ${ROW_TABLES[table].columns.join(', ')}, file from ${table}_in_force
         order by ${ROW_TABLES[table].key.join(', ')}, file`,
      ),
    ];
    return {
      licenses: readTable('licenses'),
      visits: readTable('visits'),
      observations: readTable('observations'),
      closures: readTable('closures'),
      applications: readTable('applications'),
      orders: readTable('orders'),
    };
  } finally {
    staging.close();
    rmSync(folder, { recursive: true });
  }
}
