import type { IsoDate } from '../../lib/dates.ts';

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats `2026-03-16` for a mail: March 16, 2026. */
export function describeDay(day: IsoDate): string {
  return DAY.format(new Date(day));
}
