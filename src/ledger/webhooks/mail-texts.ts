import type { Mail } from '../../platform/mail/outbox.ts';

/** To the account whose endpoint was switched off by us. The address is cut to its host: the rest may hold a secret. */
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
    `${why} We have switched it off.`,
    'What happens from now on is not sent there. Once it works again, switch it on, and replay what it missed; messages are kept for 30 days:',
    page,
  ].join('\n\n');
  return { to, subject: `Your webhook at ${host} is switched off`, text };
}
