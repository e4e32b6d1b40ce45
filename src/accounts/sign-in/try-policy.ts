import type { CountChange, Numbers } from '../../platform/counters/ledger-counts.ts';

/**
 * Decides when a password may be tried again. Wrong attempts from one place (a network, a device or a
 * session) lengthen the wait for that place. For each address, unknown browsers share a limited number of
 * attempts a day. Every attempt is counted before the password is checked, so that concurrent attempts are
 * all counted. If the password was right, the attempt is removed from the count.
 */

/** The decision about one more attempt. */
type TryVerdict = { readonly allowed: true } | { readonly allowed: false; readonly seconds: number };

/** The maximum number of attempts a day for one address from unknown browsers, across all networks. */
export const DAILY_TRIES_MAX = 100;
/** The number of wrong attempts from one place before the first wait. */
const FREE_TRIES = 4;
/** The number of failed attempts in a day after which the owner is notified. */
const NOTIFY_OWNER_AFTER = 10;

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;
const DAY_MS = 24 * 3_600_000;
const ALLOWED = { allowed: true } as const;

/**
 * Returns the wait after this many wrong attempts from one place: 30 s after the fifth, then doubling, up to
 * an hour.
 */
export function waitAfter(failures: number): number {
  if (failures <= FREE_TRIES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_TRIES - 1), LONGEST_WAIT_MS);
}

/**
 * Counts an attempt from a place: a network, a device or a session. `Numbers` holds the number of attempts
 * and the time of the last attempt.
 */
export function tryFromPlace(now: Date): (before: Numbers) => CountChange<TryVerdict> {
  const at = now.getTime();
  return ([failures = 0, lastAt = 0]) => {
    // The count starts over after a day without an attempt.
    const tries = lastAt > at - DAY_MS ? failures : 0;
    const nextAt = lastAt + waitAfter(tries);
    if (nextAt > at) return { result: refusedUntil(nextAt, at) };
    return { result: ALLOWED, after: [tries + 1, at], forgetAt: new Date(at + DAY_MS) };
  };
}

/**
 * Counts an attempt for an address from an unknown browser. `Numbers` holds the number of attempts, the start
 * of the day in which they are counted, and the time when the owner was notified.
 */
export function tryForAddress(now: Date): (before: Numbers) => CountChange<TryVerdict> {
  const at = now.getTime();
  return (before) => {
    const { tries, since, toldAt } = addressState(before, at);
    if (tries >= DAILY_TRIES_MAX) return { result: refusedUntil(since + DAY_MS, at) };
    return addressChange(ALLOWED, { tries: tries + 1, since, toldAt });
  };
}

/** Removes an attempt from the count, because the password was right. */
export function forgiveAddress(now: Date): (before: Numbers) => CountChange<void> {
  return (before) => {
    const { tries, since, toldAt } = addressState(before, now.getTime());
    return addressChange(undefined, { tries: Math.max(0, tries - 1), since, toldAt });
  };
}

/**
 * Returns the number of attempts if the owner should be notified now, at most once a day, and records the
 * notice.
 */
export function notifyOwner(now: Date): (before: Numbers) => CountChange<number | undefined> {
  const at = now.getTime();
  return (before) => {
    const { tries, since, toldAt } = addressState(before, at);
    if (tries < NOTIFY_OWNER_AFTER || toldAt > at - DAY_MS) return { result: undefined };
    return addressChange(tries, { tries, since, toldAt: at });
  };
}

/** Returns the number of attempts in the current 24-hour period. */
export function countTries(numbers: Numbers, now: Date): number {
  return addressState(numbers, now.getTime()).tries;
}

interface AddressState {
  readonly tries: number;
  readonly since: number;
  readonly toldAt: number;
}

function addressState([tries = 0, since = 0, toldAt = 0]: Numbers, at: number): AddressState {
  return since > at - DAY_MS ? { tries, since, toldAt } : { tries: 0, since: at, toldAt };
}

function addressChange<Result>(result: Result, { tries, since, toldAt }: AddressState): CountChange<Result> {
  return { result, after: [tries, since, toldAt], forgetAt: new Date(Math.max(since, toldAt) + DAY_MS) };
}

function refusedUntil(until: number, at: number): TryVerdict {
  return { allowed: false, seconds: Math.max(1, Math.ceil((until - at) / 1_000)) };
}

/** The maximum number of emails about unknown browsers per account in the 24 hours after the first. */
export const DEVICE_NOTICES_MAX = 5;

/** Decides whether to notify the owner of one more unknown browser. */
export const notifyOfDevice =
  (now: Date) =>
  ([since = Number.NEGATIVE_INFINITY, told = 0]: Numbers): CountChange<boolean> => {
    const isSameDay = now.getTime() - since < DAY_MS;
    if (isSameDay && told >= DEVICE_NOTICES_MAX) return { result: false };
    const after = isSameDay ? [since, told + 1] : [now.getTime(), 1];
    return { result: true, after, forgetAt: new Date((after[0] ?? 0) + DAY_MS) };
  };
