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
 * How much mail strangers can cause to one address. Allowed requests are counted whether or not a mail follows, so the count
 * reveals nothing about accounts.
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
  | 'webhook'
  | 'credential';

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
  // More than these wait for the organizer's daily mail.
  'new-application': { hourly: 20, daily: 60 },
  outcome: { hourly: 10, daily: 30 },
  contest: { hourly: 10, daily: 30 },
  // Each document of an application may be rejected and asked for again.
  document: { hourly: 30, daily: 60 },
  'event-changed': { hourly: 10, daily: 30 },
  // As many as a day's applications can be, so that a real vendor hears of each.
  'event-cancelled': { hourly: 30, daily: 30 },
  // To one address, whoever invites it; and by one account, whomever it invites.
  invitation: { hourly: 3, daily: 10 },
  inviting: { hourly: 20, daily: 40 },
  // By an account made in the last week: it costs nothing to make one and write to strangers.
  'inviting-new': { hourly: 3, daily: 5 },
  // Vendors invited to apply for an event: to one address, from any organizer; and by one account.
  'event-invitation': { hourly: 2, daily: 4 },
  'event-inviting': { hourly: 100, daily: 200 },
  'event-inviting-new': { hourly: 10, daily: 20 },
  // What a key did to webhooks; whoever has the key could do it without end.
  webhook: { hourly: 10, daily: 30 },
  // Keys, webhooks and calendar addresses that somebody who is signed in makes or ends.
  credential: { hourly: 10, daily: 30 },
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Whether one more mail of this kind may go to the address; counts it if so. Call it in the transaction that queues the mail.
 * One reset an hour is always allowed, so nobody can use up another person's limit.
 */
export async function mayMail(tx: LedgerDb, kind: MailKind, to: string, now: Date): Promise<boolean> {
  const key = keyOf(kind, to);
  const count = countOne(kind, now);
  // A request that is refused anyway does not wait for the lock.
  return (await previewCount(tx, key, count)) && changeCount(tx, key, count);
}

/** Those of many mails of this kind that may go out, in as many statements for a thousand as for one; counts them. */
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

/** One more mail of this kind, at this moment. */
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
