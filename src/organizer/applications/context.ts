import type { DecisionResult, EventType } from '../../decisions/decide/schemas.ts';
import type { AppError } from '../../http/errors/errors.ts';
import type { EventDays } from '../../judgment/policy/policy.ts';
import type { LedgerDb, LedgerEngine, LedgerTx, PublishedAccess } from '../../platform/db/database.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import type { DocumentsOfApplications } from './document-entry.ts';
import type { ApplicationOutcome } from './schemas.ts';
import type { StoredApplication } from './store.ts';

/** The dependencies of all code for applications. */
export interface ApplicationContext {
  /** The ledger. */
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  /**
   * The regulator's records. Never use them in one statement with the ledger, which may be another database.
   */
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
  /**
   * Returns the token of an application's private link; the same token each time. Anyone who has it can see
   * and withdraw the application.
   */
  readonly linkToken: (applicationId: string) => string;
  /**
   * Decides about each of these vendors, in order, each with a receipt or with the error that a single
   * decision would throw.
   */
  readonly decide: (
    vendorIds: readonly string[],
    eventType: EventType,
    event: EventDays,
  ) => Promise<readonly (DecisionResult | AppError)[]>;
  /** Finds the account that has verified this license, with its address. */
  readonly findHolder: (ledgerDb: LedgerDb, license: LicenseOf) => Promise<LicenseHolder | undefined>;
  /** The documents that applicants send. */
  readonly documents: DocumentsOfApplications;
  /** Changes on record since decisions were made. */
  readonly changes: ChangesOnRecord;
  /** Notifies vendors of outcomes. */
  readonly outcomes: OutcomeNews;
}

/** The feature `watch/booked` detects record changes while vendors have a spot. */
export interface ChangesOnRecord {
  /** Lists an event's applications with a change that the organizer has not reviewed, in one statement. */
  readonly listUnresolved: (ledgerDb: LedgerDb, eventId: string) => Promise<ReadonlySet<string>>;
  /**
   * Resolves changes when an organizer makes a new decision; `accountId` is null for the waitlist. Runs in
   * the same transaction as the decision.
   */
  readonly resolve: (
    tx: LedgerTx,
    engine: LedgerEngine,
    applicationIds: readonly string[],
    by: { readonly accountId: string | null; readonly at: string },
  ) => Promise<void>;
  /** Reverts what `resolve` did at that time. */
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
   * Runs in the transaction that changes outcomes of one event, while that event is locked. Fifty take as
   * many statements as one.
   */
  readonly tell: (
    tx: LedgerTx,
    engine: LedgerEngine,
    changes: readonly OutcomeChange[],
    at: { readonly now: Date; readonly mailsAt: Date },
  ) => Promise<NotifiedOutcomes>;
  /**
   * Reopens the contests that `tell` closed at `toldAt`. If a vendor has contested one since then, returns
   * false and changes nothing.
   */
  readonly undo: (
    tx: LedgerTx,
    engine: LedgerEngine,
    applicationIds: readonly string[],
    toldAt: string,
  ) => Promise<boolean>;
}

export interface NotifiedOutcomes {
  /** The email for each application whose license holder is notified. */
  readonly mailIds: ReadonlyMap<string, string>;
  /**
   * Applications whose vendor has already received the maximum number of these emails. No outcome can be
   * recorded for them.
   */
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
