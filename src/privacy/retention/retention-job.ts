import { setImmediate } from 'node:timers/promises';
import type { LedgerDb } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { inParts } from '../../platform/in-parts.ts';
import {
  eraseApplications,
  listPastEvents,
  listPastOf,
  type PastEvent,
} from '../erase/applications-store.ts';
import { momentBefore, type RetentionDays } from './retention.ts';
import { agedTables, deleteAged, ROWS_AT_ONCE } from './retention-store.ts';

const EVENTS_AT_ONCE = 200;
const APPLICATIONS_AT_ONCE = 20;

/** The number of rows in each table that were deleted or had personal details erased. */
export type Forgotten = Readonly<Record<string, number>>;

/**
 * Deletes expired data in small steps. Each step has its own transaction, so a killed process continues where
 * it stopped when it restarts. This runs daily.
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
      await setImmediate();
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
  const latest = past.withSpot > past.withoutSpot ? past.withSpot : past.withoutSpot;
  let erased = 0;
  for (let after: string | undefined = ''; after !== undefined && !signal?.aborted; ) {
    const events: PastEvent[] = await listPastEvents(ledgerDb, latest, after, EVENTS_AT_ONCE);
    for (const event of events) {
      // SQLite responds synchronously, so give other requests a turn between two events.
      await setImmediate();
      const ids = signal?.aborted ? [] : await listPastOf(ledgerDb, event, past);
      for await (const part of inParts(ids, APPLICATIONS_AT_ONCE))
        await inTransaction(ledgerDb, (tx) => eraseApplications(tx, part, now.toISOString()));
      erased += ids.length;
    }
    after = events.at(-1)?.id;
  }
  return erased;
}
