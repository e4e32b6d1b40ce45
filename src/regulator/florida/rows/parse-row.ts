import type { IsoDate } from '../../../lib/time/dates.ts';
import { parseIsoDate, parseUsDate } from '../../../lib/time/dates.ts';
import { DAY_FIRST } from '../../source/parsed-file.ts';
import { findNameFlaw } from './check-name.ts';
import { repairText } from './repair-text.ts';

/**
 * The outcome of a row that was not refused. `kept` is undefined if the row belongs to another license type.
 */
export interface RowOutcome<Row> {
  readonly kept?: Row;
  readonly district: number | undefined;
  /**
   * In license extracts, the district of the county in the license number. In a district's file, it is
   * normally the district of the file.
   */
  readonly issuedIn?: number | undefined;
  /**
   * In license and inspection extracts, the license number as it appears in the file, with or without
   * letters.
   */
  readonly number?: string;
  /** The row's date, which helps to show how new the file is. */
  readonly date: IsoDate | null;
  /** In inspection extracts, the visit id, which is unique within a file across license types. */
  readonly visitId?: number;
}

/**
 * The limits that a file's rows are checked against. It also collects warnings about oddities that do not
 * cause a row to be refused.
 */
export interface RowContext {
  /** The latest date that a row may have. */
  readonly latest: IsoDate;
  /**
   * Returns true if visits for this license type are stored. Rows for other license types are checked and
   * counted.
   */
  readonly keepsVisits: (licenseType: string) => boolean;
  warn(code: string): void;
}

const TEXT_LENGTH_MAX = 200;

/**
 * The error for a refused row. The field readers below throw it and the file reader catches it. It never
 * leaves this folder.
 */
export class RowRefused extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Reads an optional field. If its value is unreadable, only that field is lost, with a warning. The warning
 * code is the reason for which the row would be refused if the field were required.
 */
export function readOptional<Value>(context: RowContext, unknown: Value, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RowRefused)) throw error;
    context.warn(error.reason);
    return unknown;
  }
}

/**
 * Reads a required name or place. Returns an empty string, with a warning, if the cell is blank or cannot be
 * a name. `streets` are the addresses in the same row, which must not be displayed as the name.
 */
export function readName(
  cell: string | undefined,
  field: string,
  context: RowContext,
  streets: readonly (string | undefined)[] = [],
): string {
  return readOptional(context, '', () => {
    const text = readText(cell, field, context);
    const flaw = findNameFlaw(text, streets);
    if (flaw !== undefined) throw new RowRefused(`${field}_${flaw}`);
    if (text === '') context.warn(`${field}_blank`);
    return text;
  });
}

/** Reads a city. None of 42,456 real cities contains a digit, unlike streets, ZIP codes and phone numbers. */
export function readCity(cell: string | undefined, context: RowContext): string {
  return readOptional(context, '', () => {
    const city = readText(cell, 'city', context);
    if (/\d/.test(city)) throw new RowRefused('city_malformed');
    if (city === '') context.warn('city_blank');
    return city;
  });
}

/** Reads an optional date. Returns null, with a warning, if it is blank, unreadable or out of range. */
export function readOptionalDate(
  cell: string | undefined,
  field: string,
  context: RowContext,
  {
    earliest,
    latest,
    beyond,
  }: { readonly earliest: IsoDate; readonly latest: IsoDate; readonly beyond: string },
): IsoDate | null {
  return readOptional(context, null, () => {
    const date = readDate(cell, field);
    if (date === null) context.warn(`${field}_blank`);
    else if (date > latest) throw new RowRefused(`${field}_${beyond}`);
    else if (date < earliest) throw new RowRefused(`${field}_out_of_range`);
    return date;
  });
}

/**
 * Reads the ZIP code and county of a place. A value that is blank or unreadable becomes an empty string, with
 * a warning.
 */
export function readPlaceCodes(
  zip: string | undefined,
  county: string | undefined,
  context: RowContext,
): { readonly zip: string; readonly countyCode: string } {
  const digits = readOptional(context, undefined, () => readZip(zip));
  if (digits === '') context.warn('zip_blank');
  const countyCode = readOptional(context, undefined, () => readPattern(county, 'county', /^(?:\d{2,3})?$/));
  if (countyCode === '') context.warn('county_blank');
  return { zip: digits ?? '', countyCode: countyCode ?? '' };
}

/** Matches what a spreadsheet shows if it could not calculate a value or if a column is too narrow. */
const SPREADSHEET_ERROR = /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|ERR!|SPILL!|CALC!|#{2,})$/i;

