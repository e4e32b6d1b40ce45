/** The documents that belong to applications. */

/** documents: a file that an applicant sent, or the organizer's waiver of it. */
export interface ApplicationDocumentsTable {
  id: string;
  application_id: string;
  /** The application's event. Used to limit storage per event and per account. */
  event_id: string;
  /** The required document, such as `insurance_certificate`. */
  code: string;
  /** The position of the history entry for its upload; increases with every upload. */
  position: number;
  /** received | confirmed | rejected | waived */
  state: string;
  /** The type of the file, detected from its first bytes; empty for a waiver. */
  media_type: string;
  /** 0 for a waiver. */
  bytes: number;
  /** Hexadecimal. Used to recognize a file that is sent twice. */
  sha256: string;
  /**
   * The last date on which the document is valid, initially as typed by the applicant, later as confirmed by
   * the organizer.
   */
  expires_on: string | null;
  insurer: string;
  /** The reason for a rejection or waiver; otherwise empty. */
  reason: string;
  /**
   * The organizer's reason for accepting a document that expires before the event; empty if it was not
   * accepted in this way.
   */
  override_reason: string;
  /** The event's last date at that time. The override does not apply if the event moves to a later date. */
  override_until: string | null;
  received_at: string;
  /** When the organizer confirmed, rejected or waived the document. */
  decided_at: string | null;
  /** The document of an earlier application that this file was copied from. */
  copied_from: string | null;
  /** When the file was deleted because the event was long over. */
  file_deleted_at: string | null;
  /**
   * Dollars per occurrence, as the organizer read it on a certificate of insurance; null if not recorded.
   */
  each_occurrence: number | null;
  /** 1 or 0; null if not recorded. */
  additional_insured: number | null;
  /** Empty if not recorded. */
  certificate_holder: string;
}

/** documents: the bytes of a file, written and deleted in the same transaction as the document's row. */
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

/** documents: reminders that have been queued, stored so that each is sent only once. */
export interface ApplicationDocumentRemindersTable {
  application_id: string;
  code: string;
  /**
   * The date that the reminder refers to: the event's first date, or the last date on which a document is
   * valid.
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
