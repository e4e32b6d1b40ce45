import { isNumber } from '../../registry/matching/match-vendors.ts';
import { REGULATOR } from '../../registry/sources/regulator.ts';
import type { ListTable, TableRow } from './table.ts';

/** What the columns of a list are: by their titles in any common wording, or without titles by their shape. */

export const COLUMN_ROLES = ['name', 'dba', 'number', 'city', 'ignored'] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

export interface Columns {
  /** For each column, from the left. */
  readonly roles: readonly ColumnRole[];
  /** The line with the titles; undefined when there is none. */
  readonly titleLine: number | undefined;
  readonly titles: readonly string[];
}

/** Above the titles there may be a heading, a date, a blank row. */
const TITLES_WITHIN = 6;

const NOT_A_NUMBER =
  /expir|vence|vencimiento|fecha|tipo|estado|type|status|date|class|copy|county|plate|insur|holder|state$/;
const NUMBER_TITLE = new RegExp(
  String.raw`\b(?:licen[sc]e|lic|permit|licencia|permiso|${REGULATOR.spellings.number.join('|')})\b`,
);
/** In this order: "DBA name" is a DBA, "License holder" a name. */
const TITLES: readonly (readonly [ColumnRole, (title: string) => boolean])[] = [
  ['dba', (title) => /\bdba\b|\bd b a\b|trade name|trading as|doing business/.test(title)],
  [
    'number',
    (title) => NUMBER_TITLE.test(title) && !NOT_A_NUMBER.test(title) && !/\b(name|nombre)\b/.test(title),
  ],
  [
    'city',
    (title) =>
      /^((home |base |business |mailing )?(city|town|municipality|location)( name| ?\/ ?state| and state| state)?|ciudad|localidad|municipio|hometown|(home |base )(city|town|location|base)|based( in)?|home base|(city|town) (based|located|of origin))$/.test(
        title,
      ),
  ],
  [
    'name',
    (title) =>
      /^(name|vendors?|food (truck|vendor)s?|trucks?|carts?|caterers?|business|company|restaurant|establishment|licensee|participants?|exhibitors?|nombre|negocio|empresa|proveedor|vendedor|camion|comercio)$/.test(
        title,
      ) ||
      /\b(business|vendor|truck|company|establishment|restaurant|caterer|cart|licensee|licen[sc]e holder)s?( \w+)? name\b|\bname of (business|vendor|truck|company)\b|^vendor \/? ?business$|\bnombre (comercial|(del? )?(la )?(negocio|empresa|vendedor|proveedor|camion|comercio))\b|^titular$|^licen[sc]e holder$/.test(
        title,
      ),
  ],
];

export function roleOfTitle(cell: string): ColumnRole | undefined {
  if (/\d{5}/.test(cell)) return undefined;
  const title = cell
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z/]+/g, ' ')
    .replace('d/b/a', 'dba')
    .trim();
  return title.length > 40 ? undefined : TITLES.find(([, matches]) => matches(title))?.[0];
}

export function recognizeColumns(table: ListTable): Columns {
  const width = Math.max(...table.rows.map(({ cells }) => cells.length));
  const filled = table.rows.filter(({ cells }) => cells.length > 0);
  // In a list without columns, "Vendors" is a title only at the top: further down it would hide the lines above it.
  const titled = filled.slice(0, width === 1 ? 1 : TITLES_WITHIN).find((row) => isTitleRow(row, width));
  if (titled) {
    const seen = new Set<ColumnRole>();
    const roles = Array.from({ length: width }, (_, index): ColumnRole => {
      const role = roleOfTitle(titled.cells[index] ?? '');
      // The first of two columns with one meaning; the other is there to choose.
      if (role === undefined || seen.has(role)) return 'ignored';
      seen.add(role);
      return role;
    });
    return { roles, titleLine: titled.line, titles: titled.cells };
  }
  return { roles: byShape(filled, width), titleLine: undefined, titles: [] };
}

/** A title in it, and nothing that looks like a vendor's number. */
function isTitleRow({ cells }: TableRow, width: number): boolean {
  const roles = cells.map(roleOfTitle).filter((role) => role !== undefined);
  if (cells.some(isNumber)) return false;
  return width === 1
    ? roles.length === 1
    : roles.includes('name') || roles.includes('dba') || roles.includes('number');
}

/** Nobody writes a license number in this way. */
const LOCAL_PHONE = /^\d{3}[-. ]\d{4}$/;

function byShape(rows: readonly TableRow[], width: number): ColumnRole[] {
  const columns = Array.from({ length: width }, (_, index) => rows.map(({ cells }) => cells[index] ?? ''));
  const roles = columns.map((): ColumnRole => 'ignored');
  const number = best(
    columns,
    (cells) => share(cells, (cell) => isNumber(cell) && !LOCAL_PHONE.test(cell)),
    0.4,
  );
  if (number !== undefined) roles[number] = 'number';
  const isText = (cell: string) =>
    /\p{L}{2}/u.test(cell) && !isNumber(cell) && !/@|^\w+\.\w+$|\d{3}[-. ]\d{4}/.test(cell);
  const texts = columns.map((cells, index) => (roles[index] === 'ignored' ? share(cells, isText) : 0));
  const name = texts.findIndex((each) => each >= 0.4);
  if (name >= 0) roles[name] = 'name';
  const city = columns.findIndex(
    (cells, index) => index > name && (texts[index] ?? 0) >= 0.4 && share(cells, looksLikeCity) >= 0.7,
  );
  if (name >= 0 && city >= 0) roles[city] = 'city';
  // One column of names and numbers: the matcher finds a number inside a name.
  if (name < 0 && number === undefined && width > 0) roles[0] = 'name';
  return roles;
}

function looksLikeCity(cell: string): boolean {
  return cell === '' || (/^[\p{L}.' -]{3,30}$/u.test(cell) && cell.split(' ').length <= 3);
}

function best(
  columns: readonly (readonly string[])[],
  weigh: (cells: readonly string[]) => number,
  least: number,
): number | undefined {
  const weights = columns.map(weigh);
  const most = Math.max(...weights);
  return most >= least ? weights.indexOf(most) : undefined;
}

function share(cells: readonly string[], matches: (cell: string) => boolean): number {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length === 0 ? 0 : filled.filter(matches).length / filled.length;
}
