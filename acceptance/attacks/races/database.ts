import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import type { RunningService } from '../../support/service.ts';
import { newestSnapshot } from '../../support/snapshot-file.ts';

type Row = Readonly<Record<string, unknown>>;

/** Direct access to the service's own tables, in either engine. */
export interface Tables {
  /** Runs a statement, with `?` for each parameter, and returns its rows. */
  rows(statement: string, ...parameters: readonly SQLInputValue[]): Promise<Row[]>;
  /** Returns the result of a `select count(*)`. */
  count(statement: string, ...parameters: readonly SQLInputValue[]): Promise<number>;
  insert(table: string, row: Readonly<Record<string, SQLInputValue>>): Promise<void>;
  close(): Promise<void>;
}

/** Opens the ledger, which stores people's actions. */
export function openLedgerTables({ settings, dataDir }: RunningService): Promise<Tables> {
  return openTables(settings.DATABASE_URL, path.join(dataDir, 'ledger.sqlite'));
}

/** Opens the newest snapshot, which stores the published records. */
export function openRecordTables({ dataDir }: RunningService): Promise<Tables> {
  return openTables(undefined, newestSnapshot(dataDir));
}

async function openTables(databaseUrl: string | undefined, file: string): Promise<Tables> {
  if (databaseUrl === undefined) {
    const sqlite = new DatabaseSync(file, { timeout: 15_000 });
    return withInserts(
      async (statement, parameters) => sqlite.prepare(statement).all(...parameters),
      async () => sqlite.close(),
    );
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3 });
  return withInserts(
    async (statement, parameters) => {
      let parameter = 0;
      const numbered = statement.replaceAll('?', () => `$${++parameter}`);
      return (await pool.query<Row>(numbered, [...parameters])).rows;
    },
    () => pool.end(),
  );
}

function withInserts(
  run: (statement: string, parameters: readonly SQLInputValue[]) => Promise<Row[]>,
  close: () => Promise<void>,
): Tables {
  return {
    rows: (statement, ...parameters) => run(statement, parameters),
    async count(statement, ...parameters) {
      const [row] = await run(statement, parameters);
      return Number(Object.values(row ?? {})[0] ?? 0);
    },
    async insert(table, row) {
      const columns = Object.keys(row);
      const values = columns.map(() => '?').join(', ');
      await run(`insert into ${table} (${columns.join(', ')}) values (${values})`, Object.values(row));
    },
    close,
  };
}
