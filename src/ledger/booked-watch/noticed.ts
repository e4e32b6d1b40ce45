import type { BookedTables } from '../../platform/db/ledger-tables/booked.ts';
import type { Change } from '../monitoring/changes.ts';
import type { BookedVerdict } from './booked.ts';

export type NoticedRow = BookedTables['booked_changes'];

/** A change of a record as it is kept and shown. */
export interface Noticed {
  /** The day on which we noticed it. */
  readonly day: string;
  readonly grave: boolean;
  readonly from: BookedVerdict;
  readonly to: BookedVerdict;
  readonly changes: readonly Change[];
  /** The sentences behind `to`. */
  readonly reasons: readonly string[];
  /** Whether it came after the newest decision that was filed. */
  readonly sinceDecision: boolean;
}

/** What an organizer sees of one application: since the newest filed decision, and in all. Pure. */
export interface BookedHistory {
  readonly all: readonly Noticed[];
  readonly sinceDecision: readonly Noticed[];
}

export function toNoticed(
  row: Pick<
    NoticedRow,
    'changed_at' | 'day' | 'grave' | 'verdict_from' | 'verdict_to' | 'changes' | 'reasons'
  > & {
    readonly decided_at: string | null;
  },
): Noticed {
  return {
    day: row.day,
    grave: row.grave === 1,
    from: asVerdict(row.verdict_from),
    to: asVerdict(row.verdict_to),
    changes: JSON.parse(row.changes) as Change[],
    reasons: JSON.parse(row.reasons) as string[],
    sinceDecision: row.decided_at === null || row.changed_at > row.decided_at,
  };
}

/** Only verdicts are ever written. */
function asVerdict(text: string): BookedVerdict {
  return text as BookedVerdict;
}
