import type { LedgerDb, OpenLedger, PublishedDb } from '../../src/platform/db/database.ts';

/** Wraps a database so that it counts completed statements, including those inside transactions. */
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
  // The plugin does not change the tables, so the type still applies.
  return { db: counting as Counted, count: () => statements };
}

/**
 * Wraps a database and its published records so that the statements of both are counted. Looking up the
 * newest snapshot is not counted.
 */
export function countAllStatements<Opened extends { readonly db: LedgerDb } & Pick<OpenLedger, 'published'>>(
  database: Opened,
): { readonly database: Opened; readonly count: () => number } {
  const own = countStatements(database.db);
  const published = countStatements(database.published.db);
  const counted = { ...database, db: own.db, published: { ...database.published, db: published.db } };
  return { database: counted, count: () => own.count() + published.count() };
}
