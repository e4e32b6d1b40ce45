import type { IsoDate } from '../../lib/time/dates.ts';
import type { FileFacts, FileProfile, Usual } from '../../regulator/source/file-profile.ts';
import type { Finding, Refusal } from './finding.ts';

/** The types that the steps of a comparison share. */

/** The rows that an edition is compared with. */
export interface OnFileBefore<Row> {
  /** By key: the rows of the previous edition or, for kinds without editions, the rows on file. */
  readonly known: ReadonlyMap<string, Row>;
  /** The rows of the previous edition; undefined for a first edition. */
  readonly predecessor: readonly Row[] | undefined;
  readonly predecessorDate: IsoDate | null;
  /** Returns the names on file for the license of a row. */
  readonly namesOf?: (row: Row) => readonly string[];
}

/** A change that waits for a second edition to agree. */
export interface HeldChange {
  readonly key: string;
  /** The new value as a hash; "gone" if the edition lacks the row. */
  readonly fact: string;
}

/** Returns true if an earlier edition had the same change, long enough ago. */
export type IsConfirmed = (change: HeldChange) => boolean;

export interface ComparedEdition<Row> {
  /** The rows to store: the edition's, with the rows on file in place of held changes. */
  readonly rows: readonly Row[];
  readonly held: readonly HeldChange[];
  readonly refusals: readonly Refusal[];
  readonly doubts: readonly Finding[];
}

/** One step of a comparison. */
export interface ComparedPart<Row> extends ComparedEdition<Row> {
  /**
   * True if more rows changed or are missing than usual. Then nothing new in the edition is accepted at once.
   */
  readonly isInDoubt: boolean;
}

export interface Comparison<Row> {
  readonly file: FileFacts;
  readonly profile: FileProfile<Row>;
  /** Days between the two editions, and a week. */
  readonly days: number;
  readonly isConfirmed: IsConfirmed;
}

export const WAITS = 'until a second download or the next edition agrees';

/** In a small file, even a few rows are most of it, so half of its rows are usual, and one always is. */
export function usualOf({ rows, share = 0, sharePerDay = 0 }: Usual, of: number, days: number): number {
  const few = Math.min(rows, Math.max(1, Math.floor(of / 2)));
  return Math.max(few, Math.floor(of * (share + sharePerDay * days)));
}
