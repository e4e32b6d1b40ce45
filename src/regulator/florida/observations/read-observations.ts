import type { IsoDate } from '../../../lib/time/dates.ts';
import type { ObservationRow, ParsedFile, RefusedRow } from '../../source/parsed-file.ts';
import { NO_EXTENT } from '../profiles/file-extent.ts';
import { RowRefused } from '../rows/parse-row.ts';
import { findCounty } from '../vocabulary/counties.ts';
import { CATEGORY_MAX } from '../vocabulary/violation-categories.ts';
import { openObservations, type RawObservation } from './observation-records.ts';
import { parseObservationText } from './observation-text.ts';
import { redactNames } from './redact-names.ts';

const ROWS_MAX = 500_000;
const ROWS_OF_VISIT_MAX = 100;
const TEXT_LENGTH_MAX = 4_000;
const VISIT_ID_MAX = 9_999_999_999;
const REFUSED_KEPT_MAX = 1_000;
/**
 * Matches signs of damage. None of 13,944 real texts has a NUL, a replacement character (U+FFFD) or more than
 * 17 consecutive spaces.
 */
const OVERWRITTEN = /[\0\ufffd]| {30}/;
const CODE = /^(\d{2})[A-Z]?-\d{2}-\d{1,2}$/;

type ObservationContent = Omit<ParsedFile, 'name' | 'sha256' | 'bytes' | 'publishedAt'>;

/**
 * Reads the inspector's text for each citation. Recognizes the file by its content, and returns undefined for
 * any other file. People's names are redacted here, so they are never stored. For the same reason, only the
 * visit and code of a refused row are stored.
 */
export function readObservations(
  bytes: Uint8Array,
  latest: IsoDate,
  checkTime: () => void = () => undefined,
): ObservationContent | undefined {
  const records = openObservations(bytes);
  if (!records) return undefined;
  const reading = new ObservationReading(latest);
  return reading.result(records.problem ?? reading.read(records.rows, checkTime));
}

type Problem = ParsedFile['problem'];

class ObservationReading {
  private readonly latest: IsoDate;
  private readonly kept: ObservationRow[] = [];
  private readonly refused: RefusedRow[] = [];
  private readonly refusals: Record<string, number> = {};
  private readonly perVisit = new Map<number, { readonly code: string; readonly rawText: string }[]>();
  private rowsRead = 0;
  private redacted = 0;
  private cutOff = false;
  private newest: IsoDate | null = null;

  constructor(latest: IsoDate) {
    this.latest = latest;
  }

  read(rows: Iterable<RawObservation>, checkTime: () => void): Problem {
    let licenseNumbers = 0;
    for (const row of rows) {
      checkTime();
      this.rowsRead += 1;
      if (this.rowsRead > ROWS_MAX) return { code: 'too_many_rows', text: `more than ${ROWS_MAX} citations` };
      if (row.keyed && isLicenseNumber(row.visit)) licenseNumbers += 1;
      this.cutOff = row.cutOff === true;
      this.take(row);
    }
    if (this.cutOff) return { code: 'truncated', text: 'the file ends inside a quoted field' };
    if (licenseNumbers * 2 > this.rowsRead)
      return {
        code: 'keyed_by_license',
        text: 'its keys may be license numbers: its texts cannot be matched to visits',
      };
    return undefined;
  }

  result(problem: Problem): ObservationContent {
    return {
      records: { kind: 'observations', rows: this.kept },
      district: null,
      fileDate: this.newest,
      coveredDays: null,
      fiscalYear: null,
      rowsRead: this.rowsRead,
      rowsKept: this.kept.length,
      rowsOther: 0,
      refused: this.refused,
      refusals: this.refusals,
      rowsElsewhere: 0,
      extent: NO_EXTENT,
      groups: [],
      warnings: this.redacted > 0 ? { names_struck_out: this.redacted } : {},
      problem,
    };
  }

  private take(row: RawObservation): void {
    try {
      if (row.broken !== undefined) throw new RowRefused(row.broken);
      this.keep(row);
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error;
      this.refusals[error.reason] = (this.refusals[error.reason] ?? 0) + 1;
      if (this.refused.length >= REFUSED_KEPT_MAX) return;
      const content = JSON.stringify([row.visit?.slice(0, 20) ?? null, row.code?.slice(0, 20) ?? null]);
      this.refused.push({ line: row.line, reason: error.reason, content });
    }
  }

  private keep({ visit, code: rawCode, text: rawText }: RawObservation): void {
    const visitId = /^\d{1,10}$/.test(visit?.trim() ?? '') ? Number(visit) : 0;
    if (visitId < 1 || visitId > VISIT_ID_MAX) throw new RowRefused('visit_id_malformed');
    const code = rawCode?.trim() ?? '';
    const category = Number(CODE.exec(code)?.[1] ?? 0);
    if (category < 1 || category > CATEGORY_MAX) throw new RowRefused('code_malformed');
    if (rawText === undefined) throw new RowRefused('text_missing');
    if (rawText.length > TEXT_LENGTH_MAX) throw new RowRefused('text_too_long');
    if (OVERWRITTEN.test(rawText)) throw new RowRefused('text_damaged');
    const { tier, flags, text, followedUpOn } = parseObservationText(rawText);
    if (text === '') throw new RowRefused('text_missing');
    const position = this.place(visitId, code, rawText);
    const redacted = redactNames(text, category);
    if (redacted !== text) this.redacted += 1;
    if (followedUpOn !== null && followedUpOn <= this.latest && followedUpOn > (this.newest ?? ''))
      this.newest = followedUpOn;
    this.kept.push({ visitId, position, code, category, tier, text: redacted, flags });
  }

  /**
   * Returns the row's position among the rows for its visit, and refuses a repeated row. None of 13,944 real
   * texts appears twice for one visit.
   */
  private place(visitId: number, code: string, rawText: string): number {
    const others = this.perVisit.get(visitId) ?? [];
    if (others.some((other) => other.code === code && other.rawText === rawText))
      throw new RowRefused('row_repeated');
    if (others.length >= ROWS_OF_VISIT_MAX) throw new RowRefused('too_many_of_visit');
    others.push({ code, rawText });
    this.perVisit.set(visitId, others);
    return others.length;
  }
}

/**
 * Returns true for seven digits that begin with a county code. They may be a license number or the id of a
 * visit before 2022, and a JSON file does not say which. The check matters because a text about one business
 * must never appear with another's visit.
 */
function isLicenseNumber(key: string | undefined): boolean {
  return key !== undefined && /^\d{7}$/.test(key) && findCounty(key.slice(0, 2)) !== undefined;
}
