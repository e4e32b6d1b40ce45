import { daysBetween, type IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { renewedWeekly } from './renewed-weekly.ts';
import type { Coverage, CoveredFile } from './schemas.ts';

/** What the files in use say of themselves together. Pure. */

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

/** Lists the districts of which no file was ever read; a statewide file of inspections counts for all of them. */
export function listMissingSlots(slots: ReadonlySet<string>): string[] {
  const has = (prefix: string) => [...slots].some((slot) => slot === prefix || slot.startsWith(`${prefix}:`));
  const inspections = has('inspections:statewide')
    ? []
    : REGULATOR.districts.map((district) => `inspections:district-${district}`);
  return [...REGULATOR.districts.map((district) => `licenses:district-${district}`), ...inspections].filter(
    (slot) => !has(slot),
  );
}

/** Returns whether so much time is between two license files that most of what they list has changed. */
export function isTooOld(before: IsoDate | null, after: IsoDate | null): boolean {
  if (before === null || after === null) return false;
  return Math.abs(daysBetween(before, after)) > REGULATOR.profiles.licenses.daysMax;
}

/** Returns whether a license file was compared with no file before it, so that what it lacks would not show. */
export function isFirstLicenseFile(
  { kind, file_date: fileDate }: InUse,
  dateBefore: IsoDate | null | undefined,
): boolean {
  if (kind !== 'licenses' || fileDate === null) return false;
  return dateBefore === undefined || isTooOld(dateBefore, fileDate);
}
