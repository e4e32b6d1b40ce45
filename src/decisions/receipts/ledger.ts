import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerDb } from '../../platform/db/database.ts';
import type { ReceiptsTable } from '../../platform/db/schema-ledger.ts';
import { insertReceipts } from './store.ts';

/** Remembers issued receipts: the promise is kept once the row is on disk. */
export interface Ledger {
  remember(row: ReceiptsTable): Promise<void>;
}

/**
 * Receipts that are issued at the same time go to disk together: one commit for all that came in while the
 * last one was under way. A row that cannot be written fails its own request.
 */
export function createLedger(ledgerDb: LedgerDb): Ledger {
  let waiting: { row: ReceiptsTable; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let writing = false;

  const write = async (): Promise<void> => {
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
    remember: (row) =>
      new Promise((resolve, reject) => {
        waiting.push({ row, resolve, reject });
        if (!writing) void write();
      }),
  };
}
