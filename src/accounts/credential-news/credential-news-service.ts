import type { LedgerTx } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { mayMail } from '../../platform/mail/recipient-limit.ts';
import { DEMO_ORGANIZERS } from '../account/demo-organizers.ts';
import { findById } from '../account/store.ts';
import { type CredentialNews, credentialMail } from './credential-mail.ts';

/**
 * Emails an account's owner about a key, a webhook or a calendar address, in the transaction that changes it.
 * The number of emails is limited, because a signed-in person can create any number of keys. Demo accounts
 * are shared, so they get none.
 */
export async function emailCredentialChange(
  tx: LedgerTx,
  about: { readonly accountId: string; readonly baseUrl: string; readonly now: Date },
  news: CredentialNews,
): Promise<void> {
  const { accountId, baseUrl, now } = about;
  if (DEMO_ORGANIZERS.some(({ id }) => id === accountId)) return;
  const owner = await findById(tx, accountId);
  if (!owner || !(await mayMail(tx, 'credential', owner.email, now))) return;
  await queueMail(tx, credentialMail({ to: owner.email, language: owner.language, baseUrl, news }), now);
}
