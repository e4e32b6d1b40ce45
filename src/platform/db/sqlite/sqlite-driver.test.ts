import assert from 'node:assert/strict';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { openSqlite } from './sqlite.ts';
import { SqliteFile } from './sqlite-driver.ts';

async function openFile(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sqlite-'));
  const file = path.join(folder, 'x.sqlite');
  const database = openSqlite(file);
  t.after(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });
  await sql`create table notes (id integer primary key, text text not null)`.execute(database.db);
  return { database, file };
}

const insert = (id: number, length = 1) => sql`insert into notes values (${id}, ${'x'.repeat(length)})`;
const insertInto = (db: Kysely<unknown>, table: string) =>
  sql`insert into ${sql.table(table)} default values`.execute(db);

const rowsOf = async (ask: () => Promise<{ rows: unknown[] }>) =>
  (await ask()).rows.map((row) => ({ ...Object(row) }));

/** Damages a page, as if the disk had lost a block. */
async function damagePage(file: string, page: number): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(4096), 0, 4096, (page - 1) * 4096);
  await handle.close();
}

const isUnavailable = (condition: string) => (error: unknown) =>
  error instanceof DatabaseUnavailable && error.condition === condition;

describe('the embedded database', () => {
  test('a job lets the process do other work before each of the job’s statements', async (t) => {
    const { longWorkDb } = (await openFile(t)).database;
    let others = 0;
    let isDone = false;
    const count = () => {
      others += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    for (let id = 1; id <= 20; id += 1) await insert(id).execute(longWorkDb);
    isDone = true;
    assert.ok(others >= 20, `others had ${others} turns`);
  });

  test('a transaction that SQLite rolls back reports the full disk and does not write anything more', async (t) => {
    const { db } = (await openFile(t)).database;
    await sql`pragma max_page_count = 8`.execute(db);
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await insert(1).execute(tx);
        const failures = await Promise.allSettled([insert(2, 100_000).execute(tx), insert(3).execute(tx)]);
        assert.deepEqual(
          failures.map(({ status }) => status),
          ['rejected', 'rejected'],
        );
        if (failures[0].status === 'rejected') throw failures[0].reason;
      }),
      isUnavailable('full'),
    );
    assert.deepEqual((await sql`select * from notes`.execute(db)).rows, []);
    await db.transaction().execute((tx) => insert(4).execute(tx));
    assert.equal((await sql`select * from notes`.execute(db)).rows.length, 1);
  });

  test('values have the right column names, even if a migration changes the columns between two runs', async (t) => {
    const { db } = (await openFile(t)).database;
    await insert(1).execute(db);
    const all = () => sql`select n.*, id as again from notes as n`.execute(db);
    const named = () => sql`select text, id, id + 1 as next, count(*) from notes`.execute(db);
    const named1 = { text: 'x', id: 1, next: 2, 'count(*)': 1 };
    const spelled = () => sql`select distinct all_notes . * from notes as all_notes`.execute(db);
    assert.deepEqual(await rowsOf(all), [{ id: 1, text: 'x', again: 1 }]);
    assert.deepEqual(await rowsOf(spelled), [{ id: 1, text: 'x' }]);
    assert.deepEqual(await rowsOf(named), [named1]);
    await sql`alter table notes drop column text`.execute(db);
    await sql`alter table notes add column text text not null default 'y'`.execute(db);
    await sql`alter table notes add column color text`.execute(db);
    assert.deepEqual(await rowsOf(all), [{ id: 1, text: 'y', color: null, again: 1 }]);
    assert.deepEqual(await rowsOf(spelled), [{ id: 1, text: 'y', color: null }]);
    assert.deepEqual(await rowsOf(named), [{ ...named1, text: 'y' }]);
  });

  test('if a read from a snapshot fails, the original error is thrown', async (t) => {
    const { db, engine } = (await openFile(t)).database;
    await assert.rejects(
      engine.inSnapshot(db, async (snapshot) => {
        await sql`rollback`.execute(snapshot);
        throw new Error('the first cause');
      }),
      /the first cause/,
    );
    await insert(1).execute(db);
  });

  test('while another process holds the write lock, writes wait, reads succeed and the process stays responsive', async (t) => {
    const { database, file } = await openFile(t);
    const other = new DatabaseSync(file);
    t.after(() => other.close());
    other.exec('begin immediate');
    const order: string[] = [];
    const written = Promise.all([
      database.db.transaction().execute((tx) => insert(1).execute(tx)),
      insert(2).execute(database.db),
    ]).then(() => order.push('written'));
    for (let reads = 0; reads < 5; reads += 1) {
      await sql`select * from notes`.execute(database.db);
      await new Promise((resolve) => setImmediate(resolve));
    }
    order.push('read');
    await database.proveWritable({ whileOthersWrite: true });
    order.push('proven');
    other.exec('commit');
    await written;
    assert.deepEqual(order, ['read', 'proven', 'written']);
    assert.equal((await sql`select * from notes`.execute(database.db)).rows.length, 2);
  });

  test('a statement fails after its time limit if another process does not release its lock', async (t) => {
    const { file } = await openFile(t);
    const other = new DatabaseSync(file);
    const own = new DatabaseSync(file);
    t.after(() => [other, own].map((each) => each.close()));
    other.exec('begin immediate');
    const shared = new SqliteFile(own);
    await shared.takeTurn();
    await assert.rejects(shared.begin(30), isUnavailable('locked'));
    other.exec('rollback');
    await shared.begin(30);
    shared.rollback();
  });

  test('once a damaged page has been read, writes are rejected, but undamaged pages can still be read', async (t) => {
    const { database, file } = await openFile(t);
    const { db } = database;
    await sql`create table whole (id integer primary key)`.execute(db);
    for (let id = 1; id <= 50; id += 1) await insert(id, 300).execute(db);
    const root = await sql<{
      page: number;
    }>`select rootpage as page from sqlite_schema where name = 'notes'`.execute(db);
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    await sql`pragma shrink_memory`.execute(db);
    await damagePage(file, root.rows[0]?.page ?? 0);
    await insertInto(db, 'whole');
    await assert.rejects(sql`select * from notes`.execute(db), isUnavailable('damaged'));
    await assert.rejects(insertInto(db, 'whole'), isUnavailable('damaged'));
    await assert.rejects(
      db.transaction().execute((tx) => insertInto(tx, 'whole')),
      isUnavailable('damaged'),
    );
    await assert.rejects(database.proveWritable(), isUnavailable('damaged'));
    assert.equal((await sql`select * from whole`.execute(db)).rows.length, 1);
  });

  test('has an empty log after it is closed, so that other processes do not have to write the log back', async (t) => {
    const { database, file } = await openFile(t);
    const importing = openSqlite(file);
    for (let id = 1; id <= 50; id += 1) await insert(id, 1_000).execute(importing.db);
    const logBytes = async () => (await stat(`${file}-wal`)).size;
    assert.ok((await logBytes()) > 0);
    const looking = openSqlite(file);
    await sql`select * from notes`.execute(looking.db);
    await looking.close();
    assert.ok((await logBytes()) > 0, 'who wrote nothing leaves it');
    await importing.close();
    assert.equal(await logBytes(), 0);
    assert.equal((await sql`select * from notes`.execute(database.db)).rows.length, 50);
  });

  test('the write probe writes to the disk, leaves no trace, and fails on a read-only database', async (t) => {
    const { database, file } = await openFile(t);
    const log = `${file}-wal`;
    const before = (await sql`pragma user_version`.execute(database.db)).rows;
    const { size } = await stat(log);
    await database.proveWritable();
    assert.ok((await stat(log)).size > size);
    assert.deepEqual((await sql`pragma user_version`.execute(database.db)).rows, before);
    await sql`pragma query_only = on`.execute(database.db);
    await assert.rejects(database.proveWritable(), isUnavailable('read_only'));
  });
});
