import type { IsoDate } from '../../lib/time/dates.ts';
import type { FileFacts, FileProfile } from '../../regulator/source/file-profile.ts';
import type { LicenseRow, ParsedFile } from '../../regulator/source/parsed-file.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { countOf, inDigits, type Refusal } from './finding.ts';

/**
 * Finds evidence that a file is incomplete or not what it claims to be. The problems found here affect a
 * large part of a file. Oddities in some rows are doubts (find-doubts.ts). The figures are in
 * docs/importing.md, "Bounds".
 */

export interface PreviousEdition {
  readonly name: string;
  readonly rowsRead: number;
  readonly rowsKept: number;
  readonly fileDate: IsoDate | null;
  /** Vendor licenses in the file by issuing county; missing for other kinds of files. */
  readonly licensesByCounty?: ReadonlyMap<string, number>;
}

/** A file that lost more than this share of its rows is refused until an operator accepts it. */
const LOST_SHARE_MAX = 0.1;
/** This many rows may always be missing, because of small districts and new fiscal years. */
const LOST_ALWAYS = 10;
/**
 * A file usually grows. If it shrinks by more than this share, a second download must confirm it. The share
 * for inspections is smaller, because a fiscal year's visits only increase in number.
 */
const SHRUNK_SHARE_MAX = { licenses: 0.05, inspections: 0.02 } as const;
const REFUSED_ALWAYS = 5;
/** With fewer rows than this, a majority means little. */
const MAJORITY_OF_MIN = 20;
/** A county with fewer licenses than this may lose all of them. */
const COUNTY_LICENSES_MIN = 5;

/** Lists the problems that are visible without comparing the file with others, most severe first. */
export function refuseByItself(file: ParsedFile): Refusal[] {
  if (file.problem) return [{ ...file.problem, kind: 'unusable' }];
  if (!file.records || file.rowsRead === 0)
    return [{ code: 'no_rows', text: 'the file has titles and no rows', kind: 'unusable' }];
  return [
    ...withManyRefused(file),
    ...withoutPlaceInTime(file),
    ...withOtherSheets(file),
    ...ofOtherDistricts(file),
    ...withBlankColumns(file),
  ];
}

function withoutPlaceInTime({ fileDate, records, district }: ParsedFile): Refusal[] {
  // Inspectors' texts have no date of their own. The date of the visit is in the inspection file.
  if (fileDate === null && records?.kind !== 'observations')
    return [{ code: 'undated', text: 'no row has a date, so the file has no known age', kind: 'unusable' }];
  if (records?.kind !== 'licenses' || district !== null) return [];
  const text = 'a license file covers one district, and its rows belong to several';
  return [{ code: 'mixed_districts', text, kind: 'unusable' }];
}

/**
 * Refuses a file with too many unreadable rows, because those rows are lost. The limit applies to all rows
 * and also to vendor rows, which are only one row in ten.
 */
function withManyRefused({ refusals, rowsRead, groups }: ParsedFile): Refusal[] {
  const refused = Object.values(refusals).reduce((sum, count) => sum + count, 0);
  const [reason = ''] = Object.entries(refusals).sort((a, b) => b[1] - a[1])[0] ?? [];
  const few = Math.min(REFUSED_ALWAYS, Math.floor(rowsRead / 2));
  if (refused > Math.max(few, rowsRead * LOST_SHARE_MAX))
    return [
      {
        code: 'too_many_refused',
        text: `${countOf(refused, rowsRead, 'row')} can’t be read, most of them because of ${reason}`,
        kind: refused === rowsRead ? 'unusable' : 'needs_operator',
      },
    ];
  const ours = groups.find(({ name }) => name === 'all');
  if (!ours || ours.refused <= Math.max(REFUSED_ALWAYS, (ours.kept + ours.refused) * LOST_SHARE_MAX))
    return [];
  const text = `${countOf(ours.refused, ours.kept + ours.refused, 'row')} of food trucks and caterers can’t be read, most of them because of ${reason}`;
  return [{ code: 'too_many_refused', text, kind: ours.kept === 0 ? 'unusable' : 'needs_operator' }];
}

/** Refuses a workbook with many rows on other sheets, because only the first sheet is read. */
function withOtherSheets({ warnings, rowsRead }: ParsedFile): Refusal[] {
  const { rows_on_other_sheets: count = 0 } = warnings;
  if (count <= Math.max(REFUSED_ALWAYS, rowsRead * LOST_SHARE_MAX)) return [];
  const text = `only the first sheet is read, which has ${inDigits(rowsRead)} rows, and other sheets have ${inDigits(count)}; put all rows on one sheet`;
  return [{ code: 'rows_on_other_sheets', text, kind: 'needs_operator' }];
}

function ofOtherDistricts({ rowsElsewhere, rowsRead, district }: ParsedFile): Refusal[] {
  if (district === null || rowsElsewhere <= Math.max(REFUSED_ALWAYS, rowsRead * LOST_SHARE_MAX)) return [];
  const text = `${countOf(rowsElsewhere, rowsRead, 'row')} have a license number of another district than ${district}`;
  return [{ code: 'rows_of_other_districts', text, kind: 'needs_operator' }];
}

