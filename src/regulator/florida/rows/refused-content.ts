import type { InspectionLayout, Layout, NamedLayout } from './layouts.ts';

/**
 * Decides how much of a refused row is stored: enough to find the row again and see what is wrong with it,
 * but never an address, phone or name. Codes and dates are stored unchanged. For anything else, only the
 * shape is stored, because a shifted column could contain values from its neighbors.
 */

/** The titles of the columns that describe the license rather than how to contact its holder. */
const TITLES: readonly string[] = [
  'license number',
  'license type code',
  'rank code',
  'district',
  'primary status code',
  'secondary status code',
  'license expiry date',
  'last inspection date',
  'location zip code',
  'location county code',
  'application number',
  'application approval date',
  'date',
  'date of order to vacate',
];
const NAMES_AND_PLACES: readonly string[] = ['businessName', 'address', 'city'];
const WORDS_MAX = 60;
const SHAPE_MAX = 30;
/**
 * Matches a code of at most eight digits. Contact data does not match: a phone number has ten digits, and "12
 * MAIN ST" contains a space.
 */
const CODE = /^[A-Z]{0,4}\d{1,8}$|^[A-Z]{1,4}$|^$/;
const DAY = /^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}$/;
const VISIT_ID = /(?<![\d-])\d{7,8}(?![\d-])/g;
const IDS_MAX = 10;
const LICENSE_NUMBER = /(?<![A-Z\d])[A-Z]{3}\d{7}(?!\d)/;

/**
 * Returns the part of a row that may be stored, as JSON. If a row could not be split into cells, it is passed
 * as a string.
 */
export function refusedContent(row: string | readonly string[], layout: Layout | undefined): string {
  const found = (text: string) => ({ ...numberIn(text), ...idsIn(text, layout) });
  if (typeof row === 'string') return JSON.stringify({ characters: row.length, ...found(row) });
  if (!layout || row.length !== layout.columns)
    return JSON.stringify({ columns: row.length, expected: layout?.columns, ...found(row.join(' ')) });
  if (layout.kind === 'final_orders') return JSON.stringify(orderContent(row, layout));
  const columns = keptColumns(layout).map(([name, at]) => [name, kept(name, row[at])]);
  const numbers = layout.kind === 'inspections' && isShifted(row, layout) ? idsIn(row.join(' '), layout) : {};
  return JSON.stringify({ ...Object.fromEntries(columns), ...numbers });
}

/**
 * The columns stored for a final order, with their usual format. The row also contains an address. To exclude
 * it even if columns are shifted, only values in the usual format are stored unchanged.
 */
const ORDER_FORMS = [
  ['license number', /^[A-Z]{2,4}\d{7}$/],
  ['final order date', DAY],
  ['violation date', DAY],
] as const;

function orderContent(row: readonly string[], { at }: NamedLayout): Record<string, string> {
  const cells = ORDER_FORMS.map(([title, form]) => {
    const cell = (row[at.get(title) ?? -1] ?? '').trim();
    return [title, form.test(cell) ? cell : shapeOf(cell)] as const;
  });
  return Object.fromEntries(cells);
}

/** The format that these columns have in every correct row. */
const SHAPES = {
  licenseType: /^\d{4}$/,
  licenseNumber: /^\d{7}$/,
  inspectionClass: /^[A-Z][a-z]+$/,
  visitedOn: DAY,
  pda: /^[YN]$/,
  licenseId: /^\d{4,}$/,
  visitId: /^\d{4,}$/,
} as const;
const UNLIKE_MAX = 1;

/**
 * Returns true if several cells have the wrong format. A single bad cell can occur, but if there are more,
 * the row's visit id may be in another column.
 */
function isShifted(row: readonly string[], { at }: InspectionLayout): boolean {
  const isLike = (field: keyof typeof SHAPES) => SHAPES[field].test((row[at[field]] ?? '').trim());
  const unlike = (Object.keys(SHAPES) as (keyof typeof SHAPES)[]).filter((field) => !isLike(field));
  return unlike.length > UNLIKE_MAX || unlike.includes('visitId');
}

/** Returns the columns that are stored, under the names used in refusal reasons. */
function keptColumns(layout: Layout): (readonly [name: string, column: number])[] {
  if (layout.kind !== 'inspections')
    return TITLES.flatMap((title) => {
      const column = layout.at.get(title);
      return column === undefined ? [] : [[title, column] as const];
    });
  return Object.entries(layout.at)
    .filter(([field]) => !NAMES_AND_PLACES.includes(field))
    .map(([field, column]) => [field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`), column]);
}

function kept(name: string, cell = ''): string {
  const text = cell.trim();
  if (CODE.test(text) || DAY.test(text)) return text;
  const isWords = name === 'inspection type' || name === 'disposition';
  return isWords && /^[A-Za-z .,/()-]*$/.test(text) ? text.slice(0, WORDS_MAX) : shapeOf(text);
}

/** Describes the kind of value without revealing it: returns "99 AAAA AA" for "12 Main St". */
function shapeOf(text: string): string {
  return text
    .slice(0, SHAPE_MAX)
    .replace(/\p{L}/gu, 'A')
    .replace(/\p{N}/gu, '9')
    .replace(/[^A9 ./(),:#-]/g, '?');
}

/**
 * Returns numbers that may be a visit's id or license number, so that a visit with a damaged row is not
 * mistaken for a removed one. Contact data is excluded: a phone number has ten digits, and a house number or
 * ZIP code has fewer than seven. An inspection extract does not contain holders' phone numbers.
 */
function idsIn(text: string, layout: Layout | undefined): { numbers?: string[] } {
  if (layout?.kind !== 'inspections') return {};
  return { numbers: (text.match(VISIT_ID) ?? []).slice(0, IDS_MAX) };
}

/** Returns a license number only if it has letters, because digits without letters could be anything. */
function numberIn(text: string): { 'license number'?: string } {
  const [number] = LICENSE_NUMBER.exec(text) ?? [];
  return number === undefined ? {} : { 'license number': number };
}
