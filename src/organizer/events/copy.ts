import type { Checked } from '../../lib/field-errors.ts';
import { oneLine } from '../../lib/text/clean-typed-text.ts';
import { addDays, daysBetween, type IsoDate, parseIsoDate } from '../../lib/time/dates.ts';
import type { EventFields } from './form/event-fields.ts';
import { LENGTHS } from './form/event-form.ts';

/** Copies an event to another date, or to several dates weekly or every other week. */

export const COPY_FIELDS = ['name', 'starts_on', 'repeat', 'until'] as const;
type CopyField = (typeof COPY_FIELDS)[number];
export type TypedCopy = Readonly<Record<CopyField, string>>;

const REPEATS = ['once', 'weekly', 'biweekly'] as const;
const WEEKS: Readonly<Record<(typeof REPEATS)[number], number>> = { once: 0, weekly: 1, biweekly: 2 };

/** The maximum number of events to create at once, which is one year of a weekly series. */
export const COPIES_MAX = 53;

interface Copy {
  readonly name: string;
  /** The first date of each new event. */
  readonly days: readonly IsoDate[];
}

/**
 * Parses the form of a copy. Returns a sentence for each invalid field. `today` is the current date in the
 * event's time zone.
 */
export function readCopy(typed: TypedCopy, today: IsoDate): Checked<Copy> {
  const errors: Partial<Record<CopyField, string>> = {};
  const name = oneLine(typed.name);
  if (name === '') errors.name = 'Type the event’s name.';
  if (name.length > LENGTHS.name)
    errors.name = `Type the event’s name in at most ${LENGTHS.name} characters; it has ${name.length}.`;
  const first = parseIsoDate(typed.starts_on.trim());
  if (first === undefined) errors.starts_on = 'Choose the day of the new event.';
  else if (first < today) errors.starts_on = 'That day is past. Choose one to come.';
  const repeat = REPEATS.find((each) => each === (typed.repeat || 'once'));
  if (repeat === undefined) errors.repeat = 'Choose how often the event repeats.';
  const until = parseIsoDate(typed.until.trim());
  const step = 7 * WEEKS[repeat ?? 'once'];
  if (step > 0 && until === undefined) errors.until = 'Choose the last day of the series.';
  const days = first === undefined ? [] : listDays(first, step, until);
  if (first !== undefined && step > 0 && until !== undefined && until < first)
    errors.until = 'The series ends before it begins.';
  else if (days.length > COPIES_MAX)
    errors.until = `A series has at most ${COPIES_MAX} events; this one would have more. Choose an earlier last day.`;
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, value: { name, days } };
}

/**
 * Lists the dates of a series, with at most one more than allowed, so that the caller can detect the excess.
 */
function listDays(first: IsoDate, step: number, until: IsoDate | undefined): readonly IsoDate[] {
  const days = [first];
  if (step === 0 || until === undefined) return days;
  for (let day = addDays(first, step); day <= until && days.length <= COPIES_MAX; day = addDays(day, step))
    days.push(day);
  return days;
}

/**
 * Returns the new event's form fields. Moves every time by the same number of days and keeps the time of day.
 */
export function shiftFields(fields: EventFields, name: string, day: IsoDate): EventFields {
  const by = daysBetween(fields.starts_at.slice(0, 10), day);
  const shift = (local: string) =>
    local === '' ? '' : `${addDays(local.slice(0, 10), by)}${local.slice(10)}`;
  return {
    ...fields,
    name,
    starts_at: shift(fields.starts_at),
    ends_at: shift(fields.ends_at),
    applications_open_at: shift(fields.applications_open_at),
    applications_close_at: shift(fields.applications_close_at),
  };
}
