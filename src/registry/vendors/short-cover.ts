import { daysBetween, describeDay, type IsoDate } from '../../lib/dates.ts';
import { RECENT_CLOSURE_DAYS } from './concerns.ts';

/** Whether a closure that would still speak against a booking may be missing from the inspection files (decision 0014). */
export function isCoverTooShort(from: IsoDate | null, asOf: IsoDate): boolean {
  return from === null || daysBetween(from, asOf) < RECENT_CLOSURE_DAYS;
}

/** Why that is so; said the same way by decision and self-check. */
export function describeShortCover(from: IsoDate | null, asOf: IsoDate): string {
  if (from === null)
    return 'No inspection file of the vendor’s district is in use here, so closures may be missing.';
  const start =
    from > asOf
      ? `after these records of ${describeDay(asOf)}`
      : `less than ${RECENT_CLOSURE_DAYS} days before these records of ${describeDay(asOf)}`;
  return `The inspection files used here begin on ${describeDay(from)}, ${start}: closures before that day may be missing.`;
}
