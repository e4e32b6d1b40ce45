import { daysBetween, type IsoDate } from '../../../lib/dates.ts';
import type { FileExtent, ParsedFile } from '../parsed-file.ts';
import { COUNTIES, countyOfNumber } from './counties.ts';

/** Rows at the end of a file whose days are compared with the file's date. */
const LAST_ROWS = 50;
/**
 * A license extract lists licenses roughly as they were issued, so most numbers are higher than the one half a series above. In a
 * file sorted by name half of them are, in one sorted by number all: the end of either says nothing.
 */
const ASCENDING_SHARE = { least: 0.65, most: 0.95 } as const;
/** The newest licenses stand at the end, and a business is inspected before it opens. */
const LAST_ROWS_DAYS = 60;
/** Whole files have none of 50; files cut at 60 % of their rows have 22 or more. */
const LAST_ROWS_OLD_MAX = 15;
/** Real districts have 4,000 rows and more; fewer rows say too little. */
const ROWS_MIN = 1_000;

/** Watches which counties a file has and how its end looks, whatever the license type of a row. */
export class ExtentReading {
  private readonly counties = new Set<string>();
  private readonly series = new Map<string, number[]>();
  private readonly lastDays: IsoDate[] = [];

  /** Takes the number as the file has it: letters, if it has any, and seven digits. */
  take(number: string, day: IsoDate | null): void {
    const county = countyOfNumber(number.slice(-7));
    if (!county) return;
    this.counties.add(county.code);
    const series = this.series.get(number.slice(0, -5)) ?? [];
    this.series.set(number.slice(0, -5), series);
    series.push(Number(number.slice(-5)));
    if (day === null) return;
    this.lastDays.push(day);
    if (this.lastDays.length > LAST_ROWS) this.lastDays.shift();
  }

  result(): FileExtent {
    return { counties: [...this.counties].sort(), lastDays: this.isInOrderOfIssue() ? this.lastDays : [] };
  }

  private isInOrderOfIssue(): boolean {
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

export const NO_EXTENT: FileExtent = { counties: [], lastDays: [] };

type Part = Pick<ParsedFile, 'records' | 'district' | 'rowsRead' | 'fileDate' | 'extent'>;

/** Says what shows that the end of a license extract of one district is missing; undefined if nothing does. */
export function findMissingEnd({ records, district, rowsRead, fileDate, extent }: Part) {
  if (records?.kind !== 'licenses' || district === null || fileDate === null) return undefined;
  if (rowsRead < ROWS_MIN) return undefined;
  const counties = COUNTIES.filter((county) => county.district === district);
  const missing = counties.filter(({ code }) => !extent.counties.includes(code));
  if (missing.length * 2 > counties.length)
    return {
      code: 'counties_missing',
      text: `${missing.length} of the ${counties.length} counties of district ${district} have no license in it`,
    };
  const old = extent.lastDays.filter((day) => daysBetween(day, fileDate) > LAST_ROWS_DAYS).length;
  if (extent.lastDays.length < LAST_ROWS || old <= LAST_ROWS_OLD_MAX) return undefined;
  return {
    code: 'newest_rows_missing',
    text: `the newest licenses stand at the end of a whole file and were inspected lately, but ${old} of its last ${LAST_ROWS} licenses were inspected more than ${LAST_ROWS_DAYS} days before ${fileDate}; at most ${LAST_ROWS_OLD_MAX} may be`,
  };
}
