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
   * Builds the condition that the column's value is one of `texts`. Any number of texts is passed as a single
   * parameter.
   */
  isOneOf(column: string, texts: readonly string[]): RawBuilder<boolean>;
  /**
   * Reads from one snapshot of the database, unaffected by later commits. Writes nothing and blocks no
   * writer. On SQLite it holds the only connection, so `read` must not use `db` itself.
   */
  inSnapshot<Schema, Value>(
    db: Kysely<Schema>,
    read: (snapshot: Kysely<Schema>) => Promise<Value>,
  ): Promise<Value>;
}

export interface LedgerEngine extends Engine {
  /** Serializes publications; the lock is released with the transaction. */
  lockPublication(tx: LedgerTx): Promise<void>;
  /**
   * Serializes transactions that lock the same name, even if no row has it. Released with the transaction.
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
   * Leaves no trace. SQLite allows one writing process at a time; with `whileOthersWrite`, another process's
   * write counts as proof.
   */
  proveWritable(options?: { readonly whileOthersWrite: boolean }): Promise<void>;
  /** Takes at most two seconds; any work still running then fails. */
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
 * The published records: the snapshot file that the ledger names. The ledger is checked at most every few
 * hundred milliseconds. A replaced snapshot is closed when its last reader is done.
 */
export interface Published extends PublishedAccess {
  /** The folder of snapshot files. */
  readonly folder: string;
  /** Lets `read` use one snapshot, even if a newer one is published before it is done. */
  use<Value>(read: (snapshot: OpenSnapshot) => Value | Promise<Value>): Promise<Value>;
  /** Returns the version found last, 0 for none, or undefined if it is time to check again. */
  knownVersion(): number | undefined;
  /** Makes the next read wait for the newest snapshot. Called when this process has published one. */
  askAgain(): void;
  /** Waits until the newest snapshot is in use. Until then, others read the previous one. */
  renew(): Promise<void>;
  /** Calls `listener` each time a different snapshot comes into use. */
  onOpened(listener: () => void): void;
  /**
   * Removes snapshots that `current` or an earlier one replaced too long ago. Compresses the others except
   * the latest.
   */
  tidy(current: string, now: Date): Promise<void>;
  close(): void;
}

/** The ledger without its current snapshot. */
export type LedgerDatabase = OpenDatabase<LedgerSchema>;
export type OpenLedger = LedgerDatabase & {
  readonly published: Published;
  /** The number of days that the own rows of a replaced file are kept, so that withdrawing the newer file restores them. */
  readonly replacedDays: number;
};
/** The access that queries and writes need of an open ledger. */
export type LedgerAccess = Pick<OpenLedger, 'db' | 'engine'>;
