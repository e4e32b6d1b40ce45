import { AppError } from '../../http/errors/errors.ts';
import { cutText } from '../../lib/text/cut-text.ts';
import type { OpenLedger } from '../../platform/db/database.ts';
import { getPublishedState } from '../../published-state/service.ts';
import {
  LICENSE_DIGITS,
  licenseKey,
  parseLicenseNumber,
  VENDOR_LICENSE_TYPES,
} from '../../regulator/licenses/number.ts';
import { CHANGES_KEPT_DAYS } from './kept-days.ts';
import { findEnds, findPublicationOf, type ListedChange, listChanges } from './store.ts';

export { findEnds, findLastNumber, type ListedChange, listChanges } from './store.ts';

/** Gives access to the feed and the published records. */
export type ChangesAccess = Pick<OpenLedger, 'db' | 'engine' | 'published'>;

/** The maximum number of license numbers in one request. */
export const LICENSES_MAX = 200;

interface ChangesQuestion {
  /** Undefined for the oldest stored change; {@link NOW} for the end. */
  readonly after: string | undefined;
  /** Keys such as `type:digits`; empty for all vendors. */
  readonly licenseKeys: readonly string[];
  readonly limit: number;
}

export interface ChangesPage {
  readonly changes: readonly ListedChange[];
  readonly next: Cursor;
  /** True if there are more changes after `next`. */
  readonly more: boolean;
  readonly asOf: string;
  /** The time at which the oldest stored changes were published; null if there are none. */
  readonly completeFrom: string | null;
  readonly fictional: boolean;
}

/**
 * The cursor of the change feed (contract 2.11.4): the number of the last change received, and a random mark
 * of the publication that created it. Because of the mark, a cursor from another database or from before a
 * restore is not mistaken for one from this feed.
 */
interface Cursor {
  readonly number: number;
  readonly mark: string;
}

/** The cursor that requests the current end of the feed. */
const NOW = 'now';

const CURSOR = /^([1-9a-z][0-9a-z]{0,8}|0)-([0-9a-f]{12})$/;

/**
 * Returns one page of the feed, read in one database snapshot: every change after the cursor, in commit
 * order, without gaps. Throws 400 for an invalid cursor, `cursor_gone` (410) if later changes have been
 * deleted, and `not_ready` before the first publication.
 */
export async function readChanges(registry: ChangesAccess, question: ChangesQuestion): Promise<ChangesPage> {
  const asked = readAfter(question.after);
  const state = await getPublishedState(registry.published.db);
  return registry.engine.inSnapshot(registry.db, async (db) => {
    const { base, first, last } = await findEnds(db);
    const completeFrom = first?.published_at ?? null;
    const ends = { asOf: state.as_of, completeFrom, fictional: state.fictional === 1 };
    const end: Cursor = { number: last.last_number, mark: last.mark };
    if (asked === NOW) return { changes: [], next: end, more: false, ...ends };
    const after = asked ?? { number: base.last_number, mark: base.mark };
    if (after.number < base.last_number) throw isTooOld();
    // A number beyond the end may be too large for the database to compare.
    const isKnown = after.number <= end.number;
    if (!isKnown || (await findPublicationOf(db, after.number))?.mark !== after.mark) throw isOfAnother();
    const { licenseKeys, limit } = question;
    const found = await listChanges(
      { db, engine: registry.engine },
      { after: after.number, licenseKeys, limit: limit + 1 },
    );
    const changes = found.slice(0, limit);
    // There are no more requested changes, so the cursor moves past the others, too.
    const isAtEnd = found.length <= limit;
    const next = isAtEnd ? end : (changes.at(-1) ?? after);
    return { changes, next: { number: next.number, mark: next.mark }, more: !isAtEnd, ...ends };
  });
}

function readAfter(after: string | undefined): Cursor | typeof NOW | undefined {
  if (after === undefined || after === NOW) return after;
  const cursor = parseCursor(after);
  if (cursor) return cursor;
  throw new AppError(
    'invalid_parameter',
    `after must be a cursor from meta.next of an answer, or "${NOW}" to begin at the end; leave it out to begin with the oldest change that is kept.`,
    { parameter: 'after' },
  );
}

const START_ANEW =
  'To start again, send after=now, save meta.next, read the vendors again with /api/vendors, and continue from that cursor.';

function isTooOld(): AppError {
  return new AppError(
    'cursor_gone',
    `Changes are kept for ${CHANGES_KEPT_DAYS} days, and some after this cursor are deleted. ${START_ANEW}`,
    { parameter: 'after' },
  );
}

function isOfAnother(): AppError {
  return new AppError(
    'cursor_gone',
    `This cursor is not from these records: it came from another service, or from before their database was rebuilt or restored. ${START_ANEW}`,
    { parameter: 'after' },
  );
}

/**
 * Parses a comma-separated list of license numbers in any spelling. Digits without a prefix mean every
 * license type; a prefix selects one (contract 2.2). Throws 400 if there are too many numbers, or if a number
 * has the wrong number of digits or belongs to another kind of business.
 */
export function readLicenseNumbers(list: string | undefined): string[] {
  if (list === undefined) return [];
  const numbers = list.split(',').map((each) => each.trim());
  if (numbers.length > LICENSES_MAX)
    throw wrongNumbers(`license_numbers has ${numbers.length} numbers; the maximum is ${LICENSES_MAX}.`);
  return [...new Set(numbers.flatMap(keysOf))];
}

function keysOf(text: string): string[] {
  const number = parseLicenseNumber(text);
  if (!number || number.isOther)
    throw wrongNumbers(
      `license_numbers must be license numbers of vendors, separated by commas; "${cutText(text)}" is not one.`,
    );
  const { digits, licenseType } = number;
  // No change would ever arrive for such a number, and the caller would assume that nothing has changed.
  if (digits.length !== LICENSE_DIGITS)
    throw wrongNumbers(
      `Every license number has ${LICENSE_DIGITS} digits; "${cutText(text)}" in license_numbers has ${digits.length}. Separate numbers with commas.`,
    );
  const types = licenseType === undefined ? VENDOR_LICENSE_TYPES : [licenseType];
  return types.map((type) => licenseKey(type, digits));
}

function wrongNumbers(text: string): AppError {
  return new AppError('invalid_parameter', text, { parameter: 'license_numbers' });
}

/** Returns a change's cursor. */
export function cursorOf({ number, mark }: Pick<ListedChange, 'number' | 'mark'>): string {
  return formatCursor({ number, mark });
}

export function formatCursor({ number, mark }: Cursor): string {
  return `${number.toString(36)}-${mark}`;
}

/** Returns undefined if the text is not a cursor. */
export function parseCursor(text: string): Cursor | undefined {
  const [, number, mark] = CURSOR.exec(text) ?? [];
  return number === undefined || mark === undefined
    ? undefined
    : { number: Number.parseInt(number, 36), mark };
}
