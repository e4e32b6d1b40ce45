import type { LedgerDb } from '../db/database.ts';
import { upsertRows } from '../db/upsert.ts';

/**
 * The value of a small counter: a few whole numbers per key. All processes share these counters, and they
 * survive a restart. They are stored in the ledger, so they work without Redis and can be changed in a
 * transaction.
 */
export type Numbers = readonly number[];

/** The result of a change, and the new numbers. Without `after`, the numbers do not change. */
export interface CountChange<Result> {
  readonly result: Result;
  readonly after?: Numbers;
  /** The time after which the numbers are no longer needed. */
  readonly forgetAt?: Date;
}

/** Each key takes three parameters, so this many keys stay below the parameter limit of both engines. */
const KEYS_AT_ONCE = 300;
const FORGOTTEN_AT_ONCE = new Date(0).toISOString();

/**
 * Changes a counter. Concurrent changes to the same counter run one after the other. A new counter starts
 * with an empty list of numbers.
 */
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

/**
 * Changes many counters in one transaction, a few hundred per statement. Rows are locked in key order, so two
 * such changes never deadlock.
 */
export async function changeCounts(
  tx: LedgerDb,
  keys: readonly string[],
  change: (key: string, before: Numbers) => CountChange<unknown>,
): Promise<void> {
  const ordered = [...new Set(keys)].sort();
  for (let start = 0; start < ordered.length; start += KEYS_AT_ONCE) {
    const part = ordered.slice(start, start + KEYS_AT_ONCE);
    const locked = await tx
      .insertInto('kept_counts')
      .values(part.map((key) => ({ key, value: '', forget_at: FORGOTTEN_AT_ONCE })))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ ref }) => ({ key: ref('excluded.key') })),
      )
      .returning(['key', 'value'])
      .execute();
    const rows = locked.flatMap(({ key, value }) => {
      const { after, forgetAt } = change(key, toNumbers(value));
      if (after === undefined) return [];
      return { key, value: after.join(','), forget_at: forgetAt?.toISOString() ?? FORGOTTEN_AT_ONCE };
    });
    await upsertRows(tx, 'kept_counts', ['key'], rows);
  }
}

/** Returns the result that a change would have now, without writing anything. */
export async function previewCount<Result>(
  ledgerDb: LedgerDb,
  key: string,
  change: (before: Numbers) => CountChange<Result>,
): Promise<Result> {
  return change(await readCount(ledgerDb, key)).result;
}

/** Returns the numbers stored for a key; empty if there are none. */
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

/** Deletes expired counters. */
export async function removeOldCounts(ledgerDb: LedgerDb, now: Date): Promise<void> {
  await ledgerDb.deleteFrom('kept_counts').where('forget_at', '<', now.toISOString()).execute();
}

/** Returns the stored text. Locks the row until the end of the transaction by writing it unchanged. */
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
