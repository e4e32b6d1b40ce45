import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { openSqlite } from './sqlite.ts';
import { connectSqlite } from './sqlite-connection.ts';
import { SqliteFile } from './sqlite-driver.ts';
import { WriteThread } from './sqlite-write-thread.ts';

/** Tells the connections apart: each writes the size of its cache. */
const HERE_KB = 4_000;
const THREAD_KB = 3_000;
const WHO = 'insert into notes (text) select -cache_size from pragma_cache_size';
const LOCK_MS = 10_000;
/** Ends with the first statement that it gets. */
const ENDS = new URL(
  `data:text/javascript,${encodeURIComponent(
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(7)); parentPort.postMessage('ready');",
  )}`,
);

/** Takes what it gets, and never says that it is written. */
const SILENT = new URL(
  `data:text/javascript,${encodeURIComponent(
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', (order) => order === 'stop' && process.exit(0)); parentPort.postMessage('ready');",
  )}`,
);

const isUnavailable = (condition: string) => (error: unknown) =>
  error instanceof DatabaseUnavailable && error.condition === condition;

async function makeFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'write-thread-'));
  t.after(() => rm(folder, { recursive: true }));
  return path.join(folder, 'x.sqlite');
}

/** A file with its thread, ready to write. */
async function openFile(t: TestContext, options: ConstructorParameters<typeof WriteThread>[1] = {}) {
  const file = await makeFile(t);
  const connection = { overwritesDeleted: true, cacheKb: THREAD_KB };
  const thread = new WriteThread({ file, connection }, options);
  const sqlite = connectSqlite(file, { ...connection, cacheKb: HERE_KB });
  const shared = new SqliteFile(sqlite, thread);
  sqlite.exec('create table notes (id integer primary key, text text not null)');
  t.after(async () => {
    await thread.stop();
    shared.close();
  });
  const ready = async () => {
    while (!thread.isReady()) await nextTurn();
  };
  await ready();
  const here = async (text: string) => {
    await shared.takeTurn();
    try {
      return await shared.execute<{ text: string }>(text, [], LOCK_MS);
    } finally {
      shared.giveTurn();
    }
  };
  const notes = async () =>
    (await here('select text from notes order by id')).rows.map(({ text }) => text).join(' ');
  const onThread = (text: string, parameters: unknown[] = []) =>
    shared.executeOnThread(text, parameters, LOCK_MS);
  return { file, shared, thread, ready, here, notes, onThread };
}

