import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { ReceiptsTable } from '../../platform/db/schema/ledger-tables/service-tables.ts';
import { ROWS_PER_STATEMENT } from '../../platform/db/upsert.ts';
import { insertReceipts } from './store.ts';

/** Writes the rows of issued receipts. */
interface ReceiptWriter {
  /** Resolves when the rows are on disk, with one commit. */
  write(rows: readonly ReceiptsTable[]): Promise<void>;
}

/** The databases that receipts are written to: the ledger, and its handle for what many requests wait for. */
export interface ReceiptDatabases {
  readonly db: LedgerDb;
  readonly groupDb: LedgerDb;
}

/** From so many rows on, handing them to the thread that writes costs less than waiting for the disk. */
const GROUP_ROWS_MIN = 4;
/** When the last commit took longer, the disk is slow or others write to it, and even one row is worth handing over: answers that need no commit do not wait for it. */
const SLOW_COMMIT_MS = 2;

interface Waiting {
  readonly rows: readonly ReceiptsTable[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Groups receipts into commits: one commit for all that arrived during the previous one. When a commit fails, every request
 * with a row in it fails. A few rows are written at once while the disk is fast, so that a caller alone never waits for a thread to wake.
 * `clock` is monotonic, in milliseconds.
 */
export function createReceiptWriter(
  { db, groupDb }: ReceiptDatabases,
  clock: () => number = () => performance.now(),
): ReceiptWriter {
  let waiting: Waiting[] = [];
  let writing = false;
  let lastMs = 0;

  const writeWaiting = async (): Promise<void> => {
    writing = true;
    while (waiting.length > 0) {
      await nextTurn();
      const batch = takeBatch(waiting);
      waiting = waiting.slice(batch.length);
      const rows = batch.flatMap((each) => each.rows);
      const isWorthIt = rows.length >= GROUP_ROWS_MIN || lastMs > SLOW_COMMIT_MS;
      const began = clock();
      try {
        await insertReceipts(isWorthIt && rows.length <= ROWS_PER_STATEMENT ? groupDb : db, rows);
        lastMs = clock() - began;
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

/** As many as one statement takes; at least one, whose rows are written with one commit, however many. */
function takeBatch(waiting: readonly Waiting[]): readonly Waiting[] {
  let rows = 0;
  const end = waiting.findIndex((each) => {
    rows += each.rows.length;
    return rows > ROWS_PER_STATEMENT;
  });
  return end === -1 ? waiting : waiting.slice(0, Math.max(1, end));
}
