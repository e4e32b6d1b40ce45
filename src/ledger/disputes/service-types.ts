import type { Checked } from '../../lib/checked.ts';
import type { ListWindow } from '../../lib/list-window.ts';
import type { OwnLicense } from '../replies/service-types.ts';
import type { DisputeForm } from './dispute-form.ts';
import type { DisputedRow } from './disputed-row.ts';
import type { DisputeState } from './states.ts';

/** A row of the record that its vendor says is wrong. */
export interface Dispute {
  readonly id: string;
  readonly vendor_id: string;
  readonly license_type: string;
  readonly license_digits: string;
  readonly visit_id: number;
  /** Null: the visit as a whole. */
  readonly category: number | null;
  /** As it stood when it was disputed. */
  readonly row: DisputedRow;
  readonly text: string;
  readonly told_regulator: string;
  readonly state: DisputeState;
  readonly note: string;
  /** The day by which it is answered. */
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

/** All that is done with disputes. What is not one's own is `not_found`, like what never was. */
export interface DisputeService {
  getOwn(accountId: string, claimId: string): Promise<OwnDisputes>;
  open(
    accountId: string,
    claimId: string,
    /** As typed; a visit that is not on the license's record is `not_found`. */
    form: DisputeForm & { readonly visit_id: string },
  ): Promise<Checked<undefined>>;
  /** A sentence when it is not possible, undefined when it was done. */
  withdraw(accountId: string, claimId: string, disputeId: string): Promise<string | undefined>;
  /** Throws `not_found` for whoever is no operator. What is due first comes first. */
  listQueue(operatorId: string, window?: ListWindow): Promise<readonly QueuedDispute[]>;
  /** How many wait in all. */
  countQueue(operatorId: string): Promise<number>;
  decide(
    operatorId: string,
    disputeId: string,
    decided: { readonly outcome: string; readonly note: string },
  ): Promise<string | undefined>;
}
