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

/** A required document as shown to the applicant or the organizer. */
export interface ShownDocument extends RequiredDocument {
  readonly state: DocumentState;
  /** Full sentences that address this reader. */
  readonly detail: string;
  readonly expiry: Expiry;
  readonly expires_on: IsoDate | null;
  readonly insurer: string;
  /** The files that can be viewed. The file that determines the state comes first. */
  readonly files: readonly { readonly id: string; readonly state: DocumentRow['state'] }[];
  readonly standing: DocumentStanding;
}

/** The documents that an applicant can see through the private link. */
export interface ApplicantDocuments {
  readonly event: StoredEvent;
  readonly application: {
    readonly status: ApplicationStatus;
    readonly business_name: string;
    readonly contact_name: string;
  };
  readonly documents: readonly ShownDocument[];
  /** Explains why no document can be sent now. Null if documents can be sent. */
  readonly refusal: string | null;
  /**
   * Asks the applicant to send insurance that covers the whole event. Null if no insurance ends too early.
   */
  readonly block: string | null;
  /** The values to prefill in the form, by document code. */
  readonly suggested: ReadonlyMap<string, EarlierEntry>;
  /** Confirmed documents from the holder's other applications that can be used again here. */
  readonly usable_again: readonly UsableAgain[];
}

/** Values from an earlier document, so that the applicant does not have to enter them again. */
export interface EarlierEntry {
  readonly code: string;
  readonly expires_on: IsoDate | null;
  readonly insurer: string;
}

export interface UsableAgain {
  readonly code: string;
  readonly name: string;
  readonly expires_on: IsoDate | null;
  /** The event that the document was confirmed for. */
  readonly event_name: string;
}

/** The documents of an application as shown to the event's organizer. */
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
   * True if this account can decide about documents now. Viewers never can, and no one can once the
   * application is closed.
   */
  readonly may_decide: boolean;
  readonly is_closed: boolean;
  /** True if insurance prevents the spot from being confirmed. */
  readonly is_blocked: boolean;
}

/** Returns the required documents as shown to one reader. Omits the files of a closed application. */
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
 * Returns the most recent entry for each document that is still valid today. `entries` must be sorted newest
 * first. For the license, uses the expiration date on record if it is still valid.
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

/** Explains why an applicant cannot send documents now. Returns null if they can. */
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
