import { camelCase } from '../../lib/text/camel-case.ts';
import type { RegistryDb } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import { flagsOf } from '../sources/observation.ts';
import type { FileRecords } from '../sources/parsed-file.ts';
import { KEYS, type RowTable, valuesOf } from './rows-store.ts';

const ROWS_AT_ONCE = 5_000;

const TABLES: Readonly<Record<FileRecords['kind'], RowTable>> = {
  licenses: 'license_rows',
  inspections: 'visit_rows',
  closures: 'closure_rows',
  final_orders: 'final_order_rows',
  observations: 'observation_rows',
  new_licenses: 'application_rows',
  ownership_changes: 'application_rows',
};

/** Reads the rows of a file as they were taken in, some at a time, in the order of their keys. */
export async function* readStoredRows(
  registryDb: RegistryDb,
  { id, kind }: { readonly id: number; readonly kind: string },
): AsyncGenerator<FileRecords> {
  if (!isKind(kind)) return;
  const table = TABLES[kind];
  const keys = KEYS[table];
  const names = keys.join(', ');
  const places = keys.map((key) => (key === 'file_district' ? 'cast(? as integer)' : '?')).join(', ');
  let last: object | undefined;
  for (;;) {
    const behind = last === undefined ? '' : ` and (${names}) > (${places})`;
    const page = await rawQuery<object>(
      registryDb,
      `select * from ${table} where file_id = ?${behind} order by ${names} limit ${ROWS_AT_ONCE}`,
      [id, ...(last === undefined ? [] : valuesOf(last, keys))],
    );
    const rows = page.map(toParsed);
    yield asRecords(kind, kind === 'licenses' ? rows.flatMap(withFormer) : rows);
    last = page.at(-1);
    if (!last || page.length < ROWS_AT_ONCE) return;
  }
}

type Parsed = Readonly<Record<string, unknown>>;

function isKind(kind: string): kind is FileRecords['kind'] {
  return Object.hasOwn(TABLES, kind);
}

function toParsed(row: object): Parsed {
  const parsed = Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value]));
  return typeof parsed.flags === 'string' ? { ...parsed, flags: flagsOf(parsed.flags) } : parsed;
}

/** A former holder's row is stored as names next to the current holder's row. */
function withFormer(row: Parsed): Parsed[] {
  const [licenseeName = '', businessName = ''] = String(row.formerNames).split('\n');
  if (licenseeName === '') return [row];
  return [
    row,
    { ...row, licenseeName, businessName, primaryStatus: '', secondaryStatus: '', expiresOn: null },
  ];
}

/** The columns of a table are those of its kind of rows. */
function asRecords(kind: FileRecords['kind'], rows: readonly Parsed[]): FileRecords {
  return { kind, rows } as unknown as FileRecords;
}
