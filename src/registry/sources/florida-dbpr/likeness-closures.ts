import { daysBetween } from '../../../lib/dates.ts';
import { type Likeness, NONE, type ReportedClosure } from '../likeness.ts';
import { findCounty } from './counties.ts';
import { dispositionOf } from './dispositions.ts';
import { isPhone, lacksLetters } from './likeness-names.ts';

/** We have no weekly file of the regulator's: the bounds follow from what visits of closed food trucks say. */

/** A business that is still closed long after has no day in this column. */
const CLOSED_DAYS_MAX = 400;
/** Of 220 real orders, 36 closed a business again: none sooner than 7 days after the one before. */
const AGAIN_DAYS_MIN = 6;
/** The order is given at an inspection, and may be reported a few days later. */
const ORDER_DAYS_MAX = 7;

const keyOf = ({ digits, closedOn }: ReportedClosure) => `${digits}:${closedOn}`;

export const CLOSURE_LIKENESS: Likeness<ReportedClosure> = {
  noun: 'closure',
  keyOf,
  flaws: [
    {
      code: 'phones_for_names',
      says: 'have a phone number where a name belongs',
      is: ({ businessName }) => isPhone(businessName),
      allowed: NONE,
    },
    {
      code: 'no_names',
      says: 'have a name or a reason without a letter',
      is: ({ businessName, conditions }) => lacksLetters(businessName) || lacksLetters(conditions),
      allowed: { always: 1, share: 0.02 },
    },
    {
      code: 'blank_names',
      says: 'have no name or no reason',
      is: ({ businessName, conditions }) => businessName === '' || conditions === '',
      // What is blank is shown as not on file: a week has few closures, and more blanks are a column that is gone.
      allowed: { always: 2, share: 0.02 },
    },
    {
      code: 'closed_for_long',
      says: 'were closed for more than a year',
      is: ({ closedOn, reopenedOn }) =>
        reopenedOn !== null && daysBetween(closedOn, reopenedOn) > CLOSED_DAYS_MAX,
      allowed: NONE,
    },
    {
      code: 'closures_redated',
      says: 'are on file with another day of the same week',
      is: ({ closedOn, otherDays }) =>
        otherDays.some((day) => Math.abs(daysBetween(day, closedOn)) < AGAIN_DAYS_MIN),
      allowed: { always: 1, share: 0.02 },
    },
    {
      code: 'numbers_of_no_county',
      says: 'have a license number of no county',
      is: ({ digits }) => findCounty(digits.slice(0, 2)) === undefined,
      allowed: { always: 2, share: 0.02 },
    },
  ],
  ties: [
    {
      code: 'closures_of_several',
      says: 'have the license number of a business with another name',
      keyOf: ({ digits }) => digits,
      valueOf: ({ businessName }) => businessName,
      allowed: { always: 0, share: 0.02 },
    },
    {
      code: 'closures_renumbered',
      says: 'have another license number than a business of the same name, closed on the same day',
      // Closures without a name are no one business.
      keyOf: ({ businessName, digits, closedOn }) => `${businessName || digits}:${closedOn}`,
      valueOf: ({ digits }) => digits,
      allowed: { always: 0, share: 0.02 },
    },
  ],
  changes: [
    {
      code: 'closures_changed',
      says: 'have another reason',
      is: (after, before) => after.conditions !== before.conditions,
      allowed: { always: 0, share: 0.02 },
    },
    {
      code: 'reopenings_changed',
      says: 'were reopened on another day, or are closed again',
      is: (after, before) => before.reopenedOn !== null && after.reopenedOn !== before.reopenedOn,
      allowed: { always: 0, share: 0.02 },
    },
  ],
  daysMax: Number.POSITIVE_INFINITY,
};

export const CLOSURE_ON_FILE_LIKENESS: Likeness<ReportedClosure> = {
  noun: 'closed food truck',
  keyOf,
  flaws: [
    {
      code: 'closures_of_others',
      says: 'name another business than the license and its visits',
      is: ({ businessName, vendor }) =>
        vendor !== undefined &&
        businessName !== '' &&
        !vendor.names.some((name) => shareWord(name, businessName)),
      // A number keeps its closures when the business is sold and renamed.
      allowed: { always: 1, share: 0.02 },
    },
    {
      code: 'closures_without_order',
      says: 'have no visit that closed the business',
      is: ({ closedOn, vendor }) => vendor !== undefined && lacksOrder(closedOn, vendor.visits),
      allowed: { always: 0, share: 0.02 },
    },
  ],
  ties: [],
  changes: [],
  daysMax: Number.POSITIVE_INFINITY,
};

/** Visits are there up to the day and later, and none closed the business around it. */
function lacksOrder(closedOn: string, visits: NonNullable<ReportedClosure['vendor']>['visits']): boolean {
  const isCovered = visits.some(({ visitedOn }) => visitedOn > closedOn);
  return (
    isCovered &&
    !visits.some(
      ({ disposition, visitedOn }) =>
        dispositionOf(disposition).effect === 'closes' &&
        Math.abs(daysBetween(visitedOn, closedOn)) <= ORDER_DAYS_MAX,
    )
  );
}

function shareWord(a: string, b: string): boolean {
  const words = new Set(wordsOf(a));
  return wordsOf(b).some((word) => words.has(word));
}

function wordsOf(name: string): string[] {
  return name.toUpperCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [name];
}
