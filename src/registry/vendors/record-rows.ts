import type { IsoDate } from '../../lib/dates.ts';
import { foldForSearch } from '../../lib/text.ts';
import type { VendorRecordsTable, VendorsTable } from '../../platform/db/schema-registry.ts';
import { toPublishedFacts } from './decision-facts.ts';
import { shownGrade } from './filters.ts';
import { districtOf, type VendorRecord } from './record.ts';
import type { SearchRow } from './schemas.ts';
import { hashRecord, hashShown } from './whole-record.ts';

/** A record as it is stored. Texts alone, which one thread can hand to another. */
export interface MadeRecord {
  /** Its place in the text index is given when it is written. */
  readonly vendor: Omit<VendorsTable, 'position'>;
  readonly body: VendorRecordsTable;
}

interface BesideRecord {
  /** The first day on which the record may change by age alone. */
  readonly changesOn: IsoDate;
  /** What it adds to the statistics, JSON text. */
  readonly counted: string;
}

/** The rows of a record, with what is stored beside it. Pure. */
export function toRows(record: VendorRecord, beside: BesideRecord): MadeRecord {
  return { vendor: toVendorRow(record), body: toRecordRow(record, beside) };
}

/** Returns what search looks for in a record. Pure. */
export function toVendorRow({ scorecard, licenseType, digits }: VendorRecord): MadeRecord['vendor'] {
  const name = foldForSearch(scorecard.name);
  const aka = foldForSearch(scorecard.aka ?? '');
  const city = foldForSearch(scorecard.location.city ?? '');
  // Run together, so that "barbq" finds "BAR-B-Q"; a word of a query is found in it as well.
  const parts = [name, aka, city].map((part) => part.replaceAll(' ', ''));
  return {
    id: scorecard.id,
    license_type: licenseType,
    digits,
    search_name: name,
    search_aka: aka,
    search_city: city,
    search_text: [...new Set([...parts, digits])].filter((part) => part !== '').join(' | '),
    on_file: ['not_on_file', 'no_file'].includes(scorecard.license.status) ? 0 : 1,
  };
}

/** The texts of a record as they are served, their hashes, and what lists show and filter by. */
export type RecordBodies = Omit<
  VendorRecordsTable,
  'vendor_id' | 'made_as_of' | 'made_data_as_of' | 'reach_to' | 'district' | 'changes_on' | 'counted'
>;

/** Returns the texts of a record. Pure. */
export function toBodies(record: VendorRecord): RecordBodies {
  const { scorecard } = record;
  const { id, name, aka, license, cuisine, location, records_old } = scorecard;
  const summary: Omit<SearchRow, 'scorecard_url' | 'verdict' | 'match'> = {
    id,
    name,
    aka,
    license,
    city: location.city,
    county: location.county,
    cuisine,
    grade: scorecard.grade,
    grade_status: scorecard.grade_status,
    rollup_12m: scorecard.rollup_12m,
    hold_active: scorecard.hold.active,
    fictional: scorecard.fictional,
    records_old,
  };
  const body = JSON.stringify(scorecard);
  const facts = JSON.stringify(toPublishedFacts(record));
  const shown = {
    identity: JSON.stringify({ id, name, aka, license, cuisine, location, records_old }),
    summary: JSON.stringify(summary),
    standing: toStanding(scorecard),
  };
  return {
    ...shown,
    shown_sha256: hashShown(shown),
    scorecard: body,
    facts,
    sha256: hashRecord({ scorecard: body, facts }),
    service_score: scorecard.service_score,
    risk_tier: scorecard.risk_tier,
    verdict: record.verdict,
    county: location.county ?? '',
    license_kind: license.type,
    grade_shown: shownGrade(scorecard.grade, scorecard.grade_status),
  };
}

/** What a badge shows; the day that old records reach to is its last part. */
function toStanding({ grade, grade_status, fictional, records_old }: VendorRecord['scorecard']): string {
  const parts = [grade ?? '', grade_status, fictional ? 'fictional' : ''];
  return (records_old ? [...parts, records_old.reach_to] : parts).join('|');
}

function toRecordRow(record: VendorRecord, beside: BesideRecord): VendorRecordsTable {
  const { scorecard } = record;
  return {
    vendor_id: scorecard.id,
    ...toBodies(record),
    made_as_of: scorecard.as_of,
    made_data_as_of: scorecard.data_as_of,
    reach_to: scorecard.records_reach_to,
    district: districtOf(record.digits, scorecard.location.district) ?? 0,
    changes_on: beside.changesOn,
    counted: beside.counted,
  };
}
