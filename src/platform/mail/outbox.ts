import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';

/** A mail in plain text. */
export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Queues a mail. Called with the transaction that causes it, so that either both happen or neither; a worker
 * sends it afterwards, again until it succeeds.
 */
export async function queueMail(tx: Db, mail: Mail, now: Date): Promise<void> {
  await tx
    .insertInto('mails')
    .values({
      id: randomUUID(),
      recipient: mail.to,
      // A line break in a subject would begin another header.
      subject: mail.subject.replace(/\s+/g, ' ').trim(),
      body: mail.text,
      created_at: now.toISOString(),
      next_attempt_at: now.toISOString(),
      attempts: 0,
      sent_at: null,
      claimed_until: null,
      last_error: null,
    })
    .execute();
}
