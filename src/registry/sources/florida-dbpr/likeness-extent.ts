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

/** Less than a tenth of the smallest real file, which has 4,168. */
const ROWS_WITH_START_MIN = 400;
/** Four whole files have 0.10 to 0.14; without their first 15 to 90 %, 0.66 to 0.87. */
const MINGLED_AT_START_MAX = 0.4;
/** Gaps show in a district's worth of rows only. */
const ROWS_WITH_GAPS_MIN = 1_000;
/** Four whole files have 0.72 to 0.76; of every three rows two, 0.50 to 0.51; every second one, 0.38 to 0.44. */
const NEIGHBORS_AT_TOP_MIN = 0.6;
/** Four whole files have 1.3 to 1.7. */
const STEEPEST_STEP_MAX = 2.3;

/** Licenses of ours that were inspected so long before the file's date should be in it. */
export const INSPECTED_DAYS = 730;
/**
 * Of 391 licenses of District 6 inspected in 2017-18, 17 % are not in the file of July 2019: within two years some close. Of
 * fewer licenses the share says little: of 51 in a small fictional state, 19 had closed.
 */
const INSPECTED_MISSING_SHARE_MAX = 0.35;
const INSPECTED_MIN = 100;

type Part = Pick<ParsedFile, 'records' | 'district' | 'rowsRead' | 'fileDate' | 'extent'>;

interface MissingPart {
  readonly code: string;
  readonly text: string;
}

/**
 * The parts that a file of one district lacks, where no file before it tells. `inspected` are the licenses of ours in its
 * district, as type and digits, that inspections on file visited in the time before it.
 */
export function findMissingParts(file: Part, inspected: ReadonlySet<string> = new Set()): MissingPart[] {
  if (file.district === null) return [];
  return [
    ...findMissingCounties(file),
    ...findMissingEnd(file),
    ...findMissingStart(file),
    ...findGaps(file),
    ...findMissingInspected(file, inspected),
  ];
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

function findMissingStart({ records, rowsRead, extent: { mingledAtStart } }: Part): MissingPart[] {
  if (records?.kind !== 'licenses' || rowsRead < ROWS_WITH_START_MIN) return [];
  if (mingledAtStart <= MINGLED_AT_START_MAX) return [];
  const text = `${percent(mingledAtStart)} of the first 200 rows are of another county than the row above; at most ${percent(MINGLED_AT_START_MAX)} may be, because the oldest licenses stand first, county by county: the beginning of the file seems cut off`;
  return [{ code: 'oldest_rows_missing', text }];
}

/** Of licenses in the order of issue, what lacks in the middle, or all over. */
function findGaps({ records, rowsRead, extent: { order } }: Part): MissingPart[] {
  if (records?.kind !== 'licenses' || !order || rowsRead < ROWS_WITH_GAPS_MIN) return [];
  const { neighborsAtTop, steepestStep } = order;
  const found: MissingPart[] = [];
  if (neighborsAtTop < NEIGHBORS_AT_TOP_MIN)
    found.push({
      code: 'rows_between_missing',
      text: `${percent(neighborsAtTop)} of the newest license numbers follow another one without a gap; at least ${percent(NEIGHBORS_AT_TOP_MIN)} must, because most new licenses are in force: rows seem to be missing between the others`,
    });
  if (steepestStep > STEEPEST_STEP_MAX)
    found.push({
      code: 'middle_rows_missing',
      text: `from one twentieth of the file to the next, the license numbers still to come become ${steepestStep.toFixed(1)} times fewer; at most ${STEEPEST_STEP_MAX} times is usual, because numbers climb steadily: rows seem to be cut out of the middle`,
    });
  return found;
}

function findMissingInspected({ records }: Part, inspected: ReadonlySet<string>): MissingPart[] {
  if (records?.kind !== 'licenses' || inspected.size < INSPECTED_MIN) return [];
  const listed = new Set(records.rows.map(({ licenseType, digits }) => `${licenseType}:${digits}`));
  const missing = [...inspected].filter((key) => !listed.has(key)).length;
  const allowed = Math.floor(inspected.size * INSPECTED_MISSING_SHARE_MAX);
  if (missing <= allowed) return [];
  const text = `${missing} of ${inspected.size} licenses that were inspected in the two years before are missing; at most ${allowed} may be, because few close within two years: a part of the file seems cut off`;
  return [{ code: 'inspected_licenses_missing', text }];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
