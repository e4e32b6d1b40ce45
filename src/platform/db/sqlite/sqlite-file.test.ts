import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { openSqlite } from './sqlite.ts';
import { restrictDatabases } from './sqlite-file.ts';

describe('the files of a SQLite database', () => {
  let root: string;
  let folder: string;
  let made = 0;
  const file = () => path.join(folder, 'ledger.sqlite');
  const modes = () =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [name, (statSync(path.join(folder, name)).mode & 0o777).toString(8)]),
    );

  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'sqlite-file-'));
  });
  after(() => rm(root, { recursive: true }));
  beforeEach(() => {
    made += 1;
    folder = path.join(root, `${made}`);
    mkdirSync(folder);
    chmodSync(folder, 0o755);
  });

  test('can be read only by their owner, even in a folder that everyone can list', async () => {
    const { db, close } = openSqlite(file());
    await sql`create table one (id text)`.execute(db);
    assert.deepEqual(modes(), {
      'ledger.sqlite': '600',
      'ledger.sqlite-shm': '600',
      'ledger.sqlite-wal': '600',
    });
    await close();
  });

  test('are restricted to their owner if an earlier version left them readable by others', async () => {
    const earlier = openSqlite(file());
    await sql`create table one (id text)`.execute(earlier.db);
    for (const name of readdirSync(folder)) chmodSync(path.join(folder, name), 0o644);
    const { close } = openSqlite(file());
    assert.deepEqual([...new Set(Object.values(modes()))], ['600']);
    await Promise.all([close(), earlier.close()]);
  });

  test('are reported once if others could read them, and other files are not changed', () => {
    for (const name of ['ledger.sqlite', 'registry.sqlite-wal', 'notes.txt'])
      writeFileSync(path.join(folder, name), 'x', { mode: 0o644 });
    writeFileSync(path.join(folder, 'registry.sqlite'), 'x', { mode: 0o600 });
    assert.deepEqual(restrictDatabases(folder).sort(), ['ledger.sqlite', 'registry.sqlite-wal']);
    assert.deepEqual(restrictDatabases(folder), []);
    assert.equal(modes()['notes.txt'], '644');
    assert.deepEqual(restrictDatabases(path.join(folder, 'nowhere')), []);
  });

  test('are rejected with instructions if they are damaged or cannot be created', () => {
    writeFileSync(file(), 'nothing of the kind'.repeat(500));
    assert.throws(() => openSqlite(file()), {
      message: `${file()} is damaged or no SQLite database. Restore it from a backup (docs/operations.md, "Backups").`,
    });
    writeFileSync(path.join(folder, 'taken'), '');
    for (const inFile of ['taken/x.sqlite', 'taken/below/x.sqlite'])
      assert.throws(
        () => openSqlite(path.join(folder, inFile)),
        /^Error: The data folder .* cannot be made: there is a file in its place\. Set DATA_DIR to a folder\.$/,
      );
    assert.equal(existsSync(path.join(folder, 'taken/x.sqlite')), false);
  });
});
