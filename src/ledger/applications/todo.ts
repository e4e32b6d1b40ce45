import type { EventStatus } from '../events/schemas.ts';
import { outcomeRefusal } from './outcomes.ts';
import type { ApplicationStatus } from './schemas.ts';
import { holdsSpot, isOpen } from './statuses.ts';

/** What is to be done about an application, and what comes first in an inbox. */

/** A decision by the organizer, an outcome to record, a confirmation by the vendor. */
export const TODOS = ['decide', 'outcome', 'confirm'] as const;
export type Todo = (typeof TODOS)[number];

interface Situation {
  readonly status: ApplicationStatus;
  readonly outcome: string | null;
}

/** Null when nothing is to be done. */
export function todoOf(
  { status, outcome }: Situation,
  event: { readonly status: EventStatus; readonly starts_at: string; readonly ends_at: string },
  now: Date,
): Todo | null {
  if (holdsSpot(status) && outcome === null && outcomeRefusal(status, event, now) === null) return 'outcome';
  if (event.status !== 'Published' || Date.parse(event.ends_at) <= now.getTime()) return null;
  if (status === 'submitted' || status === 'under_review') return 'decide';
  return status === 'approved' ? 'confirm' : null;
}

/** The place in an inbox that puts first what waits for the organizer; closed applications come last. */
export function todoRank(status: ApplicationStatus, todo: Todo | null): number {
  if (todo !== null) return TODOS.indexOf(todo);
  if (status === 'waitlisted') return TODOS.length;
  return isOpen(status) ? TODOS.length + 1 : TODOS.length + 2;
}
