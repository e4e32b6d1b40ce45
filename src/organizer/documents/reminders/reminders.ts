import { documentsWith } from '../../../decisions/decide/documents/required-documents.ts';
import type { EventType } from '../../../decisions/decide/schemas.ts';
import type { License } from '../../../judgment/scorecard/schemas.ts';
import type { Language } from '../../../lib/language/language.ts';
import { daysBetween, type IsoDate } from '../../../lib/time/dates.ts';
import { allDaysOfEvent } from '../../applications/days-of-event.ts';
import type { RemindedDocument } from '../mail-texts.ts';
import type { DocumentPlace } from '../needs-renewal.ts';
import { needsRenewal } from '../needs-renewal.ts';
import { type DocumentRow, endsEarly, isOverridden, standingOf } from '../states.ts';

/**
 * Applicants with a spot are reminded 14 and 3 days before a document is due. Missing and expired documents
 * are due on the event's first day. A document that expires before the event's last day is due on its
 * expiration date, or on the event's first day if that is earlier.
 */
const EARLY_DAYS = 14;
const LATE_DAYS = 3;

/** A reminder. It is sent once per due date and number of days before it. */
export interface Reminder {
  readonly code: string;
  readonly due_on: IsoDate;
  readonly days: number;
  readonly document: RemindedDocument;
}

/**
 * Lists the reminders for an applicant on this date, which must be in the event's time zone. Returns an empty
 * list after the event's first day.
 */
export function listReminders(
  eventType: EventType,
  rows: readonly DocumentRow[],
  place: DocumentPlace,
  today: IsoDate,
  language: Language = 'en',
  license?: License,
): Reminder[] {
  const { first, last } = allDaysOfEvent(place);
  if (today > first) return [];
  return documentsWith(needsRenewal(license, place, rows), eventType, language).flatMap(({ code, name }) => {
    const due = dueOf(
      name,
      rows.filter((row) => row.code === code),
      { first, last, today },
    );
    const days = due && stageOf(daysBetween(today, due.due_on));
    return due && days !== undefined ? [{ code, days, ...due }] : [];
  });
}

function dueOf(
  name: string,
  rows: readonly DocumentRow[],
  { first, last, today }: { first: IsoDate; last: IsoDate; today: IsoDate },
): Pick<Reminder, 'due_on' | 'document'> | undefined {
  const { state, row } = standingOf(rows);
  if (state === 'waived') return undefined;
  if (!row || state === 'rejected')
    return { due_on: first, document: { kind: 'missing', name, wasRejected: row !== undefined } };
  const { expires_on } = row;
  if (expires_on === null || !endsEarly(row, last) || isOverridden(row, last)) return undefined;
  const isExpired = expires_on < today;
  return {
    due_on: isExpired || expires_on > first ? first : expires_on,
    document: { kind: 'expires', name, expires_on, isExpired },
  };
}

function stageOf(daysLeft: number): number | undefined {
  if (daysLeft <= LATE_DAYS) return LATE_DAYS;
  return daysLeft <= EARLY_DAYS ? EARLY_DAYS : undefined;
}

/** The earliest reminder is sent this many days before the due date. */
export const REMINDED_DAYS_MAX = EARLY_DAYS;
