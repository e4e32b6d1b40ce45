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
import { type Cursor, formatCursor, NOW, parseCursor } from './cursor.ts';
import { CHANGES_KEPT_DAYS } from './record-changes-service.ts';
import { findEnds, findPublicationOf, type ListedChange, listChanges } from './store.ts';

export { findEnds, findLastNumber } from './store.ts';

/** Where the feed and the published records are read. */
export type ChangesAccess = Pick<OpenLedger, 'db' | 'engine' | 'published'>;

/** License numbers that one request may ask for. */
export const LICENSES_MAX = 200;

/** What is asked of the feed. */
interface ChangesQuestion {
  /** Undefined for the oldest change that is kept; {@link NOW} for the end. */
  readonly after: string | undefined;
  /** `type:digits`; none for all vendors. */
  readonly licenseKeys: readonly string[];
  readonly limit: number;
}

export interface ChangesPage {
  readonly changes: readonly ListedChange[];
  readonly next: Cursor;
  /** Whether changes wait behind `next`. */
  readonly more: boolean;
  readonly asOf: string;
  /** When the oldest kept changes were published; null while there are none. */
  readonly completeFrom: string | null;
  readonly fictional: boolean;
}

/**
 * One page of the feed, read in one snapshot: every change behind the cursor, in the order of commits, none left out. Throws 400
 * for what is no cursor, `cursor_gone` (410) where changes behind it are no longer known, and `not_ready` before the first
 * publication.
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
    // A number beyond the end may be more than the database can compare with.
    const isKnown = after.number <= end.number;
    if (!isKnown || (await findPublicationOf(db, after.number))?.mark !== after.mark) throw isOfAnother();
    const { licenseKeys, limit } = question;
    const found = await listChanges(
      { db, engine: registry.engine },
      { after: after.number, licenseKeys, limit: limit + 1 },
    );
    const changes = found.slice(0, limit);
    // Nothing that was asked for is left, so the cursor passes what was not asked for, too.
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
    `after must be a cursor as an answer gave it in meta.next, or "${NOW}" to begin at the end; leave it out to begin with the oldest change that is kept.`,
    { parameter: 'after' },
  );
}

const START_ANEW =
  'To start again, ask with after=now, keep meta.next, read the vendors anew with /api/vendors, and go on from that cursor.';

function isTooOld(): AppError {
  return new AppError(
    'cursor_gone',
    `Changes are kept for ${CHANGES_KEPT_DAYS} days, and some behind this cursor are gone. ${START_ANEW}`,
    { parameter: 'after' },
  );
}

function isOfAnother(): AppError {
  return new AppError(
    'cursor_gone',
    `This cursor is not of these records: it came from another service, or from before their database was made anew or restored. ${START_ANEW}`,
    { parameter: 'after' },
  );
}

/**
 * The licenses that a list of numbers names, in any spelling, separated by commas: digits alone are those of every license type,
 * a prefix picks one (contract 2.2). Throws 400 where one has not as many digits as every license or is of another kind of
 * business, and for too many.
 */
export function readLicenseNumbers(list: string | undefined): string[] {
  if (list === undefined) return [];
  const numbers = list.split(',').map((each) => each.trim());
  if (numbers.length > LICENSES_MAX)
    throw wrongNumbers(
      `license_numbers has ${numbers.length} numbers; at most ${LICENSES_MAX} are possible.`,
    );
  return [...new Set(numbers.flatMap(keysOf))];
}

function keysOf(text: string): string[] {
  const number = parseLicenseNumber(text);
  if (!number || number.isOther)
    throw wrongNumbers(
      `license_numbers must be license numbers of vendors with commas between them; "${cutText(text)}" is none.`,
    );
  const { digits, licenseType } = number;
  // No change would ever come for such a number, and silence reads like "nothing changed".
  if (digits.length !== LICENSE_DIGITS)
    throw wrongNumbers(
      `Every license number has ${LICENSE_DIGITS} digits; "${cutText(text)}" in license_numbers has ${digits.length}. Put commas between numbers.`,
    );
  const types = licenseType === undefined ? VENDOR_LICENSE_TYPES : [licenseType];
  return types.map((type) => licenseKey(type, digits));
}

function wrongNumbers(text: string): AppError {
  return new AppError('invalid_parameter', text, { parameter: 'license_numbers' });
}

/** The cursor of one change. */
export function cursorOf({ number, mark }: Pick<ListedChange, 'number' | 'mark'>): string {
  return formatCursor({ number, mark });
}
