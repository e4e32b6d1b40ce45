import assert from 'node:assert/strict';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import type { LedgerDatabase, LedgerDb } from '../database.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { upsertManyRows } from '../upsert.ts';
import { openPostgres } from './postgres.ts';
import { type PoolLimits, REQUEST_LIMITS } from './postgres-pool.ts';

const url = process.env.TEST_DATABASE_URL ?? '';
/** Limits that are not reached even on a busy machine. Each test lowers the limit that it tests. */
const PATIENT = {
  ...REQUEST_LIMITS,
  connections: 2,
  connectMs: 60_000,
  statementMs: 60_000,
  lockMs: 60_000,
  transactionMs: 60_000,
  answerMs: 60_000,
};
/** The time limit for a response once the server is frozen. */
const SHORT_MS = 300;
/** Long enough for a busy machine to open a connection, which usually takes milliseconds. */
const CONNECT_MS = 2_000;
/** The longest time that a wait with a limit may take. A wait without one would never end. */
const BOUND_MS = 30_000;

const isUnavailable = (condition: string, about: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DatabaseUnavailable, String(error));
  assert.equal(error.condition, condition);
  assert.match(error.message, about);
  return true;
};

/**
 * Starts a proxy that can be frozen. A frozen proxy neither sends nor closes anything, like a stopped server.
 */
