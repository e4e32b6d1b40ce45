const LENGTH_MAX = 200;
const MINUTE_MS = 60_000;
const FIRST_PAUSES_MINUTES = [1, 5, 15, 60, 240];
const LATER_PAUSE_MINUTES = 12 * 60;
const GIVE_UP_AFTER_MINUTES = 3 * 24 * 60;

/** The email server will never accept this email. */
export class PermanentMailError extends Error {
  override readonly name = 'PermanentMailError';
}

/** Returns when to retry after this many failed attempts, or undefined to give up. */
export function nextAttemptAt(createdAt: Date, failures: number, now: Date): Date | undefined {
  const pause = FIRST_PAUSES_MINUTES[failures - 1] ?? LATER_PAUSE_MINUTES;
  const next = now.getTime() + pause * MINUTE_MS;
  return next > createdAt.getTime() + GIVE_UP_AFTER_MINUTES * MINUTE_MS ? undefined : new Date(next);
}

/**
 * Describes an error for the operator. Servers often repeat addresses, and filters repeat links, so every
 * word that is too long or may be part of an address or link is removed.
 */
export function describeFailure(error: unknown, recipient: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const localPart = recipient.slice(0, Math.max(recipient.lastIndexOf('@'), 0)).toLowerCase();
  const isPrivate = (word: string): boolean =>
    /[@/?=]/.test(word) ||
    word.length > 40 ||
    (localPart.length > 2 && word.toLowerCase().includes(localPart));
  return (recipient === '' ? message : message.replaceAll(recipient, '@'))
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')
    .map((word) => (isPrivate(word) ? '…' : word))
    .join(' ')
    .slice(0, LENGTH_MAX);
}
