import type { EventType } from '../../decisions/decide/schemas.ts';
import type { Identity } from '../../judgment/scorecard/schemas.ts';
import type { Language, Texts } from '../../lib/language/language.ts';
import type { LedgerDb, LedgerEngine, LedgerTx } from '../../platform/db/database.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import type { DocumentSummary } from './schemas.ts';

/** Defines how an application's required documents are shown. `organizer/documents` stores them. */

/** A required document of an application, with its state as a code and as a sentence. */
export interface DocumentEntry extends DocumentSummary {
  readonly name: string;
  /** One or more full sentences. They refer to the organizer in the third person. */
  readonly detail: string;
  /**
   * True if this is insurance that ends before the event does, which prevents the spot from being confirmed.
   */
  readonly blocks_spot: boolean;
}

interface PendingDocuments {
  /** The number of documents that are waiting for the organizer's review. */
  readonly received: number;
  /**
   * Explains to the applicant that the spot cannot be confirmed because the insurance ends before the event
   * does. Null if it ends later.
   */
  readonly endsEarly: Texts | null;
}

/** Each application's license on record, by application id. */
export type Licenses = ReadonlyMap<string, Identity['license']>;

/** Queries that the feature `organizer/documents` provides. */
export interface DocumentsOfApplications {
  /**
   * Lists every document of each application, in the order that the event type defines, using one statement.
   * `licenses` come from the records: a license that ends before the event does needs to be renewed.
   */
  readonly listEntries: (
    ledgerDb: LedgerDb,
    engine: LedgerEngine,
    applicationIds: readonly string[],
    licenses: Licenses,
  ) => Promise<ReadonlyMap<string, readonly DocumentEntry[]>>;
  /**
   * Returns undefined if the spot can be confirmed now. Otherwise returns a sentence for the person who tried
   * to confirm it. Call it while holding the event's lock.
   */
  readonly refuseConfirmation: (
    tx: LedgerTx,
    asked: {
      readonly event: StoredEvent & { readonly event_type: EventType };
      readonly applicationId: string;
      readonly by: 'organizer' | 'applicant';
      /** Defaults to English. */
      readonly language?: Language;
    },
  ) => Promise<string | undefined>;
  /**
   * Lists one event's documents that are waiting for the organizer's review, by application id. Omits
   * applications that have none. Runs one statement.
   */
  readonly listPending: (
    ledgerDb: LedgerDb,
    event: Pick<StoredEvent, 'id' | 'starts_at' | 'ends_at' | 'timezone'>,
  ) => Promise<ReadonlyMap<string, PendingDocuments>>;
  /**
   * Does the same as `refuseConfirmation` for many applications to one event. Returns the sentences by application
   * id. Runs one statement.
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
