import { daysBetween, type IsoDate } from '../../../lib/time/dates.ts';
import type { FileExtent, ParsedFile } from '../../source/parsed-file.ts';
import { COUNTIES, countyOfNumber } from '../vocabulary/counties.ts';
import { dispositionOf } from '../vocabulary/dispositions.ts';

/** The number of rows at the end of a file whose inspection dates are compared with the file's date. */
const LAST_ROWS = 50;
/**
 * If the share of ascending license numbers is in this range, the licenses are in order of issue. A license
 * extract lists them roughly in that order, so most numbers are higher than the number half a series earlier.
 * In a file sorted by name, half of them are; in one sorted by number, all are. In those two kinds of files,
 * the last rows do not show whether any rows are missing.
 */
const ASCENDING_SHARE = { least: 0.65, most: 0.95 } as const;
/**
 * The maximum age of an inspection in the last rows, in days. The newest licenses are at the end, and a
 * business is inspected before it opens.
 */
const LAST_ROWS_DAYS = 60;
/**
 * The number of last rows that may have an older inspection. In complete files, 0 of 50 do; in files
 * truncated to 60% of their rows, 22 or more do.
 */
const LAST_ROWS_OLD_MAX = 15;
/**
 * The minimum number of rows for these checks, because a smaller file shows too little. A real district's
 * file has at least 4,000.
 */
const ROWS_MIN = 1_000;

/**
 * Numbers and names are different in nearly every row, so equal values in such a column do not reveal whether
 * the file is sorted by it.
 */
const UNIQUE_SHARE = 0.9;
/**
 * The share of rows that may be out of order in a file sorted by county. In a real file, 1 row in 10,251 was.
 */
const OUT_OF_PLACE_SHARE = 0.01;
/** If a district's file averages this many rows per county, even the smallest county has some rows. */
const ROWS_OF_COUNTY = 400;
/**
 * In real files, every thousand rows contain several of each enforcement action: at least 9 emergency orders,
 * for example.
 */
const MEASURES = ['warning', 'complaint', 'emergency'] as const;

/** Records which counties a file covers and what its end looks like, from rows of any license type. */
export class ExtentReading {
  private readonly counties = new Set<string>();
  private readonly series = new Map<string, number[]>();
  private readonly lastDays: IsoDate[] = [];
  private readonly columns: Column[] = [];
  private readonly measures = new Set<string>();
  private rows = 0;
  private lastCounty = '';
  private outOfPlace = 0;

  /**
   * Adds a license number as it appears in the file (its letters, if any, and seven digits) and the date of
   * the last inspection.
   */
  take(number: string, day: IsoDate | null): void {
    const county = countyOfNumber(number.slice(-7));
    if (!county) return;
    this.counties.add(county.code);
    this.rows += 1;
    if (county.code < this.lastCounty) this.outOfPlace += 1;
    this.lastCounty = county.code;
    const series = this.series.get(number.slice(0, -5)) ?? [];
    this.series.set(number.slice(0, -5), series);
    series.push(Number(number.slice(-5)));
    if (day === null) return;
    this.lastDays.push(day);
    if (this.lastDays.length > LAST_ROWS) this.lastDays.shift();
  }

  takeDisposition(text: string): void {
    this.measures.add(dispositionOf(text.trim()).measure);
  }

  /** Adds the cells of a license row, to find out whether the file is sorted by one of its columns. */
  takeCells(cells: readonly string[]): void {
    for (const [index, cell] of cells.entries()) {
      const column = this.columns[index] ?? { values: new Set(), changes: 0, last: undefined };
      this.columns[index] = column;
      if (cell !== column.last) column.changes += 1;
      column.values.add(cell);
      column.last = cell;
    }
  }

  result(): FileExtent {
    return {
      counties: [...this.counties].sort(),
      isByCounty: this.outOfPlace <= this.rows * OUT_OF_PLACE_SHARE,
      lastDays: this.isInOrderOfIssue() ? this.lastDays : [],
      measures: [...this.measures],
    };
  }

