import type { DecisionResult, EventType } from '../../decisions/decide/schemas.ts';
import { AppError } from '../../http/errors/errors.ts';
import type { EventDays } from '../../judgment/policy/policy.ts';
import { keepFor } from '../../lib/cache/recheck.ts';
import { hashToken } from '../../lib/hash-token.ts';
import { inEach, type Language } from '../../lib/language/language.ts';
import { parseStored } from '../../lib/stored-json.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { Finder } from '../../search/find/finder.ts';
import {
  type CheckedList,
  type ChoiceLine,
  type Choices,
  type DecidedLine,
  type MatchedList,
  type NoneLine,
  type OwnTable,
  resolveLines,
  type SureLine,
  withoutRepeated,
} from './checked-list.ts';
import { asNote, asProblem } from './line-words.ts';
import type { Columns } from './list-columns.ts';
import { type ListLine, readLines } from './list-lines.ts';
import type { ListTable } from './list-table.ts';
import { LIST_ERRORS } from './messages.ts';
import { deleteOldLists, findCheckedList, insertCheckedList, sumBytes } from './store.ts';

/**
 * Makes a decision about each of these vendors for one event. Returns an error for each vendor that is no
 * longer on record. Commits all receipts together.
 */
export type DecideVendors = (
  vendorIds: readonly string[],
  eventType: EventType,
  event: EventDays,
) => Promise<(DecisionResult | AppError)[]>;

/** A decision as signed in English, with its reasons in any language. */
interface ToldDecision {
  readonly decision: DecisionResult;
  readonly reasonsIn: (language: Language) => DecisionResult['reasons'];
}

export interface ListService {
  /** Finds vendors for each line of a table. Writes nothing. Stops soon after the signal is aborted. */
  match(table: ListTable, columns: Columns, signal?: AbortSignal): Promise<MatchedList>;
  /**
   * Makes decisions about the vendors that are certain or were chosen, and stores the result for a week.
   * Returns the token for the result's URL.
   */
  check(
    list: MatchedList,
    chosen: Choices,
    asked: {
      readonly eventType: EventType;
      readonly event: EventDays;
      readonly language: Language;
      readonly own: OwnTable;
    },
  ): Promise<string>;
  /** Returns the checked list for a token. Throws `not_found` for an unknown token and after a week. */
  get(token: string): Promise<CheckedList>;
}

interface ListServiceOptions {
  readonly ledgerDb: LedgerDb;
  readonly finder: Pick<Finder, 'matchLines'>;
  /** Like {@link DecideVendors}, but with the reasons in every language. */
  readonly decide: (...asked: Parameters<DecideVendors>) => Promise<(ToldDecision | AppError)[]>;
  /** Returns a token that is impossible to guess. */
  readonly randomToken: () => string;
  readonly now: () => Date;
  /** The maximum number of megabytes that all stored lists may use together. */
  readonly mbMax: number;
}

export const KEPT_DAYS = 7;
const MB = 1024 * 1024;
const MEASURED_FOR_MS = 600_000;
const NO_ROOM = inEach((language) => LIST_ERRORS[language].noRoom);
const NO_SUCH_LIST = inEach((language) => LIST_ERRORS[language].noSuchList({ days: KEPT_DAYS }));
/** The maximum number of characters to store from a typed name. A line can have up to 200. */
const NAME_KEPT_MAX = 120;
const NUMBER_KEPT_MAX = 40;
const CITY_KEPT_MAX = 40;
const KEPT_MS = KEPT_DAYS * 24 * 3_600_000;

