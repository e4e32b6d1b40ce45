import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { LedgerSchema } from './schema-ledger.ts';
import type { RegistrySchema } from './schema-registry.ts';

/** The regulator's data, which can be rebuilt from the regulator's files. */
export type RegistryDb = Kysely<RegistrySchema>;
export type RegistryTx = Transaction<RegistrySchema>;
/** What people did, which cannot be rebuilt. */
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

/** The searchable text of a vendor before and after; undefined where it has none. */
export interface TextChange {
  readonly position: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface RegistryEngine extends Engine {
  /** Creates the substring index over `vendors.search_text`. */
  createTextIndex(registryDb: RegistryDb): Promise<void>;
  /** Updates the substring index after a publication changed `vendors`: of these texts, or where none are given, of all. */
  refreshTextIndex(tx: RegistryTx, changes?: readonly TextChange[]): Promise<void>;
  /** A condition on `vendors`: its search text contains every term. Terms are folded (letters, digits), none empty. */
  containsAll(terms: readonly string[]): RawBuilder<unknown>;
  /** The same for one term of two letters that few vendors have, without reading all of them where the engine can. */
  containsRarePair(pair: string): RawBuilder<unknown>;
  /** Follows `from` in a statement that counts the texts with every term, where the index tells by itself; undefined where it does not. */
  fromTextsWith(terms: readonly string[]): RawBuilder<unknown> | undefined;
  /** Serializes publications; the lock is released with the transaction. */
  lockPublication(tx: RegistryTx): Promise<void>;
}

export interface LedgerEngine extends Engine {
  /** Serializes transactions that lock the same name, whether or not a row has it; released with the transaction. */
  lockName(tx: LedgerTx, name: string): Promise<void>;
}

export interface OpenDatabase<Schema, OwnEngine> {
  /** For requests: every wait is limited to a few seconds. */
  readonly db: Kysely<Schema>;
  /** For migrations, publications and jobs, which may take minutes. */
  readonly longWorkDb: Kysely<Schema>;
  /**
   * For single statements that write what many requests wait for; each is a transaction of its own. With SQLite they run on a thread,
   * so that the one that answers does not wait for the disk; that pays from a few rows on.
   */
  readonly groupDb: Kysely<Schema>;
  readonly engine: OwnEngine;
  /**
   * Writes without leaving anything behind. Throws when a request could not write: read-only, full, away or too slow. SQLite
   * allows one writing process at a time; `whileOthersWrite` accepts another process's long write, a publication, as proof.
   */
  proveWritable(options?: { readonly whileOthersWrite: boolean }): Promise<void>;
  /** Takes two seconds at most; work still running then fails. */
  close(): Promise<void>;
}

export type OpenRegistry = OpenDatabase<RegistrySchema, RegistryEngine>;
export type OpenLedger = OpenDatabase<LedgerSchema, LedgerEngine>;
/** What queries and writes need of an open database. */
export type RegistryAccess = Pick<OpenRegistry, 'db' | 'engine'>;
export type LedgerAccess = Pick<OpenLedger, 'db' | 'engine'>;
