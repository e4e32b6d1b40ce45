import { backup, DatabaseSync } from 'node:sqlite';
import type { DatabaseEntry } from './backup-manifest.ts';

const PAGES_AT_ONCE = 2_147_483_647;

/**
 * Copies a consistent snapshot of a database while others write to it. All pages are copied in one step: in
 * several steps, each commit by another process would restart the copy, and under load it would never finish.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 15_000 });
  try {
    await backup(source, to, { rate: PAGES_AT_ONCE });
  } finally {
    source.close();
  }
}

/**
 * Turns a database into a single file without a write-ahead log. Also removes deleted rows, which files from
 * earlier versions may still contain.
 */
export function makeOneFile(file: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = delete');
    database.exec('vacuum');
  } finally {
    database.close();
  }
}

/** Describes a database for the manifest. Throws if SQLite finds it damaged. */
export function describeDatabase(file: string, name: 'ledger' | 'registry'): DatabaseEntry {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const found = database.prepare('pragma integrity_check(1)').get();
    if (found?.integrity_check !== 'ok') throw damaged(name, undefined);
    const list = (query: string) => database.prepare(query).all();
    const migrations = list(`select name from ${name}_migration order by name`).map((row) =>
      String(row.name),
    );
    // Virtual tables have no pages of their own; their content is in shadow tables.
    const tables = list(
      `select name from sqlite_schema where type = 'table' and rootpage > 0 and name not like 'sqlite\\_%' escape '\\' order by name`,
    ).map((row) => String(row.name));
    const count = (table: string) =>
      Number(database.prepare(`select count(*) as n from "${table.replaceAll('"', '""')}"`).get()?.n);
    return { migrations, counts: Object.fromEntries(tables.map((table) => [table, count(table)])) };
  } catch (error) {
    throw error instanceof Error && 'errcode' in error ? damaged(name, error) : error;
  } finally {
    database.close();
  }
}

function damaged(name: string, cause: unknown): Error {
  return new Error(`The ${name} is damaged: SQLite finds pages in it that cannot be read.`, { cause });
}
