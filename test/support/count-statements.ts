import type { LedgerDb, OpenLedger, PublishedDb } from '../../src/platform/db/database.ts';

/** The database with the statements counted that it answered, those inside transactions too. */
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
  // A plugin leaves the tables as they are, and with them the type.
  return { db: counting as Counted, count: () => statements };
}

/** The same for a database with everything that is published by it; asking which snapshot is the newest is not counted. */
export function countAllStatements<Opened extends { readonly db: LedgerDb } & Pick<OpenLedger, 'published'>>(
  database: Opened,
): { readonly database: Opened; readonly count: () => number } {
  const own = countStatements(database.db);
  const published = countStatements(database.published.db);
  const counted = { ...database, db: own.db, published: { ...database.published, db: published.db } };
  return { database: counted, count: () => own.count() + published.count() };
}
