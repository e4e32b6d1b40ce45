import type { IsoDate } from '../../../lib/dates.ts';
import { parseIsoDate, parseUsDate } from '../../../lib/dates.ts';
import { cleanText } from '../../../lib/text.ts';

/** What became of a row that was not refused: it is one of ours, or another license type's. */
export interface RowOutcome<Row> {
  readonly kept?: Row;
  readonly district: number | undefined;
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

/** A name or place: cleaned, at most `lengthMax` characters. */
export function readText(
  cell: string | undefined,
  field: string,
  context: RowContext,
  lengthMax = TEXT_LENGTH_MAX,
): string {
  const { text, repaired } = cleanText(cell ?? '');
  if (repaired) context.warn('double_encoding_repaired');
  if (text.length > lengthMax) throw new RowRefused(`${field}_too_long`);
  return text;
}

/** A day, `MM/DD/YYYY` (padded or not) or, from a workbook, `YYYY-MM-DD`; a time behind it is dropped. */
export function readDate(cell: string | undefined, field: string): IsoDate | null {
  const day = (cell ?? '').trim().split(/[ T]/)[0] ?? '';
  if (day === '') return null;
  const date = parseUsDate(day) ?? parseIsoDate(day);
  if (!date) throw new RowRefused(`${field}_malformed`);
  return date;
}

/** A whole number from 0 to `max`; blank is `blank` where that is given. */
export function readCount(cell: string | undefined, field: string, max: number, blank?: number): number {
  const text = (cell ?? '').trim();
  if (text === '' && blank !== undefined) return blank;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) throw new RowRefused(`${field}_malformed`);
  return value;
}

/** Text that must match a pattern after trimming. */
export function readPattern(cell: string | undefined, field: string, pattern: RegExp): string {
  const text = (cell ?? '').trim();
  if (!pattern.test(text)) throw new RowRefused(`${field}_malformed`);
  return text;
}

/** The five digits of a zip code in any of its spellings; empty when there are none. Words mean a shifted column. */
export function readZip(cell: string | undefined): string {
  return /^\d{5}/.exec(readPattern(cell, 'zip', /^[\d -]*$/))?.[0] ?? '';
}

/** A district, `6` or `D6`; undefined for the handful of rows with none. */
export function readDistrict(cell: string | undefined): number | undefined {
  const match = /^D?([1-7])$/.exec((cell ?? '').trim());
  return match ? Number(match[1]) : undefined;
}
