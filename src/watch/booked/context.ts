import type { LedgerDb, LedgerEngine, PublishedAccess } from '../../platform/db/database.ts';

/** What every part of watching vendors with a spot needs. */
export interface BookedContext {
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
  readonly log: { error(fields: object, message: string): void };
}
