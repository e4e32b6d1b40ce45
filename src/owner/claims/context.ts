import type { LedgerDb, LedgerEngine, LedgerTx, PublishedAccess } from '../../platform/db/database.ts';
import type { Suggest } from '../../search/find/suggestion-service.ts';

/** What everything that is done with claims needs. */
export interface ClaimContext {
  /** The ledger. */
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** Whom a number that is nobody's may mean; left out, nobody is suggested. */
  readonly suggest?: Suggest;
  /** A new code, unforeseeable: `makeCode(randomInt)`. */
  readonly randomCode: () => string;
  /** Ends what an owner may do beside a license, in the transaction that releases the claim. */
  readonly onReleased: (tx: LedgerTx) => Promise<void>;
}
