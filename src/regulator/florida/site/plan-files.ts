import { addDays, addMonths, type IsoDate, parseIsoDate } from '../../../lib/time/dates.ts';
import type { FilePattern, PlannedFile, PlanRequest } from '../../source/source.ts';
import { fiscalYearOf } from '../vocabulary/fiscal-years.ts';
import { FILE_LIST, forDistricts } from './site-files.ts';

/** The number of months of final orders that are requested, including the current one. */
const MONTHS = 13;
/**
 * Links to last year's weekly files are still used, because the archive for a year is not published until
 * some time after the year ends.
 */
const WEEKS_BACK_DAYS = 366;
/** The number of days after a week or month ends in which its file may still be corrected. */
const CORRECTED_WITHIN_DAYS = 7;

/**
 * The period that a file covers: its spelling in the file name, our name for it, and the date from which the
 * file no longer changes.
 */
interface Period {
  readonly part: string;
  readonly label: string;
  readonly finalOn: IsoDate;
}

/**
 * Plans which files to request, in the order in which to request and publish them. Files that the regulator
 * renews under the same name come first. Past fiscal years follow, newest first, each published separately.
 * Then come weekly closures, and finally the archives and final orders. A link on the page is tried before
 * the paths in the list. A period without a link is still requested.
 */
export function planFiles({ links, today, years, list = FILE_LIST }: PlanRequest): PlannedFile[] {
  const linked = new Map(links.map(({ name, path }) => [name, path]));
  const closedYears = listClosedYears(today, years + 1);
  const planned = list.files.flatMap((pattern) => {
    const parts = links.filter((link) => link.pattern === pattern.name).map(({ part }) => part);
    return periodsOf(pattern, { today, years, closedYears, parts }).flatMap((period) =>
      forDistricts(pattern, period?.part).map((file): PlannedFile => {
        const link = linked.get(file.name);
        const paths = [file.path, ...(file.otherPaths ?? [])];
        return {
          ...file,
          path: link ?? file.path,
          otherPaths: link === undefined ? paths.slice(1) : paths.filter((path) => path !== link),
          period: period?.label ?? null,
          finalOn: period?.finalOn ?? null,
          isLinked: link !== undefined,
          unless: period && pattern.unless ? nameFor(pattern.unless, period) : null,
          step: stepOf(pattern, period, closedYears),
        };
      }),
    );
  });
  // Sorting is stable, so files within a step remain in list order.
  return planned.sort((a, b) => a.step - b.step);
}

interface Wanted {
  readonly today: IsoDate;
  readonly years: number;
  readonly closedYears: readonly Period[];
  /** The periods that the page links to, as spelled in file names. */
  readonly parts: readonly string[];
}

/**
 * Returns the periods for a pattern, newest first. A file name without a period stands for the current one,
 * which is `undefined`.
 */
function periodsOf(pattern: FilePattern, wanted: Wanted): (Period | undefined)[] {
  switch (pattern.period) {
    case null:
      return [undefined];
    case '{years}':
      return [...wanted.closedYears];
    case '{sunday}':
      return listWeeks(wanted);
    case '{month}':
      return listMonths(wanted.today);
    default:
      return listArchives(wanted);
  }
}

/**
 * Lists past fiscal years. File names spell `2024-25` as `2425`. The file for a year is still renewed for
 * some time after June 30.
 */
function listClosedYears(today: IsoDate, count: number): Period[] {
  const running = Number(fiscalYearOf(today).slice(0, 4));
  return Array.from({ length: count }, (_, index) => {
    const begins = running - 1 - index;
    const label = fiscalYearOf(`${begins}-07-01`);
    return { part: label.slice(2).replace('-', ''), label, finalOn: `${begins + 1}-10-01` };
  });
}

function listWeeks({ today, parts }: Wanted): Period[] {
  const earliest = addDays(today, -WEEKS_BACK_DAYS);
  const linked = parts.filter((part) => parseIsoDate(part) !== undefined && part > earliest && part <= today);
  const weeks = new Set([...linked, ...sundaysOfYear(today)]);
  return [...weeks]
    .sort()
    .reverse()
    .map((week) => ({ part: week, label: week, finalOn: addDays(week, CORRECTED_WITHIN_DAYS) }));
}

function sundaysOfYear(today: IsoDate): IsoDate[] {
  const sundays: IsoDate[] = [];
  const last = addDays(today, -new Date(`${today}T00:00:00Z`).getUTCDay());
  for (let day = last; day >= `${today.slice(0, 4)}-01-01`; day = addDays(day, -7)) sundays.push(day);
  return sundays;
}

/**
 * Lists the archives. The year in an archive's name may differ by one from the year that its weeks are in.
 */
function listArchives({ today, years }: Wanted): Period[] {
  const first = Number(addMonths(today, -12 * years).slice(0, 4)) - 1;
  const last = Number(today.slice(0, 4));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = String(last - index);
    return { part: year, label: year, finalOn: `${Number(year) + 1}-02-01` };
  });
}

/** Lists the months. File names spell `2026-09` as `0926`. */
function listMonths(today: IsoDate): Period[] {
  const first = `${today.slice(0, 7)}-01`;
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = addMonths(first, -index).slice(0, 7);
    return {
      part: `${month.slice(5)}${month.slice(2, 4)}`,
      label: month,
      finalOn: addDays(addMonths(`${month}-01`, 1), CORRECTED_WITHIN_DAYS),
    };
  });
}

function stepOf({ period }: FilePattern, of: Period | undefined, closedYears: readonly Period[]): number {
  if (of === undefined) return 0;
  if (period === '{years}') return 1 + closedYears.findIndex(({ label }) => label === of.label);
  return closedYears.length + (period === '{sunday}' ? 1 : 2);
}

/**
 * Returns the name of the file that makes another file unnecessary. `unless` is a pattern for a file that
 * covers the same period and every district.
 */
function nameFor(unless: string, { part }: Period): string {
  return unless.replace(/\{\w+\}/, part);
}
