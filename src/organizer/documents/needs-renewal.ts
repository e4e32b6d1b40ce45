import { endsBefore } from '../../judgment/policy/policy-facts.ts';
import type { License } from '../../judgment/scorecard/schemas.ts';
import { allDaysOfEvent } from '../applications/days-of-event.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import { RENEWED_LICENSE } from './kinds.ts';
import type { DocumentRow } from './states.ts';

/** The event's times and time zone. */
export type DocumentPlace = Pick<StoredEvent, 'starts_at' | 'ends_at' | 'timezone'>;

/**
 * Returns true if the license on record ends before the event does. Also returns true if a renewed license
 * was already sent, so that it remains listed. Pure.
 */
export function needsRenewal(
  license: License | undefined,
  place: DocumentPlace,
  rows: readonly Pick<DocumentRow, 'code'>[],
): boolean {
  const ends = license !== undefined && endsBefore(license, allDaysOfEvent(place).last);
  return ends || rows.some(({ code }) => code === RENEWED_LICENSE);
}
