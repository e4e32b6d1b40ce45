/** Documents of applications. */

/** documents: a file that an applicant sent, or the organizer's waiver of one. */
export interface ApplicationDocumentsTable {
  id: string;
  application_id: string;
  /** The application's event, for what an event and an account may hold in all. */
  event_id: string;
  /** The required document, such as `insurance_certificate`. */
  code: string;
  /** The line of the history that it came with; grows with every arrival. */
  position: number;
  /** received | confirmed | rejected | waived */
  state: string;
  /** Of the file, by its first bytes; empty for a waiver. */
  media_type: string;
  /** 0 for a waiver. */
  bytes: number;
  /** Hexadecimal; a file that is sent twice is known by it. */
  sha256: string;
  /** The last day on which it is good: as the applicant typed it, then as the organizer confirmed it. */
  expires_on: string | null;
  insurer: string;
  /** Why it was rejected or waived; empty for neither. */
  reason: string;
  /** Why the organizer takes it although it ends before the event; empty where nobody decided that. */
  override_reason: string;
  /** The event's last day when that was decided; it holds for no later one. */
  override_until: string | null;
  received_at: string;
  /** When the organizer confirmed, rejected or waived it. */
  decided_at: string | null;
  /** The document of an earlier application whose file this is. */
  copied_from: string | null;
  /** When the file was deleted because the event was long over. */
  file_deleted_at: string | null;
  /** Of a certificate of insurance, as the organizer read it: dollars for each occurrence; null for not noted. */
  each_occurrence: number | null;
  /** 1 or 0; null for not noted. */
  additional_insured: number | null;
  /** Empty for not noted. */
  certificate_holder: string;
}

/** documents: the bytes, written and deleted in the transaction that does so with their row. */
interface ApplicationDocumentContentsTable {
  document_id: string;
  content: Uint8Array;
}

/** documents: who did what and when, starting at position 1; never changed. */
export interface ApplicationDocumentHistoryTable {
  application_id: string;
  position: number;
  at: string;
  /** applicant | organizer | service */
  done_by: string;
  /** The account of an organizer's member, or of the holder who used a document again. */
  account_id: string | null;
  code: string;
  /** uploaded | used_again | confirmed | rejected | waived | waiver_ended | overridden | deleted */
  action: string;
  detail: string;
}

/** documents: reminders that were queued, so that each is sent once. */
export interface ApplicationDocumentRemindersTable {
  application_id: string;
  code: string;
  /** The day that it was about: the event's first, or the last on which a document is good. */
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
