import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely';
import { createRecheck } from '../../../lib/cache/recheck.ts';
import { hashFile } from '../../files/hash-file.ts';
import type { LedgerDb, OpenSnapshot, Published } from '../database.ts';
import { asSqliteUnavailable } from '../database-unavailable.ts';
import type { PublishedStateTable } from '../schema/ledger-tables/publication-tables.ts';
import { SNAPSHOT_INDEXES, SNAPSHOT_TABLES, type SnapshotSchema } from '../schema/schema-snapshot.ts';
import { isOneOfTexts, SqliteFileDialect } from '../sqlite/sqlite.ts';
import { SqliteFile } from '../sqlite/sqlite-driver.ts';
import { expandSnapshot } from './compressed-snapshot.ts';
import { compressReplaced, removeOldSnapshots } from './snapshot-folder.ts';
import { fetchSnapshot } from './snapshot-parts.ts';

interface PublishedOptions {
  readonly folder: string;
  /**
   * The time after a publication in which a response may still come from the previous one, in milliseconds.
   */
  readonly recheckMs: number;
  /** The number of days that replaced snapshots are kept. */
  readonly daysKept: number;
}

interface Held extends OpenSnapshot {
  /** Empty before the first publication. */
  readonly snapshot: string;
  readonly snapshot_sha256: string;
  readonly file: SqliteFile;
  readers: number;
  isReplaced: boolean;
}

/** The wait before another attempt to read a snapshot; each attempt takes about a second. */
const RETRY_MS = 60_000;

/** Opens the snapshot that the ledger names, and later the snapshots that replace it. */
export function openPublished(ledgerDb: LedgerDb, options: PublishedOptions): Published {
  return openNewest(() => findNamed(ledgerDb), ledgerDb, options);
}

/** Opens one snapshot file and keeps it open, even if a newer one is published. */
export function openSnapshot({
  version,
  file,
}: {
  readonly version: number;
  readonly file: string;
}): Published {
  const named = { version, snapshot: path.basename(file), snapshot_sha256: '' };
  const options = {
    folder: path.dirname(file),
    recheckMs: Number.POSITIVE_INFINITY,
    daysKept: Number.POSITIVE_INFINITY,
  };
  return openNewest(async () => named, undefined, options);
}

function openNewest(
  find: () => Promise<NamedSnapshot | undefined>,
  ledgerDb: LedgerDb | undefined,
  { folder, recheckMs, daysKept }: PublishedOptions,
): Published {
  const isDue = createRecheck({ recheckMs, now: () => performance.now() });
  let held: Held | undefined;
  let opening: Promise<Held> | undefined;
  let mustAsk = false;
  let hasPublished = false;
  const listeners: (() => void)[] = [];
  let failed: { readonly snapshot: string; readonly until: number } | undefined;

  const close = (snapshot: Held): void => {
    snapshot.isReplaced = true;
    if (snapshot.readers === 0) snapshot.file.close();
  };
  /** Returns the snapshot that stays in use if the newest one cannot be read. */
  const lastGood = (): Held | undefined => (held && held.version > 0 ? held : undefined);
  const look = async (): Promise<Held> => {
    mustAsk = false;
    hasPublished = false;
    const named = await find().catch((error: unknown) => {
      // While the database is unavailable, the open snapshot is still the latest known publication.
      const good = lastGood();
      if (good) return good;
      throw error;
    });
    if (held?.snapshot === (named?.snapshot ?? '')) return held;
    // If a new snapshot cannot be read, the last good one stays in use, and reading the new one is retried a
    // minute later.
    const good = lastGood();
    if (good && failed && named?.snapshot === failed.snapshot && performance.now() < failed.until)
      return good;
    const next = await openNamed(ledgerDb, folder, named).catch((error: unknown) => {
      const still = lastGood();
      if (!still || !named) throw error;
      failed = { snapshot: named.snapshot, until: performance.now() + RETRY_MS };
      return still;
    });
    if (next === held) return held;
    if (held) {
      close(held);
      if (ledgerDb) removeOldSnapshots(folder, { current: next.snapshot, daysKept, now: new Date() });
    }
    held = next;
    if (next.version > 0) for (const tell of listeners) tell();
    return next;
  };
  /**
   * Opens the next snapshot. Reading and verifying it takes about a second, during which the previous
   * snapshot is used.
   */
  const openNext = (): Promise<Held> => {
    opening ??= look().finally(() => {
      opening = undefined;
    });
    opening.catch(() => {});
    return opening;
  };
  const current = async (): Promise<Held> => {
    if (held && !mustAsk && !isDue()) return held;
    // With 0, every read checks the ledger, so that no read returns data from before a publication.
    if (recheckMs === 0) return look();
    const mustWait = hasPublished;
    const newest = openNext();
    return (mustWait ? undefined : lastGood()) ?? newest;
  };
  const acquire = async (): Promise<Held> => {
    const snapshot = await current();
    snapshot.readers += 1;
    return snapshot;
  };
  const release = (snapshot: Held): void => {
    snapshot.readers -= 1;
    if (snapshot.isReplaced && snapshot.readers === 0) snapshot.file.close();
  };
  const db = new Kysely<SnapshotSchema>({
    dialect: new SqliteFileDialect(new SnapshotDriver(acquire, release)),
  });
  return {
    folder,
    db,
    engine: { isOneOf: isOneOfTexts, inSnapshot: (own, read) => own.connection().execute(read) },
    async use(read) {
      const snapshot = await acquire();
      try {
        return await read(snapshot);
      } catch (error) {
        // Statements on the connection itself throw SQLite's own errors.
        throw asSqliteUnavailable(error);
      } finally {
        release(snapshot);
      }
    },
    knownVersion() {
      mustAsk ||= isDue();
      return mustAsk ? undefined : held?.version;
    },
    askAgain() {
      mustAsk = true;
      hasPublished = true;
    },
    async renew() {
      // The snapshot being opened may belong to an earlier publication.
      await opening?.catch(() => {});
      await openNext();
    },
    onOpened(listener) {
      listeners.push(listener);
    },
    async tidy(current, now) {
      removeOldSnapshots(folder, { current, daysKept, now });
      await compressReplaced(folder, current);
    },
    close() {
      if (held) close(held);
      held = undefined;
    },
  };
}

