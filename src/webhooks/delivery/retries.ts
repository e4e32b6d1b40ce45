/** Decides when a message is tried again, and when an endpoint counts as dead. */

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** The pauses after failed attempts: three days in total. */
const PAUSES_S = [
  5,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  20 * HOUR_S,
  24 * HOUR_S,
];
const DEAD_AFTER_MS = 5 * 24 * HOUR_S * 1000;

/**
 * Returns the time of the next attempt after this many failures, the last one just now; undefined to give up.
 */
export function nextAttemptAt(failures: number, now: Date): Date | undefined {
  const pause = PAUSES_S[failures - 1];
  return pause === undefined ? undefined : new Date(now.getTime() + pause * 1000);
}

/** Returns true if every attempt has failed for five days. */
export function isDead(failingSince: string, now: Date): boolean {
  return now.getTime() - Date.parse(failingSince) >= DEAD_AFTER_MS;
}
