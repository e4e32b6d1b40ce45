import type { DatabaseSync } from 'node:sqlite';
import { iterateRows } from '../../platform/db/sqlite/new-sqlite-file.ts';
import type {
  ApplicationRow,
  ClosureRow,
  ObservationRow,
  OrderRow,
  VisitRow,
} from '../../regulator/source/parsed-file.ts';
import { APPLICATION, CLOSURE, type HeldLicense, LICENSE, OBSERVATION, ORDER, VISIT } from './staged-rows.ts';

/** Reads the rows for a build, after the rows that are not in force have been deleted. */

/** A staged license row, with facts about its file. */
export interface StagedLicense extends HeldLicense {
  readonly fileId: number;
  readonly fileDistrict: number;
  readonly fileDate: string | null;
  /** 1 if the row's file is the newest in its slot. */
  readonly isNewest: number;
}

/** The rows of one license type for a build, each list sorted by digits. */
export interface StagedRows {
  readonly numbers: Iterable<{ readonly digits: string }>;
  /** License rows, oldest file first. */
  readonly licenses: Iterable<StagedLicense>;
  readonly visits: Iterable<VisitRow>;
  readonly observations: Iterable<Omit<ObservationRow, 'flags'> & { digits: string; flags: string }>;
  readonly ownershipChanges: Iterable<{ readonly digits: string; readonly approvedOn: string }>;
  readonly closures: Iterable<ClosureRow>;
  readonly orders: Iterable<OrderRow & { readonly fileDate: string | null }>;
}

/** Reads the rows of one license type, and all closures, because closures do not include a license type. */
export function readRows(staging: DatabaseSync, licenseType: string): StagedRows {
  const read = <Row extends object>(statement: string) => iterateRows<Row>(staging, statement, licenseType);
  return {
    numbers: read(
      `select digits from licenses where licenseType = ?1 union select digits from visits where licenseType = ?1 order by digits`,
    ),
    licenses: read(
      `select ${columnsOf('licenses', LICENSE)}, formerNames, file as fileId, files.district as fileDistrict, fileDate,
         not exists (select 1 from files later where later.slot = files.slot and later.place > files.place) as isNewest
       from licenses join files on id = file where licenseType = ? order by digits, place`,
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
      `select ${columnsOf('orders', ORDER)}, fileDate from orders join files on id = file
       where licenseType = ? order by digits, orderedOn desc, caseNumber desc`,
    ),
  };
}

/** Reads every application in force, including those for licenses that no license file lists yet. */
export function readApplications(staging: DatabaseSync): Iterable<ApplicationRow> {
  return iterateRows(
    staging,
    `select ${APPLICATION.join(', ')} from applications order by kind, digits, licenseType, applicationNumber`,
  );
}

function columnsOf(table: string, columns: readonly string[]): string {
  return columns.map((column) => `${table}.${column}`).join(', ');
}
