import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createSqliteFile, iterateRows, prepareInsert } from '../../platform/db/sqlite/new-sqlite-file.ts';
import { type FileInUse, newestFiles } from '../intake/file-in-use.ts';
import { refusedOrders, refusedVisits } from '../intake/refused-visits.ts';
import type {
  ApplicationRow,
  ClosureRow,
  LicenseRow,
  ObservationRow,
  OrderRow,
  VisitRow,
} from '../sources/parsed-file.ts';

/**
 * The rows of all files in use, in file order, in a database of their own that is deleted after the build. SQLite does the
 * sorting, so no build holds them all in memory. Columns have the names of the parsed rows.
 */

const LICENSE = [
  'licenseType',
  'digits',
  'rank',
  'businessName',
  'licenseeName',
  'city',
  'zip',
  'countyCode',
  'primaryStatus',
  'secondaryStatus',
  'expiresOn',
  'lastInspectedOn',
  'riskLevel',
  'mailingAddress',
  'phone',
] as const satisfies readonly (keyof LicenseRow)[];

const VISIT = [
  'visitId',
  'licenseType',
  'digits',
  'licenseId',
  'caseId',
  'visitNumber',
  'visitedOn',
  'inspectionType',
  'disposition',
  'total',
  'highPriority',
  'intermediate',
  'basic',
  'categories',
  'businessName',
  'city',
  'zip',
  'countyCode',
  'district',
] as const satisfies readonly (keyof VisitRow)[];

const OBSERVATION = [
  'visitId',
  'position',
  'code',
  'category',
  'tier',
  'text',
  'flags',
] as const satisfies readonly (keyof ObservationRow)[];

const CLOSURE = [
  'digits',
  'closedOn',
  'businessName',
  'conditions',
  'reopenedOn',
] as const satisfies readonly (keyof ClosureRow)[];

const APPLICATION = [
  'kind',
  'applicationNumber',
  'licenseType',
  'digits',
  'approvedOn',
] as const satisfies readonly (keyof ApplicationRow)[];

const ORDER = [
  'licenseType',
  'digits',
  'caseNumber',
  'orderedOn',
  'violationOn',
  'violations',
  'fineCents',
] as const satisfies readonly (keyof OrderRow)[];

/** `isPlain`: every row that it refused is known, so a row that it lacks was removed. */
const FILE = ['place', 'slot', 'district', 'fileDate', 'firstDay', 'lastDay', 'isNewest', 'isPlain'] as const;

const SCHEMA = `
  create table files (${FILE.join(', ')}, primary key (place)) without rowid;
  create table refused (file integer, visitId, digits);
  create table licenses (file integer, ${LICENSE.join(', ')});
  create table visits (file integer, ${VISIT.join(', ')});
  create table observations (file integer, ${OBSERVATION.join(', ')});
  create table closures (file integer, ${CLOSURE.join(', ')});
  create table applications (file integer, ${APPLICATION.join(', ')});
  create table orders (file integer, ${ORDER.join(', ')});`;

/** Found by the columns that name the same thing in every file. */
const INDEXES = `
  create index files_of_slot on files (slot, place);
  create index refused_of_file on refused (file);
  create index visits_by_key on visits (visitId);
  create index observations_by_key on observations (visitId);
  create index closures_by_key on closures (digits, closedOn);
  create index applications_by_key on applications (kind, applicationNumber, licenseType, digits);
  create index orders_by_key on orders (licenseType, digits, caseNumber, orderedOn);`;

/** Creates an empty database for rows in a folder. The caller closes it. */
export function createStaging(folder: string): DatabaseSync {
  return createSqliteFile(path.join(folder, 'staging.sqlite'), SCHEMA);
}

/** Stages the rows of files in the order of the files. */
export async function stageFiles(staging: DatabaseSync, files: readonly FileInUse[]): Promise<void> {
  staging.exec('begin');
  const newest = newestFiles(files);
  for (const [place, file] of files.entries()) {
    stageFile(staging, place, file, newest.has(file));
    await stageRows(staging, place, file);
  }
  staging.exec(INDEXES);
  staging.exec('commit');
}

