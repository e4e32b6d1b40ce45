import { requiredDocuments } from '../../decisions/decision/documents.ts';
import type { EventType } from '../../decisions/decision/schemas.ts';
import { describeDay, type IsoDate } from '../../lib/dates.ts';
import { toLocal } from '../../lib/zoned-time.ts';
import type { DocumentEntry } from '../applications/document-entry.ts';
import { allDaysOfEvent } from '../applications/event-days.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import {
  blockingInsurance,
  type DocumentRow,
  type DocumentStanding,
  endsEarly,
  isOverridden,
  standingOf,
} from './states.ts';

/** How documents stand, in sentences. Each says what is true of this one document and who has to do what. */

/** Where and when: the clocks of the event's place. */
export type DocumentPlace = Pick<StoredEvent, 'starts_at' | 'ends_at' | 'timezone'>;

/** All required documents of an event type, from an application's rows. */
export function toEntries(
  eventType: EventType,
  rows: readonly DocumentRow[],
  place: DocumentPlace,
): DocumentEntry[] {
  const byCode = Map.groupBy(rows, ({ code }) => code);
  return requiredDocuments(eventType).map(({ code, name }) => {
    const own = byCode.get(code) ?? [];
    const standing = standingOf(own);
    const { state, row } = standing;
    return {
      ...{ code, name, state, expires_on: state === 'waived' ? null : (row?.expires_on ?? null) },
      detail: describeStanding(standing, place, 'anybody'),
      blocks_spot: blockingInsurance(own, allDaysOfEvent(place).last) !== undefined,
    };
  });
}

/** Who reads a sentence. "The organizer" and "the applicant" are "you" to themselves. */
export type Reader = 'organizer' | 'applicant' | 'anybody';

/** The sentences about one document. */
export function describeStanding(
  { state, row, beside }: DocumentStanding,
  place: DocumentPlace,
  reader: Reader,
): string {
  const { last } = allDaysOfEvent(place);
  if (!row) return 'Not received yet.';
  const who = reader === 'organizer' ? 'you have' : 'the organizer has';
  const dayOf = (at: string | null) => describeDay(localDay(at ?? row.received_at, place));
  const parts: string[] = [];
  switch (state) {
    case 'received':
      parts.push(`Received on ${dayOf(row.received_at)}; ${who} not looked at it yet.`);
      break;
    case 'confirmed':
      parts.push(`Confirmed on ${dayOf(row.decided_at)}.`);
      break;
    case 'rejected':
      parts.push(`Rejected on ${dayOf(row.decided_at)}: ${sentence(row.reason)}`);
      break;
    default:
      return `Waived on ${dayOf(row.decided_at)}: ${sentence(row.reason)}`;
  }
  parts.push(...describeExpiry(row, last, reader));
  if (beside?.state === 'confirmed')
    parts.push(`An earlier one was confirmed on ${dayOf(beside.decided_at)}; it is kept until this one is.`);
  if (beside?.state === 'rejected')
    parts.push(`A newer one was rejected on ${dayOf(beside.decided_at)}: ${sentence(beside.reason)}`);
  if (row.file_deleted_at !== null)
    parts.push(`The file was deleted on ${dayOf(row.file_deleted_at)}, after the event.`);
  return parts.join(' ');
}

function describeExpiry(row: DocumentRow, lastDay: IsoDate, reader: Reader): string[] {
  if (row.expires_on === null) return [];
  const day = describeDay(row.expires_on);
  const whoSays = reader === 'applicant' ? 'You wrote' : 'The applicant wrote';
  const expires = row.state === 'confirmed' ? `It expires on ${day}` : `${whoSays} that it expires on ${day}`;
  if (!endsEarly(row, lastDay)) return [`${expires}.`];
  const early = `${expires}, before the event’s last day, ${describeDay(lastDay)}.`;
  return isOverridden(row, lastDay)
    ? [
        early,
        `${reader === 'organizer' ? 'You accept' : 'The organizer accepts'} that: ${sentence(row.override_reason)}`,
      ]
    : [early];
}

/** Why a spot cannot be confirmed. */
export function describeBlock(
  row: Pick<DocumentRow, 'expires_on'>,
  lastDay: IsoDate,
  by: 'organizer' | 'applicant',
): string {
  const ends = `certificate of insurance ends on ${describeDay(row.expires_on ?? '')}, before the event’s last day, ${describeDay(lastDay)}.`;
  return by === 'applicant'
    ? `Your ${ends} Send one that covers the whole event, or ask the organizer to accept it.`
    : `The ${ends} Ask for one that covers the whole event. Or accept this one under “Documents” and say why; then confirm the spot.`;
}

/** The day of an instant by the clocks of the event's place. */
export function localDay(at: string, { timezone }: Pick<DocumentPlace, 'timezone'>): IsoDate {
  return toLocal(at, timezone).slice(0, 10);
}

/** A stranger's words in one line, with a mark at their end. */
function sentence(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return /[.!?…]$/u.test(line) ? line : `${line}.`;
}
