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
 * Queues the changes to applications of one account, with the actor and the applicant. The verdict is the
 * given one, or the verdict of the newest decision on file, because this transaction cannot read the
 * registry.
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
