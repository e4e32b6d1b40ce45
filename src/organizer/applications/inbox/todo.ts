import type { EventStatus } from '../../events/schemas.ts';
import { outcomeRefusal } from '../decide/outcomes.ts';
import { holdsSpot, isOn, isOpen, waitsForDecision } from '../decide/statuses.ts';
import type { ApplicationStatus } from '../schemas.ts';

/** Determines an application's tasks, and the order of tasks in an inbox. */

/**
 * All tasks, most urgent first. `changed` means that the record of a vendor with a spot changed since the
 * decision. `decide` needs a decision, `outcome` an outcome, and `documents` a review. `insurance` means that
 * insurance ends before the event. `confirm` waits for the vendor to confirm.
 */
export const TODOS = ['changed', 'decide', 'outcome', 'documents', 'insurance', 'confirm'] as const;
export type Todo = (typeof TODOS)[number];

interface Situation {
  readonly status: ApplicationStatus;
  readonly outcome: string | null;
}

/** Data from outside the application that creates tasks. */
export interface Pending {
  /** True if the vendor's record changed and the organizer has not reviewed the change. */
  readonly hasChanged: boolean;
  /** The number of documents that are waiting for the organizer's review. */
  readonly documents: number;
  /**
   * True if the insurance ends before the event's last day and the organizer has neither waived nor accepted
   * it.
   */
  readonly endsEarly: boolean;
}

/** Lists an application's open tasks, most urgent first. */
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

/**
 * Returns an application's rank in an inbox sorted by task. Tasks come first and closed applications last.
 */
export function todoRank(status: ApplicationStatus, [first]: readonly Todo[]): number {
  if (first !== undefined) return TODOS.indexOf(first);
  if (status === 'waitlisted') return TODOS.length;
  return isOpen(status) ? TODOS.length + 1 : TODOS.length + 2;
}

export type TodoCounts = Readonly<Record<Todo, number>>;

export function noTodos(): Record<Todo, number> {
  return { changed: 0, decide: 0, outcome: 0, documents: 0, insurance: 0, confirm: 0 };
}

/** The number of open tasks for an event, as shown in the event list. */
export interface Waiting {
  /** The number of applications without a decision. */
  readonly decide: number;
  /** The number of applications with documents that the organizer has not reviewed. */
  readonly documents: number;
}
