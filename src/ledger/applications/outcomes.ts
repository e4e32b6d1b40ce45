import type { EventRecord } from '../events/schemas.ts';
import { type ApplicationOutcome, type ApplicationStatus, OUTCOMES } from './schemas.ts';

/** How an application ended once the event took place (contract 2.4); counts toward a vendor's reliability. */

type EventTimes = Pick<EventRecord, 'status' | 'starts_at'>;

const RECORDABLE: readonly ApplicationStatus[] = ['approved', 'confirmed', 'withdrawn', 'cancelled'];
/** Nobody can have come or stayed away before an event begins. */
const BEFORE_THE_START: readonly ApplicationOutcome[] = ['cancelled_by_vendor', 'cancelled_by_organizer'];

/** Why no outcome may be recorded now, as a sentence; null when one may. */
export function outcomeRefusal(status: ApplicationStatus, event: EventTimes, now: Date): string | null {
  if (!RECORDABLE.includes(status))
    return 'An outcome is recorded for vendors who were approved or confirmed, or whose application was withdrawn or cancelled.';
  if (event.status === 'Completed' || event.status === 'Cancelled' || hasStarted(event, now)) return null;
  return 'An outcome can be recorded once the event has started.';
}

/** The outcome of a form, null for none; or why it cannot be recorded, as a sentence. */
export function readOutcome(
  text: string,
  event: EventTimes,
  now: Date,
): { readonly outcome: ApplicationOutcome | null } | { readonly refusal: string } {
  if (text === '') return { outcome: null };
  const outcome = OUTCOMES.find((each) => each === text);
  if (outcome === undefined) return { refusal: 'Please choose one of the outcomes.' };
  if (event.status === 'Cancelled' && !hasStarted(event, now) && !BEFORE_THE_START.includes(outcome))
    return { refusal: 'The event was cancelled before it started: only a cancellation can be recorded.' };
  return { outcome };
}

function hasStarted({ starts_at }: EventTimes, now: Date): boolean {
  return Date.parse(starts_at) <= now.getTime();
}
