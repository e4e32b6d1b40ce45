import type { EventRecord } from '../../events/schemas.ts';
import { type ApplicationOutcome, type ApplicationStatus, OUTCOMES } from '../schemas.ts';

/**
 * The outcomes of an application after the event took place (contract 2.4). They count toward a vendor's
 * reliability.
 */

type EventTimes = Pick<EventRecord, 'status' | 'starts_at'>;

const NOT_YET = 'An outcome can be recorded once the event has started.';
const RECORDABLE: readonly ApplicationStatus[] = ['approved', 'confirmed', 'withdrawn', 'cancelled'];
/** A vendor cannot show up or fail to show up before an event begins. */
const BEFORE_THE_START: readonly ApplicationOutcome[] = ['cancelled_by_vendor', 'cancelled_by_organizer'];

/** Returns a sentence explaining why no outcome can be recorded now; null if one can. */
export function outcomeRefusal(status: ApplicationStatus, event: EventTimes, now: Date): string | null {
  if (!RECORDABLE.includes(status))
    return 'An outcome is recorded for vendors who were approved or confirmed, or whose application was withdrawn or canceled.';
  return recordableOutcomes(event, now).length > 0 ? null : NOT_YET;
}

/** Lists the outcomes that can be recorded now: none before the event begins, unless it was cancelled. */
export function recordableOutcomes(event: EventTimes, now: Date): readonly ApplicationOutcome[] {
  if (event.status === 'Completed' || hasStarted(event, now)) return OUTCOMES;
  return event.status === 'Cancelled' ? BEFORE_THE_START : [];
}

/** Reads a form's outcome, null for none, or returns a sentence explaining why it cannot be recorded. */
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
