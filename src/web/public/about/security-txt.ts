import type { ServiceOperator } from './operator-contact.ts';

/** Returns `security.txt` (RFC 9116), or undefined if the operator does not have an email address. */
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
 * How many days a copied or cached file remains valid. The expiration date that we serve keeps moving
 * forward, and is rounded to a whole day so that the file does not change during a day.
 */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

function expiry(now: Date): string {
  const day = Math.floor(now.getTime() / DAY_MS) + VALID_DAYS;
  return `${new Date(day * DAY_MS).toISOString().slice(0, 19)}Z`;
}