/** Reads a name or place and repairs damaged text. Refuses text longer than `lengthMax` characters. */
export function readText(
  cell: string | undefined,
  field: string,
  context: RowContext,
  lengthMax = TEXT_LENGTH_MAX,
): string {
  const text = repairText(cell ?? '', context);
  if (SPREADSHEET_ERROR.test(text)) throw new RowRefused('spreadsheet_error');
  if (text.length > lengthMax) throw new RowRefused(`${field}_too_long`);
  return text;
}

/**
 * Removes an unpaired quote, with a warning. Quotes come in pairs around a word, so a single one was inserted
 * or is left over from the quotes around the cell.
 */
export function withoutLoneQuote(cell: string | undefined, context: RowContext): string | undefined {
  if (!cell?.includes('"') || cell.split('"').length % 2 === 1) return cell;
  context.warn('lone_quote');
  return cell.replaceAll('"', '');
}

/**
 * Reads a date in the format `MM/DD/YYYY` (padded or not, or with a two-digit year), `DD-MON-YYYY` or, from a
 * workbook, `YYYY-MM-DD`. A time after the date is dropped. A workbook's day number is refused, because it
 * may count from 1900 or from 1904.
 */
export function readDate(cell: string | undefined, field: string): IsoDate | null {
  const date = findDate(cell ?? '');
  if (date !== undefined) return date;
  const day = dayOf(cell ?? '');
  if (day === '') return null;
  if (SERIAL.test(day)) throw new RowRefused(`${field}_is_number_of_days`);
  throw new RowRefused(`${field}${isDayFirst(day) ? DAY_FIRST : '_malformed'}`);
}

const US_DATE_LENGTH = 'MM/DD/YYYY'.length;

/**
 * Returns the date in a cell, or undefined if {@link readDate} would not find one. Nearly all cells contain
 * only the date, so that is tried first.
 */
export function findDate(cell: string): IsoDate | undefined {
  const date = cell.length > US_DATE_LENGTH ? undefined : parseUsDate(cell);
  if (date !== undefined) return date;
  const day = dayOf(cell);
  return parseUsDate(day) ?? parseIsoDate(day) ?? findOtherForm(day);
}

const SERIAL = /^[34]\d{4}(?:\.\d+)?$/;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** Returns the date for formats such as 7/1/25 and 01-JUL-2025. */
function findOtherForm(day: string): IsoDate | undefined {
  const [, date, year] = /^(\d{1,2}\/\d{1,2}\/)(\d{2})$/.exec(day) ?? [];
  if (date !== undefined) return parseUsDate(`${date}20${year}`);
  const [, dayOfMonth, month = '', ofYear = ''] = /^(\d{1,2})-([A-Z]{3})-(\d{2}|\d{4})$/i.exec(day) ?? [];
  const place = MONTHS.indexOf(month.toUpperCase()) + 1;
  return place > 0
    ? parseUsDate(`${place}/${dayOfMonth}/${ofYear.length === 2 ? '20' : ''}${ofYear}`)
    : undefined;
}

function dayOf(cell: string): string {
  return cell.trim().split(/ |T(?=\d)/)[0] ?? '';
}

function isDayFirst(text: string): boolean {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return parseUsDate(`${month}/${day}/${year}`) !== undefined;
}

/**
 * Returns the text of a cell that contains a code or number. Spreadsheets may write a whole number as
 * "2014.0"; the decimals are removed.
 */
export function numberText(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  return WITH_DECIMALS.test(text) ? text.slice(0, text.indexOf('.')) : text;
}
const WITH_DECIMALS = /^\d+\.0+$/;

/** Reads a whole number from 0 to `max`. Refuses the row if the cell is blank or contains anything else. */
export function readCount(cell: string | undefined, field: string, max: number): number {
  const text = numberText(cell);
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) throw new RowRefused(`${field}_malformed`);
  return value;
}

/** Reads text that must match a pattern after it is trimmed. Refuses the row if it does not. */
export function readPattern(cell: string | undefined, field: string, pattern: RegExp): string {
  const text = numberText(cell);
  if (!pattern.test(text)) throw new RowRefused(`${field}_malformed`);
  return text;
}

/**
 * Returns the five digits of a ZIP code in any format, or an empty string if there are none. Letters are
 * refused, because they indicate a shifted column.
 */
function readZip(cell: string | undefined): string {
  return /^\d{5}/.exec(readPattern(cell, 'zip', /^[\d -]*$/))?.[0] ?? '';
}

/** Reads a district: `6`, `06`, `D6` or `District 6`. Returns undefined for the few rows without one. */
export function readDistrict(cell: string | undefined): number | undefined {
  const match = /^(?:D(?:istrict)?[ -]?)?0?([1-7])$/i.exec(numberText(cell));
  return match ? Number(match[1]) : undefined;
}

/** Returns a context with the same limits that ignores warnings. */
export function silent({ latest, keepsVisits }: RowContext): RowContext {
  return { latest, keepsVisits, warn: () => undefined };
}
