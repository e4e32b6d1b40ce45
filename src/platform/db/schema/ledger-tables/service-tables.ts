import type { Generated } from 'kysely';

/** The service's own data, such as receipts, its public log, email and counters. */

/**
 * receipts: every receipt ever issued. Receipts are stored permanently, separate from the records, which can
 * be rebuilt.
 */
export interface ReceiptsTable {
  jti: string;
  vendor_id: string;
  event_type: string;
  verdict: string;
  issued_at: string;
  record_sha256: string;
  key_id: string;
  /** SHA-256 of the receipt, hexadecimal. */
  receipt_sha256: string;
  /** The receipt's short number, derived from `jti`. */
  number: string;
  /** The signed content as JSON text; null for receipts from before receipts had numbers. */
  claims: string | null;
  /** Both signatures, HMAC first, separated by a dot; null together with `claims`. */
  signatures: string | null;
}

/** log: the index of a receipt's log entry; null until the entry is added. */
interface LoggedColumn {
  log_index: Generated<number | null>;
}

/** log: hashes on one level of the log's tree, up to 256 per row. Level 0 has the hashes of the entries. */
export interface LogTilesTable {
  level: number;
  n: number;
  bytes: Uint8Array;
}

/** log: every signed tree head. */
export interface LogCheckpointsTable {
  size: number;
  signed_at: string;
  /** The signed note. */
  note: string;
}

/** log: the log entry of each publication. */
export interface LogPublicationsTable {
  version: number;
  published_at: string;
  root_hash: string;
  log_index: number;
}

/** log: a record that a receipt names, and its path to the root hash of a publication. */
export interface LogRecordsTable {
  record_sha256: string;
  /** Together with `published_at`, identifies the publication. */
  version: number;
  published_at: string;
  /** The record's position among all records. */
  position: number;
  /** SHA-256 of the record as shown in search results, hexadecimal. */
  shown_sha256: string;
  /** The hashes of the path, one after another. */
  path: Uint8Array;
}

/** log: a witness's signature on a checkpoint. */
export interface LogCosignaturesTable {
  size: number;
  /** The name of the witness's key. */
  witness: string;
  signed_at: string;
  /** The signature line, with its line feed. */
  line: string;
}

/** decision: the response to a request with this `Idempotency-Key`, stored for a day. */
export interface IdempotentAnswersTable {
  account_id: string;
  idempotency_key: string;
  /** SHA-256 of the request, hexadecimal. */
  question_sha256: string;
  /** The compressed JSON text. */
  answer: Uint8Array;
  created_at: string;
}

/**
 * `platform/mail`: queued emails and what became of them. The body is deleted once the email has been sent,
 * because it may contain a link.
 */
export interface MailsTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  created_at: string;
  /** Null once the email was sent or will not be retried. */
  next_attempt_at: string | null;
  attempts: number;
  sent_at: string | null;
  /** While a process is sending the email, the time when that process's claim expires. */
  claimed_until: string | null;
  last_error: string | null;
  /** A verified address that receives the replies; null if there is none. */
  reply_to: Generated<string | null>;
  /** One of our addresses, which unsubscribes with one click; null if there is none. */
  unsubscribe: Generated<string | null>;
}

/** platform/counters/ledger-counts: the counters that limit guessing and email, without any addresses. */
interface KeptCountsTable {
  /** A hash, prefixed with the kind of counter. */
  key: string;
  /** Whole numbers, separated by commas. */
  value: string;
  forget_at: string;
}

/** platform: which process may do a piece of scheduled work, and until when. */
interface LeasesTable {
  name: string;
  holder: string;
  expires_at: string;
}

export interface ServiceTables {
  receipts: ReceiptsTable & LoggedColumn;
  log_tiles: LogTilesTable;
  log_checkpoints: LogCheckpointsTable;
  log_publications: LogPublicationsTable;
  log_records: LogRecordsTable;
  log_cosignatures: LogCosignaturesTable;
  idempotent_answers: IdempotentAnswersTable;
  mails: MailsTable;
  kept_counts: KeptCountsTable;
  leases: LeasesTable;
}
