import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * DuckDB, a reader that does not share any code with the service. It is not a dependency, so the caller
 * passes the folder in which it is installed.
 */

type DuckRow = Readonly<Record<string, unknown>>;

export interface Duck {
  /** Returns the rows of a query, with integers beyond 32 bits as text and dates as YYYY-MM-DD. */
  query(sql: string): Promise<readonly DuckRow[]>;
  close(): void;
}

/** The part of `@duckdb/node-api` that we use. */
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
