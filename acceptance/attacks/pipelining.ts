import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningService } from '../support/service.ts';
import type { Attack, AttackContext } from './attack.ts';
import { startProbe } from './probe.ts';

const CONNECTIONS = 500;
const REQUESTS_PER_CONNECTION = 1_500;
/**
 * Each connection is closed and reopened after this time, which makes about 170 new connections per second.
 */
const RENEW_AFTER_MS = 3_000;
const MEMORY_FACTOR_MAX = 1.5;
const HEALTH_WITHIN_MS = 100;
/**
 * Limits apply per address, so attackers and well-behaved clients have different addresses, as they would in
 * reality.
 */
const ATTACKER = '127.0.0.9';

export const attack: Attack = {
  name: 'pipelining',
  guarantee:
    'clients that pipeline thousands of requests and never read use up neither memory nor anybody else’s time',
  engines: ['sqlite', 'postgres'],
  async run(context) {
    // The first start creates demo records, which takes memory; the second shows the idle service.
    const first = await context.startService();
    await first.stop();
    const rows: string[] = [];
    let held = true;
    for (const limits of ['with', 'without'] as const)
      for (const path of ['/openapi.json', '/']) {
        const result = await flood(context, path, limits);
        held &&= result.held;
        rows.push(`${path}, ${limits} limits: ${result.saw}`);
      }
    return { held, saw: rows.join('\n       ') };
  },
};

async function flood(context: AttackContext, path: string, limits: 'with' | 'without') {
  const service = await context.startService({
    LOG_LEVEL: 'error',
    ...(limits === 'without' ? { RATE_LIMIT_PAGE: '0', RATE_LIMIT_IDENTITY: '0' } : {}),
  });
  try {
    return await measure(context, service, path);
  } finally {
    await service.stop();
  }
}

async function measure({ seconds }: AttackContext, service: RunningService, path: string) {
  const vendor = await findVendor(service.url);
  const probe = await startProbe(service.url, ['/healthz', `/api/vendors/${vendor}`]);
  await wait(1_000);
  const idleMb = service.residentMb();
  let peakMb = idleMb;
  const attackers = startAttackers(service.port, path);
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until && service.isAlive()) {
    peakMb = Math.max(peakMb, service.residentMb());
    await wait(100);
  }
  const survived = service.isAlive();
  const tookSeconds = seconds - (until - performance.now()) / 1_000;
  const opened = attackers.stop();
  const health = await probe.stop();
  const held =
    survived &&
    peakMb <= MEMORY_FACTOR_MAX * idleMb &&
    health.slowestMs <= Math.max(HEALTH_WITHIN_MS, health.bareSlowestMs) &&
    health.refused === 0;
  return {
    held,
    saw:
      `${CONNECTIONS} connections (${opened} opened in ${tookSeconds.toFixed(0)} s): ${survived ? 'alive' : 'KILLED'}, ` +
      `${peakMb} MB against ${idleMb} MB idle (${(peakMb / idleMb).toFixed(2)} ×); well-behaved client: ${health.answered} answers, ` +
      `${health.refused} refused, /healthz median ${health.medianMs} ms, slowest ${health.slowestMs} ms (a bare server ${health.bareSlowestMs} ms)`,
  };
}

/**
 * Writes a batch of requests on every connection, does not read the responses, and reopens the connection a
 * little later.
 */
function startAttackers(port: number, path: string): { stop(): number } {
  const packet = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(REQUESTS_PER_CONNECTION),
  );
  const sockets = new Set<Socket>();
  let opened = 0;
  let isOver = false;
  const open = () => {
    if (isOver) return;
    opened += 1;
    const socket = connect({ host: '127.0.0.1', port, localAddress: ATTACKER });
    sockets.add(socket);
    socket.pause();
    socket.once('connect', () => socket.write(packet));
    socket.on('error', () => undefined);
    setTimeout(() => socket.destroy(), RENEW_AFTER_MS * (0.5 + Math.random()));
    socket.once('close', () => {
      sockets.delete(socket);
      open();
    });
  };
  for (let index = 0; index < CONNECTIONS; index += 1) open();
  return {
    stop() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
      return opened;
    },
  };
}

async function findVendor(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/vendors?q=MFD-5890001`);
  const rows: unknown = await answer.json();
  const id: unknown = Array.isArray(rows) ? Reflect.get(Object(rows[0]), 'id') : undefined;
  if (typeof id !== 'string') throw new Error('the demo vendor is not there');
  return id;
}
