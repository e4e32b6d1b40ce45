import type { EventStatus } from '../../events/schemas.ts';
import { outcomeRefusal } from '../decide/outcomes.ts';
import { holdsSpot, isOn, isOpen, waitsForDecision } from '../decide/statuses.ts';
import type { ApplicationStatus } from '../schemas.ts';

/** Lists the tasks of an application, and the order of tasks in an inbox. */

/**
 * A vendor with a spot whose record changed since the organizer decided comes first. Then come a decision by
 * the organizer, an outcome to record, documents to look at, insurance that ends before the event, and a
 * confirmation by the vendor.
 */
export const TODOS = ['changed', 'decide', 'outcome', 'documents', 'insurance', 'confirm'] as const;
export type Todo = (typeof TODOS)[number];

interface Situation {
  readonly status: ApplicationStatus;
  readonly outcome: string | null;
}

/** The facts, other than the application's own, that make a task. */
export interface Pending {
  /** Its vendor's record changed, and the organizer has not looked at it since. */
  readonly hasChanged: boolean;
  /** Documents that the organizer has not looked at. */
  readonly documents: number;
  /** Its insurance ends before the event's last day, and the organizer neither waived nor accepted it. */
  readonly endsEarly: boolean;
}

/** All that is to be done, what comes first in front. */
export function todosOf(
  { status, outcome }: Situation,
  { hasChanged, documents, endsEarly }: Pending,
  event: { readonly status: EventStatus; readonly starts_at: string; readonly ends_at: string },
  now: Date,
): Todo[] {
  const on = isOn(event, now);
  const is: Readonly<Record<Todo, boolean>> = {
    changed: on && holdsSpot(status) && hasChanged,
    decide: on && waitsForDecision(status),
    outcome: holdsSpot(status) && outcome === null && outcomeRefusal(status, event, now) === null,
    documents: on && isOpen(status) && documents > 0,
    insurance: on && isOpen(status) && endsEarly,
    confirm: on && status === 'approved',
  };
  return TODOS.filter((todo) => is[todo]);
}

/** The place in an inbox that puts first what waits for the organizer; closed applications come last. */
export function todoRank(status: ApplicationStatus, [first]: readonly Todo[]): number {
  if (first !== undefined) return TODOS.indexOf(first);
  if (status === 'waitlisted') return TODOS.length;
  return isOpen(status) ? TODOS.length + 1 : TODOS.length + 2;
}

export type TodoCounts = Readonly<Record<Todo, number>>;

export function noTodos(): Record<Todo, number> {
  return { changed: 0, decide: 0, outcome: 0, documents: 0, insurance: 0, confirm: 0 };
}

/** The open tasks of an event, as the list of events shows them. */
export interface Waiting {
  /** Applications without a decision. */
  readonly decide: number;
  /** Applications with documents that the organizer has not looked at. */
  readonly documents: number;
}
