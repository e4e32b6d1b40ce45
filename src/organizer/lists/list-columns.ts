import { normalizeText } from '../../lib/text/normalize-text.ts';
import { isNumber } from '../../matching/match-vendors.ts';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import type { ColumnRole } from './list-bounds.ts';
import type { ListTable, TableRow } from './list-table.ts';

/**
 * Determines the role of each column from its heading, in any common wording, or otherwise from its contents.
 */

export interface Columns {
  /** The roles of the columns, from left to right. */
  readonly roles: readonly ColumnRole[];
  /** The line number of the header row. Undefined if there is none. */
  readonly titleLine: number | undefined;
  readonly titles: readonly string[];
}

/**
 * The number of first rows to search for a header row, because a title, a date or blank rows can come before
 * it.
 */
const TITLES_WITHIN = 6;

const NOT_A_NUMBER =
  /expir|vence|vencimiento|fecha|tipo|estado|type|status|date|class|copy|county|plate|insur|holder|state$|pending|pendiente|applied|none/;
/** Matches headings of columns that never contain business names, even if they contain text. */
const NO_NAME =
  /\b(note|comment|remark|nota|comentario|menu|cuisine|food (?:type|item|served|category)|foods|comida|cocina|serve|description|descripcion|type|tipo|status|estado|categor|contact|who|quien|person|represent|applicant|first name|last name|apellido|owner|manager|phone|telefono|tel|cell|email|e mail|correo|web|site|url|address|direccion|street|calle|zip|county|condado|state|day|date|fecha|time|hora|fee|pago|paid|deposit|spot|booth|power|size|insur|seguro|instagram|facebook|social)/;
const NUMBER_TITLE = new RegExp(
  String.raw`\b(?:licen[sc]e|lic|permit|licencia|permiso|${REGULATOR.spellings.number.join('|')})\b`,
);
/** The first match counts, so the order matters: "DBA name" is a DBA, and "License holder" is a name. */
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
      /\b(business|vendor|truck|company|establishment|restaurant|caterer|cart|licensee|licen[sc]e holder)s?( \w+)? name\b|\bname of (the )?(food )?(business|vendor|truck|company|establishment|restaurant|caterer|cart)\b|^vendor \/? ?business$|\bnombre (comercial|(del? )?(la )?(negocio|empresa|vendedor|proveedor|camion|comercio|food truck|establecimiento|restaurante))\b|^titular$|^licen[sc]e holder$/.test(
        title,
      ),
  ],
];

export function roleOfTitle(cell: string): ColumnRole | undefined {
  if (/\d{5}/.test(cell.replace(/[-. ]+/g, ''))) return undefined;
  const title = plainTitle(cell);
  const role = TITLES.find(([, matches]) => matches(title))?.[0];
  return title.length > (role === 'number' ? NUMBER_TITLE_MAX : TITLE_MAX) ? undefined : role;
}

function plainTitle(cell: string): string {
  return normalizeText(cell, 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z/]+/g, ' ')
    .replace('d/b/a', 'dba')
    .trim();
}

/**
 * The maximum length of a heading in characters. The regulator's own heading for a number can be a whole
 * phrase.
 */
const TITLE_MAX = 40;
const NUMBER_TITLE_MAX = 100;

export function recognizeColumns(table: ListTable): Columns {
  const width = Math.max(...table.rows.map(({ cells }) => cells.length));
  const filled = table.rows.filter(({ cells }) => cells.length > 0);
  // In a list with only one column, "Vendors" is a heading only in the first row. Treating a later row as a
  // heading would hide the lines above it.
  const titled = filled.slice(0, width === 1 ? 1 : TITLES_WITHIN).find((row) => isTitleRow(row, width));
  if (titled) {
    const seen = new Set<ColumnRole>();
    const roles = Array.from({ length: width }, (_, index): ColumnRole => {
      const role = roleOfTitle(titled.cells[index] ?? '');
      // If two columns have the same role, use the first one. The user can select the other one instead.
      if (role === undefined || seen.has(role)) return 'ignored';
      seen.add(role);
      return role;
    });
    const rows = filled.filter(({ line }) => line > titled.line);
    return {
      roles: withContent(rows, { roles, titles: titled.cells }),
      titleLine: titled.line,
      titles: titled.cells,
    };
  }
  return { roles: byShape(filled, width), titleLine: undefined, titles: [] };
}

