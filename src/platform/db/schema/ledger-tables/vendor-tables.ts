/** The vendors' side: claims, replies, disputes, contested outcomes. */

/** claims: an account's statement that a license is its own. */
export interface ClaimsTable {
  id: string;
  account_id: string;
  license_type: string;
  license_digits: string;
  /** pending | verified | rejected | released */
  state: string;
  /** post | phone | document */
  proof: string;
  /** The holder when the license was claimed, a letter was printed or the claim was verified; another holder releases it. */
  owner_name: string;
  /** The regulator's License ID of that ownership, when a visit has it. */
  owner_license_id: number | null;
  /** Hash of the code in the letter: scrypt, salted with the claim's id, hexadecimal. */
  code_hash: string | null;
  code_expires_at: string | null;
  code_attempts: number;
  /** When the right code was entered while somebody else was the verified owner. */
  code_entered_at: string | null;
  letter_printed_at: string | null;
  /** The operator's note to the claimant. */
  note: string;
  created_at: string;
  updated_at: string;
}

/** claims */
interface ClaimDocumentsTable {
  claim_id: string;
  name: string;
  media_type: string;
  content: Uint8Array;
  uploaded_at: string;
}

/** replies: a verified owner's text beside the record. A changed text is a new row. */
export interface RepliesTable {
  id: string;
  account_id: string;
  license_type: string;
  license_digits: string;
  vendor_id: string;
  text: string;
  /** pending | published | rejected | withdrawn | replaced */
  state: string;
  /** The operator's note to the vendor. */
  note: string;
  /** Reports since it was published or last reviewed. */
  reports: number;
  published_at: string | null;
  created_at: string;
  updated_at: string;
}

/** disputes: a row of the record that its vendor calls wrong. */
export interface DisputesTable {
  id: string;
  account_id: string;
  license_type: string;
  license_digits: string;
  vendor_id: string;
  visit_id: number;
  /** Null: the visit as a whole. */
  category: number | null;
  /** The row as it was, JSON text; the dispute closes when the regulator's next file has another. */
  row: string;
  text: string;
  told_regulator: string;
  /** pending_review | upheld | dismissed | corrected | withdrawn */
  state: string;
  /** Numbered from 1 while it is open, null afterward; limits the open disputes of a license. */
  open_place: number | null;
  note: string;
  /** The day by which an operator must answer. */
  due_on: string;
  created_at: string;
  updated_at: string;
}

/** reliability: an outcome that its vendor calls wrong; at most one for each outcome of an application. */
export interface OutcomeContestsTable
  extends Omit<
    DisputesTable,
    'vendor_id' | 'visit_id' | 'category' | 'row' | 'told_regulator' | 'open_place'
  > {
  application_id: string;
  outcome: string;
  /** The organizer's words; empty for none. */
  answer: string;
  /** open | withdrawn | upheld | dismissed */
  state: string;
}

export interface VendorsTables {
  claims: ClaimsTable;
  claim_documents: ClaimDocumentsTable;
  replies: RepliesTable;
  disputes: DisputesTable;
  outcome_contests: OutcomeContestsTable;
}
