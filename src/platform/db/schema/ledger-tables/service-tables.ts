import type { Generated } from 'kysely';

/** The service's own data: receipts, email, counts. */

/**
 * receipts: every receipt ever issued, stored permanently in the ledger, separate from the records, which can
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
  /** SHA-256 of the receipt's text, hexadecimal. */
  receipt_sha256: string;
  /** Its short number, made from `jti`. */
  number: string;
  /** The signed content as JSON text; null for receipts from before receipts had numbers. */
  claims: string | null;
  /** Both signatures, HMAC first, separated by a dot; null together with `claims`. */
  signatures: string | null;
}

/** log: the log entry of a receipt; null until it is added. */
interface LoggedColumn {
  log_index: Generated<number | null>;
}

/** log: the hashes of one level of the log's tree, 256 in a row; level 0 holds the entries themselves. */
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
  /** The version of the publication, together with its time. */
  version: number;
  published_at: string;
  /** The record's position among all records. */
  position: number;
  /** SHA-256 of the record as shown in search results, hexadecimal. */
  shown_sha256: string;
  /** The hashes of the path, one after another. */
  path: Uint8Array;
}

/** log: a witness's signature of a checkpoint. */
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
  /** The JSON text, compressed. */
  answer: Uint8Array;
  created_at: string;
}

/**
 * `platform/mail`: queued email and its result. The body is deleted once it is sent, because it may contain a
 * link.
 */
export interface MailsTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  created_at: string;
  /** Null once it was sent or given up. */
  next_attempt_at: string | null;
  attempts: number;
  sent_at: string | null;
  /** While a process is sending it: the end of that process's claim. */
  claimed_until: string | null;
  last_error: string | null;
  /** A verified address that receives the replies; null for none. */
  reply_to: Generated<string | null>;
  /** An address of ours that ends such emails with one click; null for none. */
  unsubscribe: Generated<string | null>;
}

/** platform/counters/ledger-counts: the counts that limit guessing and email. They contain no address. */
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
