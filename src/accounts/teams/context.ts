import type { LedgerDb } from '../../platform/db/database.ts';

/** The dependencies that all team services share. */
export interface TeamContext {
  readonly ledgerDb: LedgerDb;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** At least 128 random bits, base64url. */
  readonly randomToken: () => string;
}
