/**
 * Defines how long data is kept once it is no longer needed. docs/data-retention.md covers every table. Pure.
 */

export interface RetentionDays {
  /** Days after the event before details of applicants with a spot are erased. */
  readonly applications: number;
  /**
   * Days after the event before details of applicants without a spot are erased. The same period applies to
   * revoked API keys, and to closed claims, replies and disputes without effect.
   */
  readonly closed: number;
  /** Days before ended subscriptions, payment notices and entries in the operators' log are deleted. */
  readonly proof: number;
}

/**
 * Days before accounts that never confirmed their address, and rows that show which daily emails were sent,
 * are deleted.
 */
export const UNCONFIRMED_DAYS = 30;
/**
 * Days before the secret of an unconfirmed second factor is deleted. The user can view the secret for one
 * hour.
 */
export const BEGUN_FACTOR_DAYS = 1;

/**
 * Days before rows that show which reminders of expiry dates were sent are deleted. The first reminder is
 * sent 60 days before the date, so the date is past by then.
 */
export const REMINDER_DAYS = 90;

const DAY_MS = 86_400_000;

/** Returns the time before which data has expired. */
export function momentBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}
