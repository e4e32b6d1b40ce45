import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { readAddress } from './client-address.ts';

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/** Ranges of addresses of this machine and of networks that are not the internet. */
const NEAR = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat']);

/** Whether a proxy forwarded the addresses of clients, and whether they are read: if not, everybody counts as one client. */
export type Forwarded = 'none' | 'read' | 'ignored';

/**
 * Watches for proxies of this machine or network that TRUST_PROXY does not name, and warns of the first in the log. Returns what was
 * seen until now. What a client on the internet writes into these headers says nothing.
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
          'a proxy forwards the addresses of clients, and TRUST_PROXY does not name it: limits count everybody as one client',
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
