import type { IsoDate } from '../../lib/dates.ts';
import { joinWords, type Language } from '../../lib/language.ts';
import { memoize } from '../../lib/memoize.ts';
import { parseStored } from '../../lib/stored-json.ts';
import { DISTRICTS } from './messages.ts';
import { type RecordsOld, recordsOld } from './records-age.ts';

/** What the files in use say about one district; stored with each publication. */
export interface DistrictCover {
  readonly district: number;
  readonly vendors: number;
  /** The newest day that its license file reaches; null when none is in use. */
  readonly licenses_to: IsoDate | null;
  readonly inspections_from: IsoDate | null;
  readonly inspections_to: IsoDate | null;
  /** Whether its inspection files cover the twelve months to the as-of day without a gap. */
  readonly whole_year: boolean;
  /** The day up to which its records are complete. */
  readonly reach_to: IsoDate;
}

/** Parses what publication stored; the newest few texts are kept parsed. */
export const parseCovers = memoize((text) => parseStored<readonly DistrictCover[]>(text), 8);

/** The districts in words: "District 6 only", "Districts 5 and 6 only", or "every district". */
export function describeDistricts(
  covers: readonly DistrictCover[],
  districtsOfAll: number,
  language: Language = 'en',
): string {
  const t = DISTRICTS[language];
  const numbers = covers.map(({ district }) => String(district));
  if (numbers.length === 0) return t.none;
  if (numbers.length >= districtsOfAll) return t.every;
  return t.only({ count: numbers.length, list: joinWords(numbers, language) });
}

/** The age of the district whose records reach the least far; null while all are recent. */
export function oldestOf(covers: readonly DistrictCover[], today: IsoDate): RecordsOld | null {
  const reach = earliestReach(covers);
  return reach === undefined ? null : recordsOld(reach, today);
}

/** The day that the records of every district reach; undefined without a district. */
export function earliestReach(covers: readonly DistrictCover[]): IsoDate | undefined {
  return covers.map(({ reach_to }) => reach_to).sort()[0];
}
