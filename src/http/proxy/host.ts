import { isIP } from 'node:net';
import { inEach } from '../../lib/language/language.ts';
import { AppError } from '../errors/errors.ts';
import { HTTP } from '../messages.ts';

/**
 * The Host header must name this service exactly once. Otherwise, a page on another site could point its own
 * host name at this machine and reach the service under that site's origin (DNS rebinding). IP addresses and
 * `localhost`, which probes and proxies use, are safe.
 */

const HOST = /^(?:\[([0-9a-f:.]+)\]|([^\s:@/?#]+))(?::\d{0,5})?$/i;

/**
 * Returns the problem with a request's Host header, or undefined if the header is fine. HTTP/1.0 requests do
 * not need the header.
 */
export type CheckHost = (rawHeaders: readonly string[], httpVersion: string) => AppError | undefined;

export function createHostCheck(baseUrl: string): CheckHost {
  const own = new URL(baseUrl).hostname;
  // The last accepted value. The next request almost always has the same value.
  let accepted: string | undefined;
  return (rawHeaders, httpVersion) => {
    let host: string | undefined;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index];
      if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
      if (host !== undefined)
        return new AppError('malformed_request', 'A request has one Host header, not several.');
      host = rawHeaders[index + 1] ?? '';
    }
    if (host === accepted && host !== undefined) return undefined;
    if (host === undefined)
      return httpVersion === '1.0'
        ? undefined
        : new AppError('malformed_request', 'The request has no Host header.');
    if (!isOurs(host, own))
      return new AppError(
        'wrong_host',
        'The Host header does not name this service. Use its public address (BASE_URL), localhost or an IP address.',
        { forPeople: inEach((language) => HTTP[language].wrongHost) },
      );
    accepted = host;
    return undefined;
  };
}

function isOurs(host: string, own: string): boolean {
  const [, ipv6, name] = HOST.exec(host) ?? [];
  if (ipv6 !== undefined) return isIP(ipv6) === 6;
  return (
    name !== undefined &&
    (name.toLowerCase() === own || name.toLowerCase() === 'localhost' || isIP(name) === 4)
  );
}
