import { daysBetween, type IsoDate } from '../../lib/dates.ts';
import type { Allowance, FileFacts, Likeness, Tie } from '../sources/likeness.ts';
import type { FileProblem } from './bounds.ts';
import { saysTheSame } from './same-rows.ts';

/** What is known of the rows of a file before it is read. */
export interface RowsBefore<Row> {
  /** The rows on file, by key, of whatever file: what one key says must not change. */
  readonly known: ReadonlyMap<string, Row>;
  /** The rows of the file before it in its slot; undefined when there is none. */
  readonly predecessor: readonly Row[] | undefined;
  readonly predecessorDate: IsoDate | null;
}

/** Days by which the dates of two files may both be behind: an inspection reaches a file within a week or two. */
const DAYS_SLACK = 7;

/**
 * What the rows of a file show to be wrong with it, by themselves and beside those on file. `allRows` are those before
 * one of each key was chosen. Pure.
 */
export function compareRows<Row extends object>(
  rows: readonly Row[],
  before: RowsBefore<Row>,
  file: FileFacts,
  likeness: Likeness<Row>,
  allRows: readonly Row[] = rows,
): FileProblem[] {
  return [
    ...findFlaws(rows, file, likeness),
    ...likeness.ties.flatMap((tie) => findUntied(allRows, tie, likeness.noun)),
    ...findOutnumbering(rows, likeness),
    ...findChanges(rows, before, file, likeness),
  ];
}

function findFlaws<Row>(
  rows: readonly Row[],
  file: FileFacts,
  { flaws, noun }: Likeness<Row>,
): FileProblem[] {
  return flaws.flatMap(({ code, says, is, allowed }) => {
    const count = countRows(rows, (row) => is(row, file));
    return beyond(count, rows.length, allowed, 0, (most) => ({
      code,
      text: `${of(count, rows.length, noun)} ${says}; at most ${most} may`,
    }));
  });
}

function findOutnumbering<Row>(
  rows: readonly Row[],
  { fewer, noun }: Pick<Likeness<Row>, 'fewer' | 'noun'>,
): FileProblem[] {
  if (!fewer) return [];
  const [count, others] = [rows.filter(fewer.is).length, rows.filter(fewer.than.is).length];
  if (count <= Math.max(fewer.always, others)) return [];
  const text = `${of(count, rows.length, noun)} ${fewer.says}, and only ${others} ${fewer.than.says}; it is the other way round in every sound file`;
  return [{ code: fewer.code, text, releasable: true }];
}

