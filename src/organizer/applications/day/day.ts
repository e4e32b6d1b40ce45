import { oneLine } from '../../../lib/text/clean-typed-text.ts';
import type { TeamEvent } from '../../events/stored-event.ts';
import type { FoodKind } from '../inbox/food.ts';
import type { ApplicationOutcome, ApplicationStatus, DepositStatus } from '../schemas.ts';

/** The list of vendors that the organizer uses on the day of the event. */

export interface DayEntry {
  readonly application_id: string;
  readonly business_name: string;
  readonly contact_name: string;
  readonly contact_phone: string;
  readonly status: ApplicationStatus;
  readonly food: { readonly kind: FoodKind; readonly text: string } | null;
  readonly deposit_status: DepositStatus;
  readonly outcome: ApplicationOutcome | null;
  readonly spot: string;
  readonly load_in: string;
  /** The time of the first check-in. Null until the vendor checks in. */
  readonly checked_in_at: string | null;
}

export interface DayList {
  readonly event: TeamEvent;
  /** Vendors with a spot, sorted by spot and then by name. */
  readonly entries: readonly DayEntry[];
  /** The outcomes that can be recorded now. */
  readonly outcomes: readonly ApplicationOutcome[];
}

/** Changes from a form. Undefined fields keep their stored value. */
export interface DayNote {
  readonly spot?: string | undefined;
  readonly load_in?: string | undefined;
  readonly checked_in?: boolean | undefined;
}

export const DAY_LENGTHS = { spot: 20, load_in: 60 } as const;

/** Returns the note to store, or a sentence if a text is too long. */
export function readDayNote(note: DayNote): { readonly note: DayNote } | { readonly refusal: string } {
  const spot = note.spot === undefined ? undefined : oneLine(note.spot);
  const load_in = note.load_in === undefined ? undefined : oneLine(note.load_in);
  if ((spot?.length ?? 0) > DAY_LENGTHS.spot)
    return { refusal: `Type the spot in at most ${DAY_LENGTHS.spot} characters.` };
  if ((load_in?.length ?? 0) > DAY_LENGTHS.load_in)
    return { refusal: `Type the load-in in at most ${DAY_LENGTHS.load_in} characters.` };
  return { note: { spot, load_in, checked_in: note.checked_in } };
}

/**
 * Compares by spot in natural order ("2" before "10"), and then by name. Vendors without a spot label come
 * last.
 */
export function orderOfDay(one: DayEntry, other: DayEntry): number {
  const compare = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' });
  return (
    Number(one.spot === '') - Number(other.spot === '') ||
    compare(one.spot, other.spot) ||
    compare(one.business_name, other.business_name) ||
    compare(one.application_id, other.application_id)
  );
}
