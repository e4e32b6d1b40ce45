import { toInstant } from '../../../lib/time/zoned-time.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import type { EventField, EventFields, Refuse } from './event-fields.ts';

/** The times of an event and of its application window, parsed from local times in the event's time zone. */
export interface Times {
  readonly timezone: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly applications_open_at: string | null;
  readonly applications_close_at: string | null;
}

const DAYS_MAX = 14;
const DAY_MS = 86_400_000;
const YEAR_MIN = 2000;
const YEAR_MAX = 2100;
const SHAPE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** Parses the times. A rejected time becomes an empty string, or null if it is optional. */
export function readTimes(fields: EventFields, refuse: Refuse): Times {
  const zone = REGULATOR.timeZones.find(({ value }) => value === fields.timezone)?.value;
  if (!zone) refuse('timezone', 'Choose the time zone of the place.');
  const kept = REGULATOR.timeZones.find(({ value }) => value === REGULATOR.timeZoneOf(fields.county));
  if (zone && kept && kept.value !== zone)
    refuse('timezone', `${fields.county} County keeps ${kept.label}. Choose it, or correct the county.`);
  const read = (field: TimeField) => readLocal(fields, field, zone ?? REGULATOR.timeZones[0].value, refuse);
  const starts_at = read('starts_at');
  const ends_at = read('ends_at');
  if (starts_at === null) refuse('starts_at', 'Type when the event starts.');
  if (ends_at === null) refuse('ends_at', 'Type when the event ends.');
  const applications_open_at = read('applications_open_at') || null;
  const applications_close_at = read('applications_close_at') || null;
  if (starts_at) {
    checkSpan(fields, { starts_at, ends_at: ends_at ?? '' }, refuse);
    checkWindow({ starts_at, applications_open_at, applications_close_at }, refuse);
  }
  return {
    timezone: zone ?? '',
    starts_at: starts_at ?? '',
    ends_at: ends_at ?? '',
    applications_open_at,
    applications_close_at,
  };
}

type TimeField = Extract<EventField, `${string}_at`>;

const WHAT: Readonly<Record<TimeField, string>> = {
  starts_at: 'The start',
  ends_at: 'The end',
  applications_open_at: 'The first day for applications',
  applications_close_at: 'The last moment for applications',
};

/**
 * Parses a local time into a timestamp. Returns null for an empty field and an empty string for a rejected
 * time.
 */
function readLocal(fields: EventFields, field: TimeField, zone: string, refuse: Refuse): string | null {
  const typed = fields[field].trim();
  if (typed === '') return null;
  const instant = toInstant(typed, zone);
  if (instant !== undefined) return instant;
  refuse(
    field,
    SHAPE.test(typed)
      ? `${WHAT[field]} does not exist: that night, clocks go forward and skip the hour from 2:00 to 3:00 AM.`
      : `${WHAT[field]} must be a date and a time, like 2026-03-21T17:00.`,
  );
  return '';
}

/**
 * Checks the length of the event. Counts calendar days, so that fourteen days may include the extra hour when
 * clocks go back.
 */
function checkSpan(fields: EventFields, times: Pick<Times, 'starts_at' | 'ends_at'>, refuse: Refuse): void {
  const year = Number(fields.starts_at.trim().slice(0, 4));
  if (year < YEAR_MIN || year > YEAR_MAX)
    refuse('starts_at', `The start must be in the years ${YEAR_MIN} to ${YEAR_MAX}.`);
  if (times.ends_at === '') return;
  if (times.ends_at <= times.starts_at) refuse('ends_at', 'The end must be after the start.');
  const spanMs = Date.parse(`${fields.ends_at.trim()}Z`) - Date.parse(`${fields.starts_at.trim()}Z`);
  if (spanMs > DAYS_MAX * DAY_MS) refuse('ends_at', `An event can last at most ${DAYS_MAX} days.`);
}

function checkWindow(
  times: Pick<Times, 'starts_at' | 'applications_open_at' | 'applications_close_at'>,
  refuse: Refuse,
): void {
  const { starts_at, applications_open_at: open, applications_close_at: close } = times;
  if (close !== null && close > starts_at)
    refuse('applications_close_at', 'Applications must close before the event starts, or when it does.');
  if (open === null) return;
  if (close !== null && open >= close)
    refuse('applications_close_at', 'Applications must close after they open.');
  if (open >= starts_at) refuse('applications_open_at', 'Applications must open before the event starts.');
}
