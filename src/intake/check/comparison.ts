import type { IsoDate } from '../../lib/time/dates.ts';
import type { FileFacts, FileProfile, Usual } from '../../regulator/source/file-profile.ts';
import type { Finding, Refusal } from './finding.ts';

/** Types shared by the steps of a comparison. */

/** The rows to compare an edition with. */
export interface OnFileBefore<Row> {
  /** Rows by key: the previous edition's rows or, for kinds without editions, the rows on file. */
  readonly known: ReadonlyMap<string, Row>;
  /** The rows of the previous edition; undefined for a first edition. */
  readonly predecessor: readonly Row[] | undefined;
  readonly predecessorDate: IsoDate | null;
  /** Returns the names on file for the license of a row. */
  readonly namesOf?: (row: Row) => readonly string[];
}

/** A change that is held until a second edition agrees. */
export interface HeldChange {
  readonly key: string;
  /** A hash of the new value; "gone" if the row is missing from the edition. */
  readonly fact: string;
}

/** Returns true if an earlier edition had the same change long enough ago. */
export type IsConfirmed = (change: HeldChange) => boolean;

export interface ComparedEdition<Row> {
  /** The rows to store: the edition's rows, with the rows on file in place of held changes. */
  readonly rows: readonly Row[];
  readonly held: readonly HeldChange[];
  readonly refusals: readonly Refusal[];
  readonly doubts: readonly Finding[];
}

/** The result of one step of a comparison. */
export interface ComparedPart<Row> extends ComparedEdition<Row> {
  /**
   * True if more rows changed or are missing than usual. In that situation, no new data in the edition is
   * accepted immediately.
   */
  readonly isInDoubt: boolean;
}

export interface Comparison<Row> {
  readonly file: FileFacts;
  readonly profile: FileProfile<Row>;
  /** The days between the two editions, plus a week. */
  readonly days: number;
  readonly isConfirmed: IsConfirmed;
}

export const WAITS = 'until a second download or the next edition agrees';

/**
 * Returns the number of rows that may change without being unusual. In a small file, a few rows are a large
 * share, so up to half of its rows, and always at least one, count as usual.
 */
export function usualOf({ rows, share = 0, sharePerDay = 0 }: Usual, of: number, days: number): number {
  const few = Math.min(rows, Math.max(1, Math.floor(of / 2)));
  return Math.max(few, Math.floor(of * (share + sharePerDay * days)));
}
