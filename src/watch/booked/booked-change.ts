import { parseStored } from '../../lib/stored-json.ts';
import type { BookedTables } from '../../platform/db/schema/ledger-tables/booked-tables.ts';
import type { Change } from '../paid/change.ts';
import type { BookedVerdict } from './compare-booked.ts';

export type NoticedRow = BookedTables['booked_changes'];

/** A record change as it is stored and shown. */
export interface BookedChange {
  /** The day on which the service detected the change. */
  readonly day: string;
  readonly grave: boolean;
  readonly from: BookedVerdict;
  readonly to: BookedVerdict;
  readonly changes: readonly Change[];
  /** The reasons for the verdict `to`. */
  readonly reasons: readonly string[];
  /** The change's number within the application, starting at 1. */
  readonly position: number;
  /** Who reviewed the change and what they decided; null until then. */
  readonly resolved: ResolvedChange | null;
}

interface ResolvedChange {
  readonly at: string;
  /** Null if the waitlist changed the status automatically, without a person. */
  readonly byId: string | null;
  /** Null if that account was deleted. */
  readonly byName: string | null;
  readonly how: 'kept' | 'filed' | 'status';
}

/**
 * One application's changes, for its organizer: all of them, and those since the organizer's last decision or
 * review. Pure.
 */
export interface BookedHistory {
  readonly all: readonly BookedChange[];
  readonly sinceDecision: readonly BookedChange[];
}

export function toBookedChange(
  row: Pick<
    NoticedRow,
    'position' | 'day' | 'grave' | 'verdict_from' | 'verdict_to' | 'changes' | 'reasons'
  > &
    Pick<NoticedRow, 'settled_at' | 'settled_by' | 'settled_how'> & { readonly settled_name: string | null },
): BookedChange {
  return {
    day: row.day,
    grave: row.grave === 1,
    from: asVerdict(row.verdict_from),
    to: asVerdict(row.verdict_to),
    changes: parseStored<Change[]>(row.changes),
    reasons: parseStored<string[]>(row.reasons),
    position: row.position,
    resolved:
      row.settled_at === null
        ? null
        : {
            at: row.settled_at,
            byId: row.settled_by,
            byName: row.settled_name,
            how: asHow(row.settled_how),
          },
  };
}

/** Narrows the type. Only these values are ever written. */
function asHow(text: string | null): ResolvedChange['how'] {
  return text as ResolvedChange['how'];
}

/** Narrows the type. Only verdicts are ever written. */
function asVerdict(text: string): BookedVerdict {
  return text as BookedVerdict;
}
