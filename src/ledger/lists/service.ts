import { hash } from 'node:crypto';
import type { DecisionResult, EventType } from '../../decisions/decision/schemas.ts';
import { AppError } from '../../http/errors.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { Finder } from '../../registry/vendors/finder-service.ts';
import type { EventDays } from '../../registry/vendors/policy.ts';
import {
  type CheckedList,
  type ChoiceLine,
  type Choices,
  type DecidedLine,
  type MatchedList,
  type SureLine,
  settleLines,
  withoutRepeated,
} from './checked-list.ts';
import type { Columns } from './columns.ts';
import { type ListLine, readLines } from './lines.ts';
import { deleteOldLists, findCheckedList, insertCheckedList } from './store.ts';
import type { ListTable } from './table.ts';

/** Decides on these vendors for one event; an error where one is no longer on record. One commit for all receipts. */
export type DecideVendors = (
  vendorIds: readonly string[],
  eventType: EventType,
  event: EventDays,
) => Promise<(DecisionResult | AppError)[]>;

export interface ListService {
  /** What each line of a table means. Writes nothing. */
  match(table: ListTable, columns: Columns): Promise<MatchedList>;
  /** Decides on the vendors that are sure or chosen, keeps the result for a week, and gives the token of its address. */
  check(
    list: MatchedList,
    chosen: Choices,
    asked: { readonly eventType: EventType; readonly event: EventDays },
  ): Promise<string>;
  /** The checked list of a token; throws `not_found` for an unknown one and after a week. */
  get(token: string): Promise<CheckedList>;
}

export interface ListServiceOptions {
  readonly ledgerDb: LedgerDb;
  readonly finder: Pick<Finder, 'matchLines'>;
  readonly decide: DecideVendors;
  /** Not to be guessed. */
  readonly randomToken: () => string;
  readonly now: () => Date;
}

export const KEPT_DAYS = 7;
const KEPT_MS = KEPT_DAYS * 24 * 3_600_000;

export function createListService(options: ListServiceOptions): ListService {
  const { ledgerDb, finder, now } = options;
  return {
    match: (table, columns) => matchTable(finder, table, columns),
    async check(list, chosen, { eventType, event }) {
      const { sure, open, spoilt } = settleLines(list, chosen);
      const decisions = await options.decide(
        sure.map(({ vendor }) => vendor.vendorId),
        eventType,
        event,
      );
      const checkedAt = now();
      const outcomes = sure.map(({ line }, index) => ({ line, decision: decisions[index] }));
      const decided = outcomes.flatMap(({ line, decision }): DecidedLine[] => {
        if (decision === undefined || decision instanceof AppError) return [];
        const { required_documents: _, ...kept } = decision;
        return [{ line, decision: kept }];
      });
      const gone = outcomes.flatMap(({ line, decision }) =>
        decision instanceof AppError ? [{ line, reason: 'not_on_record' as const }] : [],
      );
      const kept: CheckedList = {
        ...{ eventType, eventDate: event.last, checkedAt: checkedAt.toISOString(), decided },
        ...{ open: [...open, ...gone], spoilt },
      };
      const token = options.randomToken();
      await insertCheckedList(ledgerDb, {
        id: hash('sha256', token),
        created_at: kept.checkedAt,
        forget_at: new Date(checkedAt.getTime() + KEPT_MS).toISOString(),
        body: JSON.stringify(kept),
      });
      return token;
    },
    async get(token) {
      const body = await findCheckedList(ledgerDb, hash('sha256', token), now());
      if (body === undefined)
        throw new AppError(
          'not_found',
          `There is no such list. A checked list is kept for ${KEPT_DAYS} days.`,
        );
      return readCheckedList(body);
    },
  };
}

/** Forgets the lists that are over. */
export async function removeOldLists(ledgerDb: LedgerDb, now: Date): Promise<void> {
  await deleteOldLists(ledgerDb, now);
}

async function matchTable(
  finder: Pick<Finder, 'matchLines'>,
  table: ListTable,
  columns: Columns,
): Promise<MatchedList> {
  const { lines, spoilt } = readLines(table, columns);
  const { lines: matches } = await finder.matchLines(lines);
  const sure: SureLine[] = [];
  const choices: ChoiceLine[] = [];
  const none: ListLine[] = [];
  for (const [index, line] of lines.entries()) {
    const match = matches[index] ?? { kind: 'none' };
    if (match.kind === 'sure') sure.push({ line, vendor: match.hit });
    else if (match.kind === 'choice') choices.push({ line, candidates: match.hits });
    else none.push(line);
  }
  const { kept, repeated } = withoutRepeated(sure);
  return { sure: kept, choices, none, spoilt: [...spoilt, ...repeated].toSorted((a, b) => a.line - b.line) };
}

/** What this service wrote itself. */
function readCheckedList(body: string): CheckedList {
  return JSON.parse(body);
}
