import type { DecisionResult, EventType } from '../../decisions/decision/schemas.ts';
import type { Db } from '../../platform/db/database.ts';
import type { VendorIdentifiers } from '../../registry/vendors/identify.ts';
import type { Registry } from './join-vendors.ts';

/** What everything that is done with applications needs. */
export interface ApplicationContext {
  /** The ledger. */
  readonly db: Db;
  readonly registry: Registry;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** At least 128 random bits, base64url: whoever knows it may see and withdraw one application. */
  readonly randomToken: () => string;
  /** Decides about a vendor and issues the receipt. Throws as `decideForEvent` does. */
  readonly decide: (identifiers: VendorIdentifiers, eventType: EventType) => Promise<DecisionResult>;
}
