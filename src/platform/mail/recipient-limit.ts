import { createHash } from 'node:crypto';
import { mailboxOf } from '../../lib/text/mailbox.ts';
import {
  type CountChange,
  changeCount,
  changeCounts,
  type Numbers,
  previewCount,
} from '../counters/ledger-counts.ts';
import type { LedgerDb } from '../db/database.ts';

/**
 * The kinds of email that strangers can trigger, each with its own limit per address. A request within the
 * limit is counted even if no email is sent, so that the limit reveals nothing about accounts.
 */
export type MailKind =
  | 'sign-up'
  | 'reset'
  | 'email-change'
  | 'application'
  | 'new-application'
  | 'outcome'
  | 'contest'
  | 'document'
  | 'event-changed'
  | 'event-cancelled'
  | 'invitation'
  | 'inviting'
  | 'inviting-new'
  | 'event-invitation'
  | 'event-inviting'
  | 'event-inviting-new'
  | 'follow'
  | 'webhook'
  | 'credential';

interface RecipientLimit {
  readonly hourly: number;
  readonly daily: number;
}

/** The maximum number of emails in any hour and in any 24 hours. */
export const RECIPIENT_LIMITS: Readonly<Record<MailKind, RecipientLimit>> = {
  'sign-up': { hourly: 3, daily: 10 },
  reset: { hourly: 3, daily: 10 },
  'email-change': { hourly: 3, daily: 10 },
  application: { hourly: 10, daily: 30 },
  // Beyond this limit, applications are reported in the organizer's daily email.
  'new-application': { hourly: 20, daily: 60 },
  outcome: { hourly: 10, daily: 30 },
  contest: { hourly: 10, daily: 30 },
  // Each document of an application may be rejected and requested again.
  document: { hourly: 30, daily: 60 },
  'event-changed': { hourly: 10, daily: 30 },
  // As many as the applications allowed in a day, so that a real vendor is notified of every cancellation.
  'event-cancelled': { hourly: 30, daily: 30 },
  // Team invitations: first to one address from any organizer, then from one account to any address.
  invitation: { hourly: 3, daily: 10 },
  inviting: { hourly: 20, daily: 40 },
  // Invitations from an account created in the last week, because creating an account to write to strangers
  // costs nothing.
  'inviting-new': { hourly: 3, daily: 5 },
  // Invitations to apply to an event: first to one address from any organizer, then from one account.
  'event-invitation': { hourly: 2, daily: 4 },
  'event-inviting': { hourly: 100, daily: 200 },
  'event-inviting-new': { hourly: 10, daily: 20 },
  // Requests to confirm a weekly email, about any county or vendor.
  follow: { hourly: 3, daily: 10 },
  // Notices about changes to webhooks through the API, which could otherwise be triggered endlessly.
  webhook: { hourly: 10, daily: 30 },
  // Notices about keys, webhooks and calendar addresses that a signed-in person creates or removes.
  credential: { hourly: 10, daily: 30 },
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns true and counts the email if one more email of this kind may be sent to the address. Call this in
 * the transaction that queues the email. One reset an hour is always allowed, so that no one can use up
 * another person's limit.
 */
export async function mayMail(tx: LedgerDb, kind: MailKind, to: string, now: Date): Promise<boolean> {
  const key = keyOf(kind, to);
  const count = countOne(kind, now);
  // The preview keeps a request that would be rejected anyway from waiting for the lock.
  return (await previewCount(tx, key, count)) && changeCount(tx, key, count);
}

/** Returns the emails that may be sent, and counts them. Hundreds of emails take only a few statements. */
export async function withinLimit<Each extends { readonly to: string }>(
  tx: LedgerDb,
  kind: MailKind,
  mails: readonly Each[],
  now: Date,
): Promise<Each[]> {
  const allowed: Each[] = [];
  const byKey = Map.groupBy(mails, ({ to }) => keyOf(kind, to));
  const count = countOne(kind, now);
  await changeCounts(tx, [...byKey.keys()], (key, before) => {
    let numbers: CountChange<boolean> = { result: false, after: before };
    for (const mail of byKey.get(key) ?? []) {
      const next = count(numbers.after ?? before);
      if (!next.result) break;
      allowed.push(mail);
      numbers = next;
    }
    return numbers;
  });
  return allowed;
}

function keyOf(kind: MailKind, to: string): string {
  const hashed = createHash('sha256').update(`${kind}\n${mailboxOf(to)}`);
  return `mail:${hashed.digest('base64url')}`;
}

/** Returns a change that counts one more email of this kind at this moment. */
function countOne(kind: MailKind, now: Date): (before: Numbers) => CountChange<boolean> {
  const { hourly, daily } = RECIPIENT_LIMITS[kind];
  const at = now.getTime();
  return (before) => {
    const lastDay = before.filter((sent) => sent > at - DAY_MS);
    const lastHour = lastDay.filter((sent) => sent > at - HOUR_MS).length;
    const isWayBack = kind === 'reset' && lastHour === 0;
    if (!isWayBack && (lastHour >= hourly || lastDay.length >= daily)) return { result: false };
    return { result: true, after: [...lastDay, at], forgetAt: new Date(at + DAY_MS) };
  };
}
