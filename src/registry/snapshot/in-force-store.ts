import type { DatabaseSync } from 'node:sqlite';

/**
 * Decides which of several rows about the same thing is in force, and deletes the others. Rows are staged in file order, so the
 * newer of two rows has the higher rowid. License rows all stay: the older ones show under which names a license was listed.
 */
export function keepRowsInForce(staging: DatabaseSync): void {
  staging.exec('begin');
  deleteRemoved(staging, 'visits', 'visitedOn', 'visits.visitId');
  deleteRemoved(staging, 'orders', 'orderedOn', 'null');
  deleteOlder(staging, 'visits', ['visitId']);
  deleteOlder(staging, 'orders', ['licenseType', 'digits', 'caseNumber', 'orderedOn']);
  deleteOlder(staging, 'closures', ['digits', 'closedOn']);
  deleteOlder(staging, 'applications', ['kind', 'applicationNumber', 'licenseType', 'digits']);
  deleteOlderTexts(staging);
  staging.exec('commit');
}

/**
 * Deletes rows of days that a newer file of the slot covers: that file lists them again, or the regulator removed them. A file
 * that may list a row among those it refused says nothing about it.
 */
function deleteRemoved(staging: DatabaseSync, table: string, day: string, visitId: string): void {
  staging.exec(`delete from ${table} where exists (
    select 1 from files own join files newer on newer.slot = own.slot and newer.place > own.place
    where own.place = ${table}.file and ${table}.${day} between newer.firstDay and newer.lastDay
      and newer.isPlain and not exists (
        select 1 from refused where refused.file = newer.place
          and (refused.visitId = ${visitId} or refused.digits = ${table}.digits)))`);
}

/** Deletes rows that a newer row says something else about. */
function deleteOlder(staging: DatabaseSync, table: string, key: readonly string[]): void {
  const isSame = key.map((column) => `newer.${column} = ${table}.${column}`).join(' and ');
  staging.exec(
    `delete from ${table} where exists (select 1 from ${table} newer where ${isSame} and newer.rowid > ${table}.rowid)`,
  );
}

/** The texts of a visit are those of the newest file that has any of it. */
function deleteOlderTexts(staging: DatabaseSync): void {
  staging.exec(`delete from observations where exists (
    select 1 from observations newer where newer.visitId = observations.visitId
      and (newer.file > observations.file
        or (newer.position = observations.position and newer.rowid > observations.rowid)))`);
}
