import { parseStored } from '../../lib/stored-json.ts';
import type { ParsedFile } from '../../regulator/source/parsed-file.ts';
import type { Finding, Refusal } from './finding.ts';

/**
 * Accepts a value that appears twice: in two downloads at least 20 hours apart, or in two consecutive
 * editions. This does not apply to a file that lost a large part of its rows, which only an operator can
 * accept.
 */

/**
 * The minimum number of hours between two downloads that confirm each other. It is less than a day, because
 * the time of daily downloads varies by a few hours.
 */
const HOURS_APART = 20;
/** The share of rows by which two refused editions may differ in size and still agree. */
const ROWS_SHARE = 0.02;

/** An earlier reading of a file in the same slot that was refused. */
export interface RefusedReading {
  readonly sha256: string;
  readonly rowsRead: number;
  readonly readAt: string;
  /** The refusals as JSON text. */
  readonly findings: string;
}

/**
 * Returns true if `since` is long enough before `now` for a second reading to count. Both arguments are in
 * ISO 8601.
 */
export function isLongAgo(since: string, now: string): boolean {
  return Date.parse(now) - Date.parse(since) >= HOURS_APART * 3_600_000;
}

/**
 * Returns the time of an earlier reading that agreed with this refused file; undefined if there is none.
 * `earlier` contains the slot's refused readings since its file in use was read, newest first.
 */
export function agreedSince(
  file: Pick<ParsedFile, 'sha256' | 'rowsRead'>,
  refusals: readonly Refusal[],
  earlier: readonly RefusedReading[],
  now: string,
): string | undefined {
  if (refusals.length === 0 || refusals.some(({ kind }) => kind !== 'suspicious')) return undefined;
  const end = earlier.findIndex((reading) => !agrees(file, refusals, reading));
  const agreeing = end === -1 ? earlier : earlier.slice(0, end);
  const first = agreeing.at(-1);
  return first && isLongAgo(first.readAt, now) ? first.readAt : undefined;
}

function agrees(
  { sha256, rowsRead }: Pick<ParsedFile, 'sha256' | 'rowsRead'>,
  refusals: readonly Refusal[],
  reading: RefusedReading,
): boolean {
  if (reading.sha256 === sha256) return true;
  const codes = parseStored<readonly Finding[]>(reading.findings).map(({ code }) => code);
  return (
    sameCodes(
      codes,
      refusals.map(({ code }) => code),
    ) && Math.abs(reading.rowsRead - rowsRead) <= rowsRead * ROWS_SHARE
  );
}

function sameCodes(a: readonly string[], b: readonly string[]): boolean {
  return [...new Set(a)].sort().join() === [...new Set(b)].sort().join();
}
