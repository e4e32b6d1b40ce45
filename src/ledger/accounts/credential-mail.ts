import type { Language } from '../../lib/language.ts';
import { inLanguage } from '../../lib/language-address.ts';
import { defineMessages } from '../../lib/messages.ts';
import type { Mail } from '../../platform/mail/outbox.ts';

/** What happened to something besides the password that lets a program in. */
export type CredentialNews =
  /** `key` begins like the key, and opens nothing. */
  | { readonly kind: 'key_made' | 'key_revoked'; readonly key: string }
  | { readonly kind: 'calendar_made' | 'calendar_ended' }
  /** The host alone: the rest of an address may hold a secret. */
  | { readonly kind: 'webhook_added' | 'webhook_secret'; readonly host: string };

const CREDENTIAL_MAIL = defineMessages({
  key_made_subject: {
    en: 'An API key was made for your account',
    es: 'Se creó una clave de API para su cuenta',
  },
  key_made: {
    en: 'The API key {key} was made for your account at Vendor Compliance. Programs that have it act for your account.',
    es: 'Se creó la clave de API {key} para su cuenta de Vendor Compliance. Los programas que la tengan actúan en nombre de su cuenta.',
  },
  key_revoked_subject: {
    en: 'An API key of your account was revoked',
    es: 'Se revocó una clave de API de su cuenta',
  },
  key_revoked: {
    en: 'The API key {key} of your account at Vendor Compliance was revoked. Programs that use it are refused from now on.',
    es: 'Se revocó la clave de API {key} de su cuenta de Vendor Compliance. Desde ahora se rechazan los programas que la usan.',
  },
  calendar_made_subject: {
    en: 'A private calendar address was made for your account',
    es: 'Se creó una dirección privada de calendario para su cuenta',
  },
  calendar_made: {
    en: 'A private calendar address was made for your account at Vendor Compliance. Whoever has it sees your events. Earlier addresses no longer work.',
    es: 'Se creó una dirección privada de calendario para su cuenta de Vendor Compliance. Quien la tenga ve sus eventos. Las direcciones anteriores ya no funcionan.',
  },
  calendar_ended_subject: {
    en: 'Your private calendar address was switched off',
    es: 'Se desactivó su dirección privada de calendario',
  },
  calendar_ended: {
    en: 'The private calendar address of your account at Vendor Compliance was switched off. Calendars that use it no longer get your events.',
    es: 'Se desactivó la dirección privada de calendario de su cuenta de Vendor Compliance. Los calendarios que la usan ya no reciben sus eventos.',
  },
  webhook_added_subject: {
    en: 'A webhook was added to your account',
    es: 'Se agregó un webhook a su cuenta',
  },
  webhook_added: {
    en: 'A webhook at {host} was added to your account at Vendor Compliance. From now on, what happens to applications for your events is sent there.',
    es: 'Se agregó un webhook en {host} a su cuenta de Vendor Compliance. Desde ahora se envía allí lo que ocurre con las solicitudes para sus eventos.',
  },
  webhook_secret_subject: {
    en: 'A webhook of your account has a new secret',
    es: 'Un webhook de su cuenta tiene un secreto nuevo',
  },
  webhook_secret: {
    en: 'A new secret was made for the webhook at {host} of your account at Vendor Compliance. The earlier one also signs for 24 more hours.',
    es: 'Se creó un secreto nuevo para el webhook en {host} de su cuenta de Vendor Compliance. El anterior también firma durante 24 horas más.',
  },
  known: {
    en: 'If you know about this, do nothing.',
    es: 'Si ya lo sabe, no haga nada.',
  },
  unknown: {
    en: 'If you do not, look at {page} and undo it there. Then choose a new password, which signs out every browser: {forgotten}',
    es: 'Si no sabe de qué se trata, abra {page} y deshágalo allí. Después elija una contraseña nueva, lo que cierra la sesión en todos los navegadores: {forgotten}',
  },
});

const PAGES: Readonly<Record<CredentialNews['kind'], string>> = {
  ...{ key_made: '/settings/api-keys', key_revoked: '/settings/api-keys' },
  ...{ calendar_made: '/settings/calendar', calendar_ended: '/settings/calendar' },
  ...{ webhook_added: '/settings/webhooks', webhook_secret: '/settings/webhooks' },
};

/** To the account's owner. It has no secret, and no text that whoever made the change could choose. */
export function credentialMail(about: {
  readonly to: string;
  readonly language: Language;
  readonly baseUrl: string;
  readonly news: CredentialNews;
}): Mail {
  const { to, language, baseUrl, news } = about;
  const t = CREDENTIAL_MAIL[language];
  const place = (path: string) => `${baseUrl}${inLanguage(path, language)}`;
  const places = { page: place(PAGES[news.kind]), forgotten: place('/forgot-password') };
  const paragraphs = [saidOf(news, language), t.known, t.unknown(places)];
  return { to, subject: t[`${news.kind}_subject`], text: `${paragraphs.join('\n\n')}\n` };
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
    case 'webhook_secret':
      return t[news.kind]({ host: news.host });
  }
}
