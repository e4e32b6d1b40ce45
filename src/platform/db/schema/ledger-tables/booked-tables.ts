/** Vendors with a spot, watched until the event is over. */

/**
 * `watch/booked`: the last state seen for each vendor. Deleted when the spot is given up or the event is
 * over.
 */
interface BookedWatchesTable {
  application_id: string;
  /** JSON text. */
  seen: string;
  /** Grows with every change; an update based on an older one is not written. */
  version: number;
  seen_at: string;
}

/** `watch/booked`: each detected change, stored with the application. */
interface BookedChangesTable {
  id: string;
  application_id: string;
  /** From 1. */
  position: number;
  changed_at: string;
  /** The jurisdiction's day on which it was detected. */
  day: string;
  grave: number;
  /** A verdict or "unknown". */
  verdict_from: string;
  verdict_to: string;
  /** JSON text: the differences. */
  changes: string;
  /** JSON text: the reasons for `verdict_to`. */
  reasons: string;
  /**
   * The time when the organizer was emailed, or when a notice was no longer needed; null while it waits for
   * the daily email.
   */
  told_at: string | null;
  /** The time when an event manager decided again or kept the decision; null until then. */
  settled_at: string | null;
  /** The account that did so, which may be gone; null for the waitlist. */
  settled_by: string | null;
  /** kept | filed | status */
  settled_how: string | null;
}

/** `watch/booked`: at most one daily email for each account and day. */
interface BookedDigestsTable {
  account_id: string;
  day: string;
  queued_at: string;
}

export interface BookedTables {
  booked_watches: BookedWatchesTable;
  booked_changes: BookedChangesTable;
  booked_digests: BookedDigestsTable;
}
