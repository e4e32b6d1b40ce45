import { formatCategories } from '../../source/categories.ts';
import type { VisitRow } from '../../source/parsed-file.ts';
import { isKnownDisposition } from '../vocabulary/dispositions.ts';
import { CATEGORY_MAX, violationCategory } from '../vocabulary/violation-categories.ts';
import type { InspectionLayout } from './layouts.ts';
import {
  type RowContext,
  type RowOutcome,
  RowRefused,
  readCity,
  readCount,
  readDate,
  readDistrict,
  readName,
  readOptional,
  readPattern,
  readPlaceCodes,
  readText,
  withoutLoneQuote,
} from './parse-row.ts';

/** The inspection classes. Only the first one concerns food. */
const FOOD = 'Food';
const OTHER_CLASSES = ['Lodging'];
const ID_MAX = 999_999_999_999;
/**
 * In 28,905 visits, the smallest License ID is 2,128,478. A count that slipped into this column is far lower.
 */
const LICENSE_ID_MIN = 1_000;

const VIOLATIONS_MAX = 999;

type Counts = Pick<VisitRow, 'total' | 'highPriority' | 'intermediate' | 'basic' | 'categories'>;
/** A count from one cell, or undefined if the cell is blank. */
type Cell = number | undefined;

interface Categories {
  readonly cited: readonly (readonly [category: number, count: number])[];
  /** The number of citations without report-only ones, which are not included in any total. */
  readonly inTotal: number;
  readonly hasBlank: boolean;
}

/**
 * Reads one visit from an inspection extract. Rows for every license type are checked, because a shifted
 * column affects all of them.
 */
export function parseInspectionRow(
  cells: readonly string[],
  layout: InspectionLayout,
  context: RowContext,
): RowOutcome<VisitRow> {
  const { at } = layout;
  const district = readDistrict(cells[at.district]);
  const licenseType = readPattern(cells[at.licenseType], 'license_type', /^\d{4}$/);
  const digits = readPattern(cells[at.licenseNumber], 'license_number', /^\d{7}$/);
  const visitedOn = readDate(cells[at.visitedOn], 'inspection_date');
  if (visitedOn === null) throw new RowRefused('inspection_date_missing');
  if (visitedOn > context.latest) throw new RowRefused('date_in_future');
  const pda = readPda(cells[at.pda], context);
  const visitId = readCount(cells[at.visitId], 'visit_id', ID_MAX);
  const inspectionClass = readText(cells[at.inspectionClass], 'inspection_class', context);
  if (!context.keepsVisits(licenseType) || OTHER_CLASSES.includes(inspectionClass))
    return { district, number: digits, date: visitedOn, visitId };
  if (inspectionClass !== FOOD) throw new RowRefused('inspection_class_malformed');
  if (district === undefined) context.warn('district_malformed');
  const kept: VisitRow = {
    visitId,
    licenseType,
    digits,
    visitedOn,
    pda,
    ...readCase(cells, at, context),
    ...readCounts(cells, layout, context),
    businessName: readName(cells[at.businessName], 'business_name', context, [cells[at.address]]),
    city: readCity(cells[at.city], context),
    ...readPlaceCodes(cells[at.zip], cells[at.countyCode], context),
    district: district ?? 0,
  };
  return { kept, district, number: digits, date: visitedOn, visitId };
}

/**
 * Reads the PDA status. If it is a number, the columns are shifted and the row is refused. Any other value
 * except Y and N has no meaning and becomes blank, with a warning.
 */
function readPda(cell: string | undefined, context: RowContext): string {
  const pda = readPattern(cell, 'pda_status', /^\p{L}*$/u);
  if (pda === 'Y' || pda === 'N') return pda;
  context.warn('unknown_pda_status');
  return '';
}

function readLicenseId(cell: string | undefined): number {
  const id = readCount(cell, 'license_id', ID_MAX);
  if (id < LICENSE_ID_MIN) throw new RowRefused('license_id_malformed');
  return id;
}

function readCase(cells: readonly string[], at: InspectionLayout['at'], context: RowContext) {
  const disposition = readOptional(context, '', () =>
    readText(withoutLoneQuote(cells[at.disposition], context), 'disposition', context),
  );
  if (!isKnownDisposition(disposition)) context.warn('unknown_disposition');
  return {
    disposition,
    inspectionType: readName(withoutLoneQuote(cells[at.inspectionType], context), 'inspection_type', context),
    licenseId: readLicenseId(cells[at.licenseId]),
    caseId: readCount(cells[at.caseId], 'inspection_number', ID_MAX),
    visitNumber: readCount(cells[at.visitNumber], 'visit_number', 99),
  };
}

/**
 * Reads a visit's counts. A blank is not zero, and contradictory counts are unknown. In both cases, all four
 * counts are null, with a warning, but the categories are stored if they are readable.
 */
function readCounts(
  cells: readonly string[],
  { at, firstCategory }: InspectionLayout,
  context: RowContext,
): Counts {
  const unreadable = { total: null, highPriority: null, intermediate: null, basic: null };
  const tiers = readOptional(context, null, () => [
    readCell(cells[at.total], 'total_violations'),
    readCell(cells[at.highPriority], 'high_priority'),
    readCell(cells[at.intermediate], 'intermediate'),
    readCell(cells[at.basic], 'basic'),
  ]);
  const categories = readOptional(context, null, () => readCategories(cells, firstCategory));
  const known = tiers && categories ? agreeing(tiers, categories, context) : undefined;
  return { ...(known ?? unreadable), categories: formatCategories(categories?.cited ?? []) };
}

function readCell(cell: string | undefined, field: string): Cell {
  return (cell ?? '').trim() === '' ? undefined : readCount(cell, field, VIOLATIONS_MAX);
}

/** Reads the citations per category. Nearly all of a row's 58 cells are zero, so zeros get no entry. */
function readCategories(cells: readonly string[], firstCategory: number): Categories {
  const cited: [category: number, count: number][] = [];
  let inTotal = 0;
  let hasBlank = false;
  for (let category = 1; category <= CATEGORY_MAX; category++) {
    const cell = cells[firstCategory + category - 1];
    if (cell === '0') continue;
    const count = readCell(cell, 'violation_category');
    if (count === undefined) hasBlank = true;
    if (!count) continue;
    cited.push([category, count]);
    if (!violationCategory(category).reportingOnly) inTotal += count;
  }
  return { cited, inTotal, hasBlank };
}

/** Returns the four counts if none is blank and they are consistent. */
function agreeing(
  [total, highPriority, intermediate, basic]: readonly Cell[],
  { inTotal, hasBlank }: Categories,
  context: RowContext,
) {
  if (
    total === undefined ||
    highPriority === undefined ||
    intermediate === undefined ||
    basic === undefined ||
    hasBlank
  ) {
    context.warn('counts_blank');
    return undefined;
  }
  if (total !== highPriority + intermediate + basic || total !== inTotal) {
    context.warn('counts_contradict');
    return undefined;
  }
  return { total, highPriority, intermediate, basic };
}