export function createListService(options: ListServiceOptions): ListService {
  const { ledgerDb, finder, now } = options;
  // Lists that other processes store are included only in the next measurement.
  const measure = keepFor(MEASURED_FOR_MS, async () => ({ bytes: await sumBytes(ledgerDb) }));
  return {
    match: (table, columns, signal) => matchTable(finder, table, columns, signal),
    async check(list, chosen, { eventType, event, language, own }) {
      const stored = await measure();
      if (stored.bytes >= options.mbMax * MB) throw new AppError('busy', NO_ROOM.en, { forPeople: NO_ROOM });
      const { sure, open, spoilt } = resolveLines(list, chosen);
      const decisions = await options.decide(
        sure.map(({ vendor }) => vendor.vendorId),
        eventType,
        event,
      );
      const checkedAt = now();
      const outcomes = sure.map(({ line }, index) => ({ line, made: decisions[index] }));
      const decided = outcomes.flatMap(({ line, made }): DecidedLine[] => {
        if (made === undefined || made instanceof AppError) return [];
        const { required_documents: _, ...decision } = made.decision;
        const told = language === 'en' ? {} : { told: { language, reasons: made.reasonsIn(language) } };
        return [{ line: shorten(line), decision, ...told }];
      });
      const gone = outcomes.flatMap(({ line, made }) =>
        made instanceof AppError ? [{ line, reason: 'not_on_record' as const }] : [],
      );
      const openLines = [...open, ...gone].map((each) => ({ ...each, line: shorten(each.line) }));
      const kept: CheckedList = {
        eventType,
        eventDate: event.last,
        checkedAt: checkedAt.toISOString(),
        decided,
        open: openLines,
        spoilt,
        own,
      };
      const token = options.randomToken();
      const body = JSON.stringify(kept);
      await insertCheckedList(ledgerDb, {
        id: hashToken(token),
        created_at: kept.checkedAt,
        forget_at: new Date(checkedAt.getTime() + KEPT_MS).toISOString(),
        body,
      });
      stored.bytes += Buffer.byteLength(body);
      return token;
    },
    async get(token) {
      const body = await findCheckedList(ledgerDb, hashToken(token), now());
      if (body === undefined) throw new AppError('not_found', NO_SUCH_LIST.en, { forPeople: NO_SUCH_LIST });
      return readCheckedList(body);
    },
  };
}

/** Deletes expired lists. */
export async function removeOldLists(ledgerDb: LedgerDb, now: Date): Promise<void> {
  await deleteOldLists(ledgerDb, now);
}

async function matchTable(
  finder: Pick<Finder, 'matchLines'>,
  table: ListTable,
  columns: Columns,
  signal?: AbortSignal,
): Promise<MatchedList> {
  const { lines, spoilt } = readLines(table, columns);
  const { lines: matches } = await finder.matchLines(lines, signal);
  const sure: SureLine[] = [];
  const choices: ChoiceLine[] = [];
  const none: NoneLine[] = [];
  for (const [index, line] of lines.entries()) {
    const match = matches[index] ?? { kind: 'none', isNumber: false };
    if (match.kind === 'sure') sure.push({ line, vendor: match.hit });
    else if (match.kind === 'choice') {
      const { hits: candidates, more, isNumber } = match;
      choices.push({ line, candidates, more, isNumber });
    } else none.push({ line, isNumber: match.isNumber });
  }
  const { kept, repeated } = withoutRepeated(sure);
  return { sure: kept, choices, none, spoilt: [...spoilt, ...repeated].toSorted((a, b) => a.line - b.line) };
}

function shorten(line: ListLine): ListLine {
  return {
    ...line,
    name: line.name.slice(0, NAME_KEPT_MAX),
    licenseNumber: line.licenseNumber.slice(0, NUMBER_KEPT_MAX),
    city: line.city.slice(0, CITY_KEPT_MAX),
  };
}

/** Parses a stored list. Converts the sentences that an earlier version stored instead of codes. */
function readCheckedList(body: string): CheckedList {
  const list = parseStored<CheckedList>(body);
  const withNotes = <Of extends { readonly line: ListLine }>(of: Of): Of => ({
    ...of,
    line: { ...of.line, notes: of.line.notes.map(asNote) },
  });
  return {
    ...list,
    decided: list.decided.map(withNotes),
    open: list.open.map(withNotes),
    spoilt: list.spoilt.map((each) => ({ ...each, problem: asProblem(each.problem) })),
  };
}
