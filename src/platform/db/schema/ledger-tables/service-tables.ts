import type { Generated } from 'kysely';

/** What the service itself keeps: receipts, mail, counts. */

/** receipts: every receipt ever issued, kept permanently in the ledger, apart from the records that can be rebuilt. */
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
  /** What was signed, as JSON text; null for receipts of before they had numbers. */
  claims: string | null;
  /** Both signatures, HMAC first, separated by a dot; null together with `claims`. */
  signatures: string | null;
}

/** log: which entry of the log a receipt is; null until it was put there. */
interface LoggedColumn {
  log_index: Generated<number | null>;
}

/** log: the hashes of a level of the log's tree, 256 in a row; level 0 holds the entries themselves. */
export interface LogTilesTable {
  level: number;
  n: number;
  bytes: Uint8Array;
}

/** log: every tree head that was signed. */
export interface LogCheckpointsTable {
  size: number;
  signed_at: string;
  /** The signed note. */
  note: string;
}

/** log: where the log has each publication. */
export interface LogPublicationsTable {
  version: number;
  published_at: string;
  root_hash: string;
  log_index: number;
}

/** log: a record that a receipt names, and the path from it to the root hash of a publication. */
export interface LogRecordsTable {
  record_sha256: string;
  /** The publication, together with the time. */
  version: number;
  published_at: string;
  /** The place of the record among all records. */
  position: number;
  /** SHA-256 of what search shows of it, hexadecimal. */
  shown_sha256: string;
  /** The hashes of the path, one after another. */
  path: Uint8Array;
}

/** log: what a witness signed of a checkpoint. */
export interface LogCosignaturesTable {
  size: number;
  /** The name of the witness's key. */
  witness: string;
  signed_at: string;
  /** The signature line, with its line feed. */
  line: string;
}

/** decision: the answer that a request of an account with this `Idempotency-Key` got, for a day. */
export interface IdempotentAnswersTable {
  account_id: string;
  idempotency_key: string;
  /** SHA-256 of what was asked, hexadecimal. */
  question_sha256: string;
  /** The JSON text, compressed. */
  answer: Uint8Array;
  created_at: string;
}

/** platform/mail: mail to send and its result. The body is deleted once it is sent, because it may contain a link. */
export interface MailsTable {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  created_at: string;
  /** Null once sent or given up. */
  next_attempt_at: string | null;
  attempts: number;
  sent_at: string | null;
  /** While a process is sending it: until when no other may. */
  claimed_until: string | null;
  last_error: string | null;
  /** A verified address of the person that a reply is for; null for none. */
  reply_to: Generated<string | null>;
}

/** platform/counters/ledger-counts: what limits guessing and mail; nobody's address stands in it. */
interface KeptCountsTable {
  /** Hashed, with the kind of count before it. */
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
