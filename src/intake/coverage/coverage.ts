import { daysBetween, type IsoDate } from '../../lib/time/dates.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { Coverage, CoveredFile } from './schemas.ts';

/** Summarizes the files in use, based on their own content. */

type InUse = Pick<CoveredFile, 'slot' | 'kind' | 'district' | 'file_date'>;

interface DatedFile {
  readonly kind: string;
  readonly district: number | null;
  readonly file_date: string | null;
}

/** Lists the files that should be renewed weekly but are older than that. */
export function listNotRefreshed(inUse: readonly InUse[], asOf: IsoDate): Coverage['not_refreshed'] {
  return renewedWeekly(inUse).flatMap(({ slot, file_date: fileDate }) => {
    const days = fileDate === null ? 0 : daysBetween(fileDate, asOf);
    return fileDate !== null && days > REGULATOR.renewedWithinDays
      ? [{ slot, file_date: fileDate, days }]
      : [];
  });
}

/** Lists the slots that do not have a file yet. A statewide inspection file counts for every district. */
export function listMissingSlots(slots: ReadonlySet<string>): string[] {
  const has = (prefix: string) => [...slots].some((slot) => slot === prefix || slot.startsWith(`${prefix}:`));
  const inspections = has('inspections:statewide')
    ? []
    : REGULATOR.districts.map((district) => `inspections:district-${district}`);
  return [...REGULATOR.districts.map((district) => `licenses:district-${district}`), ...inspections].filter(
    (slot) => !has(slot),
  );
}

/** Returns true if two license files are so far apart in time that most of their content has changed. */
export function isTooOld(before: IsoDate | null, after: IsoDate | null): boolean {
  if (before === null || after === null) return false;
  return Math.abs(daysBetween(before, after)) > REGULATOR.profiles.licenses.daysMax;
}

/**
 * Returns true if a license file had no earlier file to compare with, so that missing rows would go
 * unnoticed.
 */
export function isFirstLicenseFile(
  { kind, file_date: fileDate }: InUse,
  dateBefore: IsoDate | null | undefined,
): boolean {
  if (kind !== 'licenses' || fileDate === null) return false;
  return dateBefore === undefined || isTooOld(dateBefore, fileDate);
}

/**
 * Lists the files in use that the regulator renews weekly: license extracts, and each district's newest
 * inspections. A statewide workbook is not renewed once the districts' own files cover later days.
 */
export function renewedWeekly<File extends DatedFile>(inUse: readonly File[]): File[] {
  const newest = new Map<string, File>();
  for (const file of inUse) {
    if (file.kind !== 'licenses' && file.kind !== 'inspections') continue;
    const place = `${file.kind}:${file.district ?? 'statewide'}`;
    const other = newest.get(place);
    if (!other || dayOf(file) > dayOf(other)) newest.set(place, file);
  }
  const found = [...newest.values()];
  return found.filter((file) => file.district !== null || !found.some((other) => outruns(other, file)));
}

function outruns(other: DatedFile, statewide: DatedFile): boolean {
  return other.kind === statewide.kind && other.district !== null && dayOf(other) > dayOf(statewide);
}

/** Returns an empty string for a file without a date, which sorts as older than any other. */
function dayOf({ file_date: day }: DatedFile): string {
  return day ?? '';
}
