import type { Language } from '../../lib/language/language.ts';
import { inLanguage } from '../../lib/language/language-address.ts';
import type { LedgerTx } from '../../platform/db/database.ts';
import { type Mail, queueMail } from '../../platform/mail/outbox.ts';
import { mayMail } from '../../platform/mail/recipient-limit.ts';
import { DEMO_ORGANIZERS } from '../account/demo-organizers.ts';
import { ACCOUNT_MAIL } from '../account/mail-messages.ts';
import { findById } from '../account/store.ts';
import { CREDENTIAL_MAIL, CREDENTIAL_SUBJECTS } from './credential-messages.ts';

/** A change to a credential other than the password: a key, a webhook or a calendar address. */
type CredentialNews =
  /** `key` is the beginning of the key, which does not give access. */
  | { readonly kind: 'key_made' | 'key_revoked'; readonly key: string }
  | { readonly kind: 'calendar_made' | 'calendar_ended' }
  /** Only the host, because the rest of an address may contain a secret. */
  | { readonly kind: 'webhook_added' | 'webhook_moved' | 'webhook_secret'; readonly host: string };

const PAGES: Readonly<Record<CredentialNews['kind'], string>> = {
  key_made: '/settings/api-keys',
  key_revoked: '/settings/api-keys',
  calendar_made: '/settings/calendar',
  calendar_ended: '/settings/calendar',

  webhook_added: '/settings/webhooks',
  webhook_moved: '/settings/webhooks',
  webhook_secret: '/settings/webhooks',
};

/**
 * Emails an account's owner about a key, a webhook or a calendar address, in the transaction that changes it.
 * The number of emails is limited, because a signed-in person can create any number of keys. No email is sent
 * for demo accounts, because they are shared.
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

/**
 * Returns the email to the account's owner. It contains no secret, and no text that the person who made the
 * change could choose.
 */
function credentialMail(about: {
  readonly to: string;
  readonly language: Language;
  readonly baseUrl: string;
  readonly news: CredentialNews;
}): Mail {
  const { to, language, baseUrl, news } = about;
  const t = CREDENTIAL_MAIL[language];
  const place = (path: string) => `${baseUrl}${inLanguage(path, language)}`;
  const places = { page: place(PAGES[news.kind]), forgotten: place('/forgot-password') };
  const locked = ACCOUNT_MAIL[language].lockedOut({ contact: place('/contact') });
  const paragraphs = [saidOf(news, language), t.known, t.unknown(places), locked];
  return { to, subject: CREDENTIAL_SUBJECTS[language][news.kind], text: `${paragraphs.join('\n\n')}\n` };
}

function saidOf(news: CredentialNews, language: Language): string {
  const t = CREDENTIAL_MAIL[language];
  switch (news.kind) {
    case 'key_made':
    case 'key_revoked':
      return t[news.kind]({ key: news.key });
    case 'calendar_made':
    case 'calendar_ended':
      return t[news.kind];
    case 'webhook_added':
    case 'webhook_moved':
    case 'webhook_secret':
      return t[news.kind]({ host: news.host });
  }
}
