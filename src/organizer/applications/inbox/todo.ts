import type { EventStatus } from '../../events/schemas.ts';
import { outcomeRefusal } from '../decide/outcomes.ts';
import { holdsSpot, isOn, isOpen, waitsForDecision } from '../decide/statuses.ts';
import type { ApplicationStatus } from '../schemas.ts';

/** Lists the tasks of an application, and the order of tasks in an inbox. */

/**
 * First come vendors with a spot whose record changed since the organizer decided. Then come a decision by
 * the organizer, an outcome to record, documents to review, insurance that ends before the event, and a
 * confirmation by the vendor.
 */
export const TODOS = ['changed', 'decide', 'outcome', 'documents', 'insurance', 'confirm'] as const;
export type Todo = (typeof TODOS)[number];

interface Situation {
  readonly status: ApplicationStatus;
  readonly outcome: string | null;
}

/** Facts from outside the application that create a task. */
export interface Pending {
  /** The vendor's record changed, and the organizer has not reviewed the change. */
  readonly hasChanged: boolean;
  /** The number of documents that the organizer has not reviewed. */
  readonly documents: number;
  /** The insurance ends before the event's last day, and the organizer neither waived nor accepted it. */
  readonly endsEarly: boolean;
}

/** Lists everything to be done, most urgent first. */
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

/** Returns the rank in an inbox that shows first what awaits the organizer; closed applications come last. */
export function todoRank(status: ApplicationStatus, [first]: readonly Todo[]): number {
  if (first !== undefined) return TODOS.indexOf(first);
  if (status === 'waitlisted') return TODOS.length;
  return isOpen(status) ? TODOS.length + 1 : TODOS.length + 2;
}

export type TodoCounts = Readonly<Record<Todo, number>>;

export function noTodos(): Record<Todo, number> {
  return { changed: 0, decide: 0, outcome: 0, documents: 0, insurance: 0, confirm: 0 };
}

/** An event's open tasks, as shown in the list of events. */
export interface Waiting {
  /** Applications without a decision. */
  readonly decide: number;
  /** Applications with documents that the organizer has not reviewed. */
  readonly documents: number;
}
