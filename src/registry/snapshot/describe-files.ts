import type { IsoDate } from '../../lib/dates.ts';
import { isFirstLicenseFile, listMissingSlots, listNotRefreshed } from '../intake/coverage.ts';
import type { Coverage } from '../intake/coverage-schemas.ts';
import type { DistrictCover } from '../published-state/covers.ts';
import { type FileInUse, newestFiles } from './file-in-use.ts';

/** The part of coverage that follows from the files in use. */
export type FilesCoverage = Pick<
  Coverage,
  'districts' | 'files' | 'first_license_files' | 'set_aside' | 'not_refreshed' | 'missing'
>;

/** Describes what the records rest on. Pure. */
export function describeFiles(
  files: readonly FileInUse[],
  districts: readonly DistrictCover[],
  asOf: IsoDate,
): FilesCoverage {
  const newest = newestFiles(files);
  const inUse = newest.map(({ entry }) => entry);
  return {
    districts: [...districts],
    files: inUse,
    first_license_files: newest.filter((file) => isFirst(file, files)).map(({ entry }) => entry.slot),
    set_aside: files
      .filter((file) => !newest.includes(file))
      .map(({ entry }) => entry)
      .reverse(),
    not_refreshed: listNotRefreshed(inUse, asOf),
    missing: listMissingSlots(new Set(inUse.map(({ slot }) => slot))),
  };
}

function isFirst({ entry }: FileInUse, files: readonly FileInUse[]): boolean {
  const ofSlot = files.filter((other) => other.entry.slot === entry.slot);
  return isFirstLicenseFile(entry, ofSlot.at(-2)?.entry.file_date);
}
