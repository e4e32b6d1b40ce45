import { daysBetween } from '../../../lib/dates.ts';
import type { FileKind, ParsedFile } from '../parsed-file.ts';
import { COUNTIES } from './counties.ts';
import { LAST_ROWS } from './file-extent.ts';

/**
 * What tells that the end of a file is missing where no file before it can: docs/importing.md, "What the rows tell", has
 * the measure behind each bound.
 */

/**
 * Counties of a district, rounded down, that may be without a row in a file of so many rows of any license type: small
 * ones, in a young fiscal year. A smaller file is too small to tell.
 */
const COUNTIES_MISSING_MAX: Partial<Record<FileKind, readonly { rowsMin: number; share: number }[]>> = {
  licenses: [{ rowsMin: 200, share: 0.2 }],
  inspections: [
    { rowsMin: 1_000, share: 0.2 },
    { rowsMin: 500, share: 0.4 },
  ],
};
const COUNTIES_NAMED = 4;

/** The newest licenses stand last, and are inspected before they open. */
const LAST_ROWS_DAYS = 60;
const LAST_ROWS_OLD_MAX = 5;
const ROWS_WITH_END_MIN = 200;

type Part = Pick<ParsedFile, 'records' | 'district' | 'rowsRead' | 'fileDate' | 'extent'>;

/** The parts that a file of one district lacks, where no file before it tells. */
export function findMissingParts(file: Part): { code: string; text: string }[] {
  return file.district === null ? [] : [...findMissingCounties(file), ...findMissingEnd(file)];
}

function findMissingCounties({ records, rowsRead, district, extent }: Part) {
  const steps = COUNTIES_MISSING_MAX[records?.kind ?? 'unknown'] ?? [];
  const step = steps.find(({ rowsMin }) => rowsRead >= rowsMin);
  if (!step) return [];
  const counties = COUNTIES.filter((county) => county.district === district);
  const missing = counties.filter(({ code }) => !extent.counties.includes(code));
  const allowed = Math.floor(counties.length * step.share);
  if (missing.length <= allowed) return [];
  const named = missing.slice(0, COUNTIES_NAMED).map(({ name }) => name);
  const others = missing.length - named.length;
  const list = `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  const text = `${missing.length} of the ${counties.length} counties of district ${district} have no row (${list}); at most ${allowed} may be without one in a file of ${step.rowsMin} rows or more: a part of the file seems cut off`;
  return [{ code: 'counties_missing', text }];
}

function findMissingEnd({ records, rowsRead, extent, fileDate }: Part) {
  if (records?.kind !== 'licenses' || fileDate === null || extent.lastDays.length < LAST_ROWS) return [];
  if (rowsRead < ROWS_WITH_END_MIN) return [];
  const old = extent.lastDays.filter((day) => daysBetween(day, fileDate) > LAST_ROWS_DAYS).length;
  if (old <= LAST_ROWS_OLD_MAX) return [];
  const text = `${old} of the last ${LAST_ROWS} rows with an inspection were inspected more than ${LAST_ROWS_DAYS} days before ${fileDate}; at most ${LAST_ROWS_OLD_MAX} may be, because the newest licenses stand last: the end of the file seems cut off`;
  return [{ code: 'newest_rows_missing', text }];
}
