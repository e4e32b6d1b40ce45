import { addDays, JURISDICTION_ZONE, jurisdictionDay } from '../../lib/time/dates.ts';
import { toInstant } from '../../lib/time/zoned-time.ts';

/** When the regulator's files are fetched each day, by its own clocks: it renews them at about 10:48 UTC. */
export const FETCH_TIME = { hour: 7, minute: 15 } as const;

/**
 * The newest of these times that is not to come. Whoever asked since then has the files of the day; counted in hours from the last
 * fetch instead, one start in the afternoon would move all later fetches to the run of the new day, before the files are renewed.
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
