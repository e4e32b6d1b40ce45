import { CATEGORY_MAX } from '../vocabulary/violation-categories.ts';
import { findOrderLayout, ORDER_TITLES } from './order-layout.ts';
import { numberText, readDistrict } from './parse-row.ts';

/**
 * Determines which column contains which value: by title if the file has titles, and by shape otherwise. The
 * field names are ours. The regulator's formats differ by vintage, and its published layout is wrong.
 */

export interface InspectionLayout {
  readonly kind: 'inspections';
  readonly columns: number;
  readonly header: boolean;
  readonly at: Readonly<Record<InspectionField, number>>;
  /** The index of the "Violation 01" column. The other 57 categories follow it. */
  readonly firstCategory: number;
}

export interface NamedLayout {
  readonly kind: 'licenses' | 'applications' | 'closures' | 'final_orders';
  readonly columns: number;
  readonly header: boolean;
  /** Column indexes by title, normalized by {@link foldTitle}. */
  readonly at: ReadonlyMap<string, number>;
}

export type Layout = InspectionLayout | NamedLayout;

/** The reason a file's titles cannot be used to read its rows. */
export interface LayoutProblem {
  readonly kind: 'problem';
  readonly code: string;
  readonly text: string;
}

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

/** The titles of each column that we read, in every vintage, including the titles that license files use. */
const TITLES_OF_FIELDS: Readonly<Record<InspectionField, readonly string[]>> = {
  district: ['district'],
  countyCode: ['county number', 'countycode', 'county code', 'location county code'],
  licenseType: ['license type code', 'profession'],
  licenseNumber: ['license number', 'license no'],
  businessName: ['business dba does business as name', 'dba name', 'business name'],
  address: ['location address', 'loc address', 'location street address'],
  city: ['location city', 'loc city'],
  zip: ['location zip code', 'loc zip'],
  caseId: ['inspection number', 'insp no'],
  visitNumber: ['visit number', 'visit no'],
  inspectionClass: ['inspection class', 'inspclass'],
  inspectionType: ['inspection type', 'insptype'],
  disposition: ['inspection disposition', 'disposition'],
  visitedOn: ['inspection date', 'insp date'],
  total: ['number of total violations', 'total violations', 'violations'],
  highPriority: ['number of high priority violations', 'high priority violations', 'high viol'],
  intermediate: ['number of intermediate violations', 'intermediate violations', 'intermed viol'],
  basic: ['number of basic violations', 'basic violations', 'basic viol'],
  pda: ['pda status', 'pda'],
  licenseId: ['license id', 'lic id'],
  visitId: ['inspection visit id', 'insp vst id'],
};

/**
 * The columns of the 2018–2020 license extract, which has no titles. Unlike in later extracts, phone and
 * mailing county are swapped.
 */
const LICENSE_TITLES_2018 = [
  'board code',
  'license type code',
  'licensee name',
  'rank code',
  'modifier code',
  'mailing name',
  'mailing street address',
  'mailing address line 2',
  'mailing address line 3',
  'mailing city',

  'mailing state code',
  'mailing zip code',
  'mailing county code',
  'primary phone number',
  'business name',
  'filler',
  'location street address',
  'location address line 2',
  'location address line 3',
  'location city',
  'location state code',
  'location zip code',
  'location county code',
  'secondary phone number',
  'district',
  'region',
  'license number',
  'primary status code',
  'secondary status code',
  'license expiry date',
  'last inspection date',
  'number of seats or rental units',
  'base risk level',
  'secondary risk level',
];

/** Titles that the regulator spells in two ways. Each key is mapped to the spelling that we use. */
const SAME_TITLES: ReadonlyMap<string, string> = new Map([
  ['condition for closure', 'conditions for closure'],
  ['date closed', 'date'],
]);

/**
 * The titles that each kind of file must have. If one were missing, its values would be lost without notice.
 */
const REQUIRED_TITLES = {
  closures: ['date', 'license number', 'business name', 'conditions for closure', 'date of order to vacate'],
  applications: [
    'application number',
    'application type',
    'application approval date',
    'license type code',
    'rank code',
    'district',
    'license number',
  ],
  licenses: [
    'board code',
    'license type code',
    'licensee name',
    'rank code',
    'business name',
    'location city',
    'location zip code',
    'location county code',
    'district',
    'license number',
    'primary status code',
    'secondary status code',
    'license expiry date',
    'last inspection date',
    'base risk level',
  ],
} satisfies Partial<Record<NamedLayout['kind'], readonly string[]>>;

/**
 * Returns the layout of a file that begins with this row, or undefined if it is not one of the regulator's
 * files. `next` is the second row; it is needed because one workbook has 82 titles for 83 columns.
 */
