/** How long what is not needed any more stays; docs/data-retention.md has every table. Pure. */

export interface RetentionDays {
  /** After the event: details of applicants who had a spot. */
  readonly applications: number;
  /** After the event: details of applicants without a spot. After they were closed: claims, replies and disputes without effect. */
  readonly closed: number;
  /** Ended subscriptions, notices of payments, what operators did. */
  readonly proof: number;
}

/** For accounts that never confirmed their address, and for days of mails that were sent at most once. */
export const UNCONFIRMED_DAYS = 30;
/** A second factor that was begun is shown for an hour. */
export const BEGUN_FACTOR_DAYS = 1;

const DAY_MS = 86_400_000;

/** Everything older than this moment is past its time. */
export function momentBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}
