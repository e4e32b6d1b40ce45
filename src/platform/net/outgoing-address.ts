import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback, isPublicAddress } from '../../lib/address/public-address.ts';

/** Where a connection may go that somebody else asked for. The name is looked up and judged for each connection anew. */

/** `refused_address`: it leads where connections may not go. */
export type ConnectFailure = 'refused_address' | 'no_address' | 'connection' | 'tls' | 'timeout';

/** Every address of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

class RefusedAddress extends Error {}
class NoAddress extends Error {}

interface AddressJudge {
  /** A host as sockets take it, without the brackets of IPv6. */
  readonly host: string;
  readonly isPlain: boolean;
  /** It is a written address where no connection may go; no look-up would say so. */
  readonly isRefused: boolean;
  readonly mayConnect: (address: string) => boolean;
}

/** `allowPrivate`: also to loopback and private addresses, and to loopback without TLS. */
export function addressJudge(url: URL, allowPrivate: boolean): AddressJudge {
  const isPlain = url.protocol === 'http:';
  const mayConnect = (address: string) =>
    isPlain ? allowPrivate && isLoopback(address) : allowPrivate || isPublicAddress(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { host, isPlain, mayConnect, isRefused: isIP(host) !== 0 && !mayConnect(host) };
}

/** Refused when one of the addresses is not allowed: a name for the public leads to the public alone. */
export function lookupWith(resolve: Resolve, mayConnect: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const found = addresses.map((address): LookupAddress => ({ address, family: isIP(address) }));
        const [first] = found;
        if (!first) callback(new NoAddress(), '', 0);
        else if (!addresses.every(mayConnect)) callback(new RefusedAddress(), '', 0);
        else if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      () => callback(new NoAddress(), '', 0),
    );
  };
}

/** Asks the name servers, not the machine's own list of names, and not in the threads that files are read with. */
export async function resolveName(hostname: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}

/** Why no connection was made, or it broke. */
export function failureOf(error: unknown, isLate: boolean): ConnectFailure {
  if (error instanceof RefusedAddress) return 'refused_address';
  if (error instanceof NoAddress) return 'no_address';
  if (isLate) return 'timeout';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO/.test(code) ? 'tls' : 'connection';
}
