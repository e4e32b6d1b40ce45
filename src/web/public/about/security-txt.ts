import type { ServiceOperator } from './operator-contact.ts';

/** Says where security problems are reported (RFC 9116); undefined where nobody has said whom to ask. */
export function renderSecurityTxt(
  { email }: Pick<ServiceOperator, 'email'>,
  baseUrl: string,
  now: Date,
): string | undefined {
  if (email === '') return undefined;
  return [
    `Contact: mailto:${encodeURIComponent(email).replace('%40', '@')}`,
    `Expires: ${expiry(now)}`,
    'Preferred-Languages: en, es',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/**
 * A text that is copied or kept by a cache goes on for half a year; the service itself always says a later day. To whole days, so that the text is the same all
 * day long.
 */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

function expiry(now: Date): string {
  const day = Math.floor(now.getTime() / DAY_MS) + VALID_DAYS;
  return `${new Date(day * DAY_MS).toISOString().slice(0, 19)}Z`;
}
