import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type {
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhookEndpointsTable,
} from '../../platform/db/schema/ledger-tables/webhook-tables.ts';

/** An endpoint with a due delivery. */
export type DueEndpoint = Pick<WebhookEndpointsTable, 'id' | 'failing_since'>;

/** Lists endpoints with a due delivery that no process has claimed. */
export async function listDueEndpoints(db: LedgerDb, now: Date, rowsMax: number): Promise<DueEndpoint[]> {
  const at = now.toISOString();
  return db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .select(['endpoint.id', 'endpoint.failing_since'])
    .where('endpoint.state', '=', 'on')
    .where('delivery.next_attempt_at', '<=', at)
    .where(({ or, eb }) =>
      or([eb('delivery.claimed_until', 'is', null), eb('delivery.claimed_until', '<=', at)]),
    )
    .groupBy(['endpoint.id', 'endpoint.failing_since'])
    .orderBy(({ fn }) => fn.min('delivery.next_attempt_at'))
    .orderBy('endpoint.id')
    .limit(rowsMax)
    .execute();
}

/** A message that no other process will send to this endpoint until the claim expires. */
export interface ClaimedDelivery {
  readonly endpoint: Pick<
    WebhookEndpointsTable,
    'id' | 'account_id' | 'url' | 'secret' | 'earlier_secret' | 'earlier_secret_until'
  >;
  readonly messageId: string;
  readonly body: string;
  /** Failed attempts so far. */
  readonly attempts: number;
  readonly claimedUntil: string;
}

/**
 * Claims the message that has been due the longest. Returns undefined if no message is due or another process
 * claimed it first.
 */
export async function claimNext(
  db: LedgerDb,
  endpointId: string,
  now: Date,
  durationMs: number,
): Promise<ClaimedDelivery | undefined> {
  const at = now.toISOString();
  const due = await db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .innerJoin('webhook_messages as message', 'message.id', 'delivery.message_id')
    .select(['endpoint.id', 'endpoint.account_id', 'endpoint.url', 'endpoint.secret'])
    .select(['endpoint.earlier_secret', 'endpoint.earlier_secret_until'])
    .select(['message.id as message_id', 'message.body'])
    .where('endpoint.id', '=', endpointId)
    .where('endpoint.state', '=', 'on')
    .where('delivery.next_attempt_at', '<=', at)
    .where(({ or, eb }) =>
      or([eb('delivery.claimed_until', 'is', null), eb('delivery.claimed_until', '<=', at)]),
    )
    .orderBy('delivery.next_attempt_at')
    .orderBy('delivery.created_at')
    .orderBy('message.id')
    .limit(1)
    .executeTakeFirst();
  if (!due) return undefined;
  const { message_id: messageId, body, ...endpoint } = due;
  const claimedUntil = new Date(now.getTime() + durationMs).toISOString();
  const claimed = await db
    .updateTable('webhook_deliveries')
    .set({ claimed_until: claimedUntil })
    .where('endpoint_id', '=', endpointId)
    .where('message_id', '=', messageId)
    .where('next_attempt_at', '<=', at)
    .where((row) => row.or([row('claimed_until', 'is', null), row('claimed_until', '<=', at)]))
    .returning('attempts')
    .executeTakeFirst();
  return claimed && { endpoint, messageId, body, claimedUntil, attempts: claimed.attempts };
}

/** Releases a claim, so that the message is due immediately, as if it had not been tried. */
export async function releaseClaim(
  db: LedgerDb,
  { endpoint, messageId, claimedUntil }: ClaimedDelivery,
): Promise<void> {
  await ownDelivery(db, { endpoint, messageId, claimedUntil }, { claimed_until: null });
}

/** Returns false if the claim was lost, or if the message or its endpoint was deleted. */
export async function noteResult(
  tx: LedgerTx,
  claimed: ClaimedDelivery,
  result: Pick<WebhookDeliveriesTable, 'attempts' | 'next_attempt_at' | 'delivered_at'>,
): Promise<boolean> {
  return ownDelivery(tx, claimed, { ...result, claimed_until: null });
}

export async function insertAttempt(tx: LedgerTx, row: WebhookAttemptsTable): Promise<void> {
  await tx.insertInto('webhook_attempts').values(row).execute();
}

/** Locks an endpoint while an attempt is recorded. Returns undefined if the endpoint was deleted. */
export async function lockEndpoint(
  tx: LedgerTx,
  id: string,
): Promise<Pick<WebhookEndpointsTable, 'state' | 'failing_since'> | undefined> {
  return tx
    .updateTable('webhook_endpoints')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .returning(['state', 'failing_since'])
    .executeTakeFirst();
}

async function ownDelivery(
  db: LedgerDb,
  { endpoint, messageId, claimedUntil }: Pick<ClaimedDelivery, 'endpoint' | 'messageId' | 'claimedUntil'>,
  columns: Partial<WebhookDeliveriesTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set(columns)
    .where('endpoint_id', '=', endpoint.id)
    .where('message_id', '=', messageId)
    .where('claimed_until', '=', claimedUntil)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
