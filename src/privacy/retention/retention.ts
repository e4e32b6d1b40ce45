/**
 * The time for which data stays after it is no longer needed; docs/data-retention.md has every table. Pure.
 */

export interface RetentionDays {
  /** After the event: details of applicants who had a spot. */
  readonly applications: number;
  /**
   * After the event: details of applicants without a spot. After they were closed: claims, replies and
   * disputes without effect.
   */
  readonly closed: number;
  /** Ended subscriptions, payment notices, and the operators' log. */
  readonly proof: number;
}

/** For accounts that never confirmed their address, and for the records of daily emails. */
export const UNCONFIRMED_DAYS = 30;
/** The secret of a second factor that was not confirmed is shown for an hour. */
export const BEGUN_FACTOR_DAYS = 1;

const DAY_MS = 86_400_000;

/** Returns the moment before which data has expired. */
export function momentBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}
