/** The webhook endpoints of accounts, the messages sent to them, and each delivery. */

/** webhooks: an account's endpoint. */
export interface WebhookEndpointsTable {
  id: string;
  account_id: string;
  url: string;
  /** on | off (by its account) | failing (disabled after a long failure) | gone (it returned 410) */
  state: string;
  /** Encrypted with a key derived from the service's secret. */
  secret: string;
  /** The secret from before a rotation. Messages are also signed with it until `earlier_secret_until`. */
  earlier_secret: string | null;
  earlier_secret_until: string | null;
  /** The time of the first failure since the last success; null after a success. */
  failing_since: string | null;
  /** The types of events that the endpoint receives, separated by commas; null for all types. */
  types: string | null;
  created_at: string;
  updated_at: string;
}

/** webhooks: an event, as it is sent to every endpoint that was enabled at the time. */
export interface WebhookMessagesTable {
  /** The same for every attempt. */
  id: string;
  /** The account may have been deleted since. */
  account_id: string;
  type: string;
  /** JSON text, exactly as it is signed and sent. */
  body: string;
  created_at: string;
}

/** webhooks: one message to one endpoint. The endpoint may have been deleted since. */
export interface WebhookDeliveriesTable {
  message_id: string;
  endpoint_id: string;
  created_at: string;
  /** Null once the message was delivered or will not be retried. */
  next_attempt_at: string | null;
  /** The number of attempts since the message was queued or replayed. */
  attempts: number;
  delivered_at: string | null;
  claimed_until: string | null;
}

/** webhooks: the log of attempts. Only the status of a response is stored, not its body. */
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