describe('the thread that writes', () => {
  test('writes with its own connection, and what it has written is read here at once', async (t) => {
    const { onThread, notes } = await openFile(t);
    await onThread('insert into notes (text) values (?), (?)', ['a', 'b']);
    await onThread(WHO);
    assert.equal(await notes(), `a b ${THREAD_KB}`);
  });

  test('leaves reads to this thread while it writes; what is written here waits for it', async (t) => {
    const { file, onThread, here, notes } = await openFile(t);
    const other = new DatabaseSync(file);
    t.after(() => other.close());
    other.exec('begin immediate');
    const order: string[] = [];
    const written = [onThread(WHO), here(WHO)].map((each, index) =>
      each.then(() => order.push(`write ${index}`)),
    );
    for (let reads = 0; reads < 5; reads += 1) {
      assert.equal(await notes(), '');
      await nextTurn();
    }
    order.push('read');
    other.exec('commit');
    await Promise.all(written);
    assert.deepEqual(order, ['read', 'write 0', 'write 1']);
    assert.equal(await notes(), `${THREAD_KB} ${HERE_KB}`);
  });

  test('waits for a transaction of this thread', async (t) => {
    const { onThread, shared, notes } = await openFile(t);
    await shared.takeTurn();
    await shared.begin(LOCK_MS);
    const written = onThread(WHO);
    await shared.execute(WHO, [], LOCK_MS);
    await nextTurn();
    await shared.commit();
    shared.giveTurn();
    await written;
    assert.equal(await notes(), `${HERE_KB} ${THREAD_KB}`);
  });

  test('takes the write probe while it is there: what is answered meanwhile does not wait for the disk', async (t) => {
    const { file, shared } = await openFile(t, { program: ENDS });
    await assert.rejects(shared.proveWritable(file, LOCK_MS), isUnavailable('broken'));
    await shared.proveWritable(file, LOCK_MS);
  });

  test('takes the turn from no transaction: nobody’s write gets into one that somebody else rolls back', async (t) => {
    const { shared, thread, onThread, notes } = await openFile(t, { program: SILENT });
    const unsaid = assert.rejects(onThread(WHO));
    await shared.takeTurn();
    // Its time to wait for the thread is over, so it tries all the same; the thread has no lock.
    await shared.begin(0);
    const order: string[] = [];
    const other = shared.takeTurn().then(() => {
      order.push('other');
      shared.giveTurn();
    });
    await shared.execute(WHO, [], 100);
    order.push('written');
    shared.rollback();
    shared.giveTurn();
    await other;
    assert.deepEqual(order, ['written', 'other']);
    assert.equal(await notes(), '');
    await thread.stop();
    await unsaid;
  });

  test('leaves the writing to this thread where the system has no other', async (t) => {
    const file = await makeFile(t);
    // A program that no thread can be started with.
    const thread = new WriteThread(
      { file, connection: { overwritesDeleted: false, cacheKb: THREAD_KB } },
      { program: new URL('http://127.0.0.1/x') },
    );
    assert.equal(thread.isReady(), false);
    assert.equal(thread.isReady(), false);
    await thread.stop();
  });

  test('lets the write probe of another process’s long write say at once that others write', async (t) => {
    const { file, onThread, shared } = await openFile(t);
    const other = new DatabaseSync(file);
    t.after(() => other.close());
    other.exec('begin immediate');
    const written = onThread(WHO);
    await nextTurn();
    await shared.proveWritable(file, undefined);
    await assert.rejects(shared.proveWritable(file, 20), isUnavailable('locked'));
    other.exec('commit');
    await written;
  });

  test('fails a statement with the error that it has here, and writes the next one', async (t) => {
    const { onThread, here, notes } = await openFile(t);
    const wrong = 'insert into notes (text) values (null)';
    const messages = await Promise.all(
      [onThread(wrong), here(wrong)].map((each) => each.then(String, (error: unknown) => String(error))),
    );
    assert.equal(messages[0], messages[1]);
    assert.match(`${messages[0]}`, /NOT NULL constraint failed/);
    await onThread(WHO);
    assert.equal(await notes(), `${THREAD_KB}`);
  });

  test('reports a full and a read-only database as such', async (t) => {
    const { onThread, notes } = await openFile(t);
    await onThread('pragma max_page_count = 8');
    await assert.rejects(
      onThread('insert into notes (text) values (?)', ['x'.repeat(100_000)]),
      isUnavailable('full'),
    );
    await onThread('pragma query_only = on');
    await assert.rejects(onThread(WHO), isUnavailable('read_only'));
    assert.equal(await notes(), '');
  });

  test('that finds damage stops every write, here too; what this thread finds stops it', async (t) => {
    for (const finder of ['thread', 'here'] as const) {
      const { file, onThread, here } = await openFile(t);
      await here(
        `insert into notes (text) values ${Array.from({ length: 50 }, () => `('${'x'.repeat(300)}')`)}`,
      );
      await here('create table whole (id integer primary key)');
      await here('pragma wal_checkpoint(truncate)');
      for (const each of [here, onThread]) await each('pragma shrink_memory');
      const handle = await open(file, 'r+');
      await handle.write(Buffer.alloc(4096), 0, 4096, 4096);
      await handle.close();
      const scan = 'insert into whole select max(length(text)) from notes';
      await assert.rejects(finder === 'here' ? here(scan) : onThread(scan), isUnavailable('damaged'));
      for (const write of [here, onThread])
        await assert.rejects(write('insert into whole default values'), isUnavailable('damaged'));
    }
  });

  test('that ends fails what it was writing; the next is written here, and later ones by a new thread', async (t) => {
    const { onThread, ready, thread, notes } = await openFile(t, { program: ENDS, startAgainAfterMs: 0 });
    await assert.rejects(onThread(WHO), isUnavailable('broken'));
    await onThread(WHO);
    assert.equal(await notes(), `${HERE_KB}`);
    await ready();
    await assert.rejects(onThread(WHO), isUnavailable('broken'));
    await thread.stop();
    await onThread(WHO);
    assert.equal(await notes(), `${HERE_KB} ${HERE_KB}`);
  });

  test('that ended is not started again at once', async (t) => {
    const { onThread, thread, notes } = await openFile(t, { program: ENDS, startAgainAfterMs: 3_600_000 });
    await assert.rejects(onThread(WHO), isUnavailable('broken'));
    await onThread(WHO);
    assert.equal(thread.isReady(), false);
    assert.equal(await notes(), `${HERE_KB}`);
  });

  test('is started with the first write that is for it, and finishes its writing before the database is closed', async (t) => {
    const file = await makeFile(t);
    const { db, groupDb, close } = openSqlite(file);
    await sql`create table notes (id integer primary key, text text not null)`.execute(db);
    await sql.raw(WHO).execute(db);
    const sizes = async () =>
      new Set((await sql<{ text: string }>`select text from notes`.execute(db)).rows.map(({ text }) => text))
        .size;
    while ((await sizes()) === 1) {
      await sql.raw(WHO).execute(groupDb);
      await nextTurn();
    }
    const last = sql`insert into notes (text) values ('last')`.execute(groupDb);
    await nextTurn();
    await Promise.all([last, close()]);
    assert.equal(existsSync(`${file}-wal`), false);
    const after = new DatabaseSync(file);
    t.after(() => after.close());
    assert.equal(after.prepare("select count(*) as n from notes where text = 'last'").get()?.n, 1);
  });

  test('runs no transactions of several statements', async (t) => {
    const { groupDb, close } = openSqlite(await makeFile(t));
    t.after(close);
    await assert.rejects(
      groupDb.transaction().execute(async () => {}),
      /its own transaction/,
    );
  });
});
