import { addDays, JURISDICTION_ZONE, jurisdictionDay } from '../../lib/time/dates.ts';
import { toInstant } from '../../lib/time/zoned-time.ts';

/**
 * The time of day at which the regulator's files are fetched, in the regulator's time zone. The regulator
 * updates them at about 10:48 UTC.
 */
export const FETCH_TIME = { hour: 7, minute: 15 } as const;

/**
 * Returns the most recent fetch time that has passed. A service that has fetched since then has the day's
 * files. Measuring an interval since the last fetch would not work: starting once in the afternoon would
 * shift all later fetches, eventually to midnight, before the files are updated.
 */
export function lastFetchTime(now: Date): Date {
  const today = jurisdictionDay(now);
  return [today, addDays(today, -1)].map(fetchTimeOn).find((moment) => moment <= now) ?? now;
}

function fetchTimeOn(day: string): Date {
  const [hour, minute] = [FETCH_TIME.hour, FETCH_TIME.minute].map((part) => String(part).padStart(2, '0'));
  const instant = toInstant(`${day}T${hour}:${minute}`, JURISDICTION_ZONE);
  if (instant === undefined) throw new Error(`${day} has no time at which files are fetched`);
  return new Date(instant);
}
