import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import type { RawOrder } from './orders.ts';

/**
 * Reads the regulator's CSV files as rows of named cells. The code is independent: nothing in this folder
 * uses the service's readers. The values have the regulator's formats.
 */
export interface RawInspection {
  readonly district: string;
  readonly type: string;
  readonly digits: string;
  readonly name: string;
  readonly caseId: number;
  readonly visitNumber: number;
  readonly inspectionType: string;
  readonly disposition: string;
  readonly day: string;
  /** Total, high priority, intermediate and basic. They are text, because a blank is not zero. */
  readonly counts: readonly string[];
  readonly categories: readonly string[];
  readonly licenseId: number;
  readonly visitId: number;
}

export interface RawLicense {
  readonly type: string;
  readonly rank: string;
  readonly number: string;
  readonly licensee: string;
  readonly name: string;
  readonly district: string;
  readonly primary: string;
  readonly secondary: string;
  readonly expiresOn: string | null;
  readonly lastInspectedOn: string | null;
}

export interface RawChange {
  readonly type: string;
  readonly digits: string;
  readonly approvedOn: string;
}

/** An inspector's text about one citation at a visit. */
export interface RawText {
  readonly visitId: number;
  readonly code: string;
  readonly text: string;
}

/** A row in a weekly closure workbook. */
export interface RawClosure {
  readonly digits: string;
  readonly name: string;
  readonly conditions: string;
  readonly closedOn: string;
  /** Null if the business is still closed. */
  readonly reopenedOn: string | null;
}

export type RawFile = { readonly path: string } & (
  | { readonly kind: 'inspections'; readonly rows: readonly RawInspection[] }
  | { readonly kind: 'licenses'; readonly rows: readonly RawLicense[] }
  | { readonly kind: 'changes'; readonly rows: readonly RawChange[] }
  | { readonly kind: 'texts'; readonly rows: readonly RawText[] }
  | { readonly kind: 'closures'; readonly rows: readonly RawClosure[] }
  | { readonly kind: 'orders'; readonly rows: readonly RawOrder[] }
  | { readonly kind: 'other' }
);

/** Reads files, or all CSV files in a folder, in the order of their names. */
export async function readRawFiles(paths: readonly string[]): Promise<RawFile[]> {
  const files: RawFile[] = [];
  for (const each of paths) {
    const isFolder = (await stat(each)).isDirectory();
    const names = isFolder ? (await readdir(each)).sort().map((name) => path.join(each, name)) : [each];
    for (const name of names) files.push({ path: name, ...(await toRows(await readFile(name), name)) });
  }
  return files;
}

type Rows = RawFile extends infer File ? (File extends RawFile ? Omit<File, 'path'> : never) : never;

async function toRows(bytes: Uint8Array, name: string): Promise<Rows> {
  if (name.endsWith('.xlsx')) return toClosures((await readXlsx(bytes)).sheets[0]?.rows ?? []);
  if (name.endsWith('.json')) return toTexts(JSON.parse(decode(bytes)));
  if (!name.endsWith('.csv')) return { kind: 'other' };
  const cells: string[][] = parse(decode(bytes), { relax_quotes: true, relax_column_count: true });
  return rowsOf(cells);
}

/** Parses an object that maps each visit to its citations. */
function toTexts(content: Record<string, readonly { code: string; observation: string }[]>): Rows {
  const rows = Object.entries(content).flatMap(([visit, cited]) =>
    cited.map(({ code, observation }) => ({ visitId: Number(visit), code, text: observation })),
  );
  return { kind: 'texts', rows };
}

function toClosures([titles = [], ...body]: readonly (readonly unknown[])[]): Rows {
  const cell = (row: readonly unknown[], title: string) => row[titles.indexOf(title)] ?? '';
  const day = (value: unknown) => (value instanceof Date ? value.toISOString().slice(0, 10) : null);
  const rows = body.map((row) => ({
    digits: String(cell(row, 'License Number')).slice(-7),
    name: clean(String(cell(row, 'Business Name'))),
    conditions: clean(String(cell(row, 'Conditions for Closure'))),
    closedOn: day(cell(row, 'Date')) ?? '',
    reopenedOn: day(cell(row, 'Date of Order to Vacate')),
  }));
  return titles.includes('Conditions for Closure') ? { kind: 'closures', rows } : { kind: 'other' };
}