type NamedSnapshot = Pick<PublishedStateTable, 'version' | 'snapshot' | 'snapshot_sha256'>;

async function findNamed(ledgerDb: LedgerDb): Promise<NamedSnapshot | undefined> {
  const row = await ledgerDb
    .selectFrom('published_state')
    .select(['version', 'snapshot', 'snapshot_sha256'])
    .where('id', '=', 1)
    .executeTakeFirst();
  // An earlier version of this code published without a snapshot file.
  return row?.snapshot ? row : undefined;
}

async function openNamed(
  ledgerDb: LedgerDb | undefined,
  folder: string,
  named: NamedSnapshot | undefined,
): Promise<Held> {
  if (!named) return hold(emptySnapshot(), { version: 0, snapshot: '', snapshot_sha256: '' });
  const file = path.join(folder, named.snapshot);
  if (ledgerDb && !(await isWhole(file, named)) && !(await isExpanded(file, named)))
    await fetchSnapshot(ledgerDb, named, file);
  return hold(openSnapshotFile(file), named);
}

/** Returns true if the file has the bytes that were published. */
async function isWhole(file: string, { snapshot_sha256: sha256 }: NamedSnapshot): Promise<boolean> {
  return existsSync(file) && (await hashFile(file)).sha256 === sha256;
}

/**
 * Returns true if the file could be expanded from its compressed copy. A restored backup may name a snapshot
 * that was replaced long ago and therefore compressed.
 */
async function isExpanded(file: string, named: NamedSnapshot): Promise<boolean> {
  return (await expandSnapshot(file).catch(() => false)) && (await isWhole(file, named));
}

function hold(sqlite: DatabaseSync, named: NamedSnapshot): Held {
  return { ...named, sqlite, file: new SqliteFile(sqlite), readers: 0, isReplaced: false };
}

const CACHE_KB = 16_000;
const MAPPED_BYTES = 1_000_000_000;

/** Opens a complete snapshot file for reading. Throws SQLite's own errors. */
export function openSnapshotFile(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(file, { readOnly: true });
  sqlite.exec(`pragma query_only = on; pragma cache_size = -${CACHE_KB}; pragma mmap_size = ${MAPPED_BYTES}`);
  return sqlite;
}

/** Creates an empty snapshot, for the time before the first publication. */
function emptySnapshot(): DatabaseSync {
  const sqlite = new DatabaseSync(':memory:');
  sqlite.exec(SNAPSHOT_TABLES);
  sqlite.exec(SNAPSHOT_INDEXES);
  return sqlite;
}

/** Runs statements on the snapshot that is current when a connection is taken. */
class SnapshotDriver implements Driver {
  readonly #acquire: () => Promise<Held>;
  readonly #release: (snapshot: Held) => void;

  constructor(acquire: () => Promise<Held>, release: (snapshot: Held) => void) {
    this.#acquire = acquire;
    this.#release = release;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SnapshotConnection(await this.#acquire());
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof SnapshotConnection) this.#release(connection.snapshot);
  }

  async beginTransaction(): Promise<void> {
    throw new Error('a snapshot is only read');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {}
}

class SnapshotConnection implements DatabaseConnection {
  readonly snapshot: Held;

  constructor(snapshot: Held) {
    this.snapshot = snapshot;
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.snapshot.file.execute<Row>(sql, parameters, 0);
  }

  streamQuery(): never {
    throw new Error('statements are not streamed here');
  }
}
