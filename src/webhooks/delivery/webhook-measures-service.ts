import type { LedgerDb } from '../../platform/db/database.ts';

export interface WebhookMeasures {
  /** Deliveries to endpoints that are on: due now, and to be tried again later. */
  readonly due: number;
  readonly later: number;
  /** Since when the oldest of the due ones is; null when none is due. */
  readonly oldestDueAt: string | null;
  /** How many endpoints are in each state. */
  readonly endpoints: readonly { readonly state: string; readonly count: number }[];
}

/** How much is to be delivered, and since when. Three statements. */
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

/** Enough to find the hosts of many endpoints; a doctor's look is no census. */
const URLS_MAX = 1_000;

/** Where endpoints that are on are: scheme, host and port alone, each once. Those that fail come first. One statement. */
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
