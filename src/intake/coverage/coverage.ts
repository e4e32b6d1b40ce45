import { daysBetween, type IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { renewedWeekly } from './renewed-weekly.ts';
import type { Coverage, CoveredFile } from './schemas.ts';

/** Summarizes the files in use by their own content. */

type InUse = Pick<CoveredFile, 'slot' | 'kind' | 'district' | 'file_date'>;

/** Lists the files that should be renewed each week and are too old. */
export function listNotRefreshed(inUse: readonly InUse[], asOf: IsoDate): Coverage['not_refreshed'] {
  return renewedWeekly(inUse).flatMap(({ slot, file_date: fileDate }) => {
    const days = fileDate === null ? 0 : daysBetween(fileDate, asOf);
    return fileDate !== null && days > REGULATOR.renewedWithinDays
      ? [{ slot, file_date: fileDate, days }]
      : [];
  });
}

/** Lists the districts without any file so far. A statewide file of inspections counts for all of them. */
export function listMissingSlots(slots: ReadonlySet<string>): string[] {
  const has = (prefix: string) => [...slots].some((slot) => slot === prefix || slot.startsWith(`${prefix}:`));
  const inspections = has('inspections:statewide')
    ? []
    : REGULATOR.districts.map((district) => `inspections:district-${district}`);
  return [...REGULATOR.districts.map((district) => `licenses:district-${district}`), ...inspections].filter(
    (slot) => !has(slot),
  );
}

/** Returns whether two license files are so far apart that most of their content has changed. */
export function isTooOld(before: IsoDate | null, after: IsoDate | null): boolean {
  if (before === null || after === null) return false;
  return Math.abs(daysBetween(before, after)) > REGULATOR.profiles.licenses.daysMax;
}

/**
 * Returns whether a license file had no earlier file to compare with, so that missing rows would not show.
 */
export function isFirstLicenseFile(
  { kind, file_date: fileDate }: InUse,
  dateBefore: IsoDate | null | undefined,
): boolean {
  if (kind !== 'licenses' || fileDate === null) return false;
  return dateBefore === undefined || isTooOld(dateBefore, fileDate);
}
