import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Identifies the client of a request, regardless of how a proxy or socket writes the client's address. */

/** All requests for which a proxy forwards something other than an address count as this one client. */
const UNKNOWN = 'unknown';
/**
 * Azure and IIS proxies add the port, which changes with each connection; RFC 7239 puts IPv6 addresses in
 * brackets and quotes.
 */
const WITH_PORT = /^"?(?:\[(?<v6>[^\]]*)\]|(?<v4>[\d.]+))(?::\d{1,5})?"?$/;

/**
 * Parses an address, with or without a port, and normalizes it. An IPv4-mapped IPv6 address becomes an IPv4
 * address. Returns undefined for any other text.
 */
export function readAddress(text: string): string | undefined {
  const { v4, v6 } = WITH_PORT.exec(text.trim())?.groups ?? {};
  const address = v4 ?? v6 ?? text.trim();
  // Node's check comes first, because the library throws an error for text that is not an address.
  return isIP(address) > 0 && ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined;
}

/**
 * Returns the key by which limits count a client: its IPv4 address or its IPv6 network, because one client
 * usually has a whole IPv6 network. Despite its type in Fastify, the address is undefined if the client
 * closed the connection before the request was processed.
 */
export function clientNetwork(ip: string | undefined): string {
  const address = readAddress(ip ?? '');
  if (address === undefined) return UNKNOWN;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${network.map((part) => part.toString(16)).join(':')}::/64`;
}

/** The maximum number of proxies in a row, more than in any real setup. */
export const HOPS_MAX = 32;

/**
 * Rewrites `X-Forwarded-For`, so that all code that reads it finds plain addresses. Each proxy appends to the
 * header, so only the last entries are read; the rest, which may be thousands written by a client, are
 * dropped. Call this only if there are trusted proxies; without them, the header is not used.
 */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const forwarded = headers['x-forwarded-for'];
    if (forwarded !== undefined)
      headers['x-forwarded-for'] = lastEntries(String(forwarded))
        .map((each) => readAddress(each) ?? UNKNOWN)
        .join(', ');
    done();
  });
}

function lastEntries(header: string): string[] {
  let start = header.length;
  for (let found = 0; found < HOPS_MAX && start >= 0; found += 1)
    start = start === 0 ? -1 : header.lastIndexOf(',', start - 1);
  return header.slice(start + 1).split(',');
}
