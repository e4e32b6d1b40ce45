import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Who a request comes from, however a proxy or a socket spells it. */

/** What counts as one client if a proxy passes on something else than an address. */
const UNKNOWN = 'unknown';
/** Azure's and IIS's proxies write the port, which changes with each connection; RFC 7239 puts IPv6 in brackets and quotes. */
const WITH_PORT = /^"?(?:\[(?<v6>[^\]]*)\]|(?<v4>[\d.]+))(?::\d{1,5})?"?$/;

/** The address in a text, without its port and written one way; an IPv4 address in IPv6 is an IPv4 address. */
export function readAddress(text: string): string | undefined {
  const { v4, v6 } = WITH_PORT.exec(text.trim())?.groups ?? {};
  const address = v4 ?? v6 ?? text.trim();
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address).toString() : undefined;
}

/** A client as limits count it: an IPv4 address, or for IPv6 its network, because one client gets a whole one. */
export function clientNetwork(ip: string): string {
  const address = readAddress(ip);
  if (address === undefined) return UNKNOWN;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${network.map((part) => part.toString(16)).join(':')}::/64`;
}

/** Rewrites `X-Forwarded-For`, so that every reader of it, and whatever it is passed on to, finds plain addresses. */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const forwarded = headers['x-forwarded-for'];
    if (forwarded !== undefined)
      headers['x-forwarded-for'] = String(forwarded)
        .split(',')
        .map((each) => readAddress(each) ?? UNKNOWN)
        .join(', ');
    done();
  });
}
