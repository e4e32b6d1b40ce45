import type { LedgerDb, LedgerEngine } from '../../platform/db/database.ts';

/** What everything that is done with documents needs. */
export interface DocumentContext {
  /** The ledger. */
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** As in applications: the token of an application's private link. */
  readonly linkToken: (applicationId: string) => string;
  /** Megabytes that all files of the service may have together. */
  readonly serviceMbMax: number;
}
