/** Paid monitoring of licenses. */

/** billing: who pays for the monitoring of which license. Outlives its account until the provider has ended it. */
export interface SubscriptionsTable {
  /** The provider's id of the subscription. */
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
  /** Grows with every change; an update based on an older revision is not written. */
  revision: number;
  created_at: string;
  updated_at: string;
}

/** billing: the provider's events taken in, so that one that comes twice counts once. */
interface PaymentEventsTable {
  id: string;
  type: string;
  received_at: string;
}

/** monitoring: what an account was last told of a license; the next state is compared with it. */
interface WatchedLicensesTable {
  account_id: string;
  license_type: string;
  license_digits: string;
  /** JSON text. */
  reported: string;
  reported_version: number;
  /** The day of the last mail; null before the first. */
  reported_on: string | null;
  updated_at: string;
}

/** monitoring: at most one mail for each vendor, account and day. */
interface WatchMailsTable {
  account_id: string;
  license_type: string;
  license_digits: string;
  day: string;
  queued_at: string;
}

export interface MonitoringTables {
  subscriptions: SubscriptionsTable;
  payment_events: PaymentEventsTable;
  watched_licenses: WatchedLicensesTable;
  watch_mails: WatchMailsTable;
}
