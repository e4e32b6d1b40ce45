import type { EventRecord } from '../../events/schemas.ts';
import { type ApplicationOutcome, type ApplicationStatus, OUTCOMES } from '../schemas.ts';

/**
 * Defines the outcomes that an application can have after the event (contract 2.4). They count toward a
 * vendor's reliability.
 */

type EventTimes = Pick<EventRecord, 'status' | 'starts_at'>;

const NOT_YET = 'An outcome can be recorded once the event has started.';
const RECORDABLE: readonly ApplicationStatus[] = ['approved', 'confirmed', 'withdrawn', 'cancelled'];
/** Before an event starts, a vendor can neither show up nor fail to show up. */
const BEFORE_THE_START: readonly ApplicationOutcome[] = ['cancelled_by_vendor', 'cancelled_by_organizer'];

/** Returns a sentence that explains why no outcome can be recorded now, or null if one can be recorded. */
export function outcomeRefusal(status: ApplicationStatus, event: EventTimes, now: Date): string | null {
  if (!RECORDABLE.includes(status))
    return 'An outcome is recorded for vendors who were approved or confirmed, or whose application was withdrawn or canceled.';
  return recordableOutcomes(event, now).length > 0 ? null : NOT_YET;
}

/**
 * Lists the outcomes that can be recorded now. Before the event starts, there are none unless it was
 * canceled.
 */
export function recordableOutcomes(event: EventTimes, now: Date): readonly ApplicationOutcome[] {
  if (event.status === 'Completed' || hasStarted(event, now)) return OUTCOMES;
  return event.status === 'Cancelled' ? BEFORE_THE_START : [];
}

/**
 * Parses a form's outcome, which is null for an empty text. Returns a sentence if the outcome cannot be
 * recorded.
 */
export function readOutcome(
  text: string,
  event: EventTimes,
  now: Date,
): { readonly outcome: ApplicationOutcome | null } | { readonly refusal: string } {
  if (text === '') return { outcome: null };
  const outcome = OUTCOMES.find((each) => each === text);
  if (outcome === undefined) return { refusal: 'Please choose one of the outcomes.' };
  if (!recordableOutcomes(event, now).includes(outcome))
    return {
      refusal:
        event.status === 'Cancelled'
          ? 'The event was canceled before it started: only a cancellation can be recorded.'
          : NOT_YET,
    };
  return { outcome };
}

function hasStarted({ starts_at }: EventTimes, now: Date): boolean {
  return Date.parse(starts_at) <= now.getTime();
}
