import type { LedgerDb } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { eraseApplications, isOwn, listPast } from './applications-store.ts';
import { momentBefore, type RetentionDays } from './retention.ts';
import { agedTables, deleteAged, ROWS_AT_ONCE } from './retention-store.ts';

const APPLICATIONS_AT_ONCE = 50;

/** Rows that went or lost a person's details, by table. */
export type Forgotten = Readonly<Record<string, number>>;

/**
 * Forgets what is past its time, in small steps: each is a transaction of its own, so that a process that is killed goes on where it was
 * when it starts again. Called daily.
 */
export async function forgetOld(
  ledgerDb: LedgerDb,
  now: Date,
  days: RetentionDays,
  signal?: AbortSignal,
): Promise<Forgotten> {
  const forgotten: Record<string, number> = {};
  const add = (table: string, count: number) => {
    if (count > 0) forgotten[table] = (forgotten[table] ?? 0) + count;
  };
  for (const aged of agedTables(now, days))
    for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE && !signal?.aborted; ) {
      count = await deleteAged(ledgerDb, aged);
      add(aged.table, count);
    }
  add('applications', await forgetApplicants(ledgerDb, now, days, signal));
  return forgotten;
}

async function forgetApplicants(
  ledgerDb: LedgerDb,
  now: Date,
  days: RetentionDays,
  signal: AbortSignal | undefined,
): Promise<number> {
  const past = {
    withSpot: momentBefore(now, days.applications),
    withoutSpot: momentBefore(now, days.closed),
  };
  let erased = 0;
  for (let after = ''; !signal?.aborted; ) {
    const rows = await listPast(ledgerDb, past, after, APPLICATIONS_AT_ONCE);
    const last = rows.at(-1);
    if (!last) break;
    // An organizer's own application keeps its address: by it the outcome does not count. It goes with the account.
    const ids = rows.filter((row) => !isOwn(row)).map(({ id }) => id);
    await inTransaction(ledgerDb, (tx) => eraseApplications(tx, ids, now.toISOString()));
    erased += ids.length;
    after = last.id;
  }
  return erased;
}
