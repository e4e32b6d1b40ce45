import type { EventDays } from '../../judgment/policy/policy.ts';
import { addDays, type IsoDate } from '../../lib/time/dates.ts';
import { toLocal } from '../../lib/time/zoned-time.ts';
import type { StoredEvent } from '../events/stored-event.ts';

/**
 * Returns the days that a decision about an application covers, in the event's time zone. Excludes past days,
 * because a decision only applies to today and later. If an event ends at midnight, its last day is the day
 * before.
 */
export function daysOfEvent(
  { starts_at, ends_at, timezone }: Pick<StoredEvent, 'starts_at' | 'ends_at' | 'timezone'>,
  today: IsoDate,
): EventDays {
  const starts = toLocal(starts_at, timezone).slice(0, 10);
  const ends = lastDay({ ends_at, timezone });
  const first = starts < today ? today : starts;
  return { first, last: ends < first ? first : ends };
}

/** Returns true if the event's last day is before the first day that a decision about it would cover. */
export function isOver(event: Pick<StoredEvent, 'ends_at' | 'timezone'>, { first }: EventDays): boolean {
  return lastDay(event) < first;
}

/** Returns the first and last day of an event in its time zone, including past days. */
export function allDaysOfEvent(event: Pick<StoredEvent, 'starts_at' | 'ends_at' | 'timezone'>): EventDays {
  const first = toLocal(event.starts_at, event.timezone).slice(0, 10);
  const last = lastDay(event);
  return { first, last: last < first ? first : last };
}

const CONFIRM_WITHIN_DAYS = 7;

/**
 * Returns the last day to confirm a spot that is given today. This is a week from today or the day before the
 * event starts, whichever is earlier, but never before today.
 */
export function confirmBy(
  { starts_at, timezone }: Pick<StoredEvent, 'starts_at' | 'timezone'>,
  now: Date,
): IsoDate {
  const today = toLocal(now.toISOString(), timezone).slice(0, 10);
  const dayBefore = addDays(toLocal(starts_at, timezone).slice(0, 10), -1);
  const inAWeek = addDays(today, CONFIRM_WITHIN_DAYS);
  const soonest = dayBefore < inAWeek ? dayBefore : inAWeek;
  return soonest < today ? today : soonest;
}

function lastDay({ ends_at, timezone }: Pick<StoredEvent, 'ends_at' | 'timezone'>): IsoDate {
  return toLocal(new Date(Date.parse(ends_at) - 1).toISOString(), timezone).slice(0, 10);
}
