import path from 'node:path';
import { addDays, type IsoDate, jurisdictionDay } from '../../../lib/time/dates.ts';
import type { DistrictCover } from '../../../published-state/covers.ts';
import type { Format } from '../file-formats.ts';
import type { TableName } from '../open-tables.ts';

/**
 * A set of files, which contains all tables of one publication. The name of its folder identifies the
 * publication, so a set never changes. Pure.
 */

/** Increase this with every change to tables, columns, or formats, so that the files are written again. */
const FILES_FORMAT = 1;

/** Returns the folder that holds the sets. */
export function setsFolder(dataDir: string): string {
  return path.join(dataDir, 'files');
}

export interface SetName {
  readonly name: string;
  /** The time of publication, ISO 8601. */
  readonly publishedAt: string;
  /** The publication's date in the jurisdiction's time zone, which is used in URLs. */
  readonly day: IsoDate;
}

/** One file on disk. */
export interface StoredFile {
  readonly format: Format;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A table's workbook on disk. */
export type StoredWorkbook = Omit<StoredFile, 'format'>;

/** The data stored next to a set's files. It does not include the service's URL. */
export interface StoredSet {
  readonly published_at: string;
  readonly as_of: IsoDate;
  readonly data_as_of: IsoDate;
  readonly score_version: string;
  readonly fictional: boolean;
  readonly covers: readonly DistrictCover[];
  /**
   * Present if part of an inspector's text was removed since the previous set. The previous set and all
   * earlier ones must then be deleted.
   */
  readonly struck_out?: true;
  readonly tables: readonly {
    readonly name: TableName;
    readonly rows: number;
    readonly files: readonly StoredFile[];
    /**
     * Undefined for a table that is too long for a workbook, and in sets made before there were workbooks.
     */
    readonly workbook?: StoredWorkbook | undefined;
  }[];
}

const SET_NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-f(\d{1,4})$/;

/** Returns a set's name. It does not contain colons, which some file systems reject. */
export function setName(publishedAt: string): SetName {
  const moment = new Date(publishedAt);
  const name = `${moment.toISOString().replaceAll(':', '-')}-f${FILES_FORMAT}`;
  return { name, publishedAt: moment.toISOString(), day: jurisdictionDay(moment) };
}

/** Parses a set's name. Returns undefined unless it names a finished set in this format. */
export function parseSetName(name: string): SetName | undefined {
  const [, date, hours, minutes, seconds, format] = SET_NAME.exec(name) ?? [];
  if (Number(format) !== FILES_FORMAT) return undefined;
  const moment = new Date(`${date}T${hours}:${minutes}:${seconds}`);
  return Number.isNaN(moment.getTime()) ? undefined : setName(moment.toISOString());
}

/** Returns the sets that are served: the last one of each day, newest first. */
export function lastOfEachDay(sets: readonly SetName[]): SetName[] {
  const newest = [...sets].sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  return newest.filter(({ day }, index) => newest.findIndex((each) => each.day === day) === index);
}

/**
 * Returns the sets to remove: those that a later set on the same day replaced, and those from more than
 * `daysKept` days ago. After a backup is restored, sets from later publications are removed too. The current
 * set is kept as long as any are kept.
 */
export function listOutdated(
  sets: readonly SetName[],
  { publishedAt, today, daysKept }: { publishedAt: string; today: IsoDate; daysKept: number },
): SetName[] {
  const known = sets.filter((each) => each.publishedAt <= publishedAt);
  const served = lastOfEachDay(known);
  const kept = served.filter(
    (each) => daysKept > 0 && (each.publishedAt === publishedAt || each.day > addDays(today, -daysKept)),
  );
  return sets.filter((each) => !kept.includes(each));
}

/** Returns the sets that contain text that was removed from a later set. */
export function listBeforeStruckOut(
  sets: readonly SetName[],
  isStruckOut: (set: SetName) => boolean,
): SetName[] {
  const newest = sets
    .filter(isStruckOut)
    .map(({ publishedAt }) => publishedAt)
    .sort()
    .at(-1);
  return newest === undefined ? [] : sets.filter(({ publishedAt }) => publishedAt < newest);
}
