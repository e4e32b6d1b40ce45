import type { LedgerDb, LedgerEngine, LedgerTx, PublishedAccess } from '../../platform/db/database.ts';
import type { Suggest } from '../../search/find/suggestion-service.ts';

/** The dependencies of all actions on claims. */
export interface ClaimContext {
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** Suggests vendors for a number that no vendor has; if undefined, there are no suggestions. */
  readonly suggest?: Suggest;
  /** Returns a new, unpredictable code: `makeCode(randomInt)`. */
  readonly randomCode: () => string;
  /** Ends an owner's other rights to a license, in the transaction that releases the claim. */
  readonly onReleased: (tx: LedgerTx) => Promise<void>;
}