export function recognizeLayout(
  first: readonly string[],
  next: readonly string[] | undefined,
): Layout | LayoutProblem | undefined {
  const titles = withoutTrailingBlanks(first)
    .map(foldTitle)
    .map((title) => SAME_TITLES.get(title) ?? title);
  for (const kind of ['closures', 'applications', 'licenses'] as const)
    if (REQUIRED_TITLES[kind].every((title) => titles.includes(title)))
      return findRepeated(REQUIRED_TITLES[kind], titles) ?? named(kind, titles);
  if (TITLES_OF_FIELDS.visitId.some((title) => titles.includes(title)))
    return titledInspections(titles, next && withoutTrailingBlanks(next));
  if (
    first.length === INSPECTION_COLUMNS &&
    readDistrict(first[0]) !== undefined &&
    /^\d{2}$/.test(numberText(first[1]))
  )
    return {
      kind: 'inspections',
      columns: INSPECTION_COLUMNS,
      header: false,
      at: INSPECTION_FIELDS,
      firstCategory: INSPECTION_FIELDS.pda + 1,
    };
  if (first.length === LICENSE_TITLES_2018.length && /^\d{3}$/.test(numberText(first[0])))
    return { ...named('licenses', LICENSE_TITLES_2018), header: false };
  const orders = findOrderLayout(first, next);
  if (orders) return { ...named('final_orders', ORDER_TITLES), ...orders };
  return undefined;
}

/** Reduces a title to letters and digits, so that " License Type Code" equals "LICENSE_TYPE_CODE". */
export function foldTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/**
 * Removes blank cells at the end of a row. Spreadsheets store cells after the last title that are empty but
 * formatted.
 */
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

/**
 * Returns true if this is the title of a category's column, such as "violation 07" or "v 07" for category 7.
 * The counts are read by position.
 */
function isTitleOf(category: number, title: string | undefined): boolean {
  return Number(/^v(?:iolation)? (\d{1,2})$/.exec(title ?? '')?.[1]) === category;
}

/**
 * Recognizes inspections by their titles. One workbook has an untitled column before "PDA Status", so its
 * rows have one more cell than its 82 titles. Other files title that column HT_VIOL.
 */
function titledInspections(
  titles: readonly string[],
  next: readonly string[] | undefined,
): InspectionLayout | LayoutProblem {
  const fields = objectEntries(TITLES_OF_FIELDS);
  const known = fields.flatMap(([, each]) => each);
  const repeated = findRepeated(known, titles);
  if (repeated) return repeated;
  const at: Record<InspectionField, number> = { ...INSPECTION_FIELDS };
  for (const [field, each] of fields) {
    const places = each.map((title) => titles.indexOf(title)).filter((place) => place >= 0);
    const [place] = places;
    if (place === undefined)
      return problem('unrecognised', `an inspection file without the column “${each[0]}”`);
    if (places.length > 1) return repeats(each.join('” and “'));
    at[field] = place;
  }
  const firstCategory = titles.findIndex((title) => isTitleOf(1, title));
  if (!CATEGORIES.every((category) => isTitleOf(category, titles[firstCategory + category - 1])))
    return problem(
      'unrecognised',
      'an inspection file without the columns “Violation 01” to “Violation 58” in order',
    );
  const isStale =
    titles.length === INSPECTION_COLUMNS &&
    at.pda === INSPECTION_FIELDS.pda &&
    next?.length === INSPECTION_COLUMNS + 1;
  const shift = (place: number) => (isStale && place >= at.pda ? place + 1 : place);
  const shifted = { ...at, pda: shift(at.pda), licenseId: shift(at.licenseId), visitId: shift(at.visitId) };
  const columns = titles.length + (isStale ? 1 : 0);
  return { kind: 'inspections', columns, header: true, at: shifted, firstCategory: shift(firstCategory) };
}

/** Returns a problem if two columns have the same title, because nothing shows which one is right. */
function findRepeated(needed: readonly string[], titles: readonly string[]): LayoutProblem | undefined {
  const title = needed.find((each) => titles.indexOf(each) !== titles.lastIndexOf(each));
  return title === undefined ? undefined : repeats(title);
}

function repeats(titles: string): LayoutProblem {
  return problem('titles_repeated', `two columns are titled “${titles}”, and nothing shows which is right`);
}

function problem(code: string, text: string): LayoutProblem {
  return { kind: 'problem', code, text };
}

/** The cast is safe because every object passed here is a literal with exactly the keys of its type. */
function objectEntries<Key extends string, Value>(object: Readonly<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(object) as [Key, Value][];
}
