import { sql } from 'kysely';
import type { ListWindow } from '../../lib/list-window.ts';
import type { LedgerDb, LedgerTx } from '../db/database.ts';

/** An unsent email, without its body. */
export interface UnsentMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly created_at: string;
  /** Null if the email will not be retried. */
  readonly next_attempt_at: string | null;
  readonly attempts: number;
  readonly last_error: string | null;
  /** True while the email's body still exists. */
  readonly has_body: boolean;
}

export interface OutboxOverview {
  /** Not tried yet. */
  readonly waiting: number;
  /** Tried without success, and will be retried. */
  readonly failing: number;
  readonly givenUp: number;
  /** Emails sent since the given time. */
  readonly sent: number;
  /** A page of unsent emails: failing ones, then those given up, then waiting ones, each oldest first. */
  readonly unsent: readonly UnsentMail[];
}

/** Returns true if an email with this id was queued and its row has not been deleted yet. */
export async function hasMail(ledgerDb: LedgerDb, id: string): Promise<boolean> {
  const row = await ledgerDb.selectFrom('mails').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Counts emails by state, and lists a page of unsent ones. `sentSince` is a time in ISO 8601 UTC. */
export async function describeOutbox(
  ledgerDb: LedgerDb,
  { sentSince, offset, rowsMax }: ListWindow & { readonly sentSince: string },
): Promise<OutboxOverview> {
  const counts = await ledgerDb
    .selectFrom('mails')
    .select(STATE.as('state'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((mail) => mail.or([mail('sent_at', 'is', null), mail('sent_at', '>=', sentSince)]))
    .groupBy('state')
    .execute();
  const count = (state: string) => counts.find((each) => each.state === state)?.count ?? 0;
  const unsent = await ledgerDb
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'created_at', 'next_attempt_at', 'attempts', 'last_error'])
    .select(sql<number>`case when body = '' then 0 else 1 end`.as('has_body'))
    .where('sent_at', 'is', null)
    .orderBy(STATE)
    .orderBy('created_at')
    .orderBy('id')
    .offset(offset)
    .limit(rowsMax)
    .execute();
  return {
    failing: count('1 failing'),
    givenUp: count('2 given up'),
    waiting: count('3 waiting'),
    sent: count('4 sent'),
    unsent: unsent.map((mail) => ({ ...mail, has_body: mail.has_body === 1 })),
  };
}

/**
 * Makes an unsent email due now if its body still exists. Returns false if there is no such email.
 */
export async function makeDue(tx: LedgerTx, id: string, now: Date): Promise<boolean> {
  const due = await tx
    .updateTable('mails')
    .set({ next_attempt_at: now.toISOString() })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('body', '!=', '')
    .returning('id')
    .executeTakeFirst();
  return due !== undefined;
}

/** The states, numbered in the order in which the list shows them. */
const STATE = sql<string>`case
  when sent_at is not null then '4 sent'
  when next_attempt_at is null then '2 given up'
  when attempts > 0 then '1 failing'
  else '3 waiting' end`;
