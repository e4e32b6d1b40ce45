import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { ReceiptsTable } from '../../platform/db/ledger-tables/service.ts';
import { insertReceipts } from './store.ts';

/** Writes the rows of issued receipts. */
interface ReceiptWriter {
  /** Resolves when the row is on disk. */
  write(row: ReceiptsTable): Promise<void>;
}

/**
 * Groups receipts into commits: one commit for all that arrived during the previous one. When a commit fails, every request
 * with a row in it fails.
 */
export function createReceiptWriter(ledgerDb: LedgerDb): ReceiptWriter {
  let waiting: { row: ReceiptsTable; resolve: () => void; reject: (error: unknown) => void }[] = [];
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
          batch.map(({ row }) => row),
        );
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    writing = false;
  };

  return {
    write: (row) =>
      new Promise((resolve, reject) => {
        waiting.push({ row, resolve, reject });
        if (!writing) void writeWaiting();
      }),
  };
}
