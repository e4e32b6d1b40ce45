import { createHmac } from 'node:crypto';
import { changeCount, previewCount, readCount, removeCount } from '../../platform/counters/ledger-counts.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import {
  countTries,
  forgiveAddress,
  notifyOfDevice,
  notifyOwner,
  tryForAddress,
  tryFromPlace,
} from './try-policy.ts';

/**
 * Counts password attempts in the ledger, for all processes. Keys are hashed with a secret, so the table
 * reveals neither addresses nor networks.
 */

/** The source of a sign-in attempt. */
export type TryOrigin =
  | { readonly kind: 'network'; readonly network: string }
  /** A browser that has signed in to this account before. */
  | { readonly kind: 'device'; readonly deviceId: string };

export type TryRefusal = {
  readonly seconds: number;
  /**
   * `place`: too many wrong attempts from this network or browser. `address`: too many attempts for the
   * address from unknown browsers.
   */
  readonly because: 'place' | 'address';
};

export interface PasswordTries {
  /**
   * Returns the refusal that {@link beginSignIn} would return now. Does not count an attempt, so repeated
   * requests cost only a read.
   */
  refusalOf(email: string, origin: TryOrigin, now: Date): Promise<TryRefusal | undefined>;
  /** Counts a sign-in before its password is checked. Returns a refusal if no attempt is allowed yet. */
  beginSignIn(email: string, origin: TryOrigin, now: Date): Promise<TryRefusal | undefined>;
  /** Removes the attempt from the count, because the password was right. */
  signedIn(email: string, origin: TryOrigin, now: Date): Promise<void>;
  /** Returns true if {@link takeNotice} would return a number. */
  isNoticeDue(email: string, now: Date): Promise<boolean>;
  /** Returns the number of failed attempts if the address's owner should be notified now. */
  takeNotice(tx: LedgerDb, email: string, now: Date): Promise<number | undefined>;
  /** Counts an email about an unrecognized browser. Returns false if the account has reached its limit. */
  takeDeviceNotice(tx: LedgerDb, accountId: string, now: Date): Promise<boolean>;
  /** Returns the number of failed sign-ins from unknown browsers in the current 24-hour period. */
  countFailed(email: string, now: Date): Promise<number>;
  /**
   * Counts a password check for a session or a link. Returns the number of seconds to wait if no check is
   * allowed yet.
   */
  beginQuestion(subject: string, now: Date): Promise<number | undefined>;
  answered(subject: string): Promise<void>;
  /** Returns a pseudonym for a text in the log. The same text always has the same pseudonym. */
  markOf(kind: 'network' | 'target', text: string): string;
}

const MARK_LENGTH = 12;

export function createPasswordTries(ledgerDb: LedgerDb, secret: string): PasswordTries {
  const hashed = (kind: string, ...parts: readonly string[]) =>
    createHmac('sha256', secret)
      .update([`password tries ${kind}`, ...parts].join('\n'))
      .digest('base64url');
  const keyOf = (kind: string, ...parts: readonly string[]) => `${kind}:${hashed(kind, ...parts)}`;
  const placeKey = (email: string, origin: TryOrigin) =>
    origin.kind === 'device' ? keyOf('device', origin.deviceId) : keyOf('pair', email, origin.network);
  const addressKey = (email: string) => keyOf('address', email);
  const judge = async (
    on: LedgerDb,
    email: string,
    origin: TryOrigin,
    now: Date,
    look: typeof changeCount,
  ): Promise<TryRefusal | undefined> => {
    const place = await look(on, placeKey(email, origin), tryFromPlace(now));
    if (!place.allowed) return { seconds: place.seconds, because: 'place' };
    if (origin.kind === 'device') return undefined;
    const address = await look(on, addressKey(email), tryForAddress(now));
    return address.allowed ? undefined : { seconds: address.seconds, because: 'address' };
  };
  return {
    refusalOf: (email, origin, now) => judge(ledgerDb, email, origin, now, previewCount),
    beginSignIn: (email, origin, now) =>
      ledgerDb.transaction().execute((tx) => judge(tx, email, origin, now, changeCount)),
    signedIn: (email, origin, now) =>
      ledgerDb.transaction().execute(async (tx) => {
        await removeCount(tx, placeKey(email, origin));
        if (origin.kind === 'network') await changeCount(tx, addressKey(email), forgiveAddress(now));
      }),
    isNoticeDue: async (email, now) =>
      (await previewCount(ledgerDb, addressKey(email), notifyOwner(now))) !== undefined,
    takeNotice: (tx, email, now) => changeCount(tx, addressKey(email), notifyOwner(now)),
    takeDeviceNotice: (tx, accountId, now) =>
      changeCount(tx, keyOf('device notice', accountId), notifyOfDevice(now)),
    countFailed: async (email, now) => countTries(await readCount(ledgerDb, addressKey(email)), now),
    async beginQuestion(subject, now) {
      const verdict = await changeCount(ledgerDb, keyOf('question', subject), tryFromPlace(now));
      return verdict.allowed ? undefined : verdict.seconds;
    },
    answered: (subject) => removeCount(ledgerDb, keyOf('question', subject)),
    markOf: (kind, text) => hashed(`mark ${kind}`, text).slice(0, MARK_LENGTH),
  };
}
