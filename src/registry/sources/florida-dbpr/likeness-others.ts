import { addDays, daysBetween, type IsoDate } from '../../../lib/dates.ts';
import { FEW, type Likeness, NONE } from '../likeness.ts';
import type { ApplicationRow, ClosureRow } from '../parsed-file.ts';
import { findCounty } from './counties.ts';
import { isPhone, lacksLetters } from './likeness-names.ts';
import { fiscalYearOf } from './read-file.ts';

/** We have no two real files of either kind: the bounds are those of the other files. */

/** The files of a fiscal year's applications may run into the next one, as those of its inspections do. */
const OVERRUN_DAYS = 14;
/** A business that is still closed long after has no day in this column. */
const CLOSED_DAYS_MAX = 400;

export const APPLICATION_LIKENESS: Likeness<ApplicationRow> = {
  noun: 'application',
  keyOf: ({ kind, applicationNumber }) => `${kind}:${applicationNumber}`,
  flaws: [
    {
      code: 'approvals_of_other_years',
      says: 'were approved before the fiscal year of the file',
      is: ({ approvedOn }, { fileDate }) => approvedOn < fiscalYearStart(addDays(fileDate, -OVERRUN_DAYS)),
      allowed: NONE,
    },
    {
      code: 'numbers_of_no_county',
      says: 'have a license number of no county',
      is: ({ digits }) => findCounty(digits.slice(0, 2)) === undefined,
      allowed: FEW,
    },
  ],
  ties: [
    {
      code: 'applications_of_several',
      says: 'have the application number of another license',
      keyOf: ({ applicationNumber }) => applicationNumber,
      valueOf: ({ licenseType, digits }) => `${licenseType}:${digits}`,
      allowed: { always: 1 },
    },
  ],
  changes: [
    {
      code: 'approvals_redated',
      says: 'have another day of approval',
      is: (after, before) => after.approvedOn !== before.approvedOn,
      allowed: { always: 1, share: 0.01 },
    },
    {
      code: 'applications_of_others',
      says: 'belong to another license',
      is: (after, before) => after.digits !== before.digits || after.licenseType !== before.licenseType,
      allowed: { always: 1 },
    },
  ],
  gone: { always: 1, share: 0.01 },
  daysMax: Number.POSITIVE_INFINITY,
};

function fiscalYearStart(day: IsoDate): IsoDate {
  return `${fiscalYearOf(day).slice(0, 4)}-07-01`;
}

export const CLOSURE_LIKENESS: Likeness<ClosureRow> = {
  noun: 'closure',
  keyOf: ({ digits, closedOn }) => `${digits}:${closedOn}`,
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
      is: ({ businessName, conditions }) =>
        businessName === '' || conditions === '' || lacksLetters(businessName) || lacksLetters(conditions),
      allowed: { always: 1, share: 0.02 },
    },
    {
      code: 'closed_for_long',
      says: 'were closed for more than a year',
      is: ({ closedOn, reopenedOn }) =>
        reopenedOn !== null && daysBetween(closedOn, reopenedOn) > CLOSED_DAYS_MAX,
      allowed: NONE,
    },
    {
      code: 'numbers_of_no_county',
      says: 'have a license number of no county',
      is: ({ digits }) => findCounty(digits.slice(0, 2)) === undefined,
      allowed: { always: 2, share: 0.02 },
    },
  ],
  ties: [],
  changes: [],
  daysMax: 0,
};
