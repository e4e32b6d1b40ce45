import type { ServiceOperator } from './operator-contact.ts';

/** Returns `security.txt` (RFC 9116); undefined if the operator has no email address. */
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
 * The number of days for which a copied or cached file is valid. The served date keeps moving forward. It is
 * rounded to a whole day, so that the file stays the same all day.
 */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

function expiry(now: Date): string {
  const day = Math.floor(now.getTime() / DAY_MS) + VALID_DAYS;
  return `${new Date(day * DAY_MS).toISOString().slice(0, 19)}Z`;
}
