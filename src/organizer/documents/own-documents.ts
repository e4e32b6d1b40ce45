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

/** One required document as one of the two parties sees it. */
export interface ShownDocument extends RequiredDocument {
  readonly state: DocumentState;
  /** Whole sentences for this reader. */
  readonly detail: string;
  readonly expiry: Expiry;
  readonly expires_on: IsoDate | null;
  readonly insurer: string;
  /** The files that can be looked at, the one that counts first. */
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
  /** Why nothing can be sent now; null when it can. */
  readonly refusal: string | null;
  /** The sentences about insurance that ends too early, with what to do; null when it does not. */
  readonly block: string | null;
  /** By code, what the form is filled in with. */
  readonly suggested: ReadonlyMap<string, EarlierEntry>;
  /** Confirmed documents of the holder's other applications that would do here too. */
  readonly usable_again: readonly UsableAgain[];
}

/** An entry that was typed for a document before, so the applicant need not type it again. */
export interface EarlierEntry {
  readonly code: string;
  readonly expires_on: IsoDate | null;
  readonly insurer: string;
}

export interface UsableAgain {
  readonly code: string;
  readonly name: string;
  readonly expires_on: IsoDate | null;
  /** The event that it was confirmed for. */
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
   * True if this account can decide about documents. A viewer cannot, and a closed application has no
   * decisions.
   */
  readonly may_decide: boolean;
  readonly is_closed: boolean;
  /** True if the insurance blocks the confirmation of the spot. */
  readonly is_blocked: boolean;
}

/** Returns the documents of an event's type for one reader. Files of a closed application are never shown. */
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
 * Returns the newest entry of each document that is still good today. `entries` has the newest first. The license on record says until when
 * the license is good.
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

/** Why an applicant can send nothing now; null when they can. */
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
