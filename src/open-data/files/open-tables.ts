import { type Static, type TObject, Type } from 'typebox';
import {
  Inspection,
  License,
  Rollup,
  Scorecard,
  SearchRow,
  UncertainRecord,
} from '../../judgment/scorecard/schemas.ts';
import { OLD_AFTER_DAYS } from '../../published-state/records-age.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { type Column, column, columnsOf } from './file-columns.ts';

/** The tables of the data files. Rows consist of API fields, with a description for each column. */

const { properties: card } = Scorecard;
const { properties: visit } = Inspection;
const violation = Inspection.properties.violations.items.properties;
const place = Scorecard.properties.location.properties;
const NullableText = Type.Union([Type.String(), Type.Null()]);
const NullableCount = Type.Union([Type.Integer(), Type.Null()]);
const NullableDay = Type.Union([Type.String({ format: 'date' }), Type.Null()]);

const vendorId = column(
  'ours',
  card.id,
  'The vendor’s id, made from the regulator, the license type and the digits. It joins the tables.',
);
const licenseNumber = column('regulator', License.properties.number);
const fictional = column('ours', card.fictional);
const asOf = column('ours', card.as_of, 'The day taken as today when the records were published.');
const vendorName = column('regulator', card.name, 'The business name of the newest file that has one.');

export const VendorRow = Type.Object({
  vendor_id: vendorId,
  license_number: licenseNumber,
  license_type: column('regulator', License.properties.type),
  license_status: column('regulator', License.properties.status),
  license_expires_on: column(
    'regulator',
    License.properties.expires_on,
    'The day the license expires; empty where no license file lists it.',
  ),
  license_confirmed: column('counted', License.properties.confirmed),
  name: vendorName,
  aka: column('regulator', card.aka),
  cuisine: column('ours', card.cuisine, 'Our reading of the name; empty when unclear.'),
  city: column('regulator', place.city, 'City of the license. No file has the street address.'),
  county: column('regulator', place.county, 'County of the license; a truck may work in others.'),
  zip: column('regulator', place.zip, 'ZIP code of the license.'),
  district: column('regulator', place.district, 'The regulator’s district of the county.'),
  as_of: asOf,
  fictional,
});

const {
  inspections: _sum,
  last_inspected_on: _last,
  whole_year: _whole,
  year_covered: _covered,
  ...sums
} = Rollup.properties;

export const ScorecardRow = Type.Object({
  vendor_id: vendorId,
  license_number: licenseNumber,
  name: vendorName,
  grade: column(
    'ours',
    card.grade,
    'Our letter; empty if there is none, which `grade_status` explains. Empty does not mean a good record.',
  ),
  grade_status: column('ours', card.grade_status),
  service_score: column(
    'ours',
    card.service_score,
    'Our score from 0 to 100; empty when the record is not scored.',
  ),
  score_version: column('ours', card.score_version, 'Version of the method of score and grade.'),
  risk_tier: column('ours', card.risk_tier),
  verdict: column(
    'ours',
    SearchRow.properties.verdict,
    'What a decision said on the day of the files, for no event in particular.',
  ),
  recommendation: column('ours', card.recommendation.properties.code, 'What follows from the verdict.'),
  hold_active: column(
    'counted',
    card.hold.properties.active,
    'True if the regulator closed the business and no later record reopens it.',
  ),
  hold_text: column(
    'regulator',
    NullableText,
    'The regulator’s words for each closure in force, with semicolons between them; empty without one.',
  ),
  hold_since: column('regulator', NullableDay, 'The first day of these closures.'),
  inspections_12m: column(
    'counted',
    Rollup.properties.inspections,
    'Inspections of the twelve months to the as-of day, under the current owner; a case with its callbacks is one.',
  ),
  counts_known_12m: column(
    'counted',
    Type.Boolean(),
    'True if the violations of all these inspections are known. If false, the four sums are empty and mean unknown, never none.',
  ),
  violations_12m: column('counted', sums.violations),
  high_priority_12m: column('counted', sums.high_priority),
  intermediate_12m: column('counted', sums.intermediate),
  basic_12m: column('counted', sums.basic),
  emergency_orders_12m: column(
    'counted',
    sums.emergency_orders,
    'The number of these inspections with an emergency order.',
  ),
  admin_complaints_12m: column(
    'counted',
    sums.admin_complaints,
    'The number of these inspections with an administrative complaint.',
  ),
  warnings_12m: column('counted', sums.warnings, 'The number of these inspections with a warning.'),
  whole_year: column('counted', Rollup.properties.whole_year),
  year_covered: column('counted', Rollup.properties.year_covered),
  last_inspected_on: column(
    'regulator',
    Rollup.properties.last_inspected_on,
    'The newest visit under the current owner; empty without one.',
  ),
  last_disposition: column(
    'regulator',
    NullableText,
    'The regulator’s word for the outcome of the newest visit under the current owner.',
  ),
  last_disposition_on: column('regulator', NullableDay, 'The day of that visit.'),
  last_result: column(
    'regulator',
    Type.Union([visit.result, Type.Null()]),
    'The regulator’s own grouping of that outcome.',
  ),
  gravest_event: column(
    'regulator',
    NullableText,
    'The most severe enforcement action under the current owner, in the regulator’s words; empty if there is none.',
  ),
  gravest_event_on: column('regulator', NullableDay, 'The day of that measure.'),
  uncertain_record: column(
    'counted',
    Type.Union([UncertainRecord.properties.code, Type.Null()]),
    'Why inspections on file may be another owner’s; empty when there are none.',
  ),
  uncertain_inspections: column(
    'counted',
    Type.Integer(),
    'How many inspections that are; they are neither scored nor counted.',
  ),
  trend: column('counted', card.trend.properties.direction),
  records_reach_to: column('counted', card.records_reach_to),
  records_old_days: column(
    'counted',
    NullableCount,
    `Set when the record was older than ${OLD_AFTER_DAYS} days on the day of the files: how many days. An old record says little about today.`,
  ),
  as_of: asOf,
  data_as_of: column(
    'counted',
    card.data_as_of,
    'The newest day that the regulator’s files in use speak of.',
  ),
  fictional,
});

