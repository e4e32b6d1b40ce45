import { randomUUID } from 'node:crypto';
import { isErasedAddress } from '../../lib/erase-details.ts';
import type { LedgerDb } from '../db/database.ts';
import { upsertRows } from '../db/upsert.ts';
import type { OutgoingMail } from './message.ts';

/** An email in plain text. */
export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The verified address that receives the replies. */
  readonly replyTo?: string | undefined;
  /** One of our addresses, which unsubscribes from such emails with one click (RFC 8058). */
  readonly unsubscribe?: string | undefined;
  /** Set by callers that may withdraw the email while it is queued. */
  readonly id?: string;
}

/** A claimed email, which no other process sends until the claim expires. */
export interface ClaimedMail extends OutgoingMail {
  /** Failed attempts so far. */
  readonly attempts: number;
  readonly claimedUntil: string;
}

/**
 * Queues an email in the transaction that causes it, so that the email is queued only if the transaction
 * commits. A worker sends it later, and retries for up to three days.
 */
export async function queueMail(tx: LedgerDb, mail: Mail, now: Date): Promise<void> {
  await queueMails(tx, [mail], now);
}

/** Queues many emails per statement. None are sent before `dueAt`, or to a person whose data was erased. */
export async function queueMails(
  tx: LedgerDb,
  mails: readonly Mail[],
  now: Date,
  dueAt: Date = now,
): Promise<void> {
  const reachable = mails.filter(({ to }) => !isErasedAddress(to));
  const rows = reachable.map(({ to, subject, text, replyTo, unsubscribe, id = randomUUID() }) => ({
    id,
    recipient: to,
    // A line break in a subject would start another header.
    subject: subject.replace(/\s+/g, ' ').trim(),
    body: text,
    created_at: now.toISOString(),
    next_attempt_at: dueAt.toISOString(),
    attempts: 0,
    sent_at: null,
    claimed_until: null,
    last_error: null,
    reply_to: replyTo ?? null,
    unsubscribe: unsubscribe ?? null,
  }));
  await upsertRows(tx, 'mails', ['id'], rows);
}

/**
 * Deletes emails that were queued before `before` and will not be sent again, so that recipients are not
 * stored longer than needed.
 */
export async function removeOldMails(ledgerDb: LedgerDb, before: Date): Promise<void> {
  await ledgerDb
    .deleteFrom('mails')
    .where('next_attempt_at', 'is', null)
    .where('created_at', '<', before.toISOString())
    .execute();
}

/** Lists the due emails that no process has claimed, starting with the longest overdue. */
export async function listDueMails(ledgerDb: LedgerDb, now: Date, limit: number): Promise<string[]> {
  const due = await ledgerDb
    .selectFrom('mails')
    .select('id')
    .where('next_attempt_at', '<=', now.toISOString())
    .where((mail) =>
      mail.or([mail('claimed_until', 'is', null), mail('claimed_until', '<=', now.toISOString())]),
    )
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return due.map(({ id }) => id);
}

/** Claims a due email for a limited time. Returns undefined if another process was faster. */
export async function claimMail(
  ledgerDb: LedgerDb,
  id: string,
  now: Date,
  durationMs: number,
): Promise<ClaimedMail | undefined> {
  const claimedUntil = new Date(now.getTime() + durationMs).toISOString();
  const mail = await ledgerDb
    .updateTable('mails')
    .set({ claimed_until: claimedUntil })
    .where('id', '=', id)
    .where('next_attempt_at', '<=', now.toISOString())
    .where((row) => row.or([row('claimed_until', 'is', null), row('claimed_until', '<=', now.toISOString())]))
    .returning(['recipient', 'subject', 'body', 'created_at', 'attempts', 'reply_to', 'unsubscribe'])
    .executeTakeFirst();
  if (!mail) return undefined;
  const { recipient, subject, body, created_at, attempts, reply_to: replyTo, unsubscribe } = mail;
  return {
    id,
    to: recipient,
    subject,
    text: body,
    replyTo: replyTo ?? undefined,
    unsubscribe: unsubscribe ?? undefined,
    createdAt: new Date(created_at),
    attempts,
    claimedUntil,
  };
}

/**
 * Marks an email as sent, even if another process has claimed it since. Deletes the body, which may contain a
 * link.
 */
export async function markSent(ledgerDb: LedgerDb, id: string, now: Date): Promise<void> {
  await ledgerDb
    .updateTable('mails')
    .set({
      sent_at: now.toISOString(),
      next_attempt_at: null,
      body: '',
      claimed_until: null,
      last_error: null,
    })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}

/** Releases a claim. The email is due immediately, as if no one had tried to send it. */
export async function releaseMail(ledgerDb: LedgerDb, { id, claimedUntil }: ClaimedMail): Promise<void> {
  await ledgerDb
    .updateTable('mails')
    .set({ claimed_until: null })
    .where('id', '=', id)
    .where('claimed_until', '=', claimedUntil)
    .execute();
}

/**
 * Marks an attempt as failed, unless the claim was lost. If there is no next attempt, the email is not
 * retried and its body is deleted.
 */
export async function markFailed(
  ledgerDb: LedgerDb,
  { id, claimedUntil, attempts }: ClaimedMail,
  failure: { readonly error: string; readonly nextAttemptAt: Date | undefined },
): Promise<void> {
  await ledgerDb
    .updateTable('mails')
    .set({
      attempts: attempts + 1,
      last_error: failure.error,
      next_attempt_at: failure.nextAttemptAt?.toISOString() ?? null,
      claimed_until: null,
      ...(failure.nextAttemptAt ? {} : { body: '' }),
    })
    .where('id', '=', id)
    .where('claimed_until', '=', claimedUntil)
    .execute();
}
