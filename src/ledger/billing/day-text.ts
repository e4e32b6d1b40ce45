import type { IsoDate } from '../../lib/dates.ts';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `2026-03-16` as it stands in a mail: March 16, 2026. */
export function describeDay(day: IsoDate): string {
  return DAY.format(new Date(day));
}
