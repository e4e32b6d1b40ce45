/** Paid monitoring of licenses. */

/**
 * billing: who pays for monitoring a license. If the account is deleted, the row remains until the payment
 * provider has ended the subscription.
 */
export interface SubscriptionsTable {
  /** The payment provider's id for the subscription. */
  id: string;
  account_id: string;
  license_type: string;
  license_digits: string;
  /** stripe | test */
  provider: string;
  customer_id: string;
  /** active | past_due | cancel_requested | cancelled */
  state: string;
  period_ends_at: string | null;
  grace_ends_at: string | null;
  cancel_at_period_end: number;
  /** Increases with every change. An update based on an older revision is not written. */
  revision: number;
  created_at: string;
  updated_at: string;
}

/** billing: the provider's events that were processed, stored so that a repeated event has no effect. */
interface PaymentEventsTable {
  id: string;
  type: string;
  received_at: string;
}

/**
 * monitoring: the state of a license that an account was last notified of, with which the next state is
 * compared.
 */
interface WatchedLicensesTable {
  account_id: string;
  license_type: string;
  license_digits: string;
  /** JSON text. */
  reported: string;
  reported_version: number;
  /** The date of the last email; null before the first email. */
  reported_on: string | null;
  updated_at: string;
}

/** monitoring: at most one email for each vendor, account and day. */
interface WatchMailsTable {
  account_id: string;
  license_type: string;
  license_digits: string;
  day: string;
  queued_at: string;
}

/**
 * watch/follows: an address that gets a weekly email about closures, or about one vendor, once it has been
 * confirmed.
 */
export interface FollowsTable {
  id: string;
  /** In lower case. */
  email: string;
  /** A county's name; empty for the whole state, and for a vendor. */
  county: string;
  /** A vendor's license as `type:digits`; empty for closures. */
  license_key: string;
  /** en | es: the language of the page on which the emails were requested. */
  language: string;
  /** Hexadecimal. */
  token_sha256: string;
  created_at: string;
  confirmed_at: string | null;
  /** The day up to which closures were sent; null before it is confirmed, and for a vendor. */
  sent_through: string | null;
  /** The number of the last change of the vendor's record that needs no email; null for closures. */
  sent_number: number | null;
  /** When the last email about the vendor was sent; null before the first, and for closures. */
  sent_at: string | null;
}

export interface MonitoringTables {
  follows: FollowsTable;
  subscriptions: SubscriptionsTable;
  payment_events: PaymentEventsTable;
  watched_licenses: WatchedLicensesTable;
  watch_mails: WatchMailsTable;
}
