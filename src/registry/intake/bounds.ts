import { daysBetween, type IsoDate } from '../../lib/dates.ts';
import { DAY_FIRST, type FileKind, type ParsedFile, type RowGroup } from '../sources/parsed-file.ts';

/**
 * What a file must look like to be published. A file outside its bounds is held back whole: the records it
 * would have replaced stay, and stay visibly dated.
 */
export interface FileProblem {
  readonly code: string;
  readonly text: string;
  /** Whether an operator who has looked at the file may take it in all the same. */
  readonly releasable: boolean;
}

/** What the last published file of the same slot held. */
export interface PreviousFile {
  readonly rowsRead: number;
  readonly rowsKept: number;
  readonly fileDate: IsoDate | null;
}

/** None of 22,008 real rows of license extracts has a number of another district. */
const ELSEWHERE_SHARE_MAX = 0.0005;

const REFUSED_SHARE_MAX = 0.02;
/** Or half of the rows, in a file of fewer than ten. */
const REFUSED_ALWAYS_ALLOWED = 5;

/** Of our rows: of all, and of those of one license type, district or month. */
const GROUP_ALWAYS_ALLOWED = 3;

/**
 * Largest share of our kept rows, in all and in each group, that may have such a warning; docs/importing.md has the real
 * shares behind them. A new disposition of the regulator's may become common, a swapped column makes all unknown.
 */
const ODDITIES_SHARE_MAX: Readonly<Record<string, number>> = {
  counts_contradict: 0.03,
  last_inspection_date_blank: 0.05,
  license_rows_contradict: 0.005,
  unknown_disposition: 0.5,
  double_encoding_repaired: 1,
  rows_of_other_years: 0.001,
};
const ODDITY_SHARE_MAX = 0.02;
/** Counts that contradict each other come in heaps: all eight of a real fiscal year fell into five weeks. */
const CONTRADICTIONS_OF_MONTH_MAX = 0.15;

/**
 * Rows of any license type that may be fewer than in the file before it: the regulator adds a few a day and takes few away.
 * Restaurants are nine of ten, so that a cut shows in them before it shows in ours. Licenses: each day between two files counts.
 */
const FEWER_ROWS_ALWAYS = 10;
const FEWER_INSPECTIONS_SHARE = 0.01;
const FEWER_LICENSES_SHARE_OF_DAY = 0.002;
const DAYS_SLACK = 7;

/** Smallest acceptable size of our rows as a share of the file before it: a fiscal year's inspections only ever grow. */
const SHRINK: Readonly<Record<FileKind, number>> = {
  licenses: 0.7,
  inspections: 0.9,
  closures: 0,
  new_licenses: 0,
  ownership_changes: 0,
  final_orders: 0,
  observations: 0,
  unknown: 0,
};

/** The first bound that the file breaks, or undefined when it may be published. */
export function checkBounds(file: ParsedFile, previous: PreviousFile | undefined): FileProblem | undefined {
  return findProblems(file, previous)[0];
}

/**
 * Every bound that the file breaks, in the order of their weight. What was read of a file that cannot be read, placed in
 * time or given to a district has no use, so no operator can release it.
 */
export function findProblems(file: ParsedFile, previous: PreviousFile | undefined): FileProblem[] {
  if (file.problem) return [{ ...file.problem, releasable: false }];
  if (!file.records || file.rowsRead === 0)
    return [problem('no_rows', 'the file has titles and no rows', false)];
  return [
    tooManyRefused(file),
    firstOf(file.groups, tooManyRefusedOfOurs),
    firstOf(file.groups, tooManyOddities),
    withOtherSheets(file),
    withDayFirst(file),
    withoutPlaceInTime(file),
    fromElsewhere(file),
    shrunken(file, previous),
  ].filter((each) => each !== undefined);
}

function tooManyRefused(file: ParsedFile): FileProblem | undefined {
  const refused = Object.values(file.refusals).reduce((sum, count) => sum + count, 0);
  const few = Math.min(REFUSED_ALWAYS_ALLOWED, Math.floor(file.rowsRead / 2));
  const allowed = Math.max(few, Math.floor(file.rowsRead * REFUSED_SHARE_MAX));
  if (refused <= allowed) return undefined;
  const [reason, count] = Object.entries(file.refusals).sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  const text = `${refused} of ${file.rowsRead} rows refused, most of them (${count}) for ${reason}; at most ${allowed} may be`;
  return problem('too_many_refused', text, refused < file.rowsRead);
}

/** Our rows are few among restaurants', so that the share of all rows says little about them. */
function tooManyRefusedOfOurs({ name, kept, refused }: RowGroup): FileProblem | undefined {
  const rows = kept + refused;
  const allowed = allowedOf(rows, REFUSED_SHARE_MAX);
  if (refused <= allowed) return undefined;
  const text = `${refused} of ${rows} rows of ours (${name}) refused; at most ${allowed} may be`;
  return problem('too_many_refused', text, kept > 0);
}

