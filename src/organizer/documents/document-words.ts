import { documentsWith } from '../../decisions/decide/documents/required-documents.ts';
import type { EventType } from '../../decisions/decide/schemas.ts';
import type { License } from '../../judgment/scorecard/schemas.ts';
import type { Language } from '../../lib/language/language.ts';
import { describeDay, type IsoDate } from '../../lib/time/dates.ts';
import { toLocal } from '../../lib/time/zoned-time.ts';
import { allDaysOfEvent } from '../applications/days-of-event.ts';
import type { DocumentEntry } from '../applications/document-entry.ts';
import { DOCUMENT_WORDS } from './messages.ts';
import { type DocumentPlace, needsRenewal } from './needs-renewal.ts';
import {
  blockingInsurance,
  type DocumentRow,
  type DocumentStanding,
  endsEarly,
  isOverridden,
  standingOf,
} from './states.ts';

/**
 * Describes the states of documents in sentences. Each sentence is about one document and says who has to do
 * what.
 */

/** Returns all required documents of an application, using its stored rows and the license on record. */
export function toEntries(
  eventType: EventType,
  rows: readonly DocumentRow[],
  place: DocumentPlace,
  license: License | undefined,
): DocumentEntry[] {
  const byCode = Map.groupBy(rows, ({ code }) => code);
  return documentsWith(needsRenewal(license, place, rows), eventType).map(({ code, name }) => {
    const own = byCode.get(code) ?? [];
    const standing = standingOf(own);
    const { state, row } = standing;
    return {
      code,
      name,
      state,
      expires_on: state === 'waived' ? null : (row?.expires_on ?? null),
      detail: describeStanding(standing, place, 'anybody'),
      blocks_spot: blockingInsurance(own, allDaysOfEvent(place).last) !== undefined,
    };
  });
}

/**
 * The reader of a sentence, because a sentence addresses the organizer or the applicant as "you" if they are
 * the reader.
 */
export type Reader = 'organizer' | 'applicant' | 'anybody';

/** Returns the sentences about one document. */
export function describeStanding(
  { state, row, beside }: DocumentStanding,
  place: DocumentPlace,
  reader: Reader,
  language: Language = 'en',
): string {
  const t = DOCUMENT_WORDS[language];
  const { last } = allDaysOfEvent(place);
  if (!row) return t.notReceived;
  const dayOf = (at: string | null) => describeDay(localDay(at ?? row.received_at, place), language);
  const parts: string[] = [];
  switch (state) {
    case 'received':
      parts.push(t.received({ day: dayOf(row.received_at), reader }));
      break;
    case 'confirmed':
      parts.push(t.confirmed({ day: dayOf(row.decided_at) }));
      break;
    case 'rejected':
      parts.push(t.rejected({ day: dayOf(row.decided_at), reason: sentence(row.reason) }));
      break;
    default:
      return t.waived({ day: dayOf(row.decided_at), reason: sentence(row.reason) });
  }
  parts.push(...describeExpiry(row, last, reader, language));
  if (beside?.state === 'confirmed') parts.push(t.earlierKept({ day: dayOf(beside.decided_at) }));
  if (beside?.state === 'rejected')
    parts.push(t.newerRejected({ day: dayOf(beside.decided_at), reason: sentence(beside.reason) }));
  if (row.file_deleted_at !== null) parts.push(t.deleted({ day: dayOf(row.file_deleted_at) }));
  return parts.join(' ');
}

function describeExpiry(row: DocumentRow, lastDay: IsoDate, reader: Reader, language: Language): string[] {
  const t = DOCUMENT_WORDS[language];
  if (row.expires_on === null) return [];
  const isSeen = row.state === 'confirmed';
  const day = describeDay(row.expires_on, language);
  if (!endsEarly(row, lastDay)) return [isSeen ? t.expires({ day }) : t.saidToExpire({ reader, day })];
  const last = describeDay(lastDay, language);
  const early = isSeen ? t.expiresEarly({ day, last }) : t.saidToExpireEarly({ reader, day, last });
  return isOverridden(row, lastDay)
    ? [early, t.accepted({ reader, reason: sentence(row.override_reason) })]
    : [early];
}

/** Returns the sentence that explains why early-ending insurance prevents a spot from being confirmed. */
export function describeBlock(
  row: Pick<DocumentRow, 'expires_on'>,
  lastDay: IsoDate,
  by: 'organizer' | 'applicant',
  language: Language = 'en',
): string {
  const t = DOCUMENT_WORDS[language];
  const days = { day: describeDay(row.expires_on ?? '', language), last: describeDay(lastDay, language) };
  return by === 'applicant' ? t.blocksApplicant(days) : t.blocksOrganizer(days);
}

/** Returns the date of a timestamp in the event's time zone. */
export function localDay(at: string, { timezone }: Pick<DocumentPlace, 'timezone'>): IsoDate {
  return toLocal(at, timezone).slice(0, 10);
}

/** Puts another person's words on one line that ends with punctuation. */
function sentence(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return /[.!?…]$/u.test(line) ? line : `${line}.`;
}
