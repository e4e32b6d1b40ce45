import type { DatabaseSync } from 'node:sqlite';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { LedgerSchema } from './schema/schema-ledger.ts';
import type { SnapshotSchema } from './schema/schema-snapshot.ts';

/** The published records, which are only read. */
export type PublishedDb = Kysely<SnapshotSchema>;
/** The one SQL database: what people did, which files of the regulator came, and what is published. */
export type LedgerDb = Kysely<LedgerSchema>;
export type LedgerTx = Transaction<LedgerSchema>;

/** The differences between the two engines; all other SQL is shared. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** A condition: the column's value is one of `texts`. Any number of them is one parameter. */
  isOneOf(column: string, texts: readonly string[]): RawBuilder<boolean>;
  /**
   * Reads from one snapshot, whatever is committed meanwhile; writes nothing and blocks no writer. On SQLite it holds the
   * only connection, so `read` must not use `db` itself.
   */
  inSnapshot<Schema, Value>(
    db: Kysely<Schema>,
    read: (snapshot: Kysely<Schema>) => Promise<Value>,
  ): Promise<Value>;
}

export interface LedgerEngine extends Engine {
  /** Serializes publications; the lock is released with the transaction. */
  lockPublication(tx: LedgerTx): Promise<void>;
  /** Serializes transactions that lock the same name, whether or not a row has it; released with the transaction. */
  lockName(tx: LedgerTx, name: string): Promise<void>;
}

export interface OpenDatabase<Schema> {
  /** For requests: every wait is limited to a few seconds. */
  readonly db: Kysely<Schema>;
  /** For migrations, publications and jobs, which may take minutes. */
  readonly longWorkDb: Kysely<Schema>;
  readonly engine: LedgerEngine;
  /**
   * Writes without leaving anything behind. Throws when a request could not write: read-only, full, away or too slow. SQLite
   * allows one writing process at a time; `whileOthersWrite` accepts another process's write as proof.
   */
  proveWritable(options?: { readonly whileOthersWrite: boolean }): Promise<void>;
  /** Takes two seconds at most; work still running then fails. */
  close(): Promise<void>;
}

/** A snapshot that is open for reading. */
export interface OpenSnapshot {
  /** 0 before the first publication. */
  readonly version: number;
  readonly sqlite: DatabaseSync;
}

/** What queries of the published records need. Each connection reads one snapshot. */
export interface PublishedAccess {
  readonly db: PublishedDb;
  readonly engine: Pick<Engine, 'isOneOf' | 'inSnapshot'>;
}

/**
 * The published records: the snapshot file that the ledger names. Whether it names another one is asked at most every few hundred
 * milliseconds; the one before is closed when its last reader is done.
 */
export interface Published extends PublishedAccess {
  /** Where snapshot files are. */
  readonly folder: string;
  /** Lets `read` use one snapshot, whatever is published until it is done. */
  use<Value>(read: (snapshot: OpenSnapshot) => Value | Promise<Value>): Promise<Value>;
  /** The published version that was found last, 0 for none; undefined if it is time to ask again. */
  knownVersion(): number | undefined;
  /** Makes the next reading wait for the newest snapshot: this process published one. */
  askAgain(): void;
  /** Waits until the newest snapshot is in use. Until then, others read the previous one. */
  renew(): Promise<void>;
  /** Calls `listener` each time that another snapshot comes into use. */
  onOpened(listener: () => void): void;
  /** Removes snapshots that were replaced too long ago by `current` or earlier, and compresses the others but the last one. */
  tidy(current: string, now: Date): Promise<void>;
  close(): void;
}

/** The ledger without the snapshot that it names. */
export type LedgerDatabase = OpenDatabase<LedgerSchema>;
export type OpenLedger = LedgerDatabase & {
  readonly published: Published;
  /** Days for which a replaced file's own rows are kept, so that withdrawing the newer one brings them back. */
  readonly replacedDays: number;
};
/** What queries and writes need of an open ledger. */
export type LedgerAccess = Pick<OpenLedger, 'db' | 'engine'>;
