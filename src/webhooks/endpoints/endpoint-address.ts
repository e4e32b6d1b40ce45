import { isIP } from 'node:net';
import { isLoopback, isPublicAddress } from '../../lib/address/public-address.ts';
import type { Checked } from '../../lib/field-errors.ts';

/** Checks endpoint addresses. The IP addresses of a hostname are checked again with every connection. */

export const URL_LENGTH_MAX = 500;
/** The allowed ports, so that our requests cannot reach a port of another protocol, such as email. */
const PORTS = ['', '8443'];

/** Parses an endpoint's address. Errors are for `url`. `allowPrivate` is for tests and private networks. */
export function readEndpointUrl(typed: string, allowPrivate: boolean): Checked<{ readonly url: string }> {
  const text = typed.trim();
  const refuse = (url: string) => ({ ok: false, errors: { url } }) as const;
  if (text === '') return refuse('Enter the address that we send to.');
  // `URL` would replace a lone surrogate with U+FFFD, which would be a different address.
  if (!text.isWellFormed()) return refuse('The address holds half of a character. Type it again.');
  if (text.length > URL_LENGTH_MAX)
    return refuse(`The address can have at most ${URL_LENGTH_MAX} characters.`);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    return refuse('Enter a whole address, such as https://example.com/webhooks.');
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol === 'http:' && !(allowPrivate && isLoopback(host)))
    return refuse('The address must begin with https://.');
  if (url.username !== '' || url.password !== '')
    return refuse('The address cannot have a user name or password in it.');
  if (url.hash !== '') return refuse('The address cannot have a part after #.');
  if (allowPrivate) return { ok: true, value: { url: url.href } };
  if (!PORTS.includes(url.port)) return refuse('The address must be on port 443 or 8443.');
  const isName = isIP(host) === 0;
  const isLocal =
    !host.includes('.') || /(?:^|\.)(?:localhost|local|internal|lan|home|test|invalid)\.?$/.test(host);
  if (isName ? isLocal : !isPublicAddress(host))
    return refuse('The address must be one on the public internet.');
  return { ok: true, value: { url: url.href } };
}
