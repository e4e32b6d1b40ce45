import { type Html, html } from '../../kit/html.ts';

/**
 * These addresses contain the token, so linked sites may learn only this site's origin. `no-referrer` would
 * not work: browsers would send the pages' own forms with the origin "null", which is rejected.
 */
export const PRIVATE_HEADERS = {
  'referrer-policy': 'strict-origin',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
};

/** Returns an address with the token for an application. Show it only to the applicant. */
export function ownAddress(path: string, token: string): Html {
  const encoded = new URLSearchParams({ token }).toString().slice('token='.length);
  return html`${path}?token=${encoded}`;
}