async function startRelay(t: TestContext) {
  const target = new URL(url);
  const open = new Set<Socket>();
  let frozen = false;
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    const behind = dial({ port: Number(target.port || 5432), host: target.hostname, allowHalfOpen: true });
    for (const [from, to] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      open.add(from);
      from.on('data', (chunk) => frozen || to.write(chunk)).on('error', () => {});
      from.on('end', () => frozen || to.end()).on('close', () => frozen || to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  const relayed = new URL(url);
  relayed.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url: relayed.href,
    isFrozen: () => frozen,
    freeze: () => {
      frozen = true;
    },
  };
}

describe('connections to PostgreSQL', { skip: !url }, () => {
  let admin: LedgerDatabase;
  before(() => {
    admin = openPostgres(url);
  });
  after(() => admin.close());

  const openLimited = (t: TestContext, to: string, limits: PoolLimits): LedgerDatabase => {
    const database = openPostgres(to, limits);
    t.after(() => database.close());
    return database;
  };
  const openPatient = (t: TestContext, to = url): LedgerDatabase => openLimited(t, to, PATIENT);
  const backendOf = async (db: LedgerDb) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    return rows[0]?.pid ?? 0;
  };

  test('a connection lost during a transaction makes the transaction fail, and is not reused', async (t) => {
    const { db } = openPatient(t);
    let lost = 0;
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        lost = await backendOf(tx);
        await sql`select pg_terminate_backend(${lost}::int)`.execute(admin.db);
        await sql`select pg_sleep(60)`.execute(tx);
      }),
      isUnavailable('away', /57P01|ECONNRESET|connection was lost/),
    );
    assert.notEqual(await backendOf(db), lost);
  });

  test('COPY fails with the original cause if the connection is lost or the server is frozen', async (t) => {
    const rows = Array.from({ length: 100 }, (_, number) => ({ number, text: 'a\tb' }));
    const copy = async (db: LedgerDb, before: (tx: LedgerDb) => Promise<unknown>) =>
      db.transaction().execute(async (tx) => {
        await sql`create temp table noted (number integer primary key, text text) on commit drop`.execute(tx);
        await upsertManyRows(tx, 'noted' as never, ['number'], rows as never);
        const { rows: counted } = await sql<{ n: number }>`select count(*) as n from noted`.execute(tx);
        assert.equal(counted[0]?.n, 100);
        await before(tx);
        await upsertManyRows(tx, 'noted' as never, ['number'], rows as never);
      });
    // Long limits until the server is frozen, so that a slow machine never reaches them.
    const relay = await startRelay(t);
    const limits = {
      ...REQUEST_LIMITS,
      statementMs: 60_000,
      transactionMs: 60_000,
      get answerMs() {
        return relay.isFrozen() ? SHORT_MS : 60_000;
      },
    };
    const { db } = openLimited(t, relay.url, limits);
    await copy(db, async () => {});
    await assert.rejects(
      copy(db, async (tx) =>
        sql`select pg_terminate_backend(${await backendOf(tx)}::int, 5000)`.execute(admin.db),
      ),
      isUnavailable('away', /57P01|ECONNRESET|EPIPE|connection was lost/),
    );
    await copy(db, async () => {});
    await assert.rejects(
      copy(db, async () => relay.freeze()),
      isUnavailable('slow', /no answer to a statement/),
    );
  });

  test('the error that made a transaction fail is thrown, even if the connection is lost before the rollback', async (t) => {
    const { db } = openPatient(t);
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await sql`select pg_terminate_backend(${await backendOf(tx)}::int, 5000)`.execute(admin.db);
        throw new Error('the first cause');
      }),
      /the first cause/,
    );
    assert.ok(await backendOf(db));
  });

  test('a connection lost between two statements of a transaction makes only that transaction fail', async (t) => {
    const { db } = openPatient(t);
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        const pid = await backendOf(tx);
        const { rows } = await sql<{ ended: boolean }>`
          select pg_terminate_backend(${pid}::int, 5000) as ended`.execute(admin.db);
        assert.equal(rows[0]?.ended, true);
        // The closed connection is detected in a later turn of the event loop, while it is idle.
        await backendOf(admin.db);
        await backendOf(tx);
      }),
      isUnavailable('away', /57P01|ECONNRESET|EPIPE|connection was lost/),
    );
    assert.ok(await backendOf(db));
  });

  test('the server cancels a statement that takes too long, and the connection stays usable', async (t) => {
    const { db } = openLimited(t, url, { ...PATIENT, statementMs: 1_000 });
    await assert.rejects(sql`select pg_sleep(60)`.execute(db), isUnavailable('slow', /57014/));
    assert.ok(await backendOf(db));
  });

  test('a statement that waits for another transaction’s lock fails after its time limit', async (t) => {
    const { db } = openLimited(t, url, { ...PATIENT, lockMs: 100 });
    await admin.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(4711)`.execute(tx);
      await assert.rejects(sql`select pg_advisory_lock(4711)`.execute(db), isUnavailable('slow', /55P03/));
    });
  });

  test('a statement fails within its time limit if the pool has no free connection', async (t) => {
    const { db } = openLimited(t, url, { ...PATIENT, connectMs: CONNECT_MS });
    const release = Promise.withResolvers<void>();
    const held = [1, 2].map(() => db.connection().execute(() => release.promise));
    await assert.rejects(backendOf(db), isUnavailable('slow', /no connection was free/));
    release.resolve();
    await Promise.all(held);
  });

  test('a transaction fails within its time limit if the server stops responding, and closing does not wait', async (t) => {
    const relay = await startRelay(t);
    const database: LedgerDatabase = openPostgres(relay.url, {
      ...PATIENT,
      connectMs: CONNECT_MS,
      get answerMs() {
        return relay.isFrozen() ? SHORT_MS : 60_000;
      },
    });
    // Two concurrent statements open two connections; one of them is idle when the server stops.
    await Promise.all([backendOf(database.db), backendOf(database.db)]);
    const began = performance.now();
    await assert.rejects(
      database.db.transaction().execute(async (tx) => {
        await backendOf(tx);
        relay.freeze();
        await backendOf(tx);
      }),
      isUnavailable('slow', /no answer to a statement/),
    );
    // Takes the idle connection, so a new one must be opened.
    const release = Promise.withResolvers<void>();
    const held = database.db.connection().execute(() => release.promise);
    await assert.rejects(backendOf(database.db), isUnavailable('slow', /took too long|was free/));
    release.resolve();
    await held;
    assert.ok(performance.now() - began < BOUND_MS);
    await database.close();
    assert.ok(performance.now() - began < BOUND_MS);
  });

  const withSetting = (setting: string) => {
    const address = new URL(url);
    address.searchParams.set('options', `-c${setting}`);
    return address.href;
  };

  test('the write probe succeeds if a request could write, and fails on a read-only server', async (t) => {
    await openPatient(t).proveWritable();
    const readOnly = openPatient(t, withSetting('default_transaction_read_only=on'));
    await assert.rejects(readOnly.proveWritable(), isUnavailable('read_only', /transaction_read_only/));
  });

  test('the write probe makes the server write to a file, because only that reveals a full disk', async (t) => {
    const noFiles = openPatient(t, withSetting('temp_file_limit=0'));
    await assert.rejects(noFiles.proveWritable(), isUnavailable('full', /53400/));
  });
});
