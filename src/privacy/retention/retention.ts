/**
 * The time that data is stored after it is no longer needed; docs/data-retention.md has every table. Pure.
 */

export interface RetentionDays {
  /** Days after the event: details of applicants who had a spot. */
  readonly applications: number;
  /**
   * Days after the event: details of applicants without a spot. Days after closing: claims, replies and
   * disputes without effect.
   */
  readonly closed: number;
  /** Days for ended subscriptions, payment notices and the operators' log. */
  readonly proof: number;
}

/** Days for accounts that never confirmed their address, and for the records of daily emails. */
export const UNCONFIRMED_DAYS = 30;
/** Days to keep the secret of a second factor that was never confirmed. It is shown to the user for one hour. */
export const BEGUN_FACTOR_DAYS = 1;

const DAY_MS = 86_400_000;

/** Returns the time before which data has expired. */
export function momentBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}
