import type { LedgerTx } from '../../platform/db/database.ts';
import type { StoredEvent } from '../events/stored-event.ts';
import { queueWebhooks } from '../webhooks/outbox-service.ts';
import {
  type ApplicationNews,
  applicationChanged,
  applicationReceived,
  type NewsVendor,
} from '../webhooks/payloads.ts';
import type { ApplicationContext } from './context.ts';
import { joinVendors, vendorOf } from './joined-vendors-service.ts';
import { listApplicants } from './store.ts';

interface News {
  readonly accountId: string;
  readonly type: 'received' | 'changed';
  readonly news: readonly Omit<ApplicationNews, 'vendor'>[];
  /** For whose days the verdicts are; today without one. */
  readonly event?: StoredEvent;
}

/**
 * Queues what happened to applications of one account, with who applied. Without access to the registry, or while it cannot be read,
 * there is no verdict: nobody's application fails because of a message about it.
 */
export async function queueApplicationNews(
  tx: LedgerTx,
  context: Pick<ApplicationContext, 'baseUrl'> & Partial<Pick<ApplicationContext, 'registry' | 'now'>>,
  { accountId, type, news, event }: News,
  at: Date,
): Promise<void> {
  if (news.length === 0) return;
  const make = type === 'received' ? applicationReceived : applicationChanged;
  const makeEvents = async () => {
    const vendorById = await readVendors(tx, context, news, event);
    return news.map((each) =>
      make({ ...each, vendor: vendorById.get(each.id) ?? UNKNOWN_VENDOR }, context.baseUrl),
    );
  };
  await queueWebhooks(tx, accountId, makeEvents, at);
}

const UNKNOWN_VENDOR: NewsVendor = { name: '', license_number: '', verdict: null };

async function readVendors(
  tx: LedgerTx,
  { registry, baseUrl, now = () => new Date() }: Parameters<typeof queueApplicationNews>[1],
  news: News['news'],
  event: StoredEvent | undefined,
): Promise<ReadonlyMap<string, NewsVendor>> {
  const applicants = await listApplicants(
    tx,
    news.map(({ id }) => id),
  );
  const sharing = registry
    ? await joinVendors({ registry, baseUrl, now }, applicants, event).catch(() => undefined)
    : undefined;
  return new Map(
    applicants.map((each) => {
      const vendor = sharing && vendorOf(sharing, each);
      const { business_name: name, license_number } = each;
      return [each.id, { name, license_number, verdict: vendor?.standing().verdict ?? null }];
    }),
  );
}
