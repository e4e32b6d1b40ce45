import path from 'node:path';
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { openPostgres } from './postgres.ts';
import type { DatabaseSchema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export type Db = Kysely<DatabaseSchema>;
export type Tx = Transaction<DatabaseSchema>;

/** What differs between the two engines; everything else is one SQL. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  /** Creates the substring index over `vendors.search_text`. */
  createTextIndex(db: Db): Promise<void>;
  /** Brings the substring index in line with `vendors` after a publication. */
  refreshTextIndex(tx: Tx): Promise<void>;
  /** A condition on `vendors`: its search text contains every term. Terms are folded (letters, digits), none empty. */
  containsAll(terms: readonly string[]): RawBuilder<unknown>;
  /** A condition: the column's value is one of `texts`, however many; they travel as one parameter. */
  isOneOf(column: string, texts: readonly string[]): RawBuilder<boolean>;
  /**
   * Reads all of one moment, whatever is committed meanwhile; writes nothing, and keeps no writer waiting. On SQLite it
   * has the only connection: `read` asks nothing of `db` itself.
   */
  inSnapshot<Value>(db: Db, read: (snapshot: Db) => Promise<Value>): Promise<Value>;
  /** Lets one publication at a time into its transaction; released with the transaction. */
  lockPublication(tx: Tx): Promise<void>;
  /** Lets one transaction at a time pass with a name, whether or not there is a row of it; released with the transaction. */
  lockName(tx: Tx, name: string): Promise<void>;
}

export interface OpenDatabase {
  /** For requests: every wait is bounded by a few seconds. */
  readonly db: Db;
  /** The same for migrations, publications and jobs, which may take minutes. */
  readonly longWorkDb: Db;
  readonly engine: Engine;
  /**
   * Writes, and leaves nothing behind. Throws where a request could not write: read-only, full, away or too slow. With
   * SQLite one process writes at a time; `whileOthersWrite` takes another's long write, a publication, for a proof.
   */
  proveWritable(options?: { readonly whileOthersWrite: boolean }): Promise<void>;
  /** Takes two seconds at most, whatever the database does; what is still under way then fails. */
  close(): Promise<void>;
}

/** The ledger's file in the data folder, with SQLite. */
export const LEDGER_FILE = 'ledger.sqlite';

export interface DatabaseLocation {
  /** PostgreSQL connection string; without it the embedded SQLite files in `dataDir` are used. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

/** Opens the configured engine's registry; does not migrate. Throws when it cannot be reached or opened. */
export function openRegistry(location: DatabaseLocation): OpenDatabase {
  return open(location, 'registry.sqlite');
}

/** Opens the ledger: with PostgreSQL the same database, with SQLite a file of its own. */
export function openLedger(location: DatabaseLocation): OpenDatabase {
  return open(location, LEDGER_FILE);
}

function open({ databaseUrl, dataDir }: DatabaseLocation, file: string): OpenDatabase {
  return databaseUrl ? openPostgres(databaseUrl) : openSqlite(path.join(dataDir, file));
}
