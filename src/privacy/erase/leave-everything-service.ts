import { findAccount } from '../../accounts/account/service.ts';
import { notifyOfDeletion } from '../../accounts/teams/service.ts';
import type { LinkMaker } from '../../organizer/applications/apply/private-link.ts';
import { cancelEventsOf } from '../../organizer/applications/service.ts';
import { requestCancellation } from '../../owner/billing/service.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { removeWebhooksOf } from '../../webhooks/endpoints/service.ts';
import { eraseTraces } from './traces-store.ts';

/**
 * Prepares the deletion of an account by its owner or the operator. People who rely on it are notified, its
 * events are cancelled, its payment is ended, and others' rows no longer mention it. The rows that refer to
 * it are deleted with the account.
 */
export async function leaveEverything(
  tx: LedgerTx,
  accountId: string,
  { now, links }: { readonly now: Date; readonly links: LinkMaker },
): Promise<void> {
  const account = await findAccount(tx, accountId);
  // First, so that the emails queued below are sent.
  if (account) await eraseTraces(tx, { accountId, email: account.email, name: account.name });
  await removeWebhooksOf(tx, accountId);
  await notifyOfDeletion(tx, accountId, { now, baseUrl: links.baseUrl });
  await cancelEventsOf(tx, accountId, now, links);
  await requestCancellation(tx, { accountId, baseUrl: links.baseUrl, now });
}
