import path from 'node:path';
import { addDays, type IsoDate, jurisdictionDay } from '../../../lib/time/dates.ts';
import type { DistrictCover } from '../../../published-state/covers.ts';
import type { Format } from '../file-formats.ts';
import type { TableName } from '../open-tables.ts';

/** A set of files: all tables of one publication. Its folder's name says which publication, so a set is never changed. Pure. */

/** To be raised with every change of tables, columns or formats, so that the files are written anew. */
export const FILES_FORMAT = 1;

/** Where the sets are. */
export function setsFolder(dataDir: string): string {
  return path.join(dataDir, 'files');
}

export interface SetName {
  readonly name: string;
  /** The moment of the publication, ISO 8601. */
  readonly publishedAt: string;
  /** The day of the publication, as the jurisdiction has it: the day in the addresses. */
  readonly day: IsoDate;
}

/** One file as it is on disk. */
export interface StoredFile {
  readonly format: Format;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A table's workbook as it is on disk. */
export type StoredWorkbook = Omit<StoredFile, 'format'>;

/** What is kept beside the files of a set; where the service stands is not part of it. */
export interface StoredSet {
  readonly published_at: string;
  readonly as_of: IsoDate;
  readonly data_as_of: IsoDate;
  readonly score_version: string;
  readonly fictional: boolean;
  readonly covers: readonly DistrictCover[];
  /** Something was struck out of an inspector's text that the set before it has: that one, and all before, must go. */
  readonly struck_out?: true;
  readonly tables: readonly {
    readonly name: TableName;
    readonly rows: number;
    readonly files: readonly StoredFile[];
    /** Undefined for a table that is too long for one, and in sets of before there were workbooks. */
    readonly workbook?: StoredWorkbook | undefined;
  }[];
}

const SET_NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-f(\d{1,4})$/;

/** No colon, which some file systems refuse. */
export function setName(publishedAt: string): SetName {
  const moment = new Date(publishedAt);
  const name = `${moment.toISOString().replaceAll(':', '-')}-f${FILES_FORMAT}`;
  return { name, publishedAt: moment.toISOString(), day: jurisdictionDay(moment) };
}

/** Undefined for what is no set: one of another format, or one that is being written. */
export function parseSetName(name: string): SetName | undefined {
  const [, date, hours, minutes, seconds, format] = SET_NAME.exec(name) ?? [];
  if (Number(format) !== FILES_FORMAT) return undefined;
  const moment = new Date(`${date}T${hours}:${minutes}:${seconds}`);
  return Number.isNaN(moment.getTime()) ? undefined : setName(moment.toISOString());
}

/** The sets that are served: the last of each day, the newest first. */
export function lastOfEachDay(sets: readonly SetName[]): SetName[] {
  const newest = [...sets].sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  return newest.filter(({ day }, index) => newest.findIndex((each) => each.day === day) === index);
}

/**
 * What is to be removed: sets that a later one of the same day replaced, sets of more than `daysKept` days ago, and sets of
 * a publication later than the current one, which a restored backup does not know. The current one stays as long as any are kept.
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

/** The sets that have what a later one struck out. */
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
