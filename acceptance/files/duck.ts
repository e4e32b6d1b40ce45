import { createRequire } from 'node:module';
import path from 'node:path';

/** DuckDB, a reader that shares no code with the service. It is not among the dependencies: its folder is named. */

type DuckRow = Readonly<Record<string, unknown>>;

export interface Duck {
  /** The rows of a query; whole numbers beyond 32 bits as text, days as YYYY-MM-DD. */
  query(sql: string): Promise<readonly DuckRow[]>;
  close(): void;
}

/** What is used of `@duckdb/node-api`. */
interface DuckApi {
  readonly DuckDBInstance: {
    create(file: string): Promise<{
      connect(): Promise<{
        runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): readonly DuckRow[] }>;
        closeSync(): void;
      }>;
    }>;
  };
}

export async function openDuck(folder: string): Promise<Duck> {
  const require = createRequire(path.join(path.resolve(folder), 'package.json'));
  const { DuckDBInstance }: DuckApi = require('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  return {
    query: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    close: () => connection.closeSync(),
  };
}
