import type { LedgerDb } from './db/database.ts';

/**
 * Small counts that all processes share and a restart does not forget: each a few whole numbers under a key. In the
 * ledger, so that they hold without Redis, and are part of a transaction where there is one.
 */
export type Numbers = readonly number[];

/** What a change leads to; without `after` the numbers stay as they are. */
export interface CountChange<Result> {
  readonly result: Result;
  readonly after?: Numbers;
  /** When nobody needs these numbers any more. */
  readonly forgetAt?: Date;
}

const FORGOTTEN_AT_ONCE = new Date(0).toISOString();

/** Changes a count, one change after the other; empty numbers where there is none. */
export async function changeCount<Result>(
  ledgerDb: LedgerDb,
  key: string,
  change: (before: Numbers) => CountChange<Result>,
): Promise<Result> {
  const run = async (tx: LedgerDb): Promise<Result> => {
    const { result, after, forgetAt } = change(toNumbers(await lockText(tx, key)));
    if (after === undefined) return result;
    await tx
      .updateTable('kept_counts')
      .set({ value: after.join(','), forget_at: forgetAt?.toISOString() ?? FORGOTTEN_AT_ONCE })
      .where('key', '=', key)
      .execute();
    return result;
  };
  return ledgerDb.isTransaction ? run(ledgerDb) : ledgerDb.transaction().execute(run);
}

/** What a change would lead to now; writes nothing. */
export async function previewCount<Result>(
  ledgerDb: LedgerDb,
  key: string,
  change: (before: Numbers) => CountChange<Result>,
): Promise<Result> {
  return change(await readCount(ledgerDb, key)).result;
}

/** The numbers under a key; empty where there are none. */
export async function readCount(ledgerDb: LedgerDb, key: string): Promise<Numbers> {
  const row = await ledgerDb
    .selectFrom('kept_counts')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return toNumbers(row?.value ?? '');
}

export async function removeCount(ledgerDb: LedgerDb, key: string): Promise<void> {
  await ledgerDb.deleteFrom('kept_counts').where('key', '=', key).execute();
}

/** Forgets counts that nobody needs any more. */
export async function removeOldCounts(ledgerDb: LedgerDb, now: Date): Promise<void> {
  await ledgerDb.deleteFrom('kept_counts').where('forget_at', '<', now.toISOString()).execute();
}

/** The stored text. Writing the row, unchanged or new, makes whoever does the same wait for the end of the transaction. */
async function lockText(tx: LedgerDb, key: string): Promise<string> {
  const row = await tx
    .insertInto('kept_counts')
    .values({ key, value: '', forget_at: FORGOTTEN_AT_ONCE })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

function toNumbers(text: string): Numbers {
  return text === '' ? [] : text.split(',').map(Number);
}
