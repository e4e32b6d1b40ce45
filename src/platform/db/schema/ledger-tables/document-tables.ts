/** Documents of applications. */

/** documents: a file that an applicant sent, or the organizer's waiver of it. */
export interface ApplicationDocumentsTable {
  id: string;
  application_id: string;
  /** The application's event. Used to limit storage per event and per account. */
  event_id: string;
  /** The required document, such as `insurance_certificate`. */
  code: string;
  /** The history entry that it came with; increases with every upload. */
  position: number;
  /** received | confirmed | rejected | waived */
  state: string;
  /** The type of the file, detected from its first bytes; empty for a waiver. */
  media_type: string;
  /** 0 for a waiver. */
  bytes: number;
  /** Hexadecimal; identifies a file that is sent twice. */
  sha256: string;
  /**
   * The last day on which it is valid: initially as typed by the applicant, later as confirmed by the
   * organizer.
   */
  expires_on: string | null;
  insurer: string;
  /** The reason for a rejection or waiver; otherwise empty. */
  reason: string;
  /**
   * The organizer's reason for accepting it even though it expires before the event; empty if they did not.
   */
  override_reason: string;
  /** The event's last day at that time; the override does not apply to a later day. */
  override_until: string | null;
  received_at: string;
  /** The time when the organizer confirmed, rejected or waived it. */
  decided_at: string | null;
  /** The document of an earlier application that this file was copied from. */
  copied_from: string | null;
  /** The time when the file was deleted because the event was long over. */
  file_deleted_at: string | null;
  /**
   * On a certificate of insurance, as the organizer read it: dollars per occurrence; null if not recorded.
   */
  each_occurrence: number | null;
  /** 1 or 0; null if not recorded. */
  additional_insured: number | null;
  /** Empty if not recorded. */
  certificate_holder: string;
}

/** documents: the bytes, written and deleted in the same transaction as their row. */
interface ApplicationDocumentContentsTable {
  document_id: string;
  content: Uint8Array;
}

/** documents: every action with its time, starting at position 1; rows never change. */
export interface ApplicationDocumentHistoryTable {
  application_id: string;
  position: number;
  at: string;
  /** applicant | organizer | service */
  done_by: string;
  /** The account of a member of the organizer's team, or of the holder who reused a document. */
  account_id: string | null;
  code: string;
  /** uploaded | used_again | confirmed | rejected | waived | waiver_ended | overridden | deleted */
  action: string;
  detail: string;
}

/** documents: reminders that were queued, so each is sent only once. */
export interface ApplicationDocumentRemindersTable {
  application_id: string;
  code: string;
  /**
   * The day that the reminder refers to: the event's first day, or the last day on which a document is valid.
   */
  due_on: string;
  /** 14 or 3 */
  days: number;
  queued_at: string;
}

export interface DocumentsTables {
  application_documents: ApplicationDocumentsTable;
  application_document_contents: ApplicationDocumentContentsTable;
  application_document_history: ApplicationDocumentHistoryTable;
  application_document_reminders: ApplicationDocumentRemindersTable;
}
