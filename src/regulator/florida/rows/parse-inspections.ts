import type { VisitRow } from '../../source/parsed-file.ts';
import { isKnownDisposition } from '../vocabulary/dispositions.ts';
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
import { readCounts } from './visit-counts.ts';

/** The classes of inspections. Only the first is about food. */
const FOOD = 'Food';
const OTHER_CLASSES = ['Lodging'];
const ID_MAX = 999_999_999_999;
/** The smallest of 28,905 visits is 2,128,478. A count that slipped into the column is far lower. */
const LICENSE_ID_MIN = 1_000;

/**
 * Reads one visit of an inspection extract. Rows of every license type are checked, because a shifted column
 * shows in all.
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

/** A count in this column shows that the columns after it are shifted. A letter or a blank means nothing. */
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
