import type { Checked } from '../../lib/checked.ts';
import type { ListWindow } from '../../lib/list-window.ts';
import type { ReplyState } from './states.ts';

/** One text of a vendor, and what became of it. */
export interface Reply {
  readonly id: string;
  readonly vendor_id: string;
  readonly license_type: string;
  readonly license_digits: string;
  readonly text: string;
  readonly state: ReplyState;
  /** What the operator wrote; empty for nothing. */
  readonly note: string;
  /** Since it was published, or last looked at. */
  readonly reports: number;
  readonly published_at: string | null;
  readonly created_at: string;
}

/** A license that an account has proved to be its own, as pages name it. */
export interface OwnLicense {
  readonly claim_id: string;
  readonly vendor_id: string;
  /** Of the record; the digits where nothing is on record. */
  readonly vendor_name: string;
}

/** What a vendor sees of its own reply. */
export interface OwnReply {
  readonly license: OwnLicense;
  readonly published: Reply | undefined;
  readonly pending: Reply | undefined;
  /** The newest that was rejected, unless another was written since. */
  readonly rejected: Reply | undefined;
}

export interface QueuedReply extends Reply {
  readonly vendor_name: string;
  /** The one that is up now, where this one would take its place. */
  readonly replaces: string | null;
}

/** All that is done with replies. What is not one's own is `not_found`, like what never was. */
export interface ReplyService {
  getOwn(accountId: string, claimId: string): Promise<OwnReply>;
  /** Takes the place of one that waits; the published one stays up. */
  write(accountId: string, claimId: string, text: string): Promise<Checked<undefined>>;
  /** Takes down what is up and takes back what waits. */
  withdraw(accountId: string, claimId: string): Promise<void>;
  /** With the vendor's name; throws `not_found` where nothing is published. */
  getPublished(vendorId: string): Promise<{ readonly reply: Reply; readonly vendor_name: string }>;
  /** Counts a report of the published reply. Throws `not_found` where nothing is published. */
  report(vendorId: string): Promise<void>;
  /** Throws `not_found` for whoever is no operator. What waits longest first. */
  listQueue(operatorId: string, window?: ListWindow): Promise<readonly QueuedReply[]>;
  /** How many wait in all. */
  countQueue(operatorId: string): Promise<number>;
  /** A sentence when it is not possible, undefined when it was done. */
  decide(
    operatorId: string,
    replyId: string,
    decided: { readonly decision: string; readonly note: string },
  ): Promise<string | undefined>;
}
