import { findOrderLayout, ORDER_TITLES } from './order-layout.ts';
import { numberText } from './row-parsing.ts';
import { CATEGORY_MAX } from './violation-categories.ts';

/**
 * Which column holds what, told by titles where a file has them and by shape where it has none. The names
 * on the left are ours; FORMATS of the regulator differ by vintage, and its own layout page is wrong.
 */

export interface InspectionLayout {
  readonly kind: 'inspections';
  readonly columns: number;
  readonly header: boolean;
  readonly at: Readonly<Record<InspectionField, number>>;
  /** Column of "Violation 01"; the 57 others follow it. */
  readonly firstCategory: number;
}

export interface NamedLayout {
  readonly kind: 'licenses' | 'applications' | 'closures' | 'final_orders';
  readonly columns: number;
  readonly header: boolean;
  /** Column by title, folded by {@link foldTitle}. */
  readonly at: ReadonlyMap<string, number>;
}

export type Layout = InspectionLayout | NamedLayout;

export const INSPECTION_FIELDS = {
  district: 0,
  countyCode: 1,
  licenseType: 3,
  licenseNumber: 4,
  businessName: 5,
  address: 6,
  city: 7,
  zip: 8,
  caseId: 9,
  visitNumber: 10,
  inspectionClass: 11,
  inspectionType: 12,
  disposition: 13,
  visitedOn: 14,
  total: 17,
  highPriority: 18,
  intermediate: 19,
  basic: 20,
  pda: 21,
  licenseId: 80,
  visitId: 81,
} as const;
type InspectionField = keyof typeof INSPECTION_FIELDS;

const INSPECTION_COLUMNS = 82;
const PDA_COLUMN = INSPECTION_FIELDS.pda;

/** One more column before these would move every count by one and still look like numbers. */
const COUNT_TITLES: readonly (readonly [InspectionField, RegExp])[] = [
  ['total', /total|^violations$/],
  ['highPriority', /high/],
  ['intermediate', /intermed/],
  ['basic', /basic/],
];

/** The 2018–2020 license extract has no titles: 34 columns, phone and mailing county the other way round. */
const LICENSE_TITLES_2018 = [
  ...['board code', 'license type code', 'licensee name', 'rank code', 'modifier code', 'mailing name'],
  ...['mailing street address', 'mailing address line 2', 'mailing address line 3', 'mailing city'],
  ...[
    'mailing state code',
    'mailing zip code',
    'mailing county code',
    'primary phone number',
    'business name',
  ],
  ...['filler', 'location street address', 'location address line 2', 'location address line 3'],
  ...['location city', 'location state code', 'location zip code', 'location county code'],
  ...['secondary phone number', 'district', 'region', 'license number', 'primary status code'],
  ...['secondary status code', 'license expiry date', 'last inspection date'],
  ...['number of seats or rental units', 'base risk level', 'secondary risk level'],
];

/** Titles that the regulator writes in two ways, and the one that rows are read by. */
const SAME_TITLES: ReadonlyMap<string, string> = new Map([
  ['condition for closure', 'conditions for closure'],
  ['date closed', 'date'],
]);

/** What a file's rows are read by: one that lacks any of these would lose it in silence. */
const REQUIRED_TITLES = {
  closures: ['date', 'license number', 'business name', 'conditions for closure', 'date of order to vacate'],
  applications: [
    ...['application number', 'application type', 'application approval date', 'license type code'],
    ...['rank code', 'district', 'license number'],
  ],
  licenses: [
    ...['board code', 'license type code', 'licensee name', 'rank code', 'business name', 'location city'],
    ...['location zip code', 'location county code', 'district', 'license number', 'primary status code'],
    ...['secondary status code', 'license expiry date', 'last inspection date', 'base risk level'],
  ],
} satisfies Partial<Record<NamedLayout['kind'], readonly string[]>>;

/**
 * The layout that a file's first row announces, or undefined when it is none of the regulator's.
 * `next` is the row after it: one fiscal-year workbook has 82 titles over 83 columns.
 */
export function recognizeLayout(
  first: readonly string[],
  next: readonly string[] | undefined,
): Layout | undefined {
  const titles = withoutTrailingBlanks(first)
    .map(foldTitle)
    .map((title) => SAME_TITLES.get(title) ?? title);
  for (const kind of ['closures', 'applications', 'licenses'] as const)
    if (REQUIRED_TITLES[kind].every((title) => titles.includes(title))) return named(kind, titles);
  if (titles.includes('inspection visit id') || titles.includes('insp vst id'))
    return titledInspections(titles, next && withoutTrailingBlanks(next));
  if (
    first.length === INSPECTION_COLUMNS &&
    /^D?\d$/.test(first[0] ?? '') &&
    /^\d{2}$/.test(numberText(first[1]))
  )
    return { ...inspections(INSPECTION_COLUMNS, 0), header: false };
  if (first.length === LICENSE_TITLES_2018.length && /^\d{3}$/.test(numberText(first[0])))
    return { ...named('licenses', LICENSE_TITLES_2018), header: false };
  const orders = findOrderLayout(first, next);
  if (orders) return { ...named('final_orders', ORDER_TITLES), ...orders };
  return undefined;
}

/** Titles compare by letters and digits: " License Type Code" and "LICENSE_TYPE_CODE" are one. */
export function foldTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** Spreadsheets store formatted cells without content behind the last title. */
function withoutTrailingBlanks(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

function named(kind: NamedLayout['kind'], titles: readonly string[]): NamedLayout {
  return {
    kind,
    columns: titles.length,
    header: true,
    at: new Map(titles.map((title, column) => [title, column])),
  };
}

const CATEGORIES = Array.from({ length: CATEGORY_MAX }, (_, index) => index + 1);

/** "violation 07" and "v 07" are titles of category 7: the counts are read by their places. */
function isTitleOf(category: number, title: string | undefined): boolean {
  return Number(/^v(?:iolation)? (\d{1,2})$/.exec(title ?? '')?.[1]) === category;
}

/**
 * All titled variants keep the same order; they differ in names, and in one unexplained column before
 * "PDA Status" (HT_VIOL), which the titles of 2025-26 leave out though the rows have it.
 */
function titledInspections(
  titles: readonly string[],
  next: readonly string[] | undefined,
): InspectionLayout | undefined {
  const pda = titles.findIndex((title) => title === 'pda status' || title === 'pda');
  const typeAt = titles.findIndex((title) => title === 'license type code' || title === 'profession');
  if (typeAt !== INSPECTION_FIELDS.licenseType || pda < PDA_COLUMN || pda > PDA_COLUMN + 1) return undefined;
  if (!COUNT_TITLES.every(([field, title]) => title.test(titles[INSPECTION_FIELDS[field]] ?? '')))
    return undefined;
  if (!CATEGORIES.every((category) => isTitleOf(category, titles[pda + category]))) return undefined;
  const extraTitle = pda - PDA_COLUMN;
  const extraCell =
    next && next.length === INSPECTION_COLUMNS + 1 && titles.length === INSPECTION_COLUMNS ? 1 : 0;
  if (titles.length !== INSPECTION_COLUMNS + extraTitle) return undefined;
  return inspections(INSPECTION_COLUMNS + extraTitle + extraCell, extraTitle + extraCell);
}

function inspections(columns: number, shift: number): InspectionLayout {
  const at: Record<InspectionField, number> = { ...INSPECTION_FIELDS };
  at.pda += shift;
  at.licenseId += shift;
  at.visitId += shift;
  return { kind: 'inspections', columns, header: true, at, firstCategory: at.pda + 1 };
}
