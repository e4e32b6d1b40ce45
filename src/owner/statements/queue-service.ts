import type { AppError } from '../../http/errors/errors.ts';
import type { ListWindow } from '../../lib/list-window.ts';
import { logAction, requireOperator } from '../../operators/access/service.ts';
import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import { Refusal, refusalOf } from '../../platform/db/refusal.ts';
import { DISPUTE_ERRORS } from './messages.ts';
import type { StatementContext } from './service.ts';
import { readNote } from './statement-forms.ts';
import type { StatementKind } from './statement-kinds.ts';
import { changeState } from './store.ts';

const FIRST_ROWS: ListWindow = { offset: 0, rowsMax: 200 };

/** An operator's decision about a statement. */
interface Decided<Statement, Decision> {
  readonly statement: Statement;
  readonly decision: Decision;
  readonly note: string;
  readonly now: Date;
}

/** The functions and settings for operators' decisions on one kind of statement. */
interface Queue<Statement, Queued, Decision extends string> {
  readonly kind: StatementKind<Decision>;
  /** Throws a {@link Refusal} if the decision is not possible, and acquires the locks that it needs. */
  prepare(tx: LedgerTx, decided: Decided<Statement, Decision>): Promise<void>;
  /** Sends the emails about a saved decision. */
  notify(tx: LedgerTx, decided: Decided<Statement, Decision>): Promise<void>;
  find(ledgerDb: LedgerDb, id: string): Promise<Statement | undefined>;
  readonly noSuch: () => AppError;
  count(ledgerDb: LedgerDb): Promise<number>;
  list(window: ListWindow): Promise<readonly Queued[]>;
  /** Returns the text for the operators' log. */
  describe(statement: Statement): string;
  /** Returns the columns that a decision changes, other than the state and the note. */
  readonly changeOf?: (decided: Decided<Statement, Decision>) => Partial<Parameters<typeof changeState>[3]>;
  /** The message for an operator if a statement is already closed. */
  readonly closed?: string;
}

/**
 * The operators' actions on one kind of statement: viewing the queue and deciding. Anyone else gets
 * `not_found`.
 */
export function createQueue<
  Statement extends { readonly id: string; readonly state: string },
  Queued,
  Decision extends string,
>({ ledgerDb, isOperator, now }: StatementContext, queue: Queue<Statement, Queued, Decision>) {
  return {
    /** Returns the total number of pending statements. */
    async countQueue(operatorId: string): Promise<number> {
      await requireOperator(isOperator, operatorId);
      return queue.count(ledgerDb);
    },
    /** Lists statements, starting with the statement that has waited longest or is due first. */
    async listQueue(operatorId: string, window: ListWindow = FIRST_ROWS): Promise<readonly Queued[]> {
      await requireOperator(isOperator, operatorId);
      return queue.list(window);
    },
    /** Returns an explanation if the decision is not possible, or undefined on success. */
    async decide(
      operatorId: string,
      id: string,
      typed: { readonly decision: string; readonly note: string },
    ): Promise<string | undefined> {
      await requireOperator(isOperator, operatorId);
      const statement = await queue.find(ledgerDb, id);
      if (!statement) throw queue.noSuch();
      const { kind } = queue;
      const decision = decisionsOf(kind).find((each) => each === typed.decision);
      if (decision === undefined) return kind.chooseOne;
      const { from, to, noteNeeded } = kind.decisions[decision];
      const { note, problem } = readNote(typed.note, noteNeeded);
      if (problem !== undefined) return problem;
      if (queue.closed !== undefined && statement.state !== from) return queue.closed;
      return refusalOf(ledgerDb, async (tx) => {
        const decided = { statement, decision, note, now: now() };
        await queue.prepare(tx, decided);
        const change = { from, to, note, now: decided.now, ...queue.changeOf?.(decided) };
        if (!(await changeState(tx, kind, statement.id, change)))
          throw new Refusal(DISPUTE_ERRORS.en.meanwhile);
        const action = `${kind.logged}.${decision}`;
        const entry = {
          accountId: operatorId,
          action,
          subject: statement.id,
          detail: queue.describe(statement),
        };
        await logAction(tx, entry, decided.now);
        await queue.notify(tx, decided);
      });
    },
  };
}

/** Returns the possible decisions on this kind of statement. */
function decisionsOf<Decision extends string>({ decisions }: StatementKind<Decision>): readonly Decision[] {
  return Object.keys(decisions) as Decision[];
}
