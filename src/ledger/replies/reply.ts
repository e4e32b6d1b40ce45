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
