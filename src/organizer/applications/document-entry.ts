import type { EventType } from '../../decisions/decide/schemas.ts';
import type { Identity } from '../../judgment/scorecard/schemas.ts';
import type { Language, Texts } from '../../lib/language/language.ts';
import type { LedgerDb, LedgerEngine, LedgerTx } from '../../platform/db/database.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import type { DocumentSummary } from './schemas.ts';

/** The view of documents that applications need; `organizer/documents` stores them. */

/** One required document of an application: how it stands, in a sentence too. */
export interface DocumentEntry extends DocumentSummary {
  readonly name: string;
  /** Whole sentences, about the organizer in the third person. */
  readonly detail: string;
  /** True if it is the insurance that ends before the event does and keeps the spot from being confirmed. */
  readonly blocks_spot: boolean;
}

interface PendingDocuments {
  /** The number that the organizer has not looked at. */
  readonly received: number;
  /** Why the spot cannot be confirmed, for the applicant: the insurance ends before the event. Null when it does not. */
  readonly endsEarly: Texts | null;
}

/** The licenses on record of applications, by application id. */
export type Licenses = ReadonlyMap<string, Identity['license']>;

/** Asks the feature that keeps documents. */
export interface DocumentsOfApplications {
  /**
   * Every document of each of these applications, in the order of its event's type; one statement. `licenses` are those on record: one
   * that ends before the event is to be renewed.
   */
  readonly listEntries: (
    ledgerDb: LedgerDb,
    engine: LedgerEngine,
    applicationIds: readonly string[],
    licenses: Licenses,
  ) => Promise<ReadonlyMap<string, readonly DocumentEntry[]>>;
  /**
   * Returns why the spot cannot be confirmed now, as a sentence for the person who confirms. Call it while
   * holding the event's lock.
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
   * Lists the documents that wait for the organizer, by application of an event. Leaves out applications with
   * nothing. One statement.
   */
  readonly listPending: (
    ledgerDb: LedgerDb,
    event: Pick<StoredEvent, 'id' | 'starts_at' | 'ends_at' | 'timezone'>,
  ) => Promise<ReadonlyMap<string, PendingDocuments>>;
  /** The same as `refuseConfirmation` for many applications of an event, by application; one statement. */
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
