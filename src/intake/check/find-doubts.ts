import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import { DAY_FIRST, type ParsedFile } from '../../regulator/source/parsed-file.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { countOf, type Finding } from './finding.ts';
import { describeWarning } from './refuse-file.ts';

/** The minimum share of rows for a reader's warning to become a finding. `/coverage` shows every count. */
const NOTED_SHARE = 0.01;
const NOTED_ROWS = 4;
/**
 * Warnings that become a finding even for a single row, because the regulator uses a new term or a value is
 * damaged.
 */
const ALWAYS_NOTED = ['unknown_disposition', 'unknown_status', 'license_rows_contradict'];

/** Lists oddities in some rows of a file. The file is still published, and the operator reads the list. */
export function findDoubts(file: ParsedFile, today: IsoDate): Finding[] {
  return [
    ...ofRefusedRows(file),
    ...ofWarnings(file),
    ...ofDaysFirst(file),
    ...ofStrays(file),
    ...ofDistricts(file),
    ...ofYear(file, today),
    ...[REGULATOR.profiles.missingMeasures(file) ?? []].flat(),
  ];
}

function ofRefusedRows({ refusals, rowsRead }: ParsedFile): Finding[] {
  const refused = Object.values(refusals).reduce((sum, count) => sum + count, 0);
  if (!isNoted(refused, rowsRead)) return [];
  const [reason = ''] = Object.entries(refusals).sort((a, b) => b[1] - a[1])[0] ?? [];
  const text = `${countOf(refused, rowsRead, 'row')} can’t be read and are left out, most of them because of ${reason}`;
  return [{ code: 'rows_refused', text }];
}

function ofWarnings({ groups, warnings }: ParsedFile): Finding[] {
  const ours = groups.find(({ name }) => name === 'all');
  const counts = ours ? ours.warnings : warnings;
  return Object.entries(counts)
    .filter(([code, count]) => {
      if (REGULATOR.profiles.repairs.has(code)) return false;
      return ALWAYS_NOTED.includes(code) ? count > 0 : isNoted(count, ours?.kept ?? count);
    })
    .map(([code, count]) => ({ code, text: describeWarning(code, count, ours?.kept ?? count) }));
}

/**
 * Finds dates with a number above 12 in the month's place, which shows that the day and the month are
 * swapped. Smaller numbers do not reveal this.
 */
function ofDaysFirst({ refusals, warnings, rowsRead }: ParsedFile): Finding[] {
  const count = [...Object.entries(refusals), ...Object.entries(warnings)]
    .filter(([code]) => code.endsWith(DAY_FIRST))
    .reduce((sum, [, rows]) => sum + rows, 0);
  if (count === 0) return [];
  const text = `${countOf(count, rowsRead, 'row')} have the day before the month; in other rows with a day up to 12, the two may be swapped, too`;
  return [{ code: 'day_first', text }];
}

function ofStrays({ rowsElsewhere, rowsRead, district }: ParsedFile): Finding[] {
  if (rowsElsewhere === 0 || district === null) return [];
  const text = `${countOf(rowsElsewhere, rowsRead, 'row')} have a license number of another district than ${district}`;
  return [{ code: 'rows_of_other_districts', text }];
}

/** The minimum number of districts in a statewide file. Any other file covers one district. */
const DISTRICTS_OF_STATE_MIN = 5;

function ofDistricts({ records, district }: ParsedFile): Finding[] {
  if (records?.kind !== 'inspections' || district !== null) return [];
  const found = new Set(records.rows.map((row) => row.district).filter((each) => each > 0));
  if (found.size < 2 || found.size >= DISTRICTS_OF_STATE_MIN) return [];
  const text = `the visits are of districts ${[...found].sort().join(' and ')}, and a file usually covers one district, or all`;
  return [{ code: 'districts_mixed', text }];
}

/**
 * The number of days before the end of a fiscal year that may have no visits, and the number of days after it
 * until its file is complete.
 */
const YEAR_END_DAYS = 15;
const YEAR_LAG_DAYS = 45;

/**
 * Finds files for a past year that end before the year does. Such a file is an old copy, or it was sorted by
 * date and truncated.
 */
function ofYear({ records, fiscalYear, fileDate }: ParsedFile, today: IsoDate): Finding[] {
  if (records?.kind !== 'inspections' || fileDate === null || fiscalYear === null) return [];
  const isOver = REGULATOR.fiscalYearOf(addDays(today, -YEAR_LAG_DAYS)) > fiscalYear;
  if (!isOver || REGULATOR.fiscalYearOf(addDays(fileDate, YEAR_END_DAYS)) !== fiscalYear) return [];
  const text = `the fiscal year ${fiscalYear} is over, and the file has no visits after ${fileDate}`;
  return [{ code: 'year_unfinished', text }];
}

function isNoted(count: number, rows: number): boolean {
  return count >= NOTED_ROWS && count >= rows * NOTED_SHARE;
}
