import type { EventStatus } from './schemas.ts';
import type { StoredEvent } from './stored-event.ts';
import { isOver } from './taking-applications.ts';

/**
 * Defines the allowed status changes of an event (contract 3). A draft can be published, and a published
 * event can be completed. A draft can always be canceled, and a published event until it ends. A published
 * event without applications can become a draft again.
 */

/** The parts of an event that the rules depend on. */
export type EventPhase = Pick<StoredEvent, 'status' | 'starts_at' | 'ends_at' | 'applications_received'>;

const IN_ORDER: readonly EventStatus[] = ['Published', 'Draft', 'Completed', 'Cancelled'];

/**
 * Returns a sentence that explains why the event cannot change to this status now. Returns undefined if it
 * can.
 */
export function refuseTransition(event: EventPhase, to: EventStatus, now: Date): string | undefined {
  if (event.status === to) return `This event is ${WORDS[to]} already.`;
  if (event.status === 'Completed' || event.status === 'Cancelled')
    return `This event is ${WORDS[event.status]}, which is final.`;
  const hasStarted = Date.parse(event.starts_at) <= now.getTime();
  switch (to) {
    case 'Published':
      return hasStarted ? 'The start is in the past. Change it, then publish the event.' : undefined;
    case 'Draft':
      return event.applications_received > 0
        ? 'Vendors have applied, so this event cannot be a draft again. You can cancel it.'
        : undefined;
    case 'Completed':
      if (event.status === 'Draft') return 'Only a published event can be completed.';
      return hasStarted ? undefined : 'An event can be completed once it has started.';
    case 'Cancelled':
      // Once the event has ended, it is too late to call it off. A draft can still be canceled,
      // because it was never public.
      return event.status === 'Published' && isOver(event, now) ? OVER : undefined;
  }
}

const OVER =
  'This event is over, so it cannot be canceled. If it did not take place, record for each vendor that you called it off, then mark it as completed.';

/** Lists the statuses that the event can change to now. */
export function listTransitions(event: EventPhase, now: Date): EventStatus[] {
  return IN_ORDER.filter((to) => refuseTransition(event, to, now) === undefined);
}

/**
 * Returns a sentence that explains why the event and its questions cannot be changed. Returns undefined if
 * they can.
 */
export function refuseEdit({ status }: Pick<EventPhase, 'status'>): string | undefined {
  return status === 'Completed' || status === 'Cancelled'
    ? `This event is ${WORDS[status]} and can no longer be changed.`
    : undefined;
}

const WORDS: Readonly<Record<EventStatus, string>> = {
  Published: 'published',
  Draft: 'a draft',
  Completed: 'completed',
  Cancelled: 'cancelled',
};
