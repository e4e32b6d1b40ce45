import type { ReplyState } from './states.ts';

/** One text of a vendor and its state. */
export interface Reply {
  readonly id: string;
  readonly vendor_id: string;
  readonly license_type: string;
  readonly license_digits: string;
  readonly text: string;
  readonly state: ReplyState;
  /** The operator's note; empty for none. */
  readonly note: string;
  /** Reports since it was published or last reviewed. */
  readonly reports: number;
  readonly published_at: string | null;
  readonly created_at: string;
}

/** A license that an account has verified, as pages name it. */
export interface OwnLicense {
  readonly claim_id: string;
  readonly vendor_id: string;
  /** The name on record; the digits when nothing is on record. */
  readonly vendor_name: string;
}

/** What a vendor sees of its own reply. */
export interface OwnReply {
  readonly license: OwnLicense;
  readonly published: Reply | undefined;
  readonly pending: Reply | undefined;
  /** The newest rejected text, unless a newer one was written. */
  readonly rejected: Reply | undefined;
}

export interface QueuedReply extends Reply {
  readonly vendor_name: string;
  /** The published text that this one would replace. */
  readonly replaces: string | null;
}
