import { addDays, type IsoDate } from '../../../lib/dates.ts';
import { FEW, type Likeness, NONE } from '../likeness.ts';
import type { ApplicationRow } from '../parsed-file.ts';
import { findCounty } from './counties.ts';
import { fiscalYearOf } from './fiscal-years.ts';

/** We have no two real files: the bounds are those of the other kinds. */

/** The files of a fiscal year's applications may run into the next one, as those of its inspections do. */
const OVERRUN_DAYS = 14;

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
