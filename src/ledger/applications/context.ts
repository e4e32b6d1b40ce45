import type { DecisionResult, EventType } from '../../decisions/decision/schemas.ts';
import type { LedgerDb, LedgerEngine, RegistryAccess } from '../../platform/db/database.ts';
import type { VendorIdentifiers } from '../../registry/vendors/identify-service.ts';
import type { EventDays } from '../../registry/vendors/policy.ts';

/** What every part of applications needs. */
export interface ApplicationContext {
  /** The ledger. */
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  /** The regulator's records: never in one statement with the ledger, which may be another database. */
  readonly registry: RegistryAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** At least 128 random bits, base64url. Whoever has it may see and withdraw one application. */
  readonly randomToken: () => string;
  /** Decides about a vendor and issues the receipt. Throws as `decideForEvent` does. */
  readonly decide: (
    identifiers: VendorIdentifiers,
    eventType: EventType,
    event: EventDays,
  ) => Promise<DecisionResult>;
}
