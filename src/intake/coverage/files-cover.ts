import { addDays, addMonths, daysBetween, type IsoDate } from '../../lib/time/dates.ts';
import type { SourceFilesTable } from '../../platform/db/schema/ledger-tables/regulator-tables.ts';
import type { DistrictCover } from '../../published-state/covers.ts';
import { OLD_AFTER_DAYS } from '../../published-state/records-age.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { PublishedFile } from '../log/file-log.ts';

/** The facts about a counted file that determine coverage. */
export type CountedFile = Pick<PublishedFile, 'kind' | 'district' | 'fileDate' | 'coveredDays'>;

/** A district's coverage by the files, before its vendors are counted. */
export type FilesCover = Omit<DistrictCover, 'vendors'>;

/**
 * The longest pause between inspections, in days, that is not a gap in the files. A district with few
 * inspections has days without any.
 */
const GAP_DAYS_MAX = 31;
/**
 * After a gap, newer files extend the records only once they cover this many days. We advise against booking
 * for the same number of days after a closure, and a closure during the gap would not be on file.
 */
const DAYS_AFTER_GAP_MIN = 90;

/** The older inspections that have not arrived from the source yet. */
interface Loading {
  /** Fiscal years such as `2024-25`, newest first. */
  readonly years: readonly string[];
  /** The earliest day that affects a score. Inspections before that day are not reported as loading. */
  readonly scoredFrom: IsoDate;
}

type Remembered = Pick<SourceFilesTable, 'kind' | 'district' | 'period' | 'outcome' | 'sha256'>;

/**
 * Returns the coverage of each district that has a file in use. A statewide file counts for every district.
 */
export function coversOf(
  files: readonly CountedFile[],
  asOf: IsoDate,
  loading: Loading = NOTHING_LOADING,
): FilesCover[] {
  return REGULATOR.districts.flatMap((district) => {
    const own = files.filter((file) => file.district === null || file.district === district);
    const licenses = own.filter(({ kind }) => kind === 'licenses');
    const inspections = own.filter(({ kind }) => kind === 'inspections');
    if (licenses.length + inspections.length === 0) return [];
    const licensesTo = newest(licenses);
    const inspectionsTo = newest(inspections);
    const from = inspections.flatMap(({ coveredDays }) => coveredDays?.first ?? []).sort()[0] ?? null;
    return {
      district,
      licenses_to: licensesTo,
      inspections_from: from,
      inspections_to: inspectionsTo,
      whole_year: isWholeYear(inspections, asOf),
      loading_years: loadingYearsBefore(from, loading),
      reach_to:
        [licensesTo, unbrokenTo(inspections, asOf), asOf].filter((day) => day !== null).sort()[0] ?? asOf,
    };
  });
}

const NOTHING_LOADING: Loading = { years: [], scoredFrom: '' };

/** Returns the newest day that any of the files covers. */
function newest(files: readonly CountedFile[]): IsoDate | null {
  const days = files.flatMap(({ fileDate }) => fileDate ?? []);
  return days.sort().at(-1) ?? null;
}

/**
 * Returns the day, no later than the as-of day, up to which inspections are complete. Newer files after a gap
 * do not count until they cover enough days to close it. Days after the as-of day are not in the records.
 */
function unbrokenTo(files: readonly CountedFile[], asOf: IsoDate): IsoDate | null {
  const runs: Span[] = [];
  const spans = spansOf(files)
    .filter(({ from }) => from <= asOf)
    .map(({ from, to }) => ({ from, to: to < asOf ? to : asOf }));
  for (const span of spans) {
    const run = runs.at(-1);
    if (!run || span.from > addDays(run.to, GAP_DAYS_MAX)) runs.push(span);
    else if (span.to > run.to) runs.splice(-1, 1, { from: run.from, to: span.to });
  }
  const isLong = ({ from, to }: Span) => daysBetween(from, to) >= DAYS_AFTER_GAP_MIN;
  return (runs.findLast((run, index) => index === 0 || isLong(run)) ?? { to: newest(files) }).to;
}

/**
 * Returns true if the files have no gap from twelve months before the as-of date to shortly before that date.
 */
function isWholeYear(files: readonly CountedFile[], asOf: IsoDate): boolean {
  let reached = addMonths(asOf, -12);
  for (const { from, to } of spansOf(files))
    if (from <= addDays(reached, GAP_DAYS_MAX) && to > reached) reached = to;
  return reached >= addDays(asOf, -OLD_AFTER_DAYS);
}

interface Span {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** Returns the first and last day covered by each file, oldest first. */
function spansOf(files: readonly CountedFile[]): Span[] {
  return files
    .flatMap(({ coveredDays, fileDate }) =>
      coveredDays && fileDate ? { from: coveredDays.first, to: fileDate } : [],
    )
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}

/**
 * Lists the fiscal years of inspections that were or will be requested but have not arrived yet, newest
 * first.
 */
export function listLoadingYears(rows: readonly Remembered[]): string[] {
  const ofYears = rows.filter(({ kind, period }) => kind === 'inspections' && period !== null);
  const years = [...new Set(ofYears.map(({ period }) => period ?? ''))].sort().reverse();
  return years.filter((year) => {
    const own = ofYears.filter(({ period }) => period === year);
    const isHad = own.some(({ district, sha256 }) => district === null && sha256 !== null);
    return !isHad && own.some(({ outcome }) => outcome === 'waiting' || outcome === 'failed');
  });
}

/**
 * Lists the years whose inspections are still missing before a district's first inspection. The list is empty
 * if the district's files already go back as far as scores do.
 */
export function loadingYearsBefore(from: IsoDate | null, { years, scoredFrom }: Loading): string[] {
  if (from === null || from <= scoredFrom) return [];
  return years.filter((year) => `${year.slice(0, 4)}-07-01` < from);
}
