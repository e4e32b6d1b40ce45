import { createHmac } from 'node:crypto';
import { changeCount, previewCount, readCount, removeCount } from '../../platform/counters/ledger-counts.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import {
  countTries,
  takeBackForAddress,
  tellOfDevice,
  tellOwner,
  tryForAddress,
  tryFromPlace,
} from './try-policy.ts';

/**
 * Counts password tries in the ledger, for all processes. Keys are hashed with a secret, so the table reveals neither
 * addresses nor networks.
 */

/** The origin of a try for an address. */
export type TryOrigin =
  | { readonly kind: 'network'; readonly network: string }
  /** A browser that signed in to this account before. */
  | { readonly kind: 'device'; readonly deviceId: string };

export type TryRefusal = {
  readonly seconds: number;
  /** `place`: wrong tries from this network or browser. `address`: too many for the address from unknown browsers. */
  readonly because: 'place' | 'address';
};

export interface PasswordTries {
  /** What {@link beginSignIn} would answer now. It counts nothing, so repeated requests cost only a read. */
  refusalOf(email: string, origin: TryOrigin, now: Date): Promise<TryRefusal | undefined>;
  /** Counts a sign-in before its password is checked; returns a refusal when it may not be. */
  beginSignIn(email: string, origin: TryOrigin, now: Date): Promise<TryRefusal | undefined>;
  /** Takes the try back: the password was right. */
  signedIn(email: string, origin: TryOrigin, now: Date): Promise<void>;
  /** Whether {@link takeNotice} would have something to report. */
  isNoticeDue(email: string, now: Date): Promise<boolean>;
  /** The number of failed tries when the address's owner should be told now. */
  takeNotice(tx: LedgerDb, email: string, now: Date): Promise<number | undefined>;
  /** Counts a mail about an unknown browser; false when the account had enough of them. */
  takeDeviceNotice(tx: LedgerDb, accountId: string, now: Date): Promise<boolean>;
  /** Failed sign-ins of the current day from unknown browsers. */
  countFailed(email: string, now: Date): Promise<number>;
  /** Counts a password asked of a session or behind a link; returns the seconds to wait when it may not be checked. */
  beginQuestion(subject: string, now: Date): Promise<number | undefined>;
  answered(subject: string): Promise<void>;
  /** A pseudonym of a text for the log; the same text has the same pseudonym. */
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
        if (origin.kind === 'network') await changeCount(tx, addressKey(email), takeBackForAddress(now));
      }),
    isNoticeDue: async (email, now) =>
      (await previewCount(ledgerDb, addressKey(email), tellOwner(now))) !== undefined,
    takeNotice: (tx, email, now) => changeCount(tx, addressKey(email), tellOwner(now)),
    takeDeviceNotice: (tx, accountId, now) =>
      changeCount(tx, keyOf('device notice', accountId), tellOfDevice(now)),
    countFailed: async (email, now) => countTries(await readCount(ledgerDb, addressKey(email)), now),
    async beginQuestion(subject, now) {
      const verdict = await changeCount(ledgerDb, keyOf('question', subject), tryFromPlace(now));
      return verdict.allowed ? undefined : verdict.seconds;
    },
    answered: (subject) => removeCount(ledgerDb, keyOf('question', subject)),
    markOf: (kind, text) => hashed(`mark ${kind}`, text).slice(0, MARK_LENGTH),
  };
}
