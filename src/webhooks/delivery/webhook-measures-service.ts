import type { LedgerDb } from '../../platform/db/database.ts';

export interface WebhookMeasures {
  /** Deliveries to enabled endpoints: those due now, and those to be retried later. */
  readonly due: number;
  readonly later: number;
  /** The time when the oldest due delivery became due; null if none is due. */
  readonly oldestDueAt: string | null;
  /** The number of endpoints in each state. */
  readonly endpoints: readonly { readonly state: string; readonly count: number }[];
}

/** Returns how many deliveries are pending, and since when, in three statements. */
export async function measureWebhooks(ledgerDb: LedgerDb, now: Date): Promise<WebhookMeasures> {
  const at = now.toISOString();
  const toDeliver = ledgerDb
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('delivery.next_attempt_at').as('oldest')])
    .where('endpoint.state', '=', 'on');
  const due = await toDeliver.where('delivery.next_attempt_at', '<=', at).executeTakeFirstOrThrow();
  const later = await toDeliver.where('delivery.next_attempt_at', '>', at).executeTakeFirstOrThrow();
  const endpoints = await ledgerDb
    .selectFrom('webhook_endpoints')
    .select('state')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy('state')
    .orderBy('state')
    .execute();
  return { due: due.count, later: later.count, oldestDueAt: due.oldest, endpoints };
}

/** Enough to find the hosts of many endpoints; the doctor need not check all of them. */
const URLS_MAX = 1_000;

/**
 * Returns the distinct origins (scheme, host and port) of enabled endpoints, failing ones first, in one
 * statement.
 */
export async function listEndpointOrigins(ledgerDb: LedgerDb): Promise<string[]> {
  const rows = await ledgerDb
    .selectFrom('webhook_endpoints')
    .select('url')
    .where('state', '=', 'on')
    .orderBy(({ eb }) => eb.case().when('failing_since', 'is', null).then(1).else(0).end())
    .orderBy('id')
    .limit(URLS_MAX)
    .execute();
  return [...new Set(rows.map(({ url }) => new URL(url).origin))];
}
