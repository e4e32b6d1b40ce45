import type { Checked } from '../../lib/checked.ts';
import type { ListWindow } from '../../lib/list-window.ts';

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

/**
 * What vendors and operators do with claims. An id that is malformed, made up or, for a vendor, another account's throws
 * the same `not_found`. Sentences are refusals, for whoever asked; undefined is done.
 */
export interface ClaimService {
  /** What a number names, before it is claimed, for an account or for nobody yet; an error about `license` otherwise. */
  findClaimable(accountId: string | undefined, licenseNumber: string): Promise<Checked<ClaimableLicense>>;
  /** Errors are about `license`, `proof`, or `document`. */
  claim(
    accountId: string,
    licenseNumber: string,
    proof: string,
    document?: UploadedFile,
  ): Promise<Checked<Claim>>;
  enterCode(accountId: string, claimId: string, code: string): Promise<CodeOutcome>;
  /** Asks for another letter or call where the code was used up, ran out or seems lost. */
  askAgain(accountId: string, claimId: string): Promise<string | undefined>;
  /** Pending ones first, then verified ones, then newest first; all, or a part of them. */
  listOwn(accountId: string, window?: ListWindow): Promise<OwnClaim[]>;
  countOwn(accountId: string): Promise<number>;
  getOwn(accountId: string, claimId: string): Promise<OwnClaim>;
  /** Gives a claim up, pending or verified. */
  release(accountId: string, claimId: string): Promise<string | undefined>;

  /** Pending claims, oldest first; with a state, the newest of that state first. */
  listQueue(state?: ClaimState, window?: ListWindow): Promise<QueuedClaim[]>;
  countQueue(state: ClaimState): Promise<number>;
  getForOperator(claimId: string): Promise<ClaimForOperator>;
  getDocument(operatorId: string, claimId: string): Promise<ClaimDocument>;
  /**
   * Makes a new code, which ends the one before. The letter is returned this once. Errors are about `claim`.
   * `printedBefore`, where given, is when the form's page knew a letter to have been printed last, empty for never: a
   * form that is sent twice by a reload makes one letter.
   */
  printLetter(operatorId: string, claimId: string, printedBefore?: string): Promise<Checked<Letter>>;
  verify(operatorId: string, claimId: string, note: string): Promise<string | undefined>;
  /** Needs a note: the claimant is to know why. */
  reject(operatorId: string, claimId: string, note: string): Promise<string | undefined>;
  releaseByOperator(operatorId: string, claimId: string, note: string): Promise<string | undefined>;
}
