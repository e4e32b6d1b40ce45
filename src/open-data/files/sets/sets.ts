import path from 'node:path';
import { addDays, type IsoDate, jurisdictionDay } from '../../../lib/time/dates.ts';
import type { DistrictCover } from '../../../published-state/covers.ts';
import type { Format } from '../file-formats.ts';
import type { TableName } from '../open-tables.ts';

/**
 * A set of files: all tables of one publication. Its folder's name identifies the publication, so a set never
 * changes. Pure.
 */

/** Increase it with every change of tables, columns or formats, so that the files are written again. */
const FILES_FORMAT = 1;

/** Returns the folder of the sets. */
export function setsFolder(dataDir: string): string {
  return path.join(dataDir, 'files');
}

export interface SetName {
  readonly name: string;
  /** The moment of the publication, ISO 8601. */
  readonly publishedAt: string;
  /** The jurisdiction's day of the publication, which is the day in the addresses. */
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

/** The data stored next to the files of a set. It does not include the address of the service. */
export interface StoredSet {
  readonly published_at: string;
  readonly as_of: IsoDate;
  readonly data_as_of: IsoDate;
  readonly score_version: string;
  readonly fictional: boolean;
  readonly covers: readonly DistrictCover[];
  /**
   * A text of an inspector was removed since the previous set: that set, and all earlier ones, must be
   * deleted.
   */
  readonly struck_out?: true;
  readonly tables: readonly {
    readonly name: TableName;
    readonly rows: number;
    readonly files: readonly StoredFile[];
    /** Undefined for a table that is too long for one, and in sets from before workbooks existed. */
    readonly workbook?: StoredWorkbook | undefined;
  }[];
}

const SET_NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-f(\d{1,4})$/;

/** Without a colon, which some file systems refuse. */
export function setName(publishedAt: string): SetName {
  const moment = new Date(publishedAt);
  const name = `${moment.toISOString().replaceAll(':', '-')}-f${FILES_FORMAT}`;
  return { name, publishedAt: moment.toISOString(), day: jurisdictionDay(moment) };
}

/** Returns undefined for a name that is not a finished set of this format. */
export function parseSetName(name: string): SetName | undefined {
  const [, date, hours, minutes, seconds, format] = SET_NAME.exec(name) ?? [];
  if (Number(format) !== FILES_FORMAT) return undefined;
  const moment = new Date(`${date}T${hours}:${minutes}:${seconds}`);
  return Number.isNaN(moment.getTime()) ? undefined : setName(moment.toISOString());
}

/** Returns the sets that are served: the last of each day, newest first. */
export function lastOfEachDay(sets: readonly SetName[]): SetName[] {
  const newest = [...sets].sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  return newest.filter(({ day }, index) => newest.findIndex((each) => each.day === day) === index);
}

/**
 * Returns the sets to remove: sets that a later one of the same day replaced, and sets of more than
 * `daysKept` days ago. After a restored backup, sets of later publications are removed too. The current one
 * stays as long as any are kept.
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

/** Returns the sets that contain text which a later one removed. */
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
