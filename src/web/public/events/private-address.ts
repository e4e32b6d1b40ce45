import { type Html, html } from '../../kit/html.ts';

/**
 * These addresses contain the token, so a linked site may learn only this site's origin. With `no-referrer`,
 * browsers would send a page's own forms with the origin "null", which is rejected.
 */
export const PRIVATE_HEADERS = {
  'referrer-policy': 'strict-origin',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
};

/** Returns an address with an application's token, for its applicant only. */
export function ownAddress(path: string, token: string): Html {
  const encoded = new URLSearchParams({ token }).toString().slice('token='.length);
  return html`${path}?token=${encoded}`;
}
