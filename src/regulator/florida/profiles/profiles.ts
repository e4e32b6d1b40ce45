import type { FileProfiles } from '../../source/file-profile.ts';
import { countyOfNumber } from '../vocabulary/counties.ts';
import { findMissingEnd, findMissingMeasures } from './file-extent.ts';
import { LICENSE_PROFILE } from './profile-licenses.ts';
import { APPLICATION_PROFILE, CLOSURE_PROFILE, OBSERVATION_PROFILE } from './profile-others.ts';
import { VISIT_PROFILE } from './profile-visits.ts';

/** Describes the rows in the regulator's files, and how they may change from one edition to the next. */
export const PROFILES: FileProfiles = {
  licenses: LICENSE_PROFILE,
  inspections: VISIT_PROFILE,
  closures: CLOSURE_PROFILE,
  applications: APPLICATION_PROFILE,
  observations: OBSERVATION_PROFILE,
  missingEnd: findMissingEnd,
  missingMeasures: findMissingMeasures,
  countyOf: (digits) => countyOfNumber(digits)?.code,
  repairs: new Set(['apostrophe_repaired', 'double_encoding_repaired', 'entity_decoded', 'names_struck_out']),
  warningTexts: {
    business_name_blank: 'have no business name',
    business_name_malformed: 'have no readable business name',
    city_blank: 'have no city',
    city_malformed: 'have no readable city',
    zip_blank: 'have no ZIP code',
    zip_malformed: 'have no readable ZIP code',
    county_blank: 'have no county',
    counts_blank: 'have blank counts, shown as unknown',
    counts_contradict: 'have counts that contradict each other, shown as unknown',
    expiry_date_off_calendar: 'have an expiry date off their district’s calendar',
    expiry_date_blank: 'have no expiry date',
    last_inspection_date_blank: 'have no date of their last inspection',
    unknown_status: 'have a status code that we don’t know',
    unknown_disposition: 'have a disposition that we don’t know, shown as unknown',
    outside_fiscal_year: 'were made outside the fiscal year of the file',
    rank_contradicts: 'have a rank that contradicts their number; the number’s letters count',
    license_rows_contradict: 'have two rows that contradict each other; what these differ in is unknown',
    mailing_city_blank: 'have no mailing city',
    mailing_street_blank: 'have no mailing street',
  },
};
