import type { IsoDate } from '../../../lib/time/dates.ts';
import { parseIsoDate, parseUsDate } from '../../../lib/time/dates.ts';
import { DAY_FIRST } from '../../source/parsed-file.ts';
import { findNameFlaw } from './check-name.ts';
import { repairText } from './repair-text.ts';

/** What became of a row that was not refused: it is one of ours, or another license type's. */
export interface RowOutcome<Row> {
  readonly kept?: Row;
  readonly district: number | undefined;
  /** License extracts: the district of the county in the number, which is that of the file. */
  readonly issuedIn?: number | undefined;
  /** Licenses and visits: the license number as the file has it, with letters or without. */
  readonly number?: string;
  /** The day the row speaks of, for telling how new its file is. */
  readonly date: IsoDate | null;
  /** Inspections: unique within a file, of whatever license type. */
  readonly visitId?: number;
}

/** What the rows of one file are read against, and where oddities that do not refuse a row are counted. */
export interface RowContext {
  /** No record may be dated after this day. */
  readonly latest: IsoDate;
  /** Whose visits are kept; rows of other license types are checked and counted. */
  readonly keepsVisits: (licenseType: string) => boolean;
  warn(code: string): void;
}

const TEXT_LENGTH_MAX = 200;

/** A refusal, thrown by the field readers below and caught by the file reader: it never leaves the feature. */
export class RowRefused extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * A field without which the row still counts: a value that cannot be read costs the field alone. The warning is the
 * reason that would have refused the row.
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
 * A name or place that should be there: empty, with a warning, when it is blank or cannot be one. `streets` are the addresses
 * of its row, which must not be shown in its place.
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

/** A city: of 42,456 real ones none has a digit, and streets, ZIP codes and phone numbers have. */
export function readCity(cell: string | undefined, context: RowContext): string {
  return readOptional(context, '', () => {
    const city = readText(cell, 'city', context);
    if (/\d/.test(city)) throw new RowRefused('city_malformed');
    if (city === '') context.warn('city_blank');
    return city;
  });
}

/** A day that speaks of the license alone: unknown, with a warning, when it is blank, unreadable or out of range. */
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

/** The zip code and county of a place; empty, with a warning, when they cannot be read or the zip code is blank. */
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

/** What a spreadsheet shows instead of a value that it could not work out, or that its column is too narrow for. */
const SPREADSHEET_ERROR = /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|ERR!|SPILL!|CALC!|#{2,})$/i;

/** A name or place: repaired, at most `lengthMax` characters. */
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

/** Quotes stand in pairs, around a word. One alone came in, or is what is left of a cell's own. */
export function withoutLoneQuote(cell: string | undefined, context: RowContext): string | undefined {
  if (!cell?.includes('"') || cell.split('"').length % 2 === 1) return cell;
  context.warn('lone_quote');
  return cell.replaceAll('"', '');
}

/**
 * A day, `MM/DD/YYYY` (padded or not, or with two digits of the year), `DD-MON-YYYY` or, from a workbook, `YYYY-MM-DD`; a time
 * behind it is dropped. A workbook's number of days is not read: it counts from 1900 or from 1904.
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

/** The day in a cell; undefined where {@link readDate} finds none. Nearly all cells have nothing but the day. */
export function findDate(cell: string): IsoDate | undefined {
  const date = cell.length > US_DATE_LENGTH ? undefined : parseUsDate(cell);
  if (date !== undefined) return date;
  const day = dayOf(cell);
  return parseUsDate(day) ?? parseIsoDate(day) ?? findOtherForm(day);
}

const SERIAL = /^[34]\d{4}(?:\.\d+)?$/;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** 7/1/25 and 01-JUL-2025. */
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

/** The text of a cell for a code or number. Spreadsheets write whole numbers as "2014.0", too. */
export function numberText(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  return WITH_DECIMALS.test(text) ? text.slice(0, text.indexOf('.')) : text;
}
const WITH_DECIMALS = /^\d+\.0+$/;

/** A whole number from 0 to `max`. A blank is none. */
export function readCount(cell: string | undefined, field: string, max: number): number {
  const text = numberText(cell);
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) throw new RowRefused(`${field}_malformed`);
  return value;
}

/** Text that must match a pattern after trimming. */
export function readPattern(cell: string | undefined, field: string, pattern: RegExp): string {
  const text = numberText(cell);
  if (!pattern.test(text)) throw new RowRefused(`${field}_malformed`);
  return text;
}

/** The five digits of a zip code in any of its spellings; empty when there are none. Words mean a shifted column. */
function readZip(cell: string | undefined): string {
  return /^\d{5}/.exec(readPattern(cell, 'zip', /^[\d -]*$/))?.[0] ?? '';
}

/** A district: `6`, `06`, `D6` or `District 6`; undefined for the handful of rows with none. */
export function readDistrict(cell: string | undefined): number | undefined {
  const match = /^(?:D(?:istrict)?[ -]?)?0?([1-7])$/i.exec(numberText(cell));
  return match ? Number(match[1]) : undefined;
}

/** The same without warnings. */
export function silent({ latest, keepsVisits }: RowContext): RowContext {
  return { latest, keepsVisits, warn: () => undefined };
}
