/** Webhook endpoints of accounts, their messages, and each delivery. */

/** webhooks: an endpoint of an account. */
export interface WebhookEndpointsTable {
  id: string;
  account_id: string;
  url: string;
  /** on | off (by its account) | failing (after failing for a long time) | gone (it returned 410) */
  state: string;
  /** Encrypted with a key derived from the service's secret. */
  secret: string;
  /** The secret from before a rotation, which is also used to sign until `earlier_secret_until`. */
  earlier_secret: string | null;
  earlier_secret_until: string | null;
  /** The time of the first failure in an unbroken series; null after a success. */
  failing_since: string | null;
  /** The types of events that it receives, separated by commas; null for all. */
  types: string | null;
  created_at: string;
  updated_at: string;
}

/** webhooks: an event, as it is sent to every endpoint that was enabled at the time. */
export interface WebhookMessagesTable {
  /** The same for every attempt. */
  id: string;
  /** The account may be gone. */
  account_id: string;
  type: string;
  /** JSON text, exactly as it is signed and sent. */
  body: string;
  created_at: string;
}

/** webhooks: one message to one endpoint. The endpoint may be gone. */
export interface WebhookDeliveriesTable {
  message_id: string;
  endpoint_id: string;
  created_at: string;
  /** Null once it was delivered or given up. */
  next_attempt_at: string | null;
  /** The attempts since it was queued or replayed. */
  attempts: number;
  delivered_at: string | null;
  claimed_until: string | null;
}

/** webhooks: the log. Only the status of a response is stored. */
export interface WebhookAttemptsTable {
  id: string;
  endpoint_id: string;
  message_id: string;
  made_at: string;
  outcome: string;
  /** Null if there was no response. */
  status: number | null;
}

export interface WebhooksTables {
  webhook_endpoints: WebhookEndpointsTable;
  webhook_messages: WebhookMessagesTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
}
