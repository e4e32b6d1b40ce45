import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { LedgerSchema } from './schema-ledger.ts';
import type { RegistrySchema } from './schema-registry.ts';

/** What the regulator says. It can be made again from the regulator's files. */
export type RegistryDb = Kysely<RegistrySchema>;
export type RegistryTx = Transaction<RegistrySchema>;
/** What people did. It cannot be made again. */
export type LedgerDb = Kysely<LedgerSchema>;
export type LedgerTx = Transaction<LedgerSchema>;

/** What differs between the two engines; everything else is one SQL. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** A condition: the column's value is one of `texts`, however many; they travel as one parameter. */
  isOneOf(column: string, texts: readonly string[]): RawBuilder<boolean>;
  /**
   * Reads all of one moment, whatever is committed meanwhile; writes nothing, and keeps no writer waiting. On SQLite it
   * has the only connection: `read` asks nothing of `db` itself.
   */
  inSnapshot<Schema, Value>(
    db: Kysely<Schema>,
    read: (snapshot: Kysely<Schema>) => Promise<Value>,
  ): Promise<Value>;
}

export interface RegistryEngine extends Engine {
  /** Creates the substring index over `vendors.search_text`. */
  createTextIndex(registryDb: RegistryDb): Promise<void>;
  /** Brings the substring index in line with `vendors` after a publication. */
  refreshTextIndex(tx: RegistryTx): Promise<void>;
  /** A condition on `vendors`: its search text contains every term. Terms are folded (letters, digits), none empty. */
  containsAll(terms: readonly string[]): RawBuilder<unknown>;
  /** Lets one publication at a time into its transaction; released with the transaction. */
  lockPublication(tx: RegistryTx): Promise<void>;
}

export interface LedgerEngine extends Engine {
  /** Lets one transaction at a time pass with a name, whether or not there is a row of it; released with the transaction. */
  lockName(tx: LedgerTx, name: string): Promise<void>;
}

export interface OpenDatabase<Schema, OwnEngine> {
  /** For requests: every wait is bounded by a few seconds. */
  readonly db: Kysely<Schema>;
  /** The same for migrations, publications and jobs, which may take minutes. */
  readonly longWorkDb: Kysely<Schema>;
  readonly engine: OwnEngine;
  /**
   * Writes, and leaves nothing behind. Throws where a request could not write: read-only, full, away or too slow. With
   * SQLite one process writes at a time; `whileOthersWrite` takes another's long write, a publication, for a proof.
   */
  proveWritable(options?: { readonly whileOthersWrite: boolean }): Promise<void>;
  /** Takes two seconds at most, whatever the database does; what is still under way then fails. */
  close(): Promise<void>;
}

export type OpenRegistry = OpenDatabase<RegistrySchema, RegistryEngine>;
export type OpenLedger = OpenDatabase<LedgerSchema, LedgerEngine>;
/** What code that asks or writes needs of an open database. */
export type RegistryAccess = Pick<OpenRegistry, 'db' | 'engine'>;
export type LedgerAccess = Pick<OpenLedger, 'db' | 'engine'>;
