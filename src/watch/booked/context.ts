import type { LedgerDb, LedgerEngine, PublishedAccess } from '../../platform/db/database.ts';

/** The context that every part of watching booked vendors needs. */
export interface BookedContext {
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
  readonly log: { error(fields: object, message: string): void };
}
