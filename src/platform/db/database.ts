import type { DatabaseSync } from 'node:sqlite';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { LedgerSchema } from './schema/schema-ledger.ts';
import type { SnapshotSchema } from './schema/schema-snapshot.ts';

/** The published records, which are read-only. */
export type PublishedDb = Kysely<SnapshotSchema>;
/** The one SQL database: user data, the log of the regulator's files, and the publications. */
export type LedgerDb = Kysely<LedgerSchema>;
export type LedgerTx = Transaction<LedgerSchema>;

/** The differences between the two engines; all other SQL is shared. */
interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /**
   * Builds the condition that the column's value is one of `texts`. They are passed as a single parameter, so
   * there may be any number of them.
   */
  isOneOf(column: string, texts: readonly string[]): RawBuilder<boolean>;
  /**
   * Calls `read` with one snapshot of the database, which later commits do not affect. Does not write
   * anything or block writers. On SQLite, this occupies the only connection, so `read` must not use `db`
   * itself.
   */
  inSnapshot<Schema, Value>(
    db: Kysely<Schema>,
    read: (snapshot: Kysely<Schema>) => Promise<Value>,
  ): Promise<Value>;
}

export interface LedgerEngine extends Engine {
  /** Makes publications run one at a time. The lock is released when the transaction ends. */
  lockPublication(tx: LedgerTx): Promise<void>;
  /**
   * Makes transactions that lock the same name run one at a time, even if no row has that name. The lock is
   * released when the transaction ends.
   */
  lockName(tx: LedgerTx, name: string): Promise<void>;
}

export interface OpenDatabase<Schema> {
  /** For requests: every wait is limited to a few seconds. */
  readonly db: Kysely<Schema>;
  /** For migrations, publications and jobs, which may take minutes. */
  readonly longWorkDb: Kysely<Schema>;
  readonly engine: LedgerEngine;
  /**
   * Throws if a request could not write because the database is read-only, full, unreachable or too slow.
   * Does not leave a trace. SQLite allows only one process to write at a time; with `whileOthersWrite`, it is
   * enough that another process is writing.
   */
  proveWritable(options?: { readonly whileOthersWrite: boolean }): Promise<void>;
  /** Takes at most two seconds. Work that is still running after that fails. */
  close(): Promise<void>;
}

/** A snapshot that is open for reading. */
export interface OpenSnapshot {
  /** 0 before the first publication. */
  readonly version: number;
  readonly sqlite: DatabaseSync;
}

/** The access needed to query the published records. Each connection reads one snapshot. */
export interface PublishedAccess {
  readonly db: PublishedDb;
  readonly engine: Pick<Engine, 'isOneOf' | 'inSnapshot'>;
}

/**
 * The published records, which are read from the snapshot file that the ledger names. The ledger is checked
 * for a new snapshot at most every few hundred milliseconds. A replaced snapshot is closed when its last
 * reader is done.
 */
export interface Published extends PublishedAccess {
  /** The folder of snapshot files. */
  readonly folder: string;
  /** Calls `read` with a snapshot that stays open until `read` is done, even if a newer one is published. */
  use<Value>(read: (snapshot: OpenSnapshot) => Value | Promise<Value>): Promise<Value>;
  /**
   * Returns the version in use, 0 before the first publication, or undefined if it is time to check again.
   */
  knownVersion(): number | undefined;
  /** Makes the next read wait for the newest snapshot. Call this after this process has published one. */
  askAgain(): void;
  /** Waits until the newest snapshot is in use. Until then, other callers read the previous one. */
  renew(): Promise<void>;
  /** Calls `listener` each time a different snapshot comes into use. */
  onOpened(listener: () => void): void;
  /**
   * Removes snapshots that were replaced too long ago. Compresses the other replaced snapshots, except the
   * one that `current` replaced.
   */
  tidy(current: string, now: Date): Promise<void>;
  close(): void;
}

/** The ledger without its current snapshot. */
export type LedgerDatabase = OpenDatabase<LedgerSchema>;
export type OpenLedger = LedgerDatabase & {
  readonly published: Published;
  /**
   * The number of days that the rows of a replaced file are kept, so that they can be restored if the newer
   * file is withdrawn.
   */
  readonly replacedDays: number;
};
/** The parts of an open ledger that queries and writes need. */
export type LedgerAccess = Pick<OpenLedger, 'db' | 'engine'>;
