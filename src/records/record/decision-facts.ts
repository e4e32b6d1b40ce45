import type { Concerns } from '../../judgment/policy/concerns.ts';
import type { Scorecard } from '../../judgment/scorecard/schemas.ts';
import { parseStored } from '../../lib/stored-json.ts';
import type { LicenseType } from '../../regulator/source/regulator.ts';
import type { VendorRecord } from './record.ts';

/** The data for decisions and self-checks: the part of the record that does not contain a score. */
export interface PublishedFacts {
  readonly vendor: Pick<Scorecard, 'id' | 'name' | 'aka' | 'license'> & {
    readonly city: string | null;
    readonly county: string | null;
  };
  readonly license_type: LicenseType;
  readonly license_digits: string;
  readonly evidence: Pick<
    Scorecard,
    'grade' | 'grade_status' | 'rollup_12m' | 'last_disposition' | 'gravest_event' | 'hold'
  >;
  readonly uncertain_record: Scorecard['uncertain_record'];
  readonly concerns: Concerns;
  /** True if the current owner's record is long enough for a letter, even if no letter is shown. */
  readonly has_minimum_record: boolean;
  readonly score_version: string;
  readonly as_of: string;
  readonly data_as_of: string;
  /** The day up to which the record is complete. */
  readonly records_reach_to: string;
  /** The day from which the district's inspections are on file; null if no inspection file is in use. */
  readonly inspections_from: string | null;
  /** The day before which the district's inspections are still loading; null if none are. */
  readonly inspections_loading_before: string | null;
  readonly fictional: boolean;
}

export function toPublishedFacts(record: VendorRecord): PublishedFacts {
  const { scorecard, concerns, licenseType, digits } = record;
  const { id, name, aka, license, location } = scorecard;
  const { grade, grade_status, rollup_12m, last_disposition, gravest_event, hold } = scorecard;
  return {
    vendor: { id, name, aka, license, city: location.city, county: location.county },
    license_type: licenseType,
    license_digits: digits,
    evidence: { grade, grade_status, rollup_12m, last_disposition, gravest_event, hold },
    uncertain_record: scorecard.uncertain_record,
    concerns,
    has_minimum_record: record.hasMinimumRecord,
    score_version: scorecard.score_version,
    as_of: scorecard.as_of,
    data_as_of: scorecard.data_as_of,
    records_reach_to: scorecard.records_reach_to,
    inspections_from: record.inspectionsFrom,
    inspections_loading_before: scorecard.inspections_loading_before,
    fictional: scorecard.fictional,
  };
}

/** Parses the facts that the publication stored. */
export function parsePublishedFacts(body: string): PublishedFacts {
  return parseStored<PublishedFacts>(body);
}
