/** Vendors with a spot at an event, who are watched until the event is over. */

/**
 * `watch/booked`: the last state seen for each vendor. The row is deleted when the vendor no longer has the
 * spot or the event is over.
 */
interface BookedWatchesTable {
  application_id: string;
  /** JSON text. */
  seen: string;
  /** Increases with every change. An update based on an older version is not written. */
  version: number;
  seen_at: string;
}

/** `watch/booked`: each detected change, stored with the application. */
interface BookedChangesTable {
  id: string;
  application_id: string;
  /** Starts at 1. */
  position: number;
  changed_at: string;
  /** The date on which the change was detected, in the jurisdiction's time zone. */
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
   * When the organizer was emailed, or when a notice was no longer needed; null while the change waits for
   * the daily email.
   */
  told_at: string | null;
  /** When an event manager made a new decision or kept the old one; null until then. */
  settled_at: string | null;
  /** The account that did so, which may have been deleted since; null for the waitlist. */
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