/** Detects columns that are blank, damaged or shifted, whose rows are kept without the fields that they cost. */
function tooManyOddities({ name, kept, warnings }: RowGroup): FileProblem | undefined {
  for (const [code, count] of Object.entries(warnings)) {
    const isHeap = code === 'counts_contradict' && name.startsWith('month ');
    const share = isHeap ? CONTRADICTIONS_OF_MONTH_MAX : (ODDITIES_SHARE_MAX[code] ?? ODDITY_SHARE_MAX);
    const allowed = allowedOf(kept, share);
    if (count > allowed)
      return problem(
        'odd_values',
        `${code} in ${count} of ${kept} rows (${name}); at most ${allowed} may be`,
        true,
      );
  }
  return undefined;
}

/** A workbook whose rows go on behind the first sheet would lose them, and visits that are missing look like none. */
function withOtherSheets({ warnings, rowsRead }: ParsedFile): FileProblem | undefined {
  const { rows_on_other_sheets: count = 0 } = warnings;
  const allowed = allowedOf(rowsRead, ODDITY_SHARE_MAX);
  if (count <= allowed) return undefined;
  const text = `only the first sheet is read, which has ${rowsRead} rows; the other sheets have ${count}, and at most ${allowed} may be there. If they are records, put all rows on one sheet`;
  return problem('rows_on_other_sheets', text, true);
}

/** Beside a day that shows it, days up to the 12th may be exchanged with their month, and read like another day. */
function withDayFirst({ refusals, warnings }: ParsedFile): FileProblem | undefined {
  const count = [...Object.entries(refusals), ...Object.entries(warnings)]
    .filter(([code]) => code.endsWith(DAY_FIRST))
    .reduce((sum, [, rows]) => sum + rows, 0);
  if (count === 0) return undefined;
  const text = `${count} rows have the day before the month; none may, because where the day is 12 or less nobody could tell`;
  return problem('day_first', text, true);
}

function allowedOf(rows: number, share: number): number {
  return Math.max(GROUP_ALWAYS_ALLOWED, Math.floor(rows * share));
}

function firstOf<Each>(
  list: readonly Each[],
  check: (each: Each) => FileProblem | undefined,
): FileProblem | undefined {
  for (const each of list) {
    const found = check(each);
    if (found) return found;
  }
  return undefined;
}

function withoutPlaceInTime(file: ParsedFile): FileProblem | undefined {
  // Observations carry no day of their own: a visit's day comes from the inspections.
  if (file.fileDate === null && file.records?.kind !== 'observations')
    return problem('undated', 'no row carries a date, so the file cannot be put in order', false);
  if (file.records?.kind === 'licenses' && file.district === null)
    return problem(
      'mixed_districts',
      'a license extract must cover one district; its rows belong to several',
      false,
    );
  return undefined;
}

/** Rows of another district's file stand in for rows that are lost. */
function fromElsewhere({ rowsElsewhere, rowsRead, district }: ParsedFile): FileProblem | undefined {
  const allowed = Math.floor(rowsRead * ELSEWHERE_SHARE_MAX);
  if (district === null || rowsElsewhere <= allowed) return undefined;
  const text = `${rowsElsewhere} of ${rowsRead} rows have the number of another district; at most ${allowed} may`;
  return problem('rows_of_other_districts', text, true);
}

function shrunken(file: ParsedFile, previous: PreviousFile | undefined): FileProblem | undefined {
  if (!previous) return undefined;
  const least = SHRINK[file.records?.kind ?? 'unknown'];
  const rowsMin = Math.max(previous.rowsRead * least, previous.rowsRead - fewerRowsMax(file, previous));
  const keptMin = previous.rowsKept * least;
  if (file.rowsRead >= rowsMin && file.rowsKept >= keptMin) return undefined;
  const text =
    `${file.rowsRead} rows (${file.rowsKept} of food trucks and caterers) where the file before it ` +
    `had ${previous.rowsRead} (${previous.rowsKept}); at least ${Math.ceil(rowsMin)} (${Math.ceil(keptMin)}) must be there`;
  return problem('far_fewer_rows', text, true);
}

function fewerRowsMax({ records, fileDate }: ParsedFile, previous: PreviousFile): number {
  const share = (kind: FileKind | undefined): number => {
    if (kind === 'inspections') return FEWER_INSPECTIONS_SHARE;
    if (kind !== 'licenses' || fileDate === null || previous.fileDate === null) return 1;
    const days = Math.abs(daysBetween(previous.fileDate, fileDate)) + DAYS_SLACK;
    return days * FEWER_LICENSES_SHARE_OF_DAY;
  };
  return Math.max(FEWER_ROWS_ALWAYS, previous.rowsRead * share(records?.kind));
}

function problem(code: string, text: string, releasable: boolean): FileProblem {
  return { code, text, releasable };
}
