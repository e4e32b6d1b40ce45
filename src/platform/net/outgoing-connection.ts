import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import {
  addressJudge,
  type ConnectFailure,
  failureOf,
  lookupWith,
  type Resolve,
  resolveName,
} from './outgoing-address.ts';

interface ConnectionOptions {
  /** Also allows loopback and private addresses, and loopback without TLS. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  /** The time from the look-up to the end of the handshake. */
  readonly timeoutMs: number;
}

/**
 * Checks that the host of an address accepts a connection and, with https, shows a certificate that we trust.
 * It only connects to addresses that requests may go to, and sends no byte of a request. Never throws.
 */
export function tryConnection(text: string, options: ConnectionOptions): Promise<'reached' | ConnectFailure> {
  const { allowPrivate, resolve = resolveName, timeoutMs } = options;
  const url = new URL(text);
  const { host, isPlain, isRefused, mayConnect } = addressJudge(url, allowPrivate);
  if (isRefused) return Promise.resolve('refused_address');
  const port = Number(url.port) || (isPlain ? 80 : 443);
  const at = { host, port, lookup: lookupWith(resolve, mayConnect) };
  return new Promise((done) => {
    // A literal address has no name to request a certificate for.
    const socket = isPlain
      ? connectPlain(at)
      : connectTls({ ...at, servername: isIP(host) === 0 ? host : '' });
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      socket.destroy(new Error('no connection in time'));
    }, timeoutMs);
    const end = (outcome: 'reached' | ConnectFailure) => {
      clearTimeout(late);
      done(outcome);
      socket.destroy();
    };
    socket.on('error', (error) => end(failureOf(error, isLate)));
    socket.once(isPlain ? 'connect' : 'secureConnect', () => end('reached'));
  });
}
