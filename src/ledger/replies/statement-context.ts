import type { LedgerDb, RegistryAccess } from '../../platform/db/database.ts';

/** What everything that is done with vendors' statements, replies and disputes, needs. */
export interface StatementContext {
  /** The ledger. */
  readonly ledgerDb: LedgerDb;
  readonly registry: RegistryAccess;
  readonly isOperator: (accountId: string) => Promise<boolean>;
  readonly baseUrl: string;
  readonly now: () => Date;
}
