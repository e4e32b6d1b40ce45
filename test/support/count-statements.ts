import type { LedgerDb, RegistryDb } from '../../src/platform/db/database.ts';

/** The database with the statements counted that it answered, those inside transactions too. */
export function countStatements<Counted extends LedgerDb | RegistryDb>(
  db: Counted,
): { readonly db: Counted; readonly count: () => number } {
  let statements = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  });
  // A plugin leaves the tables as they are, and with them the type.
  return { db: counting as Counted, count: () => statements };
}
