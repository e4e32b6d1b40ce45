import type { DecisionResult, EventType } from '../../decisions/decide/schemas.ts';
import type { AppError } from '../../http/errors/errors.ts';
import type { EventDays } from '../../judgment/policy/policy.ts';
import type { LedgerDb, LedgerEngine, LedgerTx, PublishedAccess } from '../../platform/db/database.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import type { DocumentsOfApplications } from './document-entry.ts';
import type { ApplicationOutcome } from './schemas.ts';
import type { StoredApplication } from './store.ts';

/** The dependencies of every part of applications. */
export interface ApplicationContext {
  /** The ledger. */
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  /** The regulator's records: never in one statement with the ledger, which may be another database. */
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
  /**
   * Returns the token of an application's private link, the same each time. Anyone who has it can see and
   * withdraw the application.
   */
  readonly linkToken: (applicationId: string) => string;
  /** Decides about each of these vendors, in order, with a receipt each; or the error that one decision would throw. */
  readonly decide: (
    vendorIds: readonly string[],
    eventType: EventType,
    event: EventDays,
  ) => Promise<readonly (DecisionResult | AppError)[]>;
  /** The account that has verified this license, with its address. */
  readonly findHolder: (ledgerDb: LedgerDb, license: LicenseOf) => Promise<LicenseHolder | undefined>;
  /** The documents that applicants send. */
  readonly documents: DocumentsOfApplications;
  /** The changes on record since decisions were made. */
  readonly changes: ChangesOnRecord;
  /** Notifies vendors of outcomes. */
  readonly outcomes: OutcomeNews;
}

/** The feature `watch/booked` notices changes of records while vendors have a spot. */
export interface ChangesOnRecord {
  /**
   * Lists the applications to an event with a change that the organizer has not looked at, in one statement.
   */
  readonly listUnresolved: (ledgerDb: LedgerDb, eventId: string) => Promise<ReadonlySet<string>>;
  /**
   * Resolves changes when an organizer decides again; `accountId` is null for the waitlist. Runs in the
   * transaction of that decision.
   */
  readonly resolve: (
    tx: LedgerTx,
    engine: LedgerEngine,
    applicationIds: readonly string[],
    by: { readonly accountId: string | null; readonly at: string },
  ) => Promise<void>;
  /** Reverts what `resolve` did at that moment. */
  readonly reopen: (
    tx: LedgerTx,
    engine: LedgerEngine,
    applicationIds: readonly string[],
    at: string,
  ) => Promise<void>;
}

/** The feature `reliability` notifies vendors of outcomes and stores the vendors' replies. */
interface OutcomeNews {
  /**
   * Runs in the transaction that changes outcomes of one event, while its lock is held. Fifty take as many
   * statements as one.
   */
  readonly tell: (
    tx: LedgerTx,
    engine: LedgerEngine,
    changes: readonly OutcomeChange[],
    at: { readonly now: Date; readonly mailsAt: Date },
  ) => Promise<NotifiedOutcomes>;
  /** Reopens the contests that `tell` closed at `toldAt`; returns false and changes nothing if a vendor has contested one since. */
  readonly undo: (
    tx: LedgerTx,
    engine: LedgerEngine,
    applicationIds: readonly string[],
    toldAt: string,
  ) => Promise<boolean>;
}

export interface NotifiedOutcomes {
  /** The email of each application whose license holder is notified. */
  readonly mailIds: ReadonlyMap<string, string>;
  /** Applications whose vendor has had the maximum of these emails. No outcome may be recorded for them. */
  readonly tooMany: ReadonlySet<string>;
}

type LicenseOf = Pick<StoredApplication, 'license_type' | 'license_digits'>;

interface LicenseHolder {
  readonly accountId: string;
  readonly email: string;
}

/** A newly recorded outcome; null removes the previous one. */
export interface OutcomeChange {
  readonly event: StoredEvent;
  readonly application: StoredApplication;
  readonly outcome: ApplicationOutcome | null;
}
