import type { DisputedRow } from './disputes/disputed-row.ts';
import type { ContestState, DisputeState, ReplyState } from './statement-kinds.ts';

/** A text written by a vendor, and its state. */
export interface Reply {
  readonly id: string;
  readonly vendor_id: string;
  readonly license_type: string;
  readonly license_digits: string;
  readonly text: string;
  readonly state: ReplyState;
  /** The operator's note; empty if there is none. */
  readonly note: string;
  /** Reports since it was published or last reviewed. */
  readonly reports: number;
  readonly published_at: string | null;
  readonly created_at: string;
}

/** A license that an account is the verified owner of, as pages show it. */
export interface OwnLicense {
  readonly claim_id: string;
  readonly vendor_id: string;
  /** The name on record; the digits if nothing is on record. */
  readonly vendor_name: string;
}

/** A vendor's own reply as the vendor sees it. */
export interface OwnReply {
  readonly license: OwnLicense;
  readonly published: Reply | undefined;
  readonly pending: Reply | undefined;
  /** The most recent rejected text, unless a newer one was written. */
  readonly rejected: Reply | undefined;
}

export interface QueuedReply extends Reply {
  readonly vendor_name: string;
  /** The published text that this reply would replace; null if there is none. */
  readonly replaces: string | null;
}

/** A dispute by a vendor about a row of its record. */
export interface Dispute {
  readonly id: string;
  readonly vendor_id: string;
  readonly license_type: string;
  readonly license_digits: string;
  readonly visit_id: number;
  /** Null for the visit as a whole. */
  readonly category: number | null;
  /** The row at the time of the dispute. */
  readonly row: DisputedRow;
  readonly text: string;
  readonly told_regulator: string;
  readonly state: DisputeState;
  readonly note: string;
  /** The date by which an operator must answer. */
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

/** A vendor's statement that a recorded outcome is wrong. */
export interface Contest {
  readonly id: string;
  readonly application_id: string;
  readonly account_id: string;
  readonly license_type: string;
  readonly license_digits: string;
  readonly outcome: string;
  /** The vendor's words. */
  readonly text: string;
  /** The organizer's words; empty if there are none. */
  readonly answer: string;
  readonly state: ContestState;
  readonly note: string;
  readonly due_on: string;
  readonly created_at: string;
}

export interface QueuedContest extends Contest {
  readonly business_name: string;
  readonly event_name: string;
  readonly starts_at: string;
  readonly timezone: string;
}
