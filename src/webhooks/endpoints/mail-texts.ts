import type { Mail } from '../../platform/mail/outbox.ts';

/**
 * Returns the email to the account whose endpoint we turned off. It shows only the host, because the rest of
 * the address may contain a secret.
 */
export function switchedOffMail(about: {
  readonly to: string;
  readonly url: string;
  readonly state: 'failing' | 'gone';
  readonly page: string;
}): Mail {
  const { to, url, state, page } = about;
  const { host } = new URL(url);
  const why =
    state === 'gone'
      ? `Your webhook at ${host} answered “410 Gone”, which asks us to send no more.`
      : `Every message to your webhook at ${host} has failed for five days.`;
  const text = [
    `${why} We switched it off.`,
    'We don’t send new messages there. Once it works again, switch it on and replay what it missed. We keep messages for 30 days.',
    `Open the webhook:\n${page}`,
  ].join('\n\n');
  return { to, subject: `Your webhook at ${host} is switched off`, text };
}

/**
 * Returns the email to the account whose key made a change. Without this email, someone who stole the key
 * could keep receiving messages after the key is revoked.
 */
export function doneByKeyMail(about: {
  readonly to: string;
  readonly url: string;
  readonly what: 'added' | 'moved' | 'rotated';
  readonly keyId: string;
  readonly page: string;
  readonly keys: string;
}): Mail {
  const { to, url, what, keyId, page, keys } = about;
  const { host } = new URL(url);
  const done = {
    added: `added a webhook at ${host}`,
    moved: `changed the address of a webhook, which is at ${host} now`,
    rotated: `made a new secret for the webhook at ${host}`,
  }[what];
  const text = [
    `A program with your API key ${keyId} ${done}. If that was you, you don’t need to do anything.`,
    'If not, delete the webhook and revoke the key. Revoking the key doesn’t stop the webhook.',
    `Open the webhook:\n${page}`,
    `Revoke the key:\n${keys}`,
  ].join('\n\n');
  const subject = {
    added: `A webhook at ${host} was added`,
    moved: `A webhook moved to ${host}`,
    rotated: `The webhook at ${host} has a new secret`,
  }[what];
  return { to, subject, text };
}