/** Returns unused columns whose cells are mostly text. A name in one of these columns would be missed. */
export function unreadColumns({ rows }: ListTable, { roles, titleLine }: Columns): number[] {
  const below = rows.filter(({ line }) => line > (titleLine ?? 0));
  return roles.flatMap((role, index) =>
    role === 'ignored' && share(cellsOf(below, index), isText) >= TEXT_SHARE ? [index] : [],
  );
}

/**
 * Finds a number and a name column by the contents of columns with unknown headings, if no heading identifies
 * them.
 */
function withContent(
  rows: readonly TableRow[],
  { roles, titles }: Pick<Columns, 'roles' | 'titles'>,
): readonly ColumnRole[] {
  const found = [...roles];
  const open = (index: number) => found[index] === 'ignored';
  if (!found.includes('number')) {
    const columns = found.map((_, index) => (open(index) ? cellsOf(rows, index) : []));
    const number = best(columns, numberShare, NUMBER_SHARE);
    if (number !== undefined) found[number] = 'number';
  }
  if (!found.includes('name') && !found.includes('dba')) {
    const name = found.findIndex(
      (_, index) =>
        open(index) && !NO_NAME.test(plainTitle(titles[index] ?? '')) && isOfNames(cellsOf(rows, index)),
    );
    if (name >= 0) found[name] = 'name';
  }
  return found;
}

/**
 * Returns true if the cells are mostly text that rarely repeats. This excludes columns of kinds and of yes or
 * no.
 */
function isOfNames(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const distinct = new Set(filled.map((cell) => cell.toLowerCase())).size;
  return share(cells, isText) >= TEXT_SHARE && distinct > 0.7 * filled.length;
}

/**
 * Returns true if the row has a heading and no cell looks like a vendor's number. A row with just one long
 * phrase is a title instead.
 */
function isTitleRow({ cells }: TableRow, width: number): boolean {
  const roles = cells.map(roleOfTitle).filter((role) => role !== undefined);
  if (cells.some(isNumber)) return false;
  if (cells.filter(Boolean).length === 1 && cells.some((cell) => cell.length > TITLE_MAX)) return false;
  return width === 1
    ? roles.length === 1
    : roles.includes('name') || roles.includes('dba') || roles.includes('number');
}

/** Matches a local phone number. License numbers never have this format. */
const LOCAL_PHONE = /^\d{3}[-. ]\d{4}$/;

function byShape(rows: readonly TableRow[], width: number): ColumnRole[] {
  const columns = Array.from({ length: width }, (_, index) => cellsOf(rows, index));
  const roles = columns.map((): ColumnRole => 'ignored');
  const number = best(columns, numberShare, NUMBER_SHARE);
  if (number !== undefined) roles[number] = 'number';
  const texts = columns.map((cells, index) => (roles[index] === 'ignored' ? share(cells, isText) : 0));
  const name = texts.findIndex((each) => each >= TEXT_SHARE);
  if (name >= 0) roles[name] = 'name';
  const city = columns.findIndex(
    (cells, index) => index > name && (texts[index] ?? 0) >= TEXT_SHARE && share(cells, looksLikeCity) >= 0.7,
  );
  if (name >= 0 && city >= 0) roles[city] = 'city';
  // If there is a single column with names and numbers, treat it as names, because the matcher finds a number
  // within a name.
  if (name < 0 && number === undefined && width > 0) roles[0] = 'name';
  return roles;
}

/**
 * The share of filled cells that must match to identify a column. It is low because lists have stray cells.
 */
const NUMBER_SHARE = 0.4;
const TEXT_SHARE = 0.4;

function cellsOf(rows: readonly TableRow[], index: number): string[] {
  return rows.map(({ cells }) => cells[index] ?? '');
}

function numberShare(cells: readonly string[]): number {
  return share(cells, (cell) => isNumber(cell) && !LOCAL_PHONE.test(cell));
}

function isText(cell: string): boolean {
  return /\p{L}{2}/u.test(cell) && !isNumber(cell) && !/@|^\w+\.\w+$|\d{3}[-. ]\d{4}/.test(cell);
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
