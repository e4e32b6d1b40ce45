import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { readAddress } from './client-address.ts';

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/** Address ranges of this machine and of private networks. */
const NEAR = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/**
 * Whether a proxy forwarded client addresses, and whether they are read. If they are ignored, all clients
 * count as one.
 */
export type Forwarded = 'none' | 'read' | 'ignored';

/**
 * Detects proxies on this machine or network that TRUST_PROXY does not name, and logs a warning about the
 * first one. Returns a function that gives the current state. Forwarding headers from a client on the
 * internet are ignored, because anyone can send them.
 */
export function watchForwarded(app: FastifyInstance): () => Forwarded {
  let seen: Forwarded = 'none';
  app.addHook('onRequest', (request, _reply, done) => {
    if (seen !== 'ignored' && FORWARDED.some((name) => request.headers[name] !== undefined)) {
      const isRead = request.ips !== undefined && request.ips.length > 1;
      if (isRead) seen = 'read';
      else if (isFromHere(request)) {
        seen = 'ignored';
        app.log.warn(
          { proxy: request.socket.remoteAddress },
          'a proxy forwards client addresses, but TRUST_PROXY does not include it, so limits treat all clients as one',
        );
      }
    }
    done();
  });
  return () => seen;
}

function isFromHere({ socket }: FastifyRequest): boolean {
  const address = readAddress(socket.remoteAddress ?? '');
  return address !== undefined && NEAR.has(ipaddr.parse(address).range());
}
