import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { CACHE_SIZES } from '../../../lib/cache/cache-sizes.ts';
import { memoize } from '../../../lib/cache/memoize.ts';
import { rowMaker } from '../../../lib/row-maker.ts';
import { asSqliteUnavailable, DatabaseUnavailable } from '../database-unavailable.ts';

/**
 * The pauses between attempts to get a lock that another process holds. The first pause is shorter than a
 * commit, which usually holds the lock. The pauses then double, because an import holds the lock for longer.
 */
const TRY_AGAIN_FIRST_MS = 1;
const TRY_AGAIN_LAST_MS = 25;
/** The free space that a few large requests need; with less, the next request may fail. */
const FREE_BYTES_MIN = 1024 * 1024;
/** Rewrites the first page unchanged. */
const PROOF = 'pragma user_version = 0';
/** Statements that change nothing. Any other statement counts as a write. */
const READS = /^\s*(?:select|begin deferred|rollback)\b/i;

/** One open file: its prepared statements, and the queue for its connection. */
export class SqliteFile {
  readonly #sqlite: DatabaseSync;
  readonly #statementOf = memoize((text) => this.#prepare(text), CACHE_SIZES.statements);
  readonly #waiting: (() => void)[] = [];
  #taken = false;
  #inTransaction = false;
  #closed = false;
  #damage: DatabaseUnavailable | undefined;

  constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite;
  }

  /** Waits for the single connection, which only one caller can use at a time. */
  async takeTurn(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
  }

  giveTurn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }

  /**
   * Runs a statement. While another process holds the lock, retries the statement and lets other work run in
   * between. If SQLite itself waited for the lock, the whole process would be blocked.
   */
  async execute<Row>(
    text: string,
    parameters: readonly unknown[],
    lockMs: number,
  ): Promise<QueryResult<Row>> {
    const deadline = performance.now() + lockMs;
    for (let pauseMs = TRY_AGAIN_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, TRY_AGAIN_LAST_MS)) {
      try {
        this.#refuseToWriteDamaged(text);
        return this.#run<Row>(text, parameters);
      } catch (error) {
        const cause = this.#explain(error);
        if (!isLocked(cause) || this.#sqlite.isTransaction || performance.now() >= deadline) throw cause;
      }
      this.giveTurn();
      await pause(pauseMs);
      await this.takeTurn();
    }
  }

  async begin(lockMs: number): Promise<void> {
    // Takes the write lock immediately, so that the transaction waits here instead of failing midway.
    await this.execute('begin immediate', [], lockMs);
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    await this.execute('commit', [], 0);
    this.#inTransaction = false;
  }

  /**
   * Rolls the transaction back, unless SQLite has already done so, for example because the disk is full.
   */
  rollback(): void {
    this.#inTransaction = false;
    if (this.#sqlite.isOpen && this.#sqlite.isTransaction) this.#sqlite.exec('rollback');
  }

  /**
   * Rewrites the file's first page unchanged, through the log to the disk, like every commit. Also throws if
   * another process holds the lock for longer than `lockMs`. If `lockMs` is undefined, a held lock is
   * accepted, because it means that its holder is writing.
   */
  async proveWritable(file: string, lockMs: number | undefined): Promise<void> {
    await this.takeTurn();
    try {
      await this.execute(PROOF, [], lockMs ?? 0);
    } catch (error) {
      if (lockMs !== undefined || !isLocked(error)) throw error;
    } finally {
      this.giveTurn();
    }
    if (file === ':memory:') return;
    const { bavail, bsize } = await statfs(path.dirname(file));
    if (bavail * bsize < FREE_BYTES_MIN)
      throw new DatabaseUnavailable('full', `${bavail * bsize} bytes are free`);
  }

  /**
   * Rejects writes to a damaged file. Anything written from now on would not be in any good backup, and the
   * service must not acknowledge a write that would be lost by a restore. Undamaged data can still be read.
   */
  #refuseToWriteDamaged(text: string): void {
    if (this.#damage && !READS.test(text)) throw this.#damage;
  }

  /**
   * Writes the log back into the file and empties it. Otherwise, after a large transaction such as an import,
   * the next small write on another connection would do so, on the thread that handles requests. A connection
   * that only read data leaves the log unchanged.
   */
  emptyLog(): void {
    if (this.#closed || this.#damage) return;
    try {
      const written = this.#sqlite.prepare('select total_changes() as rows').get()?.rows;
      if (written !== 0) this.#sqlite.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // Another connection is writing, or the file cannot be written: the log remains, and the next
      // connection that opens the file reads it.
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#sqlite.close();
  }

  /**
   * Converts an error to one of this service's own, and remembers an error that means the file is damaged.
   */
  #explain(error: unknown): unknown {
    const cause = asSqliteUnavailable(error);
    if (cause instanceof DatabaseUnavailable && cause.condition === 'damaged') this.#damage ??= cause;
    return cause;
  }

  #run<Row>(text: string, parameters: readonly unknown[]): QueryResult<Row> {
    // If SQLite has rolled the transaction back, a further write would be committed outside the transaction.
    if (this.#inTransaction && !this.#sqlite.isTransaction)
      throw new Error('SQLite has rolled this transaction back; nothing more is written in it.');
    const { statement, returnsRows, toRow } = this.#statementOf(text);
    if (returnsRows) {
      const rows = statement.all(...bindable(parameters));
      return { rows: asRows<Row>(toRow ? asValues(rows).map(toRow) : rows) };
    }
    const { changes, lastInsertRowid } = statement.run(...bindable(parameters));
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(text: string): Prepared {
    const statement = this.#sqlite.prepare(text);
    const names = statement.columns().map(({ name }) => name);
    const isNamed = names.length > 0 && !NAMES_NO_COLUMNS.test(text);
    if (isNamed) statement.setReturnArrays(true);
    return {
      statement,
      returnsRows: names.length > 0,
      ...(isNamed ? { toRow: rowMaker(names) } : {}),
    };
  }
}

interface Prepared {
  readonly statement: StatementSync;
  readonly returnsRows: boolean;
  /**
   * Absent if the statement does not name its columns, because a migration may change them between two runs.
   */
  readonly toRow?: (values: readonly unknown[]) => object;
}

/**
 * Matches `select *` and similar: any asterisk except in `count(*)`. A multiplication matches too, which is
 * harmless.
 */
const NAMES_NO_COLUMNS = /(?<!\()\*/;

/**
 * A Kysely driver for a file, with its own time limit for waiting for other processes' locks. With
 * `letsOthersFirst`, each statement or transaction lets work that is already queued in the process go first.
 * SQLite is synchronous, so a job with a hundred statements would otherwise make requests wait for all of
 * them.
 */
export class SqliteFileDriver implements Driver {
  readonly #file: SqliteFile;
  readonly #lockMs: number;
  readonly #letsOthersFirst: boolean;
  readonly #connection: DatabaseConnection;

  constructor(file: SqliteFile, lockMs: number, { letsOthersFirst = false } = {}) {
    this.#file = file;
    this.#lockMs = lockMs;
    this.#letsOthersFirst = letsOthersFirst;
    this.#connection = {
      executeQuery: <Row>({ sql, parameters }: CompiledQuery) => file.execute<Row>(sql, parameters, lockMs),
      streamQuery() {
        throw new Error('statements are not streamed here');
      },
    };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#letsOthersFirst) await setImmediate();
    await this.#file.takeTurn();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#file.giveTurn();
  }

  beginTransaction(): Promise<void> {
    return this.#file.begin(this.#lockMs);
  }

  commitTransaction(): Promise<void> {
    return this.#file.commit();
  }

  async rollbackTransaction(): Promise<void> {
    this.#file.rollback();
  }

  async destroy(): Promise<void> {
    this.#file.close();
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.condition === 'locked';
}

/** Kysely types parameters as unknown, but SQLite can bind every value that we pass. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}

/** The statement was set to return arrays. */
function asValues(rows: readonly unknown[]): (readonly unknown[])[] {
  return rows as (readonly unknown[])[];
}

/** The compiled query knows its rows' type; SQLite does not. */
function asRows<Row>(rows: object[]): Row[] {
  return rows as Row[];
}
