import { formatCategories } from '../categories.ts';
import type { VisitRow } from '../parsed-file.ts';
import { isKnownDisposition } from './dispositions.ts';
import type { InspectionLayout } from './layouts.ts';
import {
  type RowContext,
  type RowOutcome,
  RowRefused,
  readCount,
  readDate,
  readDistrict,
  readPattern,
  readText,
  readZip,
} from './row-parsing.ts';
import { CATEGORY_MAX } from './violation-categories.ts';

const VIOLATIONS_MAX = 999;
const ID_MAX = 999_999_999_999;

/** One visit of an inspection extract. Every row is checked, of whatever license type: a shifted column shows in all. */
export function parseInspectionRow(
  cells: readonly string[],
  { at, firstCategory }: InspectionLayout,
  context: RowContext,
): RowOutcome<VisitRow> {
  const district = readDistrict(cells[at.district]);
  const licenseType = readPattern(cells[at.licenseType], 'license_type', /^\d{4}$/);
  const digits = readPattern(cells[at.licenseNumber], 'license_number', /^\d{7}$/);
  const visitedOn = readDate(cells[at.visitedOn], 'inspection_date');
  if (visitedOn === null) throw new RowRefused('inspection_date_missing');
  if (visitedOn > context.latest) throw new RowRefused('date_in_future');
  const pda = readPattern(cells[at.pda], 'pda_status', /^[YN]$/);
  const visitId = readCount(cells[at.visitId], 'visit_id', ID_MAX);
  const inspectionClass = readText(cells[at.inspectionClass], 'inspection_class', context);
  if (!context.keepsVisits(licenseType) || inspectionClass !== 'Food')
    return { district, date: visitedOn, visitId };
  const kept: VisitRow = {
    visitId,
    licenseType,
    digits,
    visitedOn,
    pda,
    ...readCase(cells, at, context),
    ...readCounts(cells, at, context),
    categories: readCategories(cells, firstCategory),
    businessName: readText(cells[at.businessName], 'business_name', context),
    city: readText(cells[at.city], 'city', context),
    zip: readZip(cells[at.zip]),
    countyCode: readPattern(cells[at.countyCode], 'county', /^\d{1,3}$/),
    district: district ?? 0,
  };
  return { kept, district, date: visitedOn, visitId };
}

function readCase(cells: readonly string[], at: InspectionLayout['at'], context: RowContext) {
  const disposition = readText(cells[at.disposition], 'disposition', context);
  if (!isKnownDisposition(disposition)) context.warn('unknown_disposition');
  return {
    disposition,
    inspectionType: readText(cells[at.inspectionType], 'inspection_type', context),
    licenseId: readCount(cells[at.licenseId], 'license_id', ID_MAX),
    caseId: readCount(cells[at.caseId], 'inspection_number', ID_MAX),
    visitNumber: readCount(cells[at.visitNumber], 'visit_number', 99),
  };
}

function readCounts(cells: readonly string[], at: InspectionLayout['at'], context: RowContext) {
  const counts = {
    total: readCount(cells[at.total], 'total_violations', VIOLATIONS_MAX, 0),
    highPriority: readCount(cells[at.highPriority], 'high_priority', VIOLATIONS_MAX, 0),
    intermediate: readCount(cells[at.intermediate], 'intermediate', VIOLATIONS_MAX, 0),
    basic: readCount(cells[at.basic], 'basic', VIOLATIONS_MAX, 0),
  };
  if (counts.total !== counts.highPriority + counts.intermediate + counts.basic)
    context.warn('total_is_not_sum');
  return counts;
}

function readCategories(cells: readonly string[], firstCategory: number): string {
  const counts: [number, number][] = [];
  for (let index = 0; index < CATEGORY_MAX; index++) {
    const cell = cells[firstCategory + index];
    if (cell === '0' || cell === '') continue;
    const count = readCount(cell, 'violation_category', VIOLATIONS_MAX, 0);
    if (count > 0) counts.push([index + 1, count]);
  }
  return formatCategories(counts);
}
