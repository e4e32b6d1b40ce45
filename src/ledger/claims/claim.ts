/** A license by what the records know it by. */
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

/** What is said of a claimed license to anybody: nothing of its holder. */
export interface NamedLicense {
  /** With its letters, where the license file tells them. */
  readonly license_number: string;
  /** Empty when the license is not on file any more. */
  readonly name: string;
  readonly city: string;
}

/** Where the code of a pending claim stands. `entered`: it was right, and somebody else is the verified owner. */
export type CodeState = 'not_needed' | 'not_sent' | 'sent' | 'used_up' | 'expired' | 'entered';

/** A claim as whoever made it sees it. */
export interface OwnClaim extends Claim, NamedLicense {
  readonly code: CodeState;
  readonly attempts_left: number;
  readonly code_expires_at: string | null;
  /** Whether another code can be asked for now. */
  readonly may_ask_again: boolean;
}

/** A license that somebody is about to claim. */
export interface ClaimableLicense extends LicenseRef, NamedLicense {
  /** The account's own claim of it that is pending or verified. */
  readonly own: Claim | undefined;
}

/** A pending or decided claim as operators see it in lists. */
export interface QueuedClaim extends Claim, NamedLicense {
  readonly email: string;
  readonly code: CodeState;
  /** Whether another account is the verified owner, which must be released first. */
  readonly has_other_owner: boolean;
}

/** How the license file says its holder is reached: for the letter alone. */
export interface HolderContact {
  readonly mailing_address: string;
  readonly phone: string;
}

export interface ClaimForOperator extends QueuedClaim {
  /** Who holds the license now; undefined when the newest license file names nobody as its current holder. */
  readonly holder: ({ readonly owner_name: string } & HolderContact) | undefined;
  /** Whether that is another holder than the claim was made about. */
  readonly holder_changed: boolean;
  readonly other_owner: { readonly claim_id: string; readonly email: string } | undefined;
  readonly document:
    | { readonly name: string; readonly media_type: string; readonly bytes: number }
    | undefined;
  readonly letter_printed_at: string | null;
  readonly code_expires_at: string | null;
}

/** What is printed or read out on the phone. The code is in no other place and cannot be shown again. */
export interface Letter extends NamedLicense, HolderContact {
  readonly claim_id: string;
  readonly proof: 'post' | 'phone';
  readonly owner_name: string;
  /** `ABCD-EFGH` */
  readonly code: string;
  readonly expires_at: string;
}

/** A file as it was uploaded; nothing in it is trusted. */
export interface UploadedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** A file that was checked: its type told by its first bytes, its name made harmless. */
export interface ClaimDocument extends UploadedFile {
  readonly media_type: string;
}

/** What came of a code that was typed. */
export type CodeOutcome =
  | { readonly status: 'verified' }
  /** It was right, and somebody else is the verified owner: an operator looks into it. */
  | { readonly status: 'waits' }
  | { readonly status: 'wrong'; readonly attemptsLeft: number }
  /** Not the shape of a code; no attempt was taken. */
  | { readonly status: 'malformed' }
  | { readonly status: 'used_up' | 'expired' | 'no_code' | 'holder_changed' };
