import type { KyselyPlugin } from 'kysely';
import pg from 'pg';
import type { LedgerDatabase, LedgerDb } from '../../src/platform/db/database.ts';
import { migrateLedger } from '../../src/platform/db/migrate.ts';

/**
 * Matches statements that change something. Migrations also run checks, which a script for an empty database
 * does not need.
 */
const WRITES = /^\s*(?:create|alter|drop|insert|update|delete|comment)\b/i;

/**
 * Migrates an empty database to the latest ledger schema and returns the statements that did so. Running
 * those statements on another empty database of the same engine has the same result in a fraction of the
 * time.
 */
export async function migrateAndRecord(database: LedgerDatabase): Promise<string[]> {
  const statements: string[] = [];
  const longWorkDb: LedgerDb = database.longWorkDb;
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql, parameters } = longWorkDb.getExecutor().compileQuery(node, queryId);
      if (WRITES.test(sql)) statements.push(withValues(sql, parameters));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  // The plugin does not change the tables, so the type still applies.
  const recorded = { ...database, longWorkDb: longWorkDb.withPlugin(recorder) as typeof database.longWorkDb };
  await migrateLedger(recorded);
  return statements;
}

/** Returns a statement with its parameters inlined. The parameters are only names, times, and numbers. */
function withValues(statement: string, parameters: readonly unknown[]): string {
  let next = 0;
  return statement.replace(/\$\d+|\?/g, (place) => {
    const index = place === '?' ? next++ : Number(place.slice(1)) - 1;
    const value = parameters[index];
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string') return pg.escapeLiteral(value);
    throw new Error(`a migration has a parameter that cannot be written out: ${typeof value}`);
  });
}