export const InspectionRow = Type.Object({
  vendor_id: vendorId,
  license_number: licenseNumber,
  visit_id: column('regulator', visit.visit_id, 'The regulator’s number of the visit.'),
  case_id: column('regulator', visit.case_id),
  visit_number: column('regulator', visit.visit_number),
  date: column('regulator', visit.date, 'The day of the visit.'),
  type: column('regulator', visit.type, 'The regulator’s words for the kind of inspection.'),
  disposition: column('regulator', visit.disposition, 'The regulator’s words for the outcome.'),
  result: column('regulator', visit.result),
  counts_known: column(
    'counted',
    Type.Boolean(),
    'True if the counts are known. If false, the four counts are empty and mean unknown, never none.',
  ),
  total: column('regulator', NullableCount, 'Violations counted at the visit.'),
  high_priority: column('regulator', NullableCount, 'High-priority violations counted at the visit.'),
  intermediate: column('regulator', NullableCount, 'Intermediate violations counted at the visit.'),
  basic: column('regulator', NullableCount, 'Basic violations counted at the visit.'),
  owner: column('counted', visit.owner),
  fictional,
});

export const ViolationRow = Type.Object({
  vendor_id: vendorId,
  visit_id: column('regulator', visit.visit_id, 'The regulator’s number of the visit.'),
  line: column('ours', Type.Integer(), 'Counted from 1 within the visit, in the order of the scorecard.'),
  category: column(
    'regulator',
    violation.category,
    `The regulator’s violation category, 1 to ${REGULATOR.categoryMax}.`,
  ),
  title: column('ours', violation.title),
  count: column(
    'regulator',
    violation.count,
    'Violations of the category; 1 where the inspector’s text lists them one by one.',
  ),
  reporting_only: column('regulator', violation.reporting_only),
  code: column(
    'regulator',
    NullableText,
    'The regulator’s code of a violation that is listed by itself; empty for a count of a category.',
  ),
  tier: column(
    'regulator',
    Type.Union([Type.Unsafe<NonNullable<Static<typeof violation.tier>>>(violation.tier), Type.Null()]),
    'Severity of a violation that is listed by itself; empty for a count of a category.',
  ),
  text: column(
    'regulator',
    NullableText,
    'What the inspector wrote, where the regulator’s text is on file; names of persons that were recognized are struck out.',
  ),
  flags: column(
    'regulator',
    NullableText,
    'The inspector’s marks after the text, separated by spaces; empty for a count of a category.',
  ),
  fictional,
});

export const StatisticsRow = Type.Object({
  measure: column(
    'ours',
    Type.String(),
    'What was counted, as the path in the answer of the statistics, such as vendors.total.',
  ),
  county: column('regulator', NullableText, 'The county that it is about; empty for all.'),
  month: column('ours', NullableText, 'The month that it is about, YYYY-MM; empty for all.'),
  value: column(
    'counted',
    Type.Union([Type.Number(), Type.Null()]),
    'The number, or a share from 0 to 1; empty when unknown.',
  ),
  as_of: asOf,
  fictional,
});

export type VendorRow = Static<typeof VendorRow>;
export type ScorecardRow = Static<typeof ScorecardRow>;
export type InspectionRow = Static<typeof InspectionRow>;
export type ViolationRow = Static<typeof ViolationRow>;
export type StatisticsRow = Static<typeof StatisticsRow>;

export const TABLE_NAMES = ['vendors', 'scorecards', 'inspections', 'violations', 'statistics'] as const;
export type TableName = (typeof TABLE_NAMES)[number];

export interface Table {
  readonly name: TableName;
  readonly description: string;
  /** The columns that together identify one row. */
  readonly key: readonly string[];
  readonly columns: readonly Column[];
}

export const TABLES: readonly Table[] = [
  table('vendors', VendorRow, ['vendor_id'], 'Every vendor on record, with license and place.'),
  table(
    'scorecards',
    ScorecardRow,
    ['vendor_id'],
    'For every vendor: grade, score and verdict, closures, and the counts of twelve months.',
  ),
  table(
    'inspections',
    InspectionRow,
    ['vendor_id', 'visit_id'],
    'Every visit on file, callbacks and former owners included.',
  ),
  table(
    'violations',
    ViolationRow,
    ['vendor_id', 'visit_id', 'line'],
    'What was cited at each visit: one by one where the inspector’s text is on file, otherwise by category.',
  ),
  table(
    'statistics',
    StatisticsRow,
    ['measure', 'county', 'month'],
    'The statewide statistics, a row for each number.',
  ),
];

function table(name: TableName, rows: TObject, key: readonly string[], description: string): Table {
  return { name, description, key, columns: columnsOf(rows) };
}
