import type { EventType } from '../../decisions/decide/schemas.ts';
import type { Identity } from '../../judgment/scorecard/schemas.ts';
import type { Language, Texts } from '../../lib/language/language.ts';
import type { LedgerDb, LedgerEngine, LedgerTx } from '../../platform/db/database.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import type { DocumentSummary } from './schemas.ts';

/** The documents that applications need, as shown to people; `organizer/documents` stores them. */

/** One required document of an application, with its state as a code and as a sentence. */
export interface DocumentEntry extends DocumentSummary {
  readonly name: string;
  /** Whole sentences that refer to the organizer in the third person. */
  readonly detail: string;
  /**
   * True if this is insurance that ends before the event does and so prevents the spot from being confirmed.
   */
  readonly blocks_spot: boolean;
}

interface PendingDocuments {
  /** The number of documents that the organizer has not reviewed. */
  readonly received: number;
  /**
   * Explains to the applicant that the spot cannot be confirmed because the insurance ends before the event.
   * Null if it does not.
   */
  readonly endsEarly: Texts | null;
}

/** Applications' licenses on record, by application id. */
export type Licenses = ReadonlyMap<string, Identity['license']>;

/** Queries to the feature that stores documents. */
export interface DocumentsOfApplications {
  /**
   * Lists every document of each of these applications, in the order given by the event type, in one
   * statement. `licenses` are those on record: a license that ends before the event needs to be renewed.
   */
  readonly listEntries: (
    ledgerDb: LedgerDb,
    engine: LedgerEngine,
    applicationIds: readonly string[],
    licenses: Licenses,
  ) => Promise<ReadonlyMap<string, readonly DocumentEntry[]>>;
  /**
   * Returns a sentence for the person who confirms if the spot cannot be confirmed now. Call it while holding
   * the event's lock.
   */
  readonly refuseConfirmation: (
    tx: LedgerTx,
    asked: {
      readonly event: StoredEvent & { readonly event_type: EventType };
      readonly applicationId: string;
      readonly by: 'organizer' | 'applicant';
      /** English by default. */
      readonly language?: Language;
    },
  ) => Promise<string | undefined>;
  /**
   * Lists the documents that await the organizer's review, by application, for one event. Omits applications
   * without any. One statement.
   */
  readonly listPending: (
    ledgerDb: LedgerDb,
    event: Pick<StoredEvent, 'id' | 'starts_at' | 'ends_at' | 'timezone'>,
  ) => Promise<ReadonlyMap<string, PendingDocuments>>;
  /**
   * Does the same as `refuseConfirmation` for many of an event's applications, by application, in one
   * statement.
   */
  readonly listBlocks: (
    ledgerDb: LedgerDb,
    engine: LedgerEngine,
    asked: {
      readonly event: StoredEvent;
      readonly applicationIds: readonly string[];
      readonly by: 'organizer' | 'applicant';
    },
  ) => Promise<ReadonlyMap<string, string>>;
}
