import type { LedgerDb, LedgerTx } from '../../platform/db/database.ts';
import type {
  WebhookAttemptsTable,
  WebhookDeliveriesTable,
  WebhookEndpointsTable,
  WebhookMessagesTable,
} from '../../platform/db/schema/ledger-tables/webhook-tables.ts';
import { upsertRows } from '../../platform/db/upsert.ts';

const ENDPOINT = [
  ...(['id', 'account_id', 'url', 'state', 'secret', 'earlier_secret', 'earlier_secret_until'] as const),
  ...(['failing_since', 'created_at', 'updated_at', 'types'] as const),
] as const;

/** Lists the account's endpoints, oldest first. */
export async function listEndpoints(db: LedgerDb, accountId: string): Promise<WebhookEndpointsTable[]> {
  return db
    .selectFrom('webhook_endpoints')
    .select(ENDPOINT)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findEndpoint(
  db: LedgerDb,
  accountId: string,
  id: string,
): Promise<WebhookEndpointsTable | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .select(ENDPOINT)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Lists the endpoints that receive an account's events, with their types. */
export async function listListening(
  db: LedgerDb,
  accountId: string,
): Promise<Pick<WebhookEndpointsTable, 'id' | 'types'>[]> {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'types'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'on')
    .orderBy('id')
    .execute();
}

export async function insertEndpoint(tx: LedgerTx, row: WebhookEndpointsTable): Promise<void> {
  await tx.insertInto('webhook_endpoints').values(row).execute();
}

export async function updateEndpoint(
  tx: LedgerTx,
  id: string,
  columns: Partial<
    Pick<
      WebhookEndpointsTable,
      | 'url'
      | 'types'
      | 'state'
      | 'secret'
      | 'earlier_secret'
      | 'earlier_secret_until'
      | 'failing_since'
      | 'updated_at'
    >
  >,
): Promise<void> {
  await tx.updateTable('webhook_endpoints').set(columns).where('id', '=', id).execute();
}

/** Deletes an endpoint with all its messages. */
export async function deleteEndpoint(tx: LedgerTx, id: string): Promise<void> {
  await tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
  await tx.deleteFrom('webhook_deliveries').where('endpoint_id', '=', id).execute();
  await tx.deleteFrom('webhook_attempts').where('endpoint_id', '=', id).execute();
}

export async function insertMessages(
  tx: LedgerTx,
  messages: readonly WebhookMessagesTable[],
  deliveries: readonly WebhookDeliveriesTable[],
): Promise<void> {
  await upsertRows(tx, 'webhook_messages', ['id'], messages);
  await upsertRows(tx, 'webhook_deliveries', ['endpoint_id', 'message_id'], deliveries);
}

/** Abandons the pending messages of an endpoint that is off. */
export async function giveUpWaiting(tx: LedgerTx, endpointId: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: null, claimed_until: null })
    .where('endpoint_id', '=', endpointId)
    .where('next_attempt_at', 'is not', null)
    .execute();
}

/** Makes a message that is no longer pending due again. Returns false for any other message. */
export async function requeue(
  tx: LedgerTx,
  endpointId: string,
  messageId: string,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: at, attempts: 0, delivered_at: null, claimed_until: null })
    .where('endpoint_id', '=', endpointId)
    .where('message_id', '=', messageId)
    .where('next_attempt_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** A message as its endpoint's log shows it. */
interface LoggedDelivery {
  readonly id: string;
  readonly type: string;
  /** JSON text, exactly as signed and sent. */
  readonly body: string;
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly delivered_at: string | null;
}

/** A message's position in its endpoint's log. */
type LogPlace = Pick<WebhookDeliveriesTable, 'message_id' | 'created_at'>;

export async function findDelivery(
  db: LedgerDb,
  endpointId: string,
  messageId: string,
): Promise<LogPlace | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['message_id', 'created_at'])
    .where('endpoint_id', '=', endpointId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}

/** Lists messages to an endpoint, newest first, starting after `last` if it is given. */
export async function listDeliveries(
  db: LedgerDb,
  endpointId: string,
  { last, rowsMax }: { readonly last: LogPlace | undefined; readonly rowsMax: number },
): Promise<LoggedDelivery[]> {
  return db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_messages as message', 'message.id', 'delivery.message_id')
    .select(['message.id', 'message.type', 'message.body', 'delivery.created_at'])
    .select(['delivery.next_attempt_at', 'delivery.delivered_at'])
    .where('delivery.endpoint_id', '=', endpointId)
    .$if(last !== undefined, (query) =>
      query.where(({ eb, or, and }) =>
        or([
          eb('delivery.created_at', '<', last?.created_at ?? ''),
          and([
            eb('delivery.created_at', '=', last?.created_at ?? ''),
            eb('delivery.message_id', '<', last?.message_id ?? ''),
          ]),
        ]),
      ),
    )
    .orderBy('delivery.created_at', 'desc')
    .orderBy('delivery.message_id', 'desc')
    .limit(rowsMax)
    .execute();
}

/** Lists the attempts at these messages to an endpoint, in order. */
export async function listAttempts(
  db: LedgerDb,
  endpointId: string,
  messageIds: readonly string[],
): Promise<Pick<WebhookAttemptsTable, 'message_id' | 'made_at' | 'outcome' | 'status'>[]> {
  if (messageIds.length === 0) return [];
  return db
    .selectFrom('webhook_attempts')
    .select(['message_id', 'made_at', 'outcome', 'status'])
    .where('endpoint_id', '=', endpointId)
    .where('message_id', 'in', messageIds)
    .orderBy('made_at')
    .orderBy('id')
    .execute();
}

export async function deleteMessagesOf(tx: LedgerTx, accountId: string): Promise<void> {
  await tx.deleteFrom('webhook_messages').where('account_id', '=', accountId).execute();
}

/** Deletes messages from before this time, and rows left by deleted endpoints. */
export async function deleteOld(tx: LedgerTx, before: string): Promise<void> {
  await tx.deleteFrom('webhook_messages').where('created_at', '<', before).execute();
  for (const table of ['webhook_deliveries', 'webhook_attempts'] as const)
    await tx
      .deleteFrom(table)
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('message_id', 'not in', selectFrom('webhook_messages').select('id')),
          eb('endpoint_id', 'not in', selectFrom('webhook_endpoints').select('id')),
        ]),
      )
      .execute();
  await tx
    .deleteFrom('webhook_messages')
    .where('id', 'not in', ({ selectFrom }) => selectFrom('webhook_deliveries').select('message_id'))
    .execute();
}
