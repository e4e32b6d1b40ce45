import { randomUUID } from 'node:crypto';
import type { LedgerTx } from '../../platform/db/database.ts';
import { insertMessages, listListening } from '../endpoints/store.ts';
import { wants } from '../endpoints/webhook.ts';
import { bodyOf, type WebhookEvent } from './payloads.ts';

/**
 * Queues an event for each of an account's enabled endpoints. Call it in the event's transaction, so that
 * both the event and its messages are stored or neither is. `jobs/webhook-delivery.ts` sends the messages.
 * For an account without endpoints, this takes one statement and builds no message.
 */
export async function queueWebhooks(
  tx: LedgerTx,
  accountId: string,
  events: readonly WebhookEvent[] | (() => Promise<readonly WebhookEvent[]>),
  now: Date,
): Promise<void> {
  if (events.length === 0 && typeof events !== 'function') return;
  const listening = await listListening(tx, accountId);
  if (listening.length === 0) return;
  const all = typeof events === 'function' ? await events() : events;
  const byType = Map.groupBy(all, ({ type }) => type);
  for (const [type, events] of byType) {
    const endpointIds = listening.flatMap(({ id, types }) => (wants(types, type) ? [id] : []));
    if (endpointIds.length > 0) await queueFor(tx, { accountId, endpointIds, events }, now);
  }
}

/** Queues the events for these endpoints only. Returns the ids of the messages. */
export async function queueFor(
  tx: LedgerTx,
  {
    accountId,
    endpointIds,
    events,
  }: {
    readonly accountId: string;
    readonly endpointIds: readonly string[];
    readonly events: readonly WebhookEvent[];
  },
  now: Date,
): Promise<string[]> {
  const at = now.toISOString();
  const messages = events.map((event) => ({
    id: `msg_${randomUUID()}`,
    account_id: accountId,
    type: event.type,
    body: bodyOf(event, now),
    created_at: at,
  }));
  const deliveries = messages.flatMap(({ id }) =>
    endpointIds.map((endpoint_id) => ({
      message_id: id,
      endpoint_id,
      created_at: at,
      next_attempt_at: at,
      attempts: 0,
      delivered_at: null,
      claimed_until: null,
    })),
  );
  await insertMessages(tx, messages, deliveries);
  return messages.map(({ id }) => id);
}
