import type { OwnLicense } from '../replies/reply.ts';
import type { DisputedRow } from './disputed-row.ts';
import type { DisputeState } from './states.ts';

/** A row of the record that its vendor calls wrong. */
export interface Dispute {
  readonly id: string;
  readonly vendor_id: string;
  readonly license_type: string;
  readonly license_digits: string;
  readonly visit_id: number;
  /** Null: the visit as a whole. */
  readonly category: number | null;
  /** The row at the time of the dispute. */
  readonly row: DisputedRow;
  readonly text: string;
  readonly told_regulator: string;
  readonly state: DisputeState;
  readonly note: string;
  /** The day by which an operator must answer. */
  readonly due_on: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface OwnVisit extends DisputedRow {
  readonly visit_id: number;
}

export interface OwnDisputes {
  readonly license: OwnLicense;
  /** Newest first. */
  readonly visits: readonly OwnVisit[];
  /** Newest first. */
  readonly disputes: readonly Dispute[];
}

export interface QueuedDispute extends Dispute {
  readonly vendor_name: string;
}
