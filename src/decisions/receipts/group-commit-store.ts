import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { ReceiptsTable } from '../../platform/db/ledger-tables/service.ts';
import { insertReceipts } from './store.ts';

/** Writes the rows of issued receipts. */
interface ReceiptWriter {
  /** Resolves when the rows are on disk, with one commit. */
  write(rows: readonly ReceiptsTable[]): Promise<void>;
}

/**
 * Groups receipts into commits: one commit for all that arrived during the previous one. When a commit fails, every request
 * with a row in it fails.
 */
export function createReceiptWriter(ledgerDb: LedgerDb): ReceiptWriter {
  let waiting: { rows: readonly ReceiptsTable[]; resolve: () => void; reject: (error: unknown) => void }[] =
    [];
  let writing = false;

  const writeWaiting = async (): Promise<void> => {
    writing = true;
    while (waiting.length > 0) {
      await nextTurn();
      const batch = waiting;
      waiting = [];
      try {
        await insertReceipts(
          ledgerDb,
          batch.flatMap(({ rows }) => rows),
        );
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