/**
 * Refuses a file with a column that is unreadable in most rows, because it is blank or contains another
 * column's values.
 */
function withBlankColumns({ groups }: ParsedFile): Refusal[] {
  const ours = groups.find(({ name }) => name === 'all');
  if (!ours) return [];
  return Object.entries(ours.warnings).flatMap(([code, count]): Refusal[] => {
    if (REGULATOR.profiles.repairs.has(code) || !isMost(count, ours.kept)) return [];
    return [{ code: 'odd_values', text: describeWarning(code, count, ours.kept), kind: 'suspicious' }];
  });
}

/** Describes a reader's warning and the number of rows it affects. */
export function describeWarning(code: string, count: number, rows: number): string {
  const says = REGULATOR.profiles.warningTexts[code];
  return says === undefined
    ? `${countOf(count, rows, 'row')}: ${code}`
    : `${countOf(count, rows, 'row')} ${says}`;
}

/**
 * Lists flaws that affect most rows of the file and never occur in a correct file: columns that are swapped,
 * shifted or blank.
 */
export function refuseByRows<Row>(
  rows: readonly Row[],
  file: FileFacts,
  { flaws, noun }: FileProfile<Row>,
): Refusal[] {
  return flaws.flatMap(({ code, says, is, opposite, refusedBeyond, needsOperator }): Refusal[] => {
    const count = rows.reduce((sum, row) => sum + (is(row, file, rows) ? 1 : 0), 0);
    const of = opposite ? count + rows.reduce((sum, row) => sum + (opposite(row) ? 1 : 0), 0) : rows.length;
    if (!isMost(count, of, refusedBeyond)) return [];
    const kind = needsOperator ? 'needs_operator' : 'suspicious';
    return [{ code, text: `${countOf(count, rows.length, noun)} ${says}`, kind }];
  });
}

/**
 * Returns true if the count is more than half of the rows, or another given share, and there are enough rows
 * to be meaningful.
 */
function isMost(count: number, rows: number, share = 0.5): boolean {
  return rows >= MAJORITY_OF_MIN && count > rows * share;
}

/** Refuses a file that lists licenses twice, because the next edition would look cut in half. */
export function refuseRepeated(rows: readonly LicenseRow[]): Refusal[] {
  const distinct = new Set(rows.map((row) => JSON.stringify(row))).size;
  const count = rows.length - distinct;
  if (count <= Math.max(REFUSED_ALWAYS, rows.length * LOST_SHARE_MAX)) return [];
  const text = `${countOf(count, rows.length, 'license')} are listed twice, word for word`;
  return [{ code: 'licenses_repeated', text, kind: 'suspicious' }];
}

/** Refuses a file that lost too many rows, or a county, since the previous edition. */
export function refuseShrunken(file: ParsedFile, previous: PreviousEdition): Refusal[] {
  const kind = file.records?.kind;
  if (kind !== 'licenses' && kind !== 'inspections') return [];
  const counties = missingCounties(file, previous);
  if (counties.length > 0) return counties;
  const lost = lostShare(previous.rowsRead, file.rowsRead);
  const lostOfOurs = lostShare(previous.rowsKept, file.rowsKept);
  const text = `the file has ${inDigits(file.rowsRead)} rows (${inDigits(file.rowsKept)} of food trucks and caterers), and the previous one, ${previous.name}, had ${inDigits(previous.rowsRead)} (${inDigits(previous.rowsKept)})`;
  if (lost > LOST_SHARE_MAX || lostOfOurs > LOST_SHARE_MAX)
    return [{ code: 'far_fewer_rows', text, kind: 'needs_operator' }];
  return lost > SHRUNK_SHARE_MAX[kind] ? [{ code: 'fewer_rows', text, kind: 'suspicious' }] : [];
}

/** Returns the share of rows that are missing; 0 if only a few are. */
function lostShare(before: number, after: number): number {
  return before - after <= Math.min(LOST_ALWAYS, before / 2) ? 0 : (before - after) / before;
}

/**
 * Refuses a license file in which a county is missing. Every county has restaurants, so a county always has a
 * row with some license type.
 */
function missingCounties({ extent, records }: ParsedFile, { licensesByCounty }: PreviousEdition): Refusal[] {
  if (records?.kind !== 'licenses') return [];
  const missing = [...(licensesByCounty ?? [])].filter(
    ([code, licenses]) => licenses >= COUNTY_LICENSES_MIN && !extent.counties.includes(code),
  );
  if (missing.length === 0) return [];
  const names = missing.map(([code]) => REGULATOR.findCounty(code)?.name ?? code).join(', ');
  const licenses = missing.reduce((sum, [, count]) => sum + count, 0);
  const text = `no license of any kind is left in ${names}, where the previous edition had ${inDigits(licenses)} of ours`;
  return [{ code: 'counties_missing', text, kind: 'needs_operator' }];
}
