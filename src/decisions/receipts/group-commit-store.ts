import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { ReceiptsTable } from '../../platform/db/schema/ledger-tables/service-tables.ts';
import { ROWS_PER_STATEMENT } from '../../platform/db/upsert.ts';
import { insertReceipts } from './store.ts';

interface ReceiptWriter {
  /** Writes the rows in one commit, and resolves when they are on disk. */
  write(rows: readonly ReceiptsTable[]): Promise<void>;
}

interface Waiting {
  readonly rows: readonly ReceiptsTable[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Groups receipts into commits: one commit for all receipts that arrived during the previous commit. If a
 * commit fails, every request with a row in it fails.
 */
export function createReceiptWriter(db: LedgerDb): ReceiptWriter {
  let waiting: Waiting[] = [];
  let writing = false;

  const writeWaiting = async (): Promise<void> => {
    writing = true;
    while (waiting.length > 0) {
      await nextTurn();
      const batch = takeBatch(waiting);
      waiting = waiting.slice(batch.length);
      const rows = batch.flatMap((each) => each.rows);
      try {
        await insertReceipts(db, rows);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    writing = false;
  };

  return {
    write: (rows) =>
      new Promise((resolve, reject) => {
        waiting.push({ rows, resolve, reject });
        if (!writing) void writeWaiting();
      }),
  };
}

/**
 * Takes as many lists as fit into one statement, and at least one. All rows of a list are written in one
 * commit.
 */
function takeBatch(waiting: readonly Waiting[]): readonly Waiting[] {
  let rows = 0;
  const end = waiting.findIndex((each) => {
    rows += each.rows.length;
    return rows > ROWS_PER_STATEMENT;
  });
  return end === -1 ? waiting : waiting.slice(0, Math.max(1, end));
}
