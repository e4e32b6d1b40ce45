import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopback, isPublicAddress } from '../../lib/address/public-address.ts';

/**
 * Decides which addresses a connection may be made to if an outsider chose the host. The host name is
 * resolved and checked again for each connection.
 */

/** `refused_address`: the host resolves to an address that is not allowed. */
export type ConnectFailure = 'refused_address' | 'no_address' | 'connection' | 'tls' | 'timeout';

/** Returns every address of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

class RefusedAddress extends Error {}
class NoAddress extends Error {}

interface AddressJudge {
  /** The host in the form that sockets accept, without IPv6 brackets. */
  readonly host: string;
  readonly isPlain: boolean;
  /**
   * True if the host is a literal address that is not allowed. It is never looked up, so it is checked here.
   */
  readonly isRefused: boolean;
  readonly mayConnect: (address: string) => boolean;
}

/**
 * Creates the check for the addresses of a URL. `allowPrivate` also allows loopback and private addresses,
 * and loopback without TLS.
 */
export function addressJudge(url: URL, allowPrivate: boolean): AddressJudge {
  const isPlain = url.protocol === 'http:';
  const mayConnect = (address: string) =>
    isPlain ? allowPrivate && isLoopback(address) : allowPrivate || isPublicAddress(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return { host, isPlain, mayConnect, isRefused: isIP(host) !== 0 && !mayConnect(host) };
}

/** Creates a look-up that rejects a name if any of its addresses is not allowed, even if others are. */
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

/**
 * Resolves a name by querying the name servers. The system resolver would use the machine's own hosts file
 * and block the threads that read files.
 */
export async function resolveName(hostname: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}

/** Returns the reason why the connection could not be made or was lost. */
export function failureOf(error: unknown, isLate: boolean): ConnectFailure {
  if (error instanceof RefusedAddress) return 'refused_address';
  if (error instanceof NoAddress) return 'no_address';
  if (isLate) return 'timeout';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO/.test(code) ? 'tls' : 'connection';
}
