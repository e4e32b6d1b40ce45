import type { RequiredDocument } from '../../decisions/decide/schemas.ts';
import type { Language } from '../../lib/language/language.ts';
import type { IsoDate } from '../../lib/time/dates.ts';
import { isOpen } from '../applications/decide/statuses.ts';
import type { ApplicationStatus, DocumentState } from '../applications/schemas.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import { describeStanding, type Reader } from './document-words.ts';
import { type Expiry, expiryOf, LICENSE_COPY } from './kinds.ts';
import { UPLOAD_ERRORS } from './messages.ts';
import type { HistoryLine } from './review/history.ts';
import { type DocumentRow, type DocumentStanding, standingOf } from './states.ts';

/** A required document as the applicant or the organizer sees it. */
export interface ShownDocument extends RequiredDocument {
  readonly state: DocumentState;
  /** Whole sentences addressed to this reader. */
  readonly detail: string;
  readonly expiry: Expiry;
  readonly expires_on: IsoDate | null;
  readonly insurer: string;
  /** The files that can be viewed, with the one that counts first. */
  readonly files: readonly { readonly id: string; readonly state: DocumentRow['state'] }[];
  readonly standing: DocumentStanding;
}

/** The documents that an applicant sees through the private link. */
export interface ApplicantDocuments {
  readonly event: StoredEvent;
  readonly application: {
    readonly status: ApplicationStatus;
    readonly business_name: string;
    readonly contact_name: string;
  };
  readonly documents: readonly ShownDocument[];
  /** Explains why nothing can be sent now; null if it can. */
  readonly refusal: string | null;
  /** The sentences about insurance that ends too early, with what to do; null if it does not. */
  readonly block: string | null;
  /** By document code, the values to fill in the form with. */
  readonly suggested: ReadonlyMap<string, EarlierEntry>;
  /** Confirmed documents from the holder's other applications that can be reused here. */
  readonly usable_again: readonly UsableAgain[];
}

/** A value that was entered for an earlier document, so that the applicant need not type it again. */
export interface EarlierEntry {
  readonly code: string;
  readonly expires_on: IsoDate | null;
  readonly insurer: string;
}

export interface UsableAgain {
  readonly code: string;
  readonly name: string;
  readonly expires_on: IsoDate | null;
  /** The event for which it was confirmed. */
  readonly event_name: string;
}

/** The documents that the organizer of the event sees. */
export interface OrganizerDocuments {
  readonly event: StoredEvent;
  readonly application: {
    readonly id: string;
    readonly status: ApplicationStatus;
    readonly business_name: string;
  };
  readonly documents: readonly ShownDocument[];
  readonly history: readonly HistoryLine[];
  /**
   * True if this account can decide about documents. A viewer cannot, and nothing can be decided for a closed
   * application.
   */
  readonly may_decide: boolean;
  readonly is_closed: boolean;
  /** True if the insurance prevents the spot from being confirmed. */
  readonly is_blocked: boolean;
}

/**
 * Returns the documents that an event type requires, for one reader. Files of a closed application are never
 * shown.
 */
export function toShownDocuments(
  required: readonly RequiredDocument[],
  rows: readonly DocumentRow[],
  {
    event,
    status,
    reader,
    language = 'en',
  }: { event: StoredEvent; status: ApplicationStatus; reader: Reader; language?: Language },
): ShownDocument[] {
  const byCode = Map.groupBy(rows, ({ code }) => code);
  return required.map((document) => {
    const own = byCode.get(document.code) ?? [];
    const standing = standingOf(own);
    const files = own
      .filter((row) => isOpen(status) && row.state !== 'waived' && row.file_deleted_at === null)
      .toSorted((a, b) => Number(b === standing.row) - Number(a === standing.row) || b.position - a.position);
    const { state, row } = standing;
    return {
      ...document,
      state,
      standing,
      detail: describeStanding(standing, event, reader, language),

      expiry: expiryOf(document.code),
      expires_on: row?.expires_on ?? null,
      insurer: row?.insurer ?? '',
      files: files.map(({ id, state: each }) => ({ id, state: each })),
    };
  });
}

/**
 * Returns the most recent entry for each document that is still valid today. `entries` has the newest first.
 * The license on record determines how long the license is valid.
 */
export function suggestEntries(
  entries: readonly EarlierEntry[],
  today: IsoDate,
  licenseExpiresOn: IsoDate | null,
): ReadonlyMap<string, EarlierEntry> {
  const onRecord = { code: LICENSE_COPY, expires_on: licenseExpiresOn, insurer: '' };
  const suggested = new Map<string, EarlierEntry>();
  for (const { code, expires_on, insurer } of [onRecord, ...entries])
    if (expires_on !== null && expires_on >= today && !suggested.has(code))
      suggested.set(code, { code, expires_on, insurer });
  return suggested;
}

/** Explains why an applicant cannot send anything now; null if they can. */
export function refuseSending(
  event: Pick<StoredEvent, 'status' | 'ends_at'>,
  status: ApplicationStatus,
  now: Date,
  language: Language = 'en',
): string | null {
  const t = UPLOAD_ERRORS[language];
  if (!isOpen(status)) return t.closed;
  return event.status === 'Published' && now.getTime() < Date.parse(event.ends_at) ? null : t.over;
}
