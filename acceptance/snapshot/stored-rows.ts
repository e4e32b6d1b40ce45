import { CamelCasePlugin } from 'kysely';
import type { RegistryDb } from '../../src/platform/db/database.ts';
import { flagsOf } from '../../src/registry/sources/observation.ts';
import type { FileRecords } from '../../src/registry/sources/parsed-file.ts';

const TABLES = {
  licenses: 'license_rows',
  inspections: 'visit_rows',
  closures: 'closure_rows',
  final_orders: 'final_order_rows',
  observations: 'observation_rows',
  new_licenses: 'application_rows',
  ownership_changes: 'application_rows',
} as const;

/**
 * Reads the rows of a file as the old registry took them in: in place of a change that waits for a second edition, the row
 * before it.
 */
export async function readStoredRows(db: RegistryDb, id: number, kind: string): Promise<FileRecords> {
  const table = TABLES[kindOf(kind)];
  const rows: unknown[] = await db
    .withPlugin(new CamelCasePlugin())
    .selectFrom(table)
    .selectAll()
    .where('file_id', '=', id)
    .execute();
  return asRecords(
    kind,
    rows.map(asRow).flatMap((row): StoredRow[] => (kind === 'licenses' ? withFormer(row) : [toParsed(row)])),
  );
}

type StoredRow = Readonly<Record<string, unknown>>;

/** A row of any table. */
function asRow(row: unknown): StoredRow {
  return row as StoredRow;
}

function kindOf(kind: string): keyof typeof TABLES {
  const known = Object.keys(TABLES).find((each) => each === kind);
  if (known === undefined) throw new Error(`no rows of ${kind} are stored`);
  return known as keyof typeof TABLES;
}

function toParsed(row: StoredRow): StoredRow {
  return typeof row.flags === 'string' ? { ...row, flags: flagsOf(row.flags) } : row;
}

/** The registry stores a former holder's row as names next to the current holder's row. */
function withFormer(row: StoredRow): StoredRow[] {
  const [licenseeName = '', businessName = ''] = String(row.formerNames).split('\n');
  if (licenseeName === '') return [row];
  const superseded = { primaryStatus: '', secondaryStatus: '', expiresOn: null };
  return [row, { ...row, licenseeName, businessName, ...superseded }];
}

/** The columns of a table are those of its kind of rows. */
function asRecords(kind: string, rows: readonly StoredRow[]): FileRecords {
  return { kind, rows } as unknown as FileRecords;
}
