import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import type { ServedFile } from '../../../http/answers/file-answers.ts';
import { AppError } from '../../../http/errors/errors.ts';
import type { IsoDate } from '../../../lib/time/dates.ts';
import { MEDIA_TYPES, WORKBOOK_ENDING, WORKBOOK_TYPE } from '../file-formats.ts';
import type { DataManifest } from '../schemas.ts';
import { WORKBOOK_ROWS_MAX } from '../workbook-store.ts';
import { manifestOf } from './manifest.ts';
import { lastOfEachDay, type SetName, type StoredSet } from './sets.ts';
import { findStoredSet, isMissing, listSetNames } from './sets-store.ts';

/** Provides the sets in this process's folder. */
export interface FileSets {
  /**
   * Returns the manifest of a day's files or, without a day, the newest files. Throws `not_found`, or
   * `not_ready` if there is no set at all.
   */
  getManifest(day?: IsoDate): Promise<DataManifest>;
  /** Returns the newest manifest, or undefined if there is no set at all. */
  findNewest(): Promise<DataManifest | undefined>;
  /**
   * Opens a file from a day's set or the newest set. The caller must close the file. Throws the same errors
   * as `getManifest`.
   */
  openFile(
    day: IsoDate | undefined,
    name: string,
  ): Promise<{ readonly file: ServedFile; readonly handle: FileHandle }>;
}

export function createFileSets(folder: string, baseUrl: string): FileSets {
  // A set never changes, so its cached description is valid as long as the set exists.
  const known = new Map<string, StoredSet>();

  const findSet = async (kept: readonly SetName[], day: IsoDate | undefined) => {
    const name = day === undefined ? kept[0] : kept.find((each) => each.day === day);
    if (!name) return undefined;
    const set = known.get(name.name) ?? (await findStoredSet(folder, name.name));
    if (!set) return undefined;
    for (const each of known.keys()) if (!kept.some(({ name }) => name === each)) known.delete(each);
    known.set(name.name, set);
    return { name, set };
  };
  const getSet = async (day: IsoDate | undefined) => {
    const kept = lastOfEachDay(await listSetNames(folder));
    const found = await findSet(kept, day);
    if (found) return { kept, ...found };
    if (kept.length === 0)
      throw new AppError('not_ready', 'No files have been made yet; try again in a minute.', {
        headers: { 'retry-after': '60' },
      });
    throw new AppError('not_found', 'There are no files of this day. /data/manifest.json lists the days.');
  };
  const getManifest = async (day?: IsoDate) => {
    const { set, kept } = await getSet(day);
    return manifestOf(set, kept, baseUrl);
  };
  return {
    getManifest,
    async findNewest() {
      const kept = lastOfEachDay(await listSetNames(folder));
      const found = await findSet(kept, undefined);
      return found && manifestOf(found.set, kept, baseUrl);
    },
    async openFile(day, wanted) {
      const { name, set } = await getSet(day);
      const stored = servedFiles(set).find((each) => each.name === wanted);
      // Only a file name that the set lists becomes part of a path.
      const handle = stored && (await openIfThere(path.join(folder, name.name, stored.name)));
      if (!stored || !handle) throw new AppError('not_found', describeMissing(set, wanted, baseUrl));
      const { type, bytes, sha256 } = stored;
      const file = { name: stored.name, type, bytes, sha256 };
      return { file: { ...file, modifiedAt: new Date(set.published_at) }, handle };
    },
  };
}

function servedFiles({ tables }: StoredSet) {
  return tables.flatMap(({ files, workbook }) => [
    ...files.map((each) => ({ ...each, type: MEDIA_TYPES[each.format] })),
    ...(workbook ? [{ ...workbook, type: WORKBOOK_TYPE }] : []),
  ]);
}

/** Returns a message that points to the CSV file if a table has no workbook. */
function describeMissing({ tables }: StoredSet, wanted: string, baseUrl: string): string {
  const table = tables.find(({ name }) => wanted === `${name}.${WORKBOOK_ENDING}`);
  return table
    ? `This table has ${table.rows} rows and no workbook of this day; one is made of at most ${WORKBOOK_ROWS_MAX} rows. The same table as CSV: ${baseUrl}/data/latest/${table.name}.csv.`
    : 'There is no such file. The manifest of the day lists the files.';
}

/**
 * Opens a file. Returns undefined if the file is gone because a newer set for the day has just replaced this
 * one.
 */
async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
