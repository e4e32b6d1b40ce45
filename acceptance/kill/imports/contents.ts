import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { OpenLedger } from '../../../src/platform/db/database.ts';

/** The tables in a database, each with a hash of all its rows. */
export type Contents = ReadonlyMap<string, string>;

/** Reads every row of every table that the database lists. */
export async function readContents({ db, engine }: OpenLedger): Promise<Contents> {
  const contents = new Map<string, string>();
  for (const table of await listTables({ db, engine })) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    const hashes = rows.map((row) => hash('sha256', JSON.stringify(withoutChance(table, row)))).sort();
    contents.set(table, `${rows.length} rows ${hash('sha256', hashes.join())}`);
  }
  return contents;
}

/**
 * Replaces random values. A publication's mark is random, so only its presence and length can be compared.
 */
function withoutChance(table: string, row: Record<string, unknown>): Record<string, unknown> {
  if (table !== 'change_publications') return row;
  return { ...row, mark: String(row.mark).replaceAll(/[0-9a-f]/g, 'x') };
}

export async function listTables({ db, engine }: Pick<OpenLedger, 'db' | 'engine'>): Promise<string[]> {
  const { rows } =
    engine.name === 'sqlite'
      ? await sql<{
          name: string;
        }>`select name from sqlite_schema where type = 'table' order by name`.execute(db)
      : await sql<{ name: string }>`
          select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`.execute(
          db,
        );
  return rows.map(({ name }) => name);
}

/** Returns the tables whose rows differ, and the tables that exist on only one side. */
export function differing(a: Contents, b: Contents): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((table) => a.get(table) !== b.get(table)).sort();
}
