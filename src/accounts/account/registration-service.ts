import { randomUUID } from 'node:crypto';
import type { Language } from '../../lib/language/language.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { mayMail } from '../../platform/mail/recipient-limit.ts';
import { linkValue } from '../links/link-value.ts';
import { createLink } from '../links/links-store.ts';
import type { Next } from './account.ts';
import { alreadyRegisteredMail, verificationMail } from './mail-texts.ts';
import { createAccount, deleteUnverified, findByEmail } from './store.ts';

/**
 * Handles a sign-up. A taken address runs the same statements as a new one (an account is added and removed),
 * so the timing reveals nothing. Call it while holding the lock on the address.
 */
export async function register(
  { baseUrl, now }: { readonly baseUrl: string; readonly now: () => Date },
  tx: LedgerTx,
  account: { name: string; email: string; passwordHash: string; next: Next; language: Language },
): Promise<void> {
  const to = account.email;
  // If the email limit is reached, change nothing, because the link sent earlier must keep working.
  if (!(await mayMail(tx, 'sign-up', to, now()))) return;
  const present = await findByEmail(tx, to);
  const isKnown = present?.verified === true;
  const { next, ...created } = isKnown ? { ...account, email: `${randomUUID()}@nobody.invalid` } : account;
  // The latest sign-up replaces earlier ones, because an unconfirmed account does not own its address.
  if (!isKnown) await deleteUnverified(tx, present?.id ?? randomUUID());
  const id = await createAccount(tx, { ...created, verified: false }, now());
  const token = await createLink(tx, 'confirm-email', linkValue(id, next), now());
  if (isKnown) await deleteUnverified(tx, id);
  const mail = isKnown
    ? alreadyRegisteredMail({ to, baseUrl, language: present.language })
    : verificationMail({ to, baseUrl, language: account.language, token });
  await queueMail(tx, mail, now());
}
