/** The vendors' own entries: claims, replies, disputes, contested outcomes and reminders of expiry dates. */

/** claims: an account's statement that it owns a license. */
export interface ClaimsTable {
  id: string;
  account_id: string;
  license_type: string;
  license_digits: string;
  /** pending | verified | rejected | released */
  state: string;
  /** post | phone | document */
  proof: string;
  /**
   * The license holder when the license was claimed, a letter was printed, or the claim was verified. If the
   * holder changes, the claim is released.
   */
  owner_name: string;
  /** The regulator's License ID under that holder; null if no visit has one. */
  owner_license_id: number | null;
  /** The scrypt hash of the code in the letter, salted with the claim's id, hexadecimal. */
  code_hash: string | null;
  code_expires_at: string | null;
  code_attempts: number;
  /** When the right code was entered while another account was the verified owner. */
  code_entered_at: string | null;
  letter_printed_at: string | null;
  /** The operator's note to the claimant. */
  note: string;
  created_at: string;
  updated_at: string;
}

/** claims: the documents that prove a claim. */
interface ClaimDocumentsTable {
  claim_id: string;
  name: string;
  media_type: string;
  content: Uint8Array;
  uploaded_at: string;
}

/** replies: a verified owner's text, which is shown next to the record. Changing the text adds a new row. */
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
  /** The number of times the reply has been reported since it was published or last reviewed. */
  reports: number;
  published_at: string | null;
  created_at: string;
  updated_at: string;
}

/** disputes: a row of the record that the vendor reports as wrong. */
export interface DisputesTable {
  id: string;
  account_id: string;
  license_type: string;
  license_digits: string;
  vendor_id: string;
  visit_id: number;
  /** Null if the dispute is about the visit as a whole. */
  category: number | null;
  /**
   * The disputed row at that time, as JSON text. The dispute is closed when the row is different in a newer
   * file from the regulator.
   */
  row: string;
  text: string;
  told_regulator: string;
  state: string;
  /** A number from 1 while the dispute is open, then null. It limits the open disputes for a license. */
  open_place: number | null;
  note: string;
  /** The date by which an operator must answer. */
  due_on: string;
  created_at: string;
  updated_at: string;
}

/**
 * reliability: an outcome that the vendor reports as wrong; at most one for each outcome of an application.
 */
export interface OutcomeContestsTable
  extends Omit<
    DisputesTable,
    'vendor_id' | 'visit_id' | 'category' | 'row' | 'told_regulator' | 'open_place'
  > {
  application_id: string;
  outcome: string;
  /** The organizer's answer; empty if there is none. */
  answer: string;
  /** open | withdrawn | upheld | dismissed */
  state: string;
}

/** expiry: emails about an expiry date that were queued, so each is sent only once. */
export interface ExpiryRemindersTable {
  account_id: string;
  license_type: string;
  license_digits: string;
  /** `license`, or the code of a document. */
  code: string;
  /** The expiry date. */
  due_on: string;
  /** The step: 60, 30 or 7 days before that date. */
  days: number;
  queued_at: string;
}

/** expiry: if an account wants these emails. An account without a row gets them. */
export interface ExpiryReminderSettingsTable {
  account_id: string;
  /** 1 or 0. */
  is_off: number;
  /** Hexadecimal; the link in the emails that turns them off. */
  token_sha256: string;
}

export interface VendorsTables {
  expiry_reminders: ExpiryRemindersTable;
  expiry_reminder_settings: ExpiryReminderSettingsTable;
  claims: ClaimsTable;
  claim_documents: ClaimDocumentsTable;
  replies: RepliesTable;
  disputes: DisputesTable;
  outcome_contests: OutcomeContestsTable;
}
