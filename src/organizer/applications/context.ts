import type { DecisionResult, EventType } from '../../decisions/decide/schemas.ts';
import type { AppError } from '../../http/errors/errors.ts';
import type { EventDays } from '../../judgment/policy/policy.ts';
import type { LedgerDb, LedgerEngine, LedgerTx, PublishedAccess } from '../../platform/db/database.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import type { DocumentsOfApplications } from './document-entry.ts';
import type { ApplicationOutcome } from './schemas.ts';
import type { StoredApplication } from './store.ts';

/** The dependencies that all application operations share. */
export interface ApplicationContext {
  readonly ledgerDb: LedgerDb;
  readonly engine: LedgerEngine;
  /**
   * The regulator's records. Never combine them with the ledger in one statement, because the ledger may be a
   * different database.
   */
  readonly registry: PublishedAccess;
  readonly baseUrl: string;
  readonly now: () => Date;
  /**
   * Returns the token of an application's private link. It is always the same for an application. Anyone who
   * has the token can view and withdraw the application.
   */
  readonly linkToken: (applicationId: string) => string;
  /**
   * Makes a decision about each vendor, in the given order. Each result has a receipt, or is the error that a
   * single decision would throw.
   */
  readonly decide: (
    vendorIds: readonly string[],
    eventType: EventType,
    event: EventDays,
  ) => Promise<readonly (DecisionResult | AppError)[]>;
  /** Finds the account that is the verified holder of this license, with its email address. */
  readonly findHolder: (ledgerDb: LedgerDb, license: LicenseOf) => Promise<LicenseHolder | undefined>;
  /** Gives access to the documents that applicants send. */
  readonly documents: DocumentsOfApplications;
  /** Tracks record changes that happen after a decision. */
  readonly changes: ChangesOnRecord;
  /** Notifies vendors of outcomes. */
  readonly outcomes: OutcomeNews;
}

/** The `watch/booked` feature implements this. It detects record changes while vendors have a spot. */
export interface ChangesOnRecord {
  /** Lists an event's applications that have a change the organizer has not reviewed. Runs one statement. */
  readonly listUnresolved: (ledgerDb: LedgerDb, eventId: string) => Promise<ReadonlySet<string>>;
  /**
   * Resolves the open changes when an application gets a new decision. `accountId` is null if the waitlist
   * made the decision. Call it in the same transaction as the decision.
   */
  readonly resolve: (
    tx: LedgerTx,
    engine: LedgerEngine,
    applicationIds: readonly string[],
    by: { readonly accountId: string | null; readonly at: string },
  ) => Promise<void>;
  /** Reopens the changes that `resolve` resolved at that time. */
  readonly reopen: (
    tx: LedgerTx,
    engine: LedgerEngine,
    applicationIds: readonly string[],
    at: string,
  ) => Promise<void>;
}

/**
 * The `reliability` feature implements this. It notifies vendors of outcomes and stores the vendors' replies.
 */
interface OutcomeNews {
  /**
   * Notifies vendors of outcome changes for one event. Call it in the transaction that makes the changes,
   * while the event is locked. The number of statements does not depend on the number of changes.
   */
  readonly tell: (
    tx: LedgerTx,
    engine: LedgerEngine,
    changes: readonly OutcomeChange[],
    at: { readonly now: Date; readonly mailsAt: Date },
  ) => Promise<NotifiedOutcomes>;
  /**
   * Reopens the contests that `tell` closed at `toldAt`. If a vendor has contested one of these outcomes
   * since then, returns false and changes nothing.
   */
  readonly undo: (
    tx: LedgerTx,
    engine: LedgerEngine,
    applicationIds: readonly string[],
    toldAt: string,
  ) => Promise<boolean>;
}

export interface NotifiedOutcomes {
  /** The email id for each application whose license holder is notified. */
  readonly mailIds: ReadonlyMap<string, string>;
  /**
   * Applications whose vendor has already received the maximum number of these emails. Their outcome cannot
   * be recorded now.
   */
  readonly tooMany: ReadonlySet<string>;
}

type LicenseOf = Pick<StoredApplication, 'license_type' | 'license_digits'>;

interface LicenseHolder {
  readonly accountId: string;
  readonly email: string;
}

/** A newly recorded outcome. Null clears the previous outcome. */
export interface OutcomeChange {
  readonly event: StoredEvent;
  readonly application: StoredApplication;
  readonly outcome: ApplicationOutcome | null;
}
