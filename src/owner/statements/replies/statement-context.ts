import type { LedgerDb, PublishedAccess } from '../../../platform/db/database.ts';

/** What everything that is done with vendors' statements, replies and disputes, needs. */
export interface StatementContext {
  /** The ledger. */
  readonly ledgerDb: LedgerDb;
  readonly registry: PublishedAccess;
  readonly isOperator: (accountId: string) => Promise<boolean>;
  readonly baseUrl: string;
  readonly now: () => Date;
}
