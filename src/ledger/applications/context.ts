import type { DecisionResult, EventType } from '../../decisions/decision/schemas.ts';
import type { LedgerDb, LedgerEngine, LedgerTx, RegistryAccess } from '../../platform/db/database.ts';
import type { VendorIdentifiers } from '../../registry/vendors/identify-service.ts';
import type { EventDays } from '../../registry/vendors/policy.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import type { DocumentsOfApplications } from './document-entry.ts';
import type { ApplicationOutcome } from './schemas.ts';
import type { StoredApplication } from './store.ts';

/** What every part of applications needs. */
export interface ApplicationContext {
  /** The ledger. */
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  /** The regulator's records: never in one statement with the ledger, which may be another database. */
  readonly registry: RegistryAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** The token of an application's private link: the same each time. Whoever has it may see and withdraw the application. */
  readonly linkToken: (applicationId: string) => string;
  /** Decides about a vendor and issues the receipt. Throws as `decideForEvent` does. */
  readonly decide: (
    identifiers: VendorIdentifiers,
    eventType: EventType,
    event: EventDays,
  ) => Promise<DecisionResult>;
  /** The account that has verified this license, with its address. */
  readonly findHolder: (ledgerDb: LedgerDb, license: LicenseOf) => Promise<LicenseHolder | undefined>;
  /** The documents that applicants send. */
  readonly documents: DocumentsOfApplications;
  /** Runs in the transaction that changes an outcome: tells the holder. Returns whether somebody was told. */
  readonly onOutcome: (tx: LedgerTx, change: OutcomeChange, now: Date) => Promise<boolean>;
}

type LicenseOf = Pick<StoredApplication, 'license_type' | 'license_digits'>;

interface LicenseHolder {
  readonly accountId: string;
  readonly email: string;
}

/** What an organizer has recorded anew; null takes the outcome back. */
export interface OutcomeChange {
  readonly event: StoredEvent;
  readonly application: StoredApplication;
  readonly outcome: ApplicationOutcome | null;
}