  private isInOrderOfIssue(): boolean {
    // If a file is sorted by a column in any order, equal values are next to each other.
    const isSorted = ({ values, changes }: Column) => values.size > 1 && changes === values.size;
    if (this.columns.some((column) => isSorted(column) && column.values.size < this.rows * UNIQUE_SHARE))
      return false;
    let pairs = 0;
    let ascending = 0;
    for (const numbers of this.series.values()) {
      const half = Math.ceil(numbers.length / 2);
      for (const [index, later] of numbers.slice(half).entries()) {
        pairs += 1;
        if (later > (numbers[index] ?? later)) ascending += 1;
      }
    }
    return ascending >= pairs * ASCENDING_SHARE.least && ascending <= pairs * ASCENDING_SHARE.most;
  }
}

interface Column {
  readonly values: Set<string>;
  /** The number of rows whose value differs from the previous row's. */
  changes: number;
  last: string | undefined;
}

export const NO_EXTENT: FileExtent = { counties: [], isByCounty: false, lastDays: [], measures: [] };

type Part = Pick<ParsedFile, 'records' | 'district' | 'rowsRead' | 'fileDate' | 'extent'>;
type Found = { readonly code: string; readonly text: string } | undefined;

/** Returns evidence that the end of a first file is missing, or undefined if there is none. */
export function findMissingEnd(file: Part): Found {
  const { records, district, rowsRead, fileDate, extent } = file;
  if ((records?.kind !== 'licenses' && records?.kind !== 'inspections') || rowsRead < ROWS_MIN)
    return undefined;
  const counties = COUNTIES.filter((county) => district === null || county.district === district);
  const missing = counties.filter(({ code }) => !extent.counties.includes(code));
  const last = extent.counties.at(-1) ?? '';
  const isCut = extent.isByCounty && missing.filter(({ code }) => code > last).length > 1;
  const isLong = rowsRead >= Math.max(2 * ROWS_MIN, counties.length * ROWS_OF_COUNTY);
  if (missing.length * 2 > counties.length || isCut || (isLong && missing.length > 0))
    return {
      code: 'counties_missing',
      text: `${missing.length} of the ${counties.length} counties of ${district === null ? 'the state' : `district ${district}`} have no row in it`,
    };
  return records.kind === 'licenses' && fileDate !== null ? findMissingNewest(extent, fileDate) : undefined;
}

function findMissingNewest({ lastDays }: FileExtent, fileDate: IsoDate): Found {
  const old = lastDays.filter((day) => daysBetween(day, fileDate) > LAST_ROWS_DAYS).length;
  if (lastDays.length < LAST_ROWS || old <= LAST_ROWS_OLD_MAX) return undefined;
  return {
    code: 'newest_rows_missing',
    text: `the newest licenses are at the end of a complete file and were inspected recently, but ${old} of its last ${LAST_ROWS} licenses were inspected more than ${LAST_ROWS_DAYS} days before ${fileDate}; at most ${LAST_ROWS_OLD_MAX} may be`,
  };
}

/** Returns the enforcement actions that do not occur in a large file of visits, or undefined if all occur. */
export function findMissingMeasures({ records, rowsRead, extent }: Part): Found {
  if (records?.kind !== 'inspections' || rowsRead < ROWS_MIN) return undefined;
  const missing = MEASURES.filter((measure) => !extent.measures.includes(measure));
  if (missing.length === 0) return undefined;
  const text = `none of ${rowsRead.toLocaleString('en-US')} visits ended with ${missing.map((each) => MEASURE_WORDS[each]).join(' or ')}; rows may have been left out`;
  return { code: 'measures_missing', text };
}

const MEASURE_WORDS = {
  warning: 'a warning',
  complaint: 'an administrative complaint',
  emergency: 'an emergency order',
};
