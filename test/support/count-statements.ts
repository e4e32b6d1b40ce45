import type { LedgerDb, OpenLedger, PublishedDb } from '../../src/platform/db/database.ts';

/** Returns the database with a counter of completed statements, including those inside transactions. */
export function countStatements<Counted extends LedgerDb | PublishedDb>(
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
  // A plugin does not change the tables, so the type stays the same.
  return { db: counting as Counted, count: () => statements };
}

/** Does the same for a database and its published records. Looking up the newest snapshot is not counted. */
export function countAllStatements<Opened extends { readonly db: LedgerDb } & Pick<OpenLedger, 'published'>>(
  database: Opened,
): { readonly database: Opened; readonly count: () => number } {
  const own = countStatements(database.db);
  const published = countStatements(database.published.db);
  const counted = { ...database, db: own.db, published: { ...database.published, db: published.db } };
  return { database: counted, count: () => own.count() + published.count() };
}
