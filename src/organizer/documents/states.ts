import type { IsoDate } from '../../lib/time/dates.ts';
import type { DocumentState } from '../applications/schemas.ts';
import type { Coverage } from './insurance-coverage.ts';
import { INSURANCE } from './kinds.ts';

/** Derives the state of a required document from its files and the decisions about them. */

/** A file or a waiver, without the file's bytes. */
export interface DocumentRow extends Coverage {
  readonly id: string;
  readonly code: string;
  readonly position: number;
  readonly state: 'received' | 'confirmed' | 'rejected' | 'waived';
  readonly media_type: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly expires_on: IsoDate | null;
  readonly insurer: string;
  readonly reason: string;
  readonly override_reason: string;
  readonly override_until: IsoDate | null;
  readonly received_at: string;
  readonly decided_at: string | null;
  readonly copied_from: string | null;
  readonly file_deleted_at: string | null;
}

export interface DocumentStanding {
  readonly state: DocumentState;
  /** The row that determines the state: either the file in use or the waiver. */
  readonly row: DocumentRow | undefined;
  /**
   * A second file: the confirmed file that a newer file would replace, or the newer file that was rejected.
   */
  readonly beside: DocumentRow | undefined;
}

/**
 * Returns the state of one document based on all of its rows. The newest file determines the state. If that
 * file was rejected, a previously confirmed file remains in use.
 */
export function standingOf(rows: readonly DocumentRow[]): DocumentStanding {
  const byAge = rows.toSorted((a, b) => b.position - a.position);
  const waiver = byAge.find(({ state }) => state === 'waived');
  if (waiver) return { state: 'waived', row: waiver, beside: undefined };
  const newest = byAge[0];
  if (!newest) return { state: 'to_collect', row: undefined, beside: undefined };
  const confirmed = byAge.find(({ state }) => state === 'confirmed');
  if (newest.state === 'rejected' && confirmed) return { state: 'confirmed', row: confirmed, beside: newest };
  const beside = confirmed === newest ? undefined : confirmed;
  return { state: newest.state, row: newest, beside };
}

/** Returns true if a document ends before the event does. */
export function endsEarly(row: Pick<DocumentRow, 'expires_on'> | undefined, lastDay: IsoDate): boolean {
  return typeof row?.expires_on === 'string' && row.expires_on < lastDay;
}

/**
 * Returns true if the organizer accepted the early end of this insurance for this last day or a later one.
 */
export function isOverridden(row: DocumentRow, lastDay: IsoDate): boolean {
  return row.override_until !== null && row.override_until >= lastDay;
}

/**
 * Returns the insurance that prevents a spot from being confirmed. It ends before the event's last day, and
 * the organizer has neither waived nor accepted it. Rejected insurance also counts, because no newer
 * insurance is on file. Missing insurance does not prevent confirmation.
 */
export function blockingInsurance(rows: readonly DocumentRow[], lastDay: IsoDate): DocumentRow | undefined {
  const { state, row } = standingOf(rows.filter(({ code }) => code === INSURANCE));
  if (!row || state === 'waived' || !endsEarly(row, lastDay) || isOverridden(row, lastDay)) return undefined;
  return row;
}

/** Counts the documents that are waiting for the organizer's review. */
export function countReceived(rows: readonly DocumentRow[]): number {
  const byCode = Map.groupBy(rows, ({ code }) => code);
  return [...byCode.values()].filter((own) => standingOf(own).state === 'received').length;
}
