import type { LedgerDb } from '../../platform/db/database.ts';

/** The dependencies of all code for teams. */
export interface TeamContext {
  readonly ledgerDb: LedgerDb;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** At least 128 random bits, base64url. */
  readonly randomToken: () => string;
}
