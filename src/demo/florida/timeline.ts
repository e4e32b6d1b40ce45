import { drawExponential, drawInt, drawPoisson, drawQuantile, type Random } from '../../lib/random.ts';
import { type DemoCalendar, daysSinceFriday } from './demo-calendar.ts';
import type { DemoInspectionType } from './demo-vendor.ts';
import { CASES_OF_VENDOR } from './names/identity.ts';
import * as rates from './rates.ts';

const DAYS_OF_YEAR = 365.25;
/** A business is not sold within its first weeks. */
const DAYS_BEFORE_SALE = 90;
/** A licensed vendor is inspected within this time. */
const DAYS_WITHOUT_INSPECTION = 60;

interface PlannedInspection {
  readonly daysAgo: number;
  readonly type: DemoInspectionType;
}

/** The days on which a vendor opened, changed hands, closed and was inspected, all in days ago. */
export interface Timeline {
  /** Undefined: before the window began. */
  readonly opened: number | undefined;
  readonly departed: number | undefined;
  readonly ownerChange: number | undefined;
  /** Oldest first. */
  readonly inspections: readonly PlannedInspection[];
}

/** `complaintRate`: the vendor's complaints relative to the average. */
export function inventTimeline(random: Random, calendar: DemoCalendar, complaintRate: number): Timeline {
  const days = calendar.oldestDaysAgo;
  const isNewcomer = random() < rates.NEWCOMER_SHARE;
  const opened = isNewcomer ? moveToWorkday(random, calendar, drawInt(random, days + 1), days) : undefined;
  const from = opened ?? days;
  const until = Math.ceil(from - drawExponential(random, rates.YEARS_UNTIL_DEPARTURE * DAYS_OF_YEAR));
  const departed = until > 0 ? until : undefined;
  // 62 of 100 vendors on file are newcomers, and only they can be waiting for a first inspection.
  if (opened !== undefined && departed === undefined && random() < rates.NEVER_INSPECTED_SHARE / 0.62) {
    const waiting = drawInt(random, DAYS_WITHOUT_INSPECTION);
    return { opened: waiting, departed, ownerChange: undefined, inspections: [] };
  }
  const last = departed ?? 0;
  const ownerChange = drawOwnerChange(random, calendar, from - DAYS_BEFORE_SALE, last);
  const planned: PlannedInspection[] = [];
  if (opened !== undefined) planned.push({ daysAgo: opened, type: 'Food-Licensing Inspection' });
  if (ownerChange !== undefined && random() < rates.OWNER_CHANGE_INSPECTED_SHARE) {
    planned.push({ daysAgo: ownerChange, type: 'Food-Licensing Inspection' });
  }
  for (const daysAgo of routineDays(random, { opened, from, last }))
    planned.push({ daysAgo, type: 'Routine - Food' });
  const years = (from - last) / DAYS_OF_YEAR;
  for (
    let left = drawPoisson(random, rates.COMPLAINTS_PER_YEAR * years * complaintRate, 3);
    left > 0;
    left -= 1
  ) {
    planned.push({ daysAgo: last + drawInt(random, from - last + 1), type: 'Complaint Full' });
  }
  if (planned.length === 0)
    planned.push({ daysAgo: last + drawInt(random, from - last + 1), type: 'Routine - Food' });
  const inspections = planned
    .map(({ daysAgo, type }) => ({ daysAgo: moveToWorkday(random, calendar, daysAgo, from), type }))
    .sort((a, b) => b.daysAgo - a.daysAgo)
    .slice(-CASES_OF_VENDOR);
  return { opened, departed, ownerChange, inspections };
}

function drawOwnerChange(
  random: Random,
  calendar: DemoCalendar,
  from: number,
  last: number,
): number | undefined {
  const span = from - last;
  if (span <= 0) return undefined;
  // The share was counted over vendors seen on average for two fifths of the window.
  const share = (rates.OWNER_CHANGE_SHARE * span * 2.4) / calendar.oldestDaysAgo;
  return random() < share ? moveToWorkday(random, calendar, last + drawInt(random, span), from) : undefined;
}

function routineDays(
  random: Random,
  {
    opened,
    from,
    last,
  }: { readonly opened: number | undefined; readonly from: number; readonly last: number },
): number[] {
  const gaps = opened === undefined ? rates.ROUTINE_GAP_DAYS : rates.FIRST_ROUTINE_GAP_DAYS;
  const wait = drawQuantile(random, gaps);
  // When the window begins, an older vendor is somewhere between two routine inspections.
  let day = from - Math.round(opened === undefined ? wait * random() : wait);
  const days: number[] = [];
  while (day >= last) {
    days.push(day);
    day -= Math.max(1, Math.round(drawQuantile(random, rates.ROUTINE_GAP_DAYS)));
  }
  return days;
}

/** Most inspections that would fall on a weekend take place on a day of the week before it. */
function moveToWorkday(random: Random, calendar: DemoCalendar, daysAgo: number, oldest: number): number {
  const back = daysSinceFriday(calendar, daysAgo);
  if (back === 0 || random() < rates.WEEKEND_KEPT_SHARE) return daysAgo;
  return Math.min(oldest, daysAgo + back + drawInt(random, 4));
}
