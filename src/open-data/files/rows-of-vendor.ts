import { recommendationOf, type Verdict } from '../../judgment/score/recommendation.ts';
import type { Inspection, Scorecard } from '../../judgment/scorecard/schemas.ts';
import type { StoredStatistics } from '../../records/statistics/schemas.ts';
import type { InspectionRow, ScorecardRow, StatisticsRow, VendorRow, ViolationRow } from './open-tables.ts';

/** Converts published records into rows of the data files. Pure functions. */

/** The rows of one vendor. */
interface VendorRows {
  readonly vendors: readonly [VendorRow];
  readonly scorecards: readonly [ScorecardRow];
  readonly inspections: readonly InspectionRow[];
  readonly violations: readonly ViolationRow[];
}

/** Returns the rows for a published record. */
export function rowsOfVendor(scorecard: Scorecard, verdict: Verdict): VendorRows {
  return {
    vendors: [vendorRow(scorecard)],
    scorecards: [scorecardRow(scorecard, verdict)],
    inspections: scorecard.inspections.map((visit) => inspectionRow(scorecard, visit)),
    violations: scorecard.inspections.flatMap((visit) => violationRows(scorecard, visit)),
  };
}

function vendorRow({ id, license, name, aka, cuisine, location, as_of, fictional }: Scorecard): VendorRow {
  const { city, county, zip, district } = location;
  return {
    vendor_id: id,
    license_number: license.number,
    license_type: license.type,
    license_status: license.status,
    license_expires_on: license.expires_on,
    license_confirmed: license.confirmed,
    name,
    aka,
    cuisine,
    city,
    county,
    zip,
    district,
    as_of,
    fictional,
  };
}

function scorecardRow(card: Scorecard, verdict: Verdict): ScorecardRow {
  const { rollup_12m: rollup, hold, last_disposition: last, gravest_event: gravest, uncertain_record } = card;
  const days = hold.reasons.map(({ since }) => since).sort();
  return {
    vendor_id: card.id,
    license_number: card.license.number,
    name: card.name,
    grade: card.grade,
    grade_status: card.grade_status,
    service_score: card.service_score,
    score_version: card.score_version,
    risk_tier: card.risk_tier,
    verdict,
    recommendation: recommendationOf(verdict).code,
    hold_active: hold.active,
    hold_text: hold.reasons.map(({ text }) => text).join('; ') || null,
    hold_since: days[0] ?? null,
    inspections_12m: rollup.inspections,
    counts_known_12m: rollup.violations !== null,
    violations_12m: rollup.violations,
    high_priority_12m: rollup.high_priority,
    intermediate_12m: rollup.intermediate,
    basic_12m: rollup.basic,
    emergency_orders_12m: rollup.emergency_orders,
    admin_complaints_12m: rollup.admin_complaints,
    warnings_12m: rollup.warnings,
    whole_year: rollup.whole_year,
    year_covered: rollup.year_covered ?? (rollup.whole_year ? 'whole' : 'part'),
    last_inspected_on: rollup.last_inspected_on,
    last_disposition: last?.text ?? null,
    last_disposition_on: last?.date ?? null,
    last_result: last?.result ?? null,
    gravest_event: gravest?.text ?? null,
    gravest_event_on: gravest?.date ?? null,
    uncertain_record: uncertain_record?.code ?? null,
    uncertain_inspections: uncertain_record?.inspections ?? 0,
    trend: card.trend.direction,
    records_reach_to: card.records_reach_to,
    records_old_days: card.records_old?.days ?? null,
    as_of: card.as_of,
    data_as_of: card.data_as_of,
    fictional: card.fictional,
  };
}

function inspectionRow({ id, license, fictional }: Scorecard, visit: Inspection): InspectionRow {
  const { visit_id, case_id, visit_number, date, type, disposition, result, counts, owner } = visit;
  const { total, high_priority, intermediate, basic } = counts;
  return {
    vendor_id: id,
    license_number: license.number,
    visit_id,
    case_id,
    visit_number,
    date,
    type,
    disposition,
    result,
    counts_known: total !== null,
    total,
    high_priority,
    intermediate,
    basic,
    owner,
    fictional,
  };
}

function violationRows({ id, fictional }: Scorecard, { visit_id, violations }: Inspection): ViolationRow[] {
  return violations.map(({ category, title, count, reporting_only, code, tier, text, flags }, index) => ({
    vendor_id: id,
    visit_id,
    line: index + 1,
    category,
    title,
    count,
    reporting_only,
    code: code ?? null,
    tier: tier ?? null,
    text: text ?? null,
    flags: flags?.join(' ') ?? null,
    fictional,
  }));
}

/** Returns a row for each number in the statistics, named as in the API response. */
export function rowsOfStatistics(statistics: StoredStatistics): StatisticsRow[] {
  const { as_of, fictional, vendors, grades, violation_rates, by_county, by_month } = statistics;
  const row = (
    measure: string,
    value: number | null,
    of: { readonly county?: string; readonly month?: string } = {},
  ): StatisticsRow => {
    const { county = null, month = null } = of;
    return { measure, county, month, value, as_of, fictional };
  };
  const rows = (name: string, numbers: object, of?: { county?: string; month?: string }) =>
    listNumbers(name, numbers).map(([measure, value]) => row(measure, value, of));
  return [
    ...rows('vendors', vendors),
    ...rows('grades', grades),
    ...rows('violation_rates', violation_rates),
    ...by_county.flatMap(({ county, ...numbers }) => rows('by_county', numbers, { county })),
    ...by_month.flatMap(({ month, ...numbers }) => rows('by_month', numbers, { month })),
  ];
}

function listNumbers(name: string, numbers: object): [string, number | null][] {
  return Object.entries(numbers).flatMap(([key, value]) => {
    const path = `${name}.${key}`;
    if (typeof value === 'number' || value === null) return [[path, value]];
    return listNumbers(path, value);
  });
}
