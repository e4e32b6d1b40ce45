import type { LedgerEngine, LedgerTx } from '../../../platform/db/database.ts';
import {
  type ApplicationNews,
  applicationChanged,
  applicationReceived,
} from '../../../webhooks/messages/payloads.ts';
import { queueWebhooks } from '../../../webhooks/messages/queue-webhooks-service.ts';
import { parseFiledDecision } from '../decide/filed-decision.ts';
import { listApplicants, listNewestDecisions } from '../store.ts';

interface News {
  readonly accountId: string;
  readonly type: 'received' | 'changed';
  readonly news: readonly (Omit<ApplicationNews, 'vendor'> & { readonly verdict?: string | null })[];
}

/**
 * Queues webhooks about changes to applications to one account's events. Each webhook has the actor and a
 * verdict. If no verdict is given, it uses the verdict of the newest filed decision, because this transaction
 * cannot read the registry.
 */
export async function queueApplicationNews(
  tx: LedgerTx,
  context: { readonly baseUrl: string; readonly engine?: LedgerEngine },
  { accountId, type, news }: News,
  at: Date,
): Promise<void> {
  if (news.length === 0) return;
  const make = type === 'received' ? applicationReceived : applicationChanged;
  const makeEvents = async () => {
    const ids = news.map(({ id }) => id);
    const applicants = new Map((await listApplicants(tx, ids)).map((each) => [each.id, each]));
    const filed = context.engine ? await listNewestDecisions(tx, context.engine, ids) : undefined;
    return news.map(({ verdict, ...each }) => {
      const { business_name: name = '', license_number = '' } = applicants.get(each.id) ?? {};
      const decision = filed?.get(each.id);
      const known = verdict ?? (decision === undefined ? null : parseFiledDecision(decision).verdict);
      return make({ ...each, vendor: { name, license_number, verdict: known } }, context.baseUrl);
    });
  };
  await queueWebhooks(tx, accountId, makeEvents, at);
}
