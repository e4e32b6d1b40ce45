import type { UploadedFile } from '../../lib/files/uploaded-file.ts';
import type { HolderContact, NamedLicense } from '../../records/holders/holder.ts';

/** A license by its type and digits. */
export interface LicenseRef {
  /** 2013 or 2014. */
  readonly license_type: string;
  readonly license_digits: string;
}

export type ClaimState = 'pending' | 'verified' | 'rejected' | 'released';
export type ClaimProof = 'post' | 'phone' | 'document';

export interface Claim extends LicenseRef {
  readonly id: string;
  readonly account_id: string;
  readonly state: ClaimState;
  readonly proof: ClaimProof;
  readonly owner_name: string;
  readonly note: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/**
 * The state of a pending claim's code. `entered`: the code was correct, but another account is the verified
 * owner.
 */
export type CodeState = 'not_needed' | 'not_sent' | 'sent' | 'used_up' | 'expired' | 'entered';

/** A claim as its claimant sees it. */
export interface OwnClaim extends Claim, NamedLicense {
  readonly code: CodeState;
  readonly attempts_left: number;
  readonly code_expires_at: string | null;
  /** True if another code can be requested now. */
  readonly may_ask_again: boolean;
}

/** A license that is about to be claimed. */
export interface ClaimableLicense extends LicenseRef, NamedLicense {
  /** The account's own pending or verified claim of this license. */
  readonly own: Claim | undefined;
  /** True if no holder is on file to receive a code, so that only a document can prove the claim. */
  readonly needs_document: boolean;
}

/** A pending or decided claim in operators' lists. */
export interface QueuedClaim extends Claim, NamedLicense {
  readonly email: string;
  readonly code: CodeState;
  /** True if another account is the verified owner, which must be released first. */
  readonly has_other_owner: boolean;
}

export interface ClaimForOperator extends QueuedClaim {
  /** The current holder; undefined if the newest license file lists none. */
  readonly holder: ({ readonly owner_name: string } & HolderContact) | undefined;
  /** True if that holder differs from the holder stored with the claim. */
  readonly holder_changed: boolean;
  readonly other_owner: { readonly claim_id: string; readonly email: string } | undefined;
  readonly document:
    | { readonly name: string; readonly media_type: string; readonly bytes: number }
    | undefined;
  readonly letter_printed_at: string | null;
  readonly code_expires_at: string | null;
}

/**
 * The content of a printed letter or phone call. The code is stored nowhere else and cannot be shown again.
 */
export interface Letter extends NamedLicense, HolderContact {
  readonly claim_id: string;
  readonly proof: 'post' | 'phone';
  readonly owner_name: string;
  /** `ABCD-EFGH` */
  readonly code: string;
  readonly expires_at: string;
}

/** A checked file with the type detected from its first bytes and a harmless name. */
export interface ClaimDocument extends UploadedFile {
  readonly media_type: string;
}

/** The result of entering a code. */
export type CodeOutcome =
  | { readonly status: 'verified' }
  /** The code was correct, but another account is the verified owner, so an operator investigates. */
  | { readonly status: 'waits' }
  | { readonly status: 'wrong'; readonly attemptsLeft: number }
  /** The text does not have a code's format; no attempt was counted. */
  | { readonly status: 'malformed' }
  | { readonly status: 'used_up' | 'expired' | 'no_code' | 'holder_changed' };
