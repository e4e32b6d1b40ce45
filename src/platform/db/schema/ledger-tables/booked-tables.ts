/** Vendors with a spot, watched until the event is over. */

/** `watch/booked`: what was seen last of each; deleted when the spot is given back or the event is over. */
interface BookedWatchesTable {
  application_id: string;
  /** JSON text. */
  seen: string;
  /** Grows with every change; an update based on an older one is not written. */
  version: number;
  seen_at: string;
}

/** `watch/booked`: each change that was noticed, kept with the application. */
interface BookedChangesTable {
  id: string;
  application_id: string;
  /** From 1. */
  position: number;
  changed_at: string;
  /** The jurisdiction's day on which it was noticed. */
  day: string;
  grave: number;
  /** A verdict, or "unknown". */
  verdict_from: string;
  verdict_to: string;
  /** JSON text: what differs. */
  changes: string;
  /** JSON text: the sentences behind `verdict_to`. */
  reasons: string;
  /** When the organizer was mailed, or nobody was to be told any more; null while it waits for the daily mail. */
  told_at: string | null;
  /** When somebody who manages the event looked at it and decided anew, or kept the decision; null while it waits for that. */
  settled_at: string | null;
  /** That account, which may be gone; null for the waitlist. */
  settled_by: string | null;
  /** kept | filed | status */
  settled_how: string | null;
}

/** `watch/booked`: at most one daily mail for each account and day. */
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
