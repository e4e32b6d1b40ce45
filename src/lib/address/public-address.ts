import ipaddr from 'ipaddr.js';

/** Which addresses of the network a request that somebody else asked for may go to. */

/** Answers only to machines of its cloud, and gives out their secrets, though the range is public. */
const METADATA = new Set(['168.63.129.16']);

/**
 * Whether an address is one of the public internet. Not so are loopback, private, link-local (where clouds answer with their
 * secrets), shared, multicast and reserved ranges, every form of IPv6 that wraps an IPv4 address, and what is no address.
 */
export function isPublicAddress(text: string): boolean {
  const address = parse(text);
  if (address?.range() !== 'unicast') return false;
  if (METADATA.has(address.toString())) return false;
  // Only this range is given out; everything else is some special purpose, known to the library or not.
  return address.kind() === 'ipv4' || (address.toByteArray()[0] ?? 0) >> 5 === 1;
}

/** Whether an address is of the machine itself. */
export function isLoopback(text: string): boolean {
  return parse(text)?.range() === 'loopback';
}

function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Names and shortened IPv4 addresses such as 127.1 are no addresses here.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined;
  return ipaddr.parse(text);
}