/** Reads a file's rows. Determines the kind of file from the cells in the first row. */
function rowsOf(cells: readonly string[][]): Rows {
  const first = cells[0] ?? [];
  const titles = first.map((title) => title.trim().toLowerCase());
  const body = cells.slice(1);
  if (titles.includes('application approval date')) {
    const isChange = body.some((row) => /change owner/i.test(row[titles.indexOf('application type')] ?? ''));
    return isChange ? { kind: 'changes', rows: body.map((row) => toChange(row, titles)) } : { kind: 'other' };
  }
  if (titles.includes('license expiry date'))
    return { kind: 'licenses', rows: body.map((row) => toLicense(row, titles)) };
  if (titles.includes('inspection visit id')) return { kind: 'inspections', rows: body.map(toInspection) };
  if (first.length === 82) return { kind: 'inspections', rows: cells.map(toInspection) };
  if (first.length === 12 && /^[A-Z]{3}\d{7}$/.test(first[1] ?? ''))
    return { kind: 'orders', rows: cells.map(toOrder) };
  if (first.length === 34) return { kind: 'licenses', rows: cells.map((row) => toLicense(row, TITLES_2018)) };
  return { kind: 'other' };
}

/** Titles for the columns that are read, among the 34 columns of a file that does not have titles. */
const TITLES_2018: readonly string[] = Object.assign(Array<string>(34).fill(''), {
  1: 'license type code',
  2: 'licensee name',
  3: 'rank code',
  14: 'business name',
  24: 'district',
  26: 'license number',
  27: 'primary status code',
  28: 'secondary status code',
  29: 'license expiry date',
  30: 'last inspection date',
});

function toInspection(cells: readonly string[]): RawInspection {
  const at = (column: number) => clean(cells[column] ?? '');
  return {
    district: at(0).replace('D', ''),
    type: at(3),
    digits: at(4),
    name: at(5),
    caseId: Number(at(9)),
    visitNumber: Number(at(10)),
    inspectionType: at(12),
    disposition: at(13),
    day: toDay(at(14)) ?? '',
    counts: [17, 18, 19, 20].map(at),
    categories: cells.slice(22, 80).map((cell) => cell.trim()),
    licenseId: Number(at(80)),
    visitId: Number(at(81)),
  };
}

function toLicense(cells: readonly string[], titles: readonly string[]): RawLicense {
  const cell = (title: string) => clean(cells[titles.indexOf(title)] ?? '');
  return {
    type: cell('license type code'),
    rank: cell('rank code'),
    number: cell('license number'),
    licensee: cell('licensee name'),
    name: cell('business name'),
    district: cell('district').replace('D', ''),
    primary: cell('primary status code'),
    secondary: cell('secondary status code'),
    expiresOn: toDay(cell('license expiry date')),
    lastInspectedOn: toDay(cell('last inspection date')),
  };
}

function toChange(cells: readonly string[], titles: readonly string[]): RawChange {
  const cell = (title: string) => clean(cells[titles.indexOf(title)] ?? '');
  return {
    type: cell('license type code'),
    digits: cell('license number').slice(-7),
    approvedOn: toDay(cell('application approval date')) ?? '',
  };
}

function toOrder(cells: readonly string[]): RawOrder {
  const at = (column: number) => clean(cells[column] ?? '');
  return {
    caseNumber: at(0),
    license: at(1),
    violations: Number(at(8)),
    cents: Math.round(Number(at(9).replace(/[$,]/g, '')) * 100),
    orderedOn: toDay(at(10)) ?? '',
    violationOn: toDay(at(11)),
  };
}

/** Converts `7/1/2017` to 2017-07-01. Returns null for a blank. */
function toDay(text: string): string | null {
  const [month = '', day = '', year = ''] = text.split('/');
  return year === '' ? null : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const STRICT = new TextDecoder('utf-8', { fatal: true });
const WINDOWS = new TextDecoder('windows-1252');
/**
 * Maps each character of Windows-1252 or Latin-1 to its byte. Double-encoded text was decoded as one of these
 * two.
 */
const BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => byte).flatMap((byte) => [
    [String.fromCharCode(byte), byte] as const,
    [WINDOWS.decode(Uint8Array.of(byte)), byte] as const,
  ]),
);

function decode(bytes: Uint8Array): string {
  return (asUtf8(bytes) ?? WINDOWS.decode(bytes)).replace(/^\uFEFF/, '');
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Collapses whitespace and control characters into single spaces, and decodes double-encoded text. */
function clean(cell: string): string {
  const bytes = [...cell].map((character) => BYTES.get(character));
  const known = bytes.filter((byte) => byte !== undefined);
  const again = /[^\x20-\x7e]/.test(cell) && known.length === bytes.length && asUtf8(Uint8Array.from(known));
  const text = again && [...again].every((character) => BYTES.has(character)) ? again : cell;
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
