import { addDays, addMonths, type IsoDate } from '../../../src/lib/time/dates.ts';
import { type Closure, listOrders } from './license-rows.ts';
import { DISTRICTS, inventRegister, type License, type Register } from './register.ts';
import type { Habit } from './server.ts';
import { closuresOfWeek, type FileWriter, openFileWriter, type SiteFile, sundaysOf } from './site-files.ts';

/** The files that are on the site on the first day, and the changes on each later day. */

/** This is a Wednesday, so Monday's editions are two days old. */
export const FIRST_DAY: IsoDate = '2026-10-07';
const FIRST_EDITION: IsoDate = '2026-10-05';
export const DAYS = 30;
const RUNNING_YEAR = 2026;
/** Fiscal years that have a workbook, newest first, and the style of each header row. */
export const FINISHED_YEARS = [
  { year: 2025, style: 'stale' },
  { year: 2024, style: 'database' },
  { year: 2023, style: 'database' },
] as const;
/** Weeks that were never posted. */
const MISSING_SUNDAYS: ReadonlySet<IsoDate> = new Set(['2026-05-24', '2026-10-18']);
const WEEK_STYLES: Readonly<Record<IsoDate, 'legacy_title' | 'legacy_format'>> = {
  '2026-03-15': 'legacy_title',
  '2026-08-09': 'legacy_format',
};
const MONTHS_OF_FINES = 12;

/** District 4's file loses existing licenses, and District 2's file ends too early. */
export const REMOVED = { district: 4, from: '2026-10-19', share: 0.04 } as const;
export const CUT = { district: 2, from: '2026-10-19', to: '2026-10-26', share: 0.6 } as const;
const SOFT_404 = { path: '/sto/file_download/extracts/3fdinspi.csv', on: '2026-10-14', days: 2 } as const;
const HABITS: Readonly<Record<IsoDate, Habit>> = {
  '2026-10-29': 'challenge',
  '2026-10-30': 'limited',
  '2026-10-31': 'elsewhere',
};

export interface World {
  readonly register: Register;
  /** Writes the files for the first day one after another, starting with the small ones. */
  firstFiles(): AsyncGenerator<SiteFile>;
  /** Writes the files that are new on a day. */
  change(day: IsoDate): AsyncGenerator<SiteFile>;
  /** Writes a truncated copy of District 6's licenses, as the first file that the site ever sent. */
  cutFirstFile(): Promise<SiteFile>;
}

export function openWorld(options: {
  readonly seed: number;
  readonly rows: number;
  readonly folder: string;
}): World {
  const register = inventRegister({
    seed: options.seed,
    rows: options.rows,
    day: addDays(FIRST_EDITION, -1),
    since: '2023-07-01',
    until: addDays(FIRST_DAY, DAYS + 7),
  });
  const writer = openFileWriter(register, options.folder);
  const orders = listOrders(register, { since: '2025-01-01', day: addDays(FIRST_DAY, DAYS) });
  return {
    register,
    firstFiles: () => writeFirst(writer, orders),
    change: (day) => writeChange(writer, day, orders.closures),
    cutFirstFile: () => writer.licenses(CUT_FIRST_DISTRICT, FIRST_EDITION, { share: CUT.share, flaw: 'cut' }),
  };
}

export const CUT_FIRST_DISTRICT = 6;

/** Returns true if the license is one of those that its district's file loses all at once. */
export function isRemoved({ key, county }: License): boolean {
  return county.district === REMOVED.district && key % Math.round(1 / REMOVED.share) === 0;
}

async function* writeFirst(
  writer: FileWriter,
  { closures, complaints }: ReturnType<typeof listOrders>,
): AsyncGenerator<SiteFile> {
  for (const district of DISTRICTS) yield await writer.licenses(district, FIRST_EDITION);
  for (const district of DISTRICTS) yield await writer.runningYear(district, RUNNING_YEAR, FIRST_EDITION);
  for (const kind of ['new_licenses', 'ownership_changes'] as const)
    yield await writer.applications(kind, RUNNING_YEAR, FIRST_EDITION);
  for (const sunday of sundaysOf(RUNNING_YEAR, FIRST_DAY)) {
    if (isPosted(sunday, closures))
      yield await writer.closures(sunday, closures, WEEK_STYLES[sunday] ?? 'usual');
  }
  yield await writer.closureArchive(RUNNING_YEAR - 1, closures);
  for (let months = MONTHS_OF_FINES; months >= 1; months -= 1)
    yield await writer.fines(addMonths(`${FIRST_DAY.slice(0, 7)}-01`, -months), complaints);
  for (const { year, style } of FINISHED_YEARS) yield await writer.finishedYear(year, style);
}

async function* writeChange(
  writer: FileWriter,
  day: IsoDate,
  closures: readonly Closure[],
): AsyncGenerator<SiteFile> {
  const weekday = new Date(day).getUTCDay();
  // A week's closures are posted on the Monday after its last Sunday.
  const sunday = addDays(day, -1);
  if (weekday !== 1) {
    if (day === addDays(SOFT_404.on, SOFT_404.days))
      yield await writer.runningYear(3, RUNNING_YEAR, addDays(SOFT_404.on, -2));
    return;
  }
  if (isPosted(sunday, closures)) yield await writer.closures(sunday, closures, 'usual');
  for (const district of DISTRICTS) {
    yield await writer.licenses(district, day, licensesOn(district, day));
    yield await writer.runningYear(district, RUNNING_YEAR, day);
  }
  for (const kind of ['new_licenses', 'ownership_changes'] as const)
    yield await writer.applications(kind, RUNNING_YEAR, day);
}

function licensesOn(district: number, day: IsoDate): Parameters<FileWriter['licenses']>[2] {
  if (district === REMOVED.district && day >= REMOVED.from) return { without: isRemoved, flaw: 'removed' };
  if (district === CUT.district && day >= CUT.from && day < CUT.to) return { share: CUT.share, flaw: 'cut' };
  return {};
}

/** Returns true if the week's file is posted. In a small state, some weeks do not have any closures. */
function isPosted(sunday: IsoDate, closures: readonly Closure[]): boolean {
  return !MISSING_SUNDAYS.has(sunday) && closuresOfWeek(sunday, closures).length > 0;
}

/** Returns the paths that return a web page from this day on. */
export function removedOn(day: IsoDate): readonly string[] {
  return day === SOFT_404.on ? [SOFT_404.path] : [];
}

export function habitOn(day: IsoDate): Habit {
  return HABITS[day] ?? 'usual';
}
