import { sql } from 'kysely';
import type { LedgerDb } from '../db/database.ts';

export interface OutboxMeasures {
  /** The numbers of unsent emails: not tried yet, failed so far, and no longer retried. */
  readonly waiting: number;
  readonly failing: number;
  readonly givenUp: number;
  /** When the oldest email that will still be sent was queued; null if there is none. */
  readonly oldestAt: string | null;
}

/** Counts the unsent emails and finds the oldest one, in a single statement. */
export async function measureOutbox(ledgerDb: LedgerDb): Promise<OutboxMeasures> {
  const rows = await ledgerDb
    .selectFrom('mails')
    .select(STATE.as('state'))
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where('sent_at', 'is', null)
    .groupBy('state')
    .execute();
  const of = (state: string) => rows.find((each) => each.state === state);
  const oldest = [of('waiting')?.oldest, of('failing')?.oldest].flatMap((each) => each ?? []);
  return {
    waiting: of('waiting')?.count ?? 0,
    failing: of('failing')?.count ?? 0,
    givenUp: of('given_up')?.count ?? 0,
    oldestAt: oldest.sort()[0] ?? null,
  };
}

const STATE = sql<string>`case
  when next_attempt_at is null then 'given_up'
  when attempts > 0 then 'failing'
  else 'waiting' end`;