function stageFile(staging: DatabaseSync, place: number, file: FileInUse, isNewest: boolean): void {
  const { kind, slot, district, fileDate, coveredDays, refusedRows, rowsRefused } = file;
  const read = kind === 'final_orders' ? refusedOrders : refusedVisits;
  const refused = read(refusedRows, rowsRefused);
  const row = {
    place,
    slot,
    district: district ?? 0,
    fileDate,
    firstDay: coveredDays?.first ?? null,
    lastDay: coveredDays?.last ?? null,
    isNewest,
    isPlain: refused.isWhole,
  };
  prepareInsert<typeof row>(staging, 'files', FILE)(row);
  const insert = staging.prepare('insert into refused (file, visitId, digits) values (?, ?, ?)');
  for (const visitId of refused.visitIds) insert.run(place, visitId, null);
  for (const digits of refused.licenses) insert.run(place, null, digits);
}

async function stageRows(staging: DatabaseSync, file: number, { readRows }: FileInUse): Promise<void> {
  for await (const records of readRows())
    switch (records.kind) {
      case 'licenses':
        stage(staging, 'licenses', LICENSE, file, records.rows);
        break;
      case 'inspections':
        stage(staging, 'visits', VISIT, file, records.rows);
        break;
      case 'closures':
        stage(staging, 'closures', CLOSURE, file, records.rows);
        break;
      case 'new_licenses':
      case 'ownership_changes':
        stage(staging, 'applications', APPLICATION, file, records.rows);
        break;
      case 'final_orders':
        stage(staging, 'orders', ORDER, file, records.rows);
        break;
      case 'observations': {
        const rows = records.rows.map((row) => ({ ...row, flags: row.flags.join(',') }));
        stage(staging, 'observations', OBSERVATION, file, rows);
        break;
      }
    }
}

function stage<Row extends object>(
  staging: DatabaseSync,
  table: string,
  columns: readonly (keyof Row & string)[],
  file: number,
  rows: readonly Row[],
): void {
  const insert = prepareInsert<Row>(staging, table, columns, { file });
  for (const row of rows) insert(row);
}

/** A license row as it is staged, with what is known of its file. */
export interface StagedLicense extends LicenseRow {
  readonly file: number;
  readonly fileDistrict: number;
  readonly fileDate: string | null;
  /** Whether its file is the newest of its slot. */
  readonly isNewest: number;
}

/** What a build reads of one license type, each list in the order of digits. */
export interface StagedRows {
  readonly numbers: Iterable<{ readonly digits: string }>;
  readonly licenses: Iterable<StagedLicense>;
  readonly visits: Iterable<Omit<VisitRow, 'pda'>>;
  readonly observations: Iterable<Omit<ObservationRow, 'flags'> & { digits: string; flags: string }>;
  readonly ownershipChanges: Iterable<{ readonly digits: string; readonly approvedOn: string }>;
  readonly closures: Iterable<ClosureRow>;
  readonly orders: Iterable<OrderRow & { readonly fileDate: string | null }>;
}

/** Reads the staged rows of one license type. Closures name no license type. */
export function readStaged(staging: DatabaseSync, licenseType: string): StagedRows {
  const read = <Row extends object>(statement: string) => iterateRows<Row>(staging, statement, licenseType);
  return {
    numbers: read(
      `select digits from licenses where licenseType = ?1 union select digits from visits where licenseType = ?1 order by digits`,
    ),
    licenses: read(
      `select ${columnsOf('licenses', LICENSE)}, file, files.district as fileDistrict, fileDate, isNewest
       from licenses join files on place = file where licenseType = ? order by digits, licenses.rowid`,
    ),
    visits: read(
      `select ${columnsOf('visits', VISIT)} from visits where licenseType = ? order by digits, visitId`,
    ),
    observations: read(
      `select ${columnsOf('observations', OBSERVATION)}, digits from observations join visits using (visitId)
       where licenseType = ? order by digits, visitId, position`,
    ),
    ownershipChanges: read(
      `select digits, approvedOn from applications where licenseType = ? and kind = 'ownership_change'
       order by digits, applicationNumber`,
    ),
    closures: iterateRows(
      staging,
      `select ${columnsOf('closures', CLOSURE)} from closures order by digits, closedOn`,
    ),
    orders: read(
      `select ${columnsOf('orders', ORDER)}, fileDate from orders join files on place = file
       where licenseType = ? order by digits, orderedOn desc, caseNumber desc`,
    ),
  };
}

/** Reads every application in force, of licenses that no license file lists yet as well. */
export function readApplications(staging: DatabaseSync): Iterable<ApplicationRow> {
  return iterateRows(
    staging,
    `select ${APPLICATION.join(', ')} from applications order by kind, digits, licenseType, applicationNumber`,
  );
}

function columnsOf(table: string, columns: readonly string[]): string {
  return columns.map((column) => `${table}.${column}`).join(', ');
}
