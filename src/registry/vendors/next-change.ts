import { addDays, addMonths, describeAge, type IsoDate } from '../../lib/dates.ts';
import { memoize } from '../../lib/memoize.ts';
import type { VendorFacts } from '../intake/facts.ts';
import { isSameHolder } from '../licenses/holder-names.ts';
import { LICENSE_GRACE_DAYS } from '../licenses/status.ts';
import { SCORE_RULES } from '../scoring/rules.ts';
import { REGULATOR } from '../sources/regulator.ts';
import { RECENT_CLOSURE_DAYS } from './concerns.ts';
import type { VendorRecord } from './record.ts';

/**
 * When a record next changes by age alone. From the day it was made as of to the day before, with the same facts and the same
 * covers, `buildRecord` gives the same record but for its own days. Rather too early than too late; a test holds every
 * rule to it. Pure.
 */

/** Windows in months, as rollup and statistics have them. */
const WINDOW_MONTHS = [12, 36];
/** The day of the record in words, as the narrative has it: "June 1, 2026". */
const DAY_IN_WORDS = /\d, \d{4}/;

/**
 * The first day after `asOf` on which anything but the days of the record may be different; `asOf` itself where the next publication
 * must make it anew, whatever its day.
 */
export function nextChange(facts: VendorFacts, record: VendorRecord, asOf: IsoDate): IsoDate {
  if (isMadeEachTime(facts, record, asOf)) return asOf;
  let next = LAST_DAY;
  for (const day of daysOfChange(facts, record, asOf)) if (day > asOf && day < next) next = day;
  return next;
}

const LAST_DAY = '9999-12-31';

function isMadeEachTime(
  { digits, license, names, visits }: VendorFacts,
  { scorecard }: VendorRecord,
  asOf: IsoDate,
): boolean {
  // Each new file moves the last day on which another holder was listed, also one of the same day.
  const hasOtherHolder =
    license !== undefined &&
    names.some(({ licenseeName }) => !isSameHolder(licenseeName, license.licenseeName));
  // The day that its file reaches decides how far such a date counts.
  const expiresOn = license?.expiresOn ?? null;
  const isOffCalendar =
    expiresOn !== null &&
    addDays(expiresOn, LICENSE_GRACE_DAYS) >= asOf &&
    !REGULATOR.licenses.isRegularExpiry(digits, expiresOn);
  // What a follow-up adds to a text shows from its own day on.
  const isTextCut = visits.some(({ observations = [] }) =>
    observations.some(({ text }) => REGULATOR.observationAsOf(text, asOf) !== text),
  );
  // The days in the narrative could not be told from these.
  const told = `${scorecard.name} ${scorecard.gravest_event?.text ?? ''}`;
  return hasOtherHolder || isOffCalendar || isTextCut || DAY_IN_WORDS.test(told);
}

function* daysOfChange(
  { license, visits, closures, orders, ownershipChanges }: VendorFacts,
  { scorecard, inspectionsFrom }: VendorRecord,
  asOf: IsoDate,
): Generator<IsoDate> {
  for (const { visitedOn } of visits) yield* daysOfEvent(visitedOn);
  for (const { closedOn, reopenedOn } of closures) {
    yield* daysOfEvent(closedOn);
    if (reopenedOn !== null) yield reopenedOn;
  }
  for (const { orderedOn } of orders) yield orderedOn;
  yield* ownershipChanges;
  if (license?.expiresOn) yield addDays(license.expiresOn, LICENSE_GRACE_DAYS + 1);
  if (inspectionsFrom !== null) yield addDays(inspectionsFrom, RECENT_CLOSURE_DAYS);
  const gravest = scorecard.gravest_event;
  if (gravest && scorecard.narrative !== null) yield nextAge(gravest.date, asOf);
}

/** From its day on it counts, and from each of these days on it is no longer within so many days or months. */
const daysOfEvent = memoize((day: IsoDate): readonly IsoDate[] => {
  // An inspection of the very day still counts for a letter.
  const tooOld = endOfWindow(addDays(day, 1), SCORE_RULES.minimumRecord.monthsSinceNewest);
  return [
    ...[day, addDays(day, RECENT_CLOSURE_DAYS), tooOld],
    ...WINDOW_MONTHS.map((months) => endOfWindow(day, months)),
  ];
}, 5_000);

/** The first day from which the window of so many months begins on `day` or later: months differ in length. */
function endOfWindow(day: IsoDate, months: number): IsoDate {
  let end = addMonths(day, months);
  while (addMonths(end, -months) < day) end = addDays(end, 1);
  return end;
}

/** The next day on which {@link describeAge} has other words for it. */
function nextAge(date: IsoDate, asOf: IsoDate): IsoDate {
  const words = describeAge(date, asOf);
  if (describeAge(date, addDays(asOf, 1)) !== words) return addDays(asOf, 1);
  // At least two months: its words change with a month's or a year's end at the earliest.
  for (let months = 3; ; months += 1) {
    const end = addMonths(date, months);
    if (end > asOf) return end;
  }
}
