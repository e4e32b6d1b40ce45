import ipaddr from 'ipaddr.js';

/** Decides whether the service may send a request to an IP address that an outsider chose. */

/** A cloud's metadata address, which serves secrets to its machines although its range is public. */
const METADATA = new Set(['168.63.129.16']);

/**
 * Returns true if an address belongs to the public internet. Loopback, private, link-local (cloud secrets),
 * shared, multicast and reserved ranges do not. IPv6 forms that embed an IPv4 address and any other text are
 * also rejected.
 */
export function isPublicAddress(text: string): boolean {
  const address = parse(text);
  if (address?.range() !== 'unicast') return false;
  if (METADATA.has(address.toString())) return false;
  // Only this IPv6 range is assigned. Everything else has a special purpose, whether or not the library knows
  // it.
  return address.kind() === 'ipv4' || (address.toByteArray()[0] ?? 0) >> 5 === 1;
}

/** Returns true if an address belongs to this machine. */
export function isLoopback(text: string): boolean {
  return parse(text)?.range() === 'loopback';
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Names and shortened IPv4 addresses such as 127.1 are not accepted.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined;
  return ipaddr.parse(text);
}
