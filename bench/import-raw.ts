import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import { Type } from 'typebox';
import { migrateRegistry } from '../src/platform/db/migrate.ts';
import { openSqlite } from '../src/platform/db/sqlite.ts';
import { answerQuestions } from './helper.ts';
import type { RawTimes } from './import-times.ts';

/** Created by the migration itself or by the text index for its own use. */
const NOT_COPIED = /^(sqlite_|registry_migration|kysely_|vendor_text)/;
const PRAGMAS = [
  'synchronous',
  'foreign_keys',
  'cache_size',
  'temp_store',
  'mmap_size',
  'wal_autocheckpoint',
];

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SQLInputValue[])[];
}

/** The lower bound of any import: the same resulting rows, already in memory, inserted one by one. */
answerQuestions(
  Type.Object({ source: Type.String(), target: Type.String() }),
  async ({ source, target }): Promise<RawTimes> => {
    const tables = loadTables(source);
    const pragmas = await prepareTarget(target);
    const database = new DatabaseSync(target);
    database.exec(pragmas);
    const began = performance.now();
    database.exec('begin immediate');
    // A row may come before the one that it refers to.
    database.exec('pragma defer_foreign_keys = on');
    // The migration's own row, which the copy has too.
    database.exec('delete from change_publications');
    for (const table of tables) insertAll(database, table);
    const beganText = performance.now();
    database.exec("insert into vendor_text(vendor_text) values ('rebuild')");
    const endedText = performance.now();
    database.exec('commit');
    const ended = performance.now();
    checkCopy(database, tables);
    database.close();
    return {
      wholeMs: ended - began,
      textIndexMs: endedText - beganText,
      rows: tables.reduce((sum, { rows }) => sum + rows.length, 0),
    };
  },
);

function loadTables(file: string): Table[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const known = texts(database.prepare("select name from sqlite_master where type = 'table' order by rowid"));
  const copied = known.filter((name) => !NOT_COPIED.test(name));
  const tables = copied.map((name) => {
    const statement = database.prepare(`select * from ${name} order by rowid`);
    const columns = statement.columns().map((column) => column.name);
    return { name, columns, rows: rowsOf(statement) };
  });
  database.close();
  return tables;
}

/** Migrates an empty database, and returns the service's pragmas for a separate connection. */
async function prepareTarget(file: string): Promise<string> {
  const database = openSqlite(file);
  await migrateRegistry(database);
  const settings: string[] = [];
  for (const name of PRAGMAS) {
    const { rows } = await database.db.executeQuery<object>(CompiledQuery.raw(`pragma ${name}`));
    const value: unknown = Object.values(rows[0] ?? {})[0];
    if (value !== undefined) settings.push(`pragma ${name} = ${value}`);
  }
  await database.close();
  return settings.join(';');
}

function insertAll(database: DatabaseSync, { name, columns, rows }: Table): void {
  const values = columns.map(() => '?').join(',');
  const statement = database.prepare(`insert into ${name} (${columns.join(',')}) values (${values})`);
  for (const row of rows) statement.run(...row);
}

function checkCopy(database: DatabaseSync, tables: readonly Table[]): void {
  database.exec("insert into vendor_text(vendor_text, rank) values ('integrity-check', 1)");
  for (const { name, rows } of tables) {
    const [count] = texts(database.prepare(`select count(*) from ${name}`));
    if (Number(count) !== rows.length) throw new Error(`${count} rows in ${name} instead of ${rows.length}`);
  }
}

function texts(statement: StatementSync): string[] {
  return rowsOf(statement).map(([value]) => String(value));
}

/** Rows as arrays; the types only know objects. */
function rowsOf(statement: StatementSync): SQLInputValue[][] {
  statement.setReturnArrays(true);
  return statement.all() as unknown as SQLInputValue[][];
}
