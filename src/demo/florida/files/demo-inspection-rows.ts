import type { DemoCalendar } from '../demo-calendar.ts';
import type { DemoCase, DemoVendor, DemoVisit } from '../demo-vendor.ts';
import { licenseTypeOf } from './license-types.ts';

const CATEGORY_COUNT = 58;
const NO_CATEGORIES: readonly number[] = new Array<number>(CATEGORY_COUNT).fill(0);

/** The column titles of a current-year file, including the regulator's leading spaces. */
const COLUMNS = [
  'District',
  'County Number',
  'County Name',
  ' License Type Code',
  ' License Number',
  'Business (DBA-Does Business As) Name',
  'Location Address',
  'Location City',
  ' Location Zip Code',
  'Inspection Number',
  'Visit Number',
  'Inspection Class',
  'Inspection Type',
  'Inspection Disposition',
  'Inspection Date',
  'Number of Critical Violations',
  'Number of Noncritical Violations',
  ' Number of Total Violations',
  'Number of High Priority Violations',
  'Number of Intermediate Violations',
  'Number of Basic Violations',
  'PDA Status',
  ...NO_CATEGORIES.map((_, index) => `Violation ${String(index + 1).padStart(2, '0')}`),
  'License ID',
  'Inspection Visit ID',
];

export const INSPECTION_HEADER = `"${COLUMNS.join('","')}"\r\n`;

/**
 * Formats one visit as a line in an inspection file. Files for past years quote only text, not numbers. The
 * current year's file quotes everything.
 */
export function inspectionLine(
  vendor: DemoVendor,
  one: DemoCase,
  visit: DemoVisit,
  calendar: DemoCalendar,
  quoteAll: boolean,
): string {
  const { county } = vendor;
  const mark = quoteAll ? '"' : '';
  const between = `${mark},${mark}`;
  const total = visit.high + visit.intermediate + visit.basic;
  const counts = [total, visit.high, visit.intermediate, visit.basic].join(between);
  const categories = countCategories(visit.categories).join(between);
  return (
    `"D${county.district}","${county.code}","${regulatorCountyName(county.name)}"` +
    `,"${licenseTypeOf(vendor.rank).code}",${mark}${vendor.digits}${mark}` +
    `,"${one.businessName}","${vendor.address}","${vendor.city}","${vendor.zip}"` +
    `,${mark}${one.inspectionNumber}${between}${visit.visitNumber}${mark}` +
    `,"Food","${one.inspectionType}","${visit.disposition}","${calendar.usDates[visit.daysAgo]}"` +
    `,${mark}${between}${between}${counts}${mark},"${visit.handheld ? 'Y' : 'N'}"` +
    `,${mark}${categories}${between}${one.licenseId}${between}${visit.visitId}${mark}\r\n`
  );
}

/** Returns a county's name as the regulator's files spell it. They still use "Dade". */
export function regulatorCountyName(name: string): string {
  return name === 'Miami-Dade' ? 'Dade' : name;
}

function countCategories(categories: readonly number[]): readonly number[] {
  if (categories.length === 0) return NO_CATEGORIES;
  const counts = [...NO_CATEGORIES];
  for (const category of categories) counts[category - 1] = (counts[category - 1] ?? 0) + 1;
  return counts;
}
