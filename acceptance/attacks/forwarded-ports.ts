import type { Attack } from './attack.ts';
import { countOne, flood, tally } from './flood.ts';
import { BEHIND_PROXY, signIn } from './visitor.ts';

/**
 * The maximum number of sign-ins per minute that the limit may allow one network. The default setting is 20
 * per account.
 */
const LOOKED_MAX = 20;
const CLIENTS: readonly ((port: number) => string)[] = [
  (port) => `203.0.113.7:${port}`,
  (port) => `[2001:db8::7]:${port}`,
  (port) => `"[2001:db8:0:1::7]:${port}"`,
];

/** Each sign-in is for a different account, so that only the per-address limit applies. */
export const attack: Attack = {
  name: 'forwarded-ports',
  guarantee: 'A client behind a proxy that writes ports has the limits of one client',
  engines: ['sqlite'],
  async run({ startService, seconds }) {
    const service = await startService({ ...BEHIND_PROXY, LOG_LEVEL: 'error' });
    let sent = 0;
    return flood(service, {
      seconds,
      async attack(until) {
        const began = Date.now();
        const statuses = new Map<number, number>();
        while (Date.now() < until) {
          const client = CLIENTS[sent % CLIENTS.length]?.(1_024 + (sent % 60_000)) ?? '';
          const { status } = await signIn(service, `nobody-${sent}@example.com`, 'three words', { client });
          countOne(statuses, status);
          sent += 1;
        }
        const minutes = Math.ceil((Date.now() - began) / 60_000);
        const looked = statuses.get(422) ?? 0;
        return {
          held: looked <= LOOKED_MAX * CLIENTS.length * minutes,
          saw: `wrong sign-ins of ${CLIENTS.length} networks with changing ports: ${tally(statuses)}`,
        };
      },
    });
  },
};
