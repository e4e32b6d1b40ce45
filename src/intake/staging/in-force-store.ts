import type { DatabaseSync } from 'node:sqlite';
import { ROW_TABLES, type RowTable } from './staged-rows.ts';

/**
 * Decides which of several rows about the same thing is in force: the row from the newest counted file. The
 * result depends only on the counted files, not on withdrawn files or the order in which files were read.
 */

/**
 * The tables in which a newer file in the slot replaces all rows for the days it covers. If the newer file
 * does not list a row again, the regulator removed the row.
 */
const DAYS: Partial<Readonly<Record<RowTable, { readonly day: string; readonly visitId: string }>>> = {
  visits: { day: 'visitedOn', visitId: 'visitId' },
  orders: { day: 'orderedOn', visitId: 'null' },
};
/**
 * The columns that identify rows about the same thing. A visit's observations are replaced as a whole, and a
 * license file replaces only its own district's rows.
 */
const SAME: Readonly<Record<RowTable, readonly string[]>> = {
  licenses: ROW_TABLES.licenses.key,
  visits: ROW_TABLES.visits.key,
  observations: ['visitId'],
  closures: ROW_TABLES.closures.key,
  applications: ROW_TABLES.applications.key,
  orders: ROW_TABLES.orders.key,
};
const TABLES: readonly RowTable[] = [
  'licenses',
  'visits',
  'observations',
  'closures',
  'applications',
  'orders',
];
/**
 * The maximum number of visits whose observations are stored even though their inspection is not on file. The
 * newest visits are kept.
 */
const WAITING_VISITS_MAX = 200_000;

/** One view for each table, such as `visits_in_force`, that contains only rows not replaced by newer ones. */
export const IN_FORCE_VIEWS = TABLES.map(
  (table) => `create view ${table}_in_force as
    select ${table}.* from ${table} join files own on own.id = ${table}.file
    where not ${isRemoved(table, table, 'own')} and not ${hasNewer(table)}`,
);

/**
 * Returns an SQL condition that is true if a newer file in the slot covers the day of a row. A newer file
 * does not count if the row may be among its refused rows.
 */
function isRemoved(table: RowTable, row: string, own: string): string {
  const days = DAYS[table];
  if (!days) return 'false';
  return `exists (select 1 from files later where later.slot = ${own}.slot and later.place > ${own}.place
    and ${row}.${days.day} between later.firstDay and later.lastDay and later.isPlain and not exists (
      select 1 from refused where refused.file = later.id and (refused.digits = ${row}.digits
        or refused.visitId = ${days.visitId === 'null' ? 'null' : `${row}.${days.visitId}`})))`;
}

/**
 * Returns an SQL condition that is true if a newer file has another row about the same thing that was not
 * itself removed.
 */
function hasNewer(table: RowTable): string {
  return `exists (${othersOf(table, '>')} and not ${isRemoved(table, 'other', 'others')})`;
}

/** Returns a query for other rows about the same thing, from newer (`>`) or older (`<`) files. */
function othersOf(table: RowTable, age: '>' | '<'): string {
  const isSame = SAME[table].map((column) => `other.${column} = ${table}.${column}`);
  // More than one district may list a license.
  const isSlot = table === 'licenses' ? ' and others.slot = own.slot' : '';
  return `select 1 from ${table} other join files others on others.id = other.file
    where ${isSame.join(' and ')} and others.place ${age} own.place${isSlot}`;
}

/**
 * Deletes the rows that could come back only if a newer file is withdrawn. The first and last license rows
 * under the same names are kept, because they show how long the license was listed under those names.
 */
export function deleteReplaced(staging: DatabaseSync, waitingVisitsMax = WAITING_VISITS_MAX): void {
  for (const table of ['visits', 'orders'] as const)
    deleteWhere(staging, table, isRemoved(table, table, 'own'));
  for (const table of ['closures', 'applications', 'observations'] as const)
    deleteWhere(staging, table, hasNewer(table));
  const isNamed = 'other.licenseeName = licenses.licenseeName and other.businessName = licenses.businessName';
  const hasNamed = (age: '>' | '<') => `exists (${othersOf('licenses', age)} and ${isNamed})`;
  deleteWhere(staging, 'licenses', `${hasNamed('>')} and ${hasNamed('<')}`);
  deleteWaitingTexts(staging, waitingVisitsMax);
}

/**
 * Deletes the rows not in force that {@link deleteReplaced} did not delete. License rows are kept because of
 * their names.
 */
export function deleteOlder(staging: DatabaseSync): void {
  for (const table of ['visits', 'orders'] as const) deleteWhere(staging, table, hasNewer(table));
}

function deleteWhere(staging: DatabaseSync, table: RowTable, condition: string): void {
  staging.exec(
    `delete from ${table} where exists (select 1 from files own where own.id = ${table}.file and ${condition})`,
  );
}

/**
 * Deletes the oldest observations without an inspection on file, so that at most `visitsMax` such visits
 * remain.
 */
function deleteWaitingTexts(staging: DatabaseSync, visitsMax: number): void {
  staging
    .prepare(
      `delete from observations where visitId not in (select visitId from visits) and visitId <= (
         select distinct visitId from observations where visitId not in (select visitId from visits)
         order by visitId desc limit 1 offset ?)`,
    )
    .run(visitsMax);
}

/** Returns true if any row of the file is in force. */
export function hasRowsInForce(staging: DatabaseSync, table: RowTable, fileId: number): boolean {
  const found = staging.prepare(`select 1 from ${table}_in_force where file = ? limit 1`).get(fileId);
  return found !== undefined;
}
