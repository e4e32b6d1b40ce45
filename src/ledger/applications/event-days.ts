import type { IsoDate } from '../../lib/dates.ts';
import { toLocal } from '../../lib/zoned-time.ts';
import type { EventDays } from '../../registry/vendors/policy.ts';
import type { StoredEvent } from '../events/stored-event.ts';

/**
 * The days that a decision about an application is for, by the clocks of the event's place. Days that are over are left
 * out: what is decided now is about today and later. An event that ends at midnight ends on the day before.
 */
export function daysOfEvent(
  { starts_at, ends_at, timezone }: Pick<StoredEvent, 'starts_at' | 'ends_at' | 'timezone'>,
  today: IsoDate,
): EventDays {
  const dayOf = (instant: string) => toLocal(instant, timezone).slice(0, 10);
  const [starts, ends] = [dayOf(starts_at), dayOf(new Date(Date.parse(ends_at) - 1).toISOString())];
  const first = starts < today ? today : starts;
  return { first, last: ends < first ? first : ends };
}
