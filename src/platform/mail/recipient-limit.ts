import { createHash } from 'node:crypto';
import { mailboxOf } from '../../lib/mailbox.ts';
import type { LedgerDb } from '../db/database.ts';
import { type CountChange, changeCount, type Numbers, previewCount } from '../kept-counts.ts';

/**
 * How much mail strangers can cause to one address. Allowed requests are counted whether or not a mail follows, so the count
 * reveals nothing about accounts.
 */
export type MailKind = 'sign-up' | 'reset' | 'email-change' | 'application' | 'outcome' | 'contest';

interface RecipientLimit {
  readonly hourly: number;
  readonly daily: number;
}

/** In any hour, and in any 24 hours. */
export const RECIPIENT_LIMITS: Readonly<Record<MailKind, RecipientLimit>> = {
  'sign-up': { hourly: 3, daily: 10 },
  reset: { hourly: 3, daily: 10 },
  'email-change': { hourly: 3, daily: 10 },
  application: { hourly: 10, daily: 30 },
  outcome: { hourly: 10, daily: 30 },
  contest: { hourly: 10, daily: 30 },
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Whether one more mail of this kind may go to the address; counts it if so. Call it in the transaction that queues the mail.
 * One reset an hour is always allowed, so nobody can use up another person's limit.
 */
export async function mayMail(tx: LedgerDb, kind: MailKind, to: string, now: Date): Promise<boolean> {
  const { hourly, daily } = RECIPIENT_LIMITS[kind];
  const key = `mail:${createHash('sha256')
    .update(`${kind}\n${mailboxOf(to)}`)
    .digest('base64url')}`;
  const at = now.getTime();
  const count = (before: Numbers): CountChange<boolean> => {
    const lastDay = before.filter((sent) => sent > at - DAY_MS);
    const lastHour = lastDay.filter((sent) => sent > at - HOUR_MS).length;
    const isWayBack = kind === 'reset' && lastHour === 0;
    if (!isWayBack && (lastHour >= hourly || lastDay.length >= daily)) return { result: false };
    return { result: true, after: [...lastDay, at], forgetAt: new Date(at + DAY_MS) };
  };
  // A request that is refused anyway does not wait for the lock.
  return (await previewCount(tx, key, count)) && changeCount(tx, key, count);
}
