/** Addresses that accounts want to be told at, what they are told, and how that went. */

/** webhooks: an address that an account is told at. */
export interface WebhookEndpointsTable {
  id: string;
  account_id: string;
  url: string;
  /** on | off (by its account) | failing (after long failure) | gone (it answered 410) */
  state: string;
  /** Encrypted with a key derived from the service's secret. */
  secret: string;
  /** The one before a rotation, which signs too until `earlier_secret_until`. */
  earlier_secret: string | null;
  earlier_secret_until: string | null;
  /** When the first of the attempts failed that failed in a row; null after a success. */
  failing_since: string | null;
  /** The types of events that it is told of, with commas between them; null for all. */
  types: string | null;
  created_at: string;
  updated_at: string;
}

/** webhooks: what happened, as it is sent to every endpoint that was on then. */
export interface WebhookMessagesTable {
  /** The same with every attempt. */
  id: string;
  /** It may be gone. */
  account_id: string;
  type: string;
  /** JSON text, as it is signed and sent. */
  body: string;
  created_at: string;
}

/** webhooks: one message to one endpoint. The endpoint may be gone. */
export interface WebhookDeliveriesTable {
  message_id: string;
  endpoint_id: string;
  created_at: string;
  /** Null when it was delivered or given up. */
  next_attempt_at: string | null;
  /** Since it was queued, or replayed. */
  attempts: number;
  delivered_at: string | null;
  claimed_until: string | null;
}

/** webhooks: the log. Nothing of an answer but its status is kept. */
export interface WebhookAttemptsTable {
  id: string;
  endpoint_id: string;
  message_id: string;
  made_at: string;
  outcome: string;
  /** Null when there was no answer. */
  status: number | null;
}

export interface WebhooksTables {
  webhook_endpoints: WebhookEndpointsTable;
  webhook_messages: WebhookMessagesTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
}
