import { Socket } from 'node:net';
import { PostgresDriver, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { asPostgresUnavailable, DatabaseUnavailable } from '../database-unavailable.ts';
import { CopyData } from './copy-rows.ts';

/**
 * The number of connections, and time limits in milliseconds. The server's limits are shorter than ours,
 * because the server can report what it canceled.
 */
export interface PoolLimits {
  readonly connections: number;
  /** For getting a free connection from the pool or opening a new one. */
  readonly connectMs: number;
  /** On the server: for one statement, and for a statement that waits for a lock. */
  readonly statementMs: number;
  readonly lockMs: number;
  /** On our side, in case the server is stopped or unreachable and cannot enforce its own limits. */
  readonly answerMs: number;
  /** On the server: for an idle transaction, whose process may be gone or frozen. */
  readonly idleMs: number;
  /** On our side: from taking a connection to returning it. */
  readonly transactionMs: number;
}

/**
 * For requests, in which a 503 must be sent well before 10 s. If the server is frozen, a decision may wait
 * for two statements: one from the previous receipt batch, and its own.
 */
export const REQUEST_LIMITS: PoolLimits = {
  connections: 10,
  connectMs: 2_500,
  statementMs: 3_000,
  lockMs: 2_000,
  answerMs: 4_000,
  idleMs: 5_000,
  transactionMs: 5_000,
};

/**
 * For migrations, publications and the work after them. A statement over all rows takes minutes on a small
 * machine, and a publication waits for the previous one. The first import of millions of vendors is a single
 * transaction that takes hours. Without any limit, a dead server would block them forever.
 */
export const LONG_WORK_LIMITS: PoolLimits = {
  connections: 4,
  connectMs: 10_000,
  statementMs: 9 * 60_000,
  lockMs: 9 * 60_000,
  answerMs: 10 * 60_000,
  idleMs: 60 * 60_000,
  transactionMs: 12 * 60 * 60_000,
};

/** The last statements of a transaction get at least this long, so that a commit is not interrupted. */
const LAST_ANSWER_MS = 1_000;
/** After this idle time, the kernel checks whether the other end is still there. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** The time for which closing waits for work in progress. */
const CLOSE_WITHIN_MS = 1_500;

/**
 * Creates a pool that tolerates the loss of a connection at any time. Only the work on that connection fails,
 * and the connection is not reused. Every error that means the database is unavailable becomes a
 * `DatabaseUnavailable`.
 */
export function createPool(
  connectionString: string,
  limits: PoolLimits,
  types: pg.CustomTypesConfig,
): PostgresPool {
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString,
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    types,
    Client: SteadyClient,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  });
  // Ignored, because the pool replaces an idle connection that the server closes.
  pool.on('error', () => {});
  return {
    options: pool.options,
    async connect() {
      try {
        return new BoundedConnection(await pool.connect(), limits);
      } catch (error) {
        throw asPostgresUnavailable(error);
      }
    },
    async end() {
      // A frozen server never closes its end, and an open connection would keep the process alive.
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, CLOSE_WITHIN_MS);
      await pool.end();
      await Promise.all([...sockets].map((socket) => new Promise((closed) => socket.once('close', closed))));
      clearTimeout(cut);
    },
  };
}

/**
 * A client that survives the loss of its connection. The pool listens for errors only on idle connections, so
 * without this class, losing a connection in use would end the process.
 */
class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

/** A connection from the moment it leaves the pool until it returns. */
class BoundedConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #limits: PoolLimits;
  readonly #endsAt: number;
  /** The error that broke the connection. */
  #lost: unknown;

  constructor(client: pg.PoolClient, limits: PoolLimits) {
    this.#client = client;
    this.#limits = limits;
    this.#endsAt = performance.now() + limits.transactionMs;
    client.on('error', this.#noteLoss);
  }

  query<Row>(text: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<Row>>;
  query(cursor: unknown): never;
  query<Row>(text: unknown, parameters: ReadonlyArray<unknown> = []): Promise<PostgresQueryResult<Row>> {
    if (typeof text !== 'string') throw new Error('cursors are not used here');
    const [only] = parameters;
    return this.#ask(text, only instanceof CopyData ? only : [...parameters]);
  }

  release(destroy = false): void {
    this.#client.off('error', this.#noteLoss);
    this.#client.release(destroy || this.#lost !== undefined);
  }

  async #ask<Row>(text: string, values: unknown[] | CopyData): Promise<PostgresQueryResult<Row>> {
    const leftMs = this.#endsAt - performance.now();
    if (leftMs <= 0) this.#lost ??= new DatabaseUnavailable('slow', 'the transaction took too long');
    // Nothing more is sent: the state after the first error is unknown, and the server rolls back.
    if (this.#lost !== undefined) throw this.#lost;
    const query_timeout = Math.min(this.#limits.answerMs, Math.max(leftMs, LAST_ANSWER_MS));
    try {
      if (values instanceof CopyData) return await copyIn(this.#client, text, values, query_timeout);
      const statement = { text, values, query_timeout };
      return asKyselyResult<Row>(await this.#client.query(statement));
    } catch (error) {
      const cause = asPostgresUnavailable(error);
      if (cause instanceof DatabaseUnavailable && !isKept(error)) this.#lost ??= cause;
      throw cause;
    }
  }

  readonly #noteLoss = (error: Error): void => {
    this.#lost ??= asPostgresUnavailable(error);
  };
}

/** Copies rows, within its own time limit, because the driver's limit does not end a stream. */
async function copyIn<Row>(
  client: pg.PoolClient,
  text: string,
  data: CopyData,
  withinMs: number,
): Promise<PostgresQueryResult<Row>> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = setTimeout(() => reject(new Error('Query read timeout')), withinMs);
  const lost = (error: Error) => reject(error);
  client.once('error', lost);
  try {
    const stream = client.query(copyFrom(text));
    stream.once('finish', resolve);
    // This listener is never removed, so that errors after the time limit, which was already reported, are
    // ignored.
    stream.on('error', reject);
    stream.end(data.text);
    await promise;
    return { command: 'COPY' as never, rowCount: stream.rowCount, rows: [] };
  } finally {
    clearTimeout(late);
    client.off('error', lost);
  }
}

/**
 * Returns true for errors that leave the connection usable: the server rejected a statement because of a
 * lock, a time limit, disk space or a setting.
 */
function isKept(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(?:08|57P|25P03)/.test(error.code ?? '');
}

/** Kysely's type lists specific commands, while the driver types the command as any string. */
function asKyselyResult<Row>(result: pg.QueryResult): PostgresQueryResult<Row> {
  return result as unknown as PostgresQueryResult<Row>;
}

/** A driver whose failed transactions throw their first error, even if they can no longer be rolled back. */
export class FirstCauseDriver extends PostgresDriver {
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    // Kysely has already marked the connection for discard, and the server rolls back when a connection ends.
    await super.rollbackTransaction(connection).catch(() => {});
  }
}
