import type { LedgerDb, LedgerEngine, PublishedAccess } from '../../platform/db/database.ts';

/** The dependencies of all code that watches booked vendors. */
export interface BookedContext {
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
  readonly log: { error(fields: object, message: string): void };
}
