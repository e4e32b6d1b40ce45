import type { LedgerDb } from '../db/database.ts';
import { upsertRows } from '../db/upsert.ts';

/**
 * Small counters that all processes share and that survive a restart: a few whole numbers per key. They are in the ledger, so
 * they work without Redis and can be part of a transaction.
 */
export type Numbers = readonly number[];

/** The result of a change; without `after` the numbers stay as they are. */
export interface CountChange<Result> {
  readonly result: Result;
  readonly after?: Numbers;
  /** When these numbers are no longer needed. */
  readonly forgetAt?: Date;
}

/** Three values each, below what one statement of either engine takes. */
const KEYS_AT_ONCE = 300;
const FORGOTTEN_AT_ONCE = new Date(0).toISOString();

/** Changes a counter, one change after the other; a missing one starts with empty numbers. */
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
 * Changes many counters of one transaction, a few hundred per statement. They are locked in the order of their keys, so that two
 * such changes never wait for each other.
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

/** What a change would result in now; writes nothing. */
export async function previewCount<Result>(
  ledgerDb: LedgerDb,
  key: string,
  change: (before: Numbers) => CountChange<Result>,
): Promise<Result> {
  return change(await readCount(ledgerDb, key)).result;
}

/** The numbers of a key; empty when there are none. */
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

/** The stored text. Locks the row by writing it, unchanged or new, until the end of the transaction. */
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
