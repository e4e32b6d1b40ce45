import { connect as connectPlain, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { LedgerDb } from '../../platform/db/database.ts';
import {
  addressJudge,
  type ConnectFailure,
  failureOf,
  lookupWith,
  type Resolve,
  resolveName,
} from '../../platform/net/outgoing-address.ts';
import { listEndpointOrigins } from '../../webhooks/delivery/webhook-measures-service.ts';
import type { Finding } from './doctor-finding.ts';

/** The maximum number of hosts to try. If none responds, this takes five rounds of four seconds. */
const HOSTS_MAX = 30;
const AT_ONCE = 6;
const WITHIN_MS = 4_000;

const NAME = 'webhook hosts';

interface Options {
  /** The same setting as for deliveries. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  readonly withinMs?: number | undefined;
}

interface ConnectionOptions {
  /** Also allows loopback and private addresses, and loopback without TLS. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  /** The time limit, from the look-up to the end of the handshake. */
  readonly timeoutMs: number;
}

/**
 * Checks that the hosts of webhooks accept a connection. Sends nothing, and shows only the host of each
 * address.
 */
export async function lookAtWebhookHosts(db: LedgerDb, options: Options): Promise<Finding[]> {
  const origins = await listEndpointOrigins(db);
  if (origins.length === 0) return [{ name: NAME, state: 'skipped', says: 'No webhook endpoint is on.' }];
  const asked = origins.slice(0, HOSTS_MAX);
  const outcomes = await tryAll(asked, options);
  const failed = asked.flatMap((origin) => {
    const outcome = outcomes.get(origin);
    return outcome === undefined || outcome === 'reached' ? [] : [findingOf(origin, outcome)];
  });
  const left = origins.length - asked.length;
  const rest = left > 0 ? `; not asked: ${left} more` : '';
  const says = `${asked.length - failed.length} of ${asked.length} asked took a connection${rest}.`;
  return failed.length > 0 ? failed : [{ name: NAME, state: 'ok', says }];
}

async function tryAll(origins: readonly string[], { withinMs = WITHIN_MS, ...options }: Options) {
  const outcomes = new Map<string, 'reached' | ConnectFailure>();
  const waiting = origins.values();
  const work = async () => {
    for (const origin of waiting)
      outcomes.set(origin, await tryConnection(origin, { ...options, timeoutMs: withinMs }));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

function findingOf(origin: string, failure: ConnectFailure): Finding {
  const { host } = new URL(origin);
  const [what, advice] = WORDS[failure];
  return { name: NAME, state: 'warning', says: `${host} ${what}.`, advice };
}

const OWNER = 'Deliveries to it wait and are retried';
const WORDS: Readonly<Record<ConnectFailure, readonly [string, string]>> = {
  no_address: [
    'has no address',
    `See whether this machine can look names up. If other names work, its owner must fix theirs. ${OWNER}.`,
  ],
  refused_address: [
    'leads to an address that is not on the public internet',
    `${OWNER}, in vain: its owner must correct the name. WEBHOOKS_ALLOW_PRIVATE is for networks of your own.`,
  ],
  connection: [
    'accepts no connection',
    `See whether this machine may connect out to its port. If so, its owner must start it. ${OWNER}.`,
  ],
  tls: [
    'has no TLS, or no certificate that is trusted',
    `Its owner must fix that; nothing is sent until then. ${OWNER}.`,
  ],
  timeout: [
    'does not answer in time',
    `See whether a firewall keeps this machine from connecting out; otherwise ask its owner. ${OWNER}.`,
  ],
};

/**
 * Checks that an address's host accepts a connection and, for https, presents a certificate that we trust.
 * Only connects to addresses that requests may go to, and sends no request data. Never throws.
 */
function tryConnection(text: string, options: ConnectionOptions): Promise<'reached' | ConnectFailure> {
  const { allowPrivate, resolve = resolveName, timeoutMs } = options;
  const url = new URL(text);
  const { host, isPlain, isRefused, mayConnect } = addressJudge(url, allowPrivate);
  if (isRefused) return Promise.resolve('refused_address');
  const port = Number(url.port) || (isPlain ? 80 : 443);
  const at = { host, port, lookup: lookupWith(resolve, mayConnect) };
  return new Promise((done) => {
    // An IP address has no host name to request a certificate for.
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
