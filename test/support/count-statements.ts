import type { Db } from '../../src/platform/db/database.ts';

/** The database with the statements counted that it answered, those inside transactions too. */
export function countStatements(db: Db): { readonly db: Db; readonly count: () => number } {
  let statements = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  });
  return { db: counting, count: () => statements };
}