/** Counts the rows that do not have the value which most rows of their key have. */
function findUntied<Row>(rows: readonly Row[], tie: Tie<Row>, noun: string): FileProblem[] {
  const untied = keysOfSeveralValues(rows, tie);
  const values = new Map<string, Map<string, number>>();
  if (untied.size > 0)
    for (const row of rows) {
      const key = tie.keyOf(row);
      if (!untied.has(key)) continue;
      const counts = values.get(key) ?? new Map<string, number>();
      values.set(key, counts);
      const value = tie.valueOf(row);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  let count = 0;
  for (const counts of values.values()) {
    const all = [...counts.values()];
    count += all.reduce((sum, each) => sum + each, 0) - Math.max(...all);
  }
  return beyond(count, rows.length, tie.allowed, 0, (most) => ({
    code: tie.code,
    text: `${of(count, rows.length, noun)} ${tie.says}; at most ${most} may`,
  }));
}

/** In a sound file next to none: only their rows have to be counted by value. */
function keysOfSeveralValues<Row>(rows: readonly Row[], tie: Tie<Row>): Set<string> {
  const firstRows = new Map<string, Row>();
  const several = new Set<string>();
  for (const row of rows) {
    const key = tie.keyOf(row);
    const first = firstRows.get(key);
    if (first === undefined) firstRows.set(key, row);
    else if (tie.valueOf(row) !== tie.valueOf(first)) several.add(key);
  }
  return several;
}

function findChanges<Row extends object>(
  rows: readonly Row[],
  { known, predecessor, predecessorDate }: RowsBefore<Row>,
  file: FileFacts,
  likeness: Likeness<Row>,
): FileProblem[] {
  const { noun, keyOf } = likeness;
  const apart = predecessorDate === null ? 0 : Math.abs(daysBetween(predecessorDate, file.fileDate));
  if (apart > likeness.daysMax) return [];
  const days = apart + DAYS_SLACK;
  const pairs = rows.flatMap((row): [Row, Row][] => {
    const other = known.get(keyOf(row));
    return other === undefined ? [] : [[row, other]];
  });
  // Next to all rows of a daily file say what they said, and no rule finds a change in those.
  const differing = pairs.filter(([after, other]) => !saysTheSame(after, other));
  const changed = likeness.changes.flatMap(({ code, says, is, allowed }) => {
    const count = countRows(differing, ([after, other]) => is(after, other, file));
    return beyond(count, pairs.length, allowed, days, (most) => ({
      code,
      text: `${of(count, pairs.length, noun)} on file before ${says}; at most ${most} may`,
    }));
  });
  return predecessor ? [...findMoved(rows, known, predecessor, days, likeness), ...changed] : changed;
}

/** Rows that are gone, that are new, and that stand under another key. */
function findMoved<Row>(
  rows: readonly Row[],
  known: ReadonlyMap<string, Row>,
  predecessor: readonly Row[],
  days: number,
  { noun, keyOf, gone, added, renamed }: Likeness<Row>,
): FileProblem[] {
  const keys = new Set(rows.map(keyOf));
  const missing = predecessor.filter((row) => !keys.has(keyOf(row)));
  const fresh = rows.filter((row) => !known.has(keyOf(row)));
  const others = new Set(
    renamed ? rows.filter((row) => isNewUnder(row, known, keyOf, renamed.keyOf)).map(renamed.keyOf) : [],
  );
  const again = renamed ? missing.filter((row) => others.has(renamed.keyOf(row))).length : 0;
  return [
    ...beyond(missing.length, predecessor.length, ofSmallFile(gone, predecessor.length), days, (most) => ({
      code: `${noun}s_missing`,
      text: `${of(missing.length, predecessor.length, noun)} of the file before it are missing; at most ${most} may be`,
    })),
    ...beyond(fresh.length, predecessor.length, added, days, (most) => ({
      code: `${noun}s_added`,
      text: `${fresh.length.toLocaleString('en-US')} ${noun}s are new, where the file before it had ${predecessor.length.toLocaleString('en-US')}; at most ${most} may be`,
    })),
    ...beyond(again, predecessor.length, renamed?.allowed, days, (most) => ({
      code: `${noun}s_renumbered`,
      text: `${of(again, predecessor.length, noun)} of the file before it have another id; at most ${most} may`,
    })),
  ];
}

/** Whether the row of this key was another one before, or none. */
function isNewUnder<Row>(
  row: Row,
  known: ReadonlyMap<string, Row>,
  keyOf: (row: Row) => string,
  renamedKeyOf: (row: Row) => string,
): boolean {
  const before = known.get(keyOf(row));
  return before === undefined || renamedKeyOf(before) !== renamedKeyOf(row);
}

/** Of the few rows of a young file even a few that are missing are most of it. */
function ofSmallFile(allowed: Allowance | undefined, rows: number): Allowance | undefined {
  return allowed && { ...allowed, always: Math.min(allowed.always, Math.max(1, Math.floor(rows / 5))) };
}

function countRows<Row>(rows: readonly Row[], is: (row: Row) => boolean): number {
  let count = 0;
  for (const row of rows) if (is(row)) count += 1;
  return count;
}

function beyond(
  count: number,
  rows: number,
  allowed: Allowance | undefined,
  days: number,
  describe: (most: string) => Omit<FileProblem, 'releasable'>,
): FileProblem[] {
  if (!allowed) return [];
  const share = (allowed.share ?? 0) + (allowed.perDay ?? 0) * days;
  const most = Math.max(allowed.always, Math.floor(rows * share));
  // An operator may know why: a district may really lose many licenses on one day.
  return count > most ? [{ ...describe(most.toLocaleString('en-US')), releasable: true }] : [];
}

function of(count: number, rows: number, noun: string): string {
  return `${count.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} ${noun}s`;
}
