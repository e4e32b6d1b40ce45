import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import { countOne, flood, tally } from './flood.ts';

const ATTACKER = '127.0.0.9';
const ROUTES = [
  '/webhooks/stripe',
  '/sign-out',
  '/application/withdraw',
  '/application/confirm',
  '/api/v1/decisions',
];
const CONNECTIONS = 3_900;
const BODY_BYTES = 250_000;
const OPENED_AT_ONCE = 50;
/** This is less than the thirty seconds that the service allows for a request. */
const HOLD_MS = 20_000;

/**
 * Half of the connections announce a body and send one byte of it, and half send nearly all of a 250 KB body.
 * None of them finishes.
 */
export const attack: Attack = {
  name: 'partial-bodies',
  guarantee:
    'One client with thousands of unfinished bodies takes neither the connections nor the memory of others',
  engines: ['sqlite'],
  async run({ startService, seconds }) {
    const service = await startService({ LOG_LEVEL: 'error' });
    return flood(service, {
      seconds,
      async attack(until) {
        const answers = new Map<string, number>();
        let mostHeld = 0;
        while (Date.now() < until) {
          const sockets: Socket[] = [];
          while (sockets.length < CONNECTIONS && Date.now() < until) {
            for (let index = 0; index < OPENED_AT_ONCE; index += 1)
              sockets.push(open(service.port, sockets.length, (answer) => countOne(answers, answer)));
            await wait(20);
          }
          await wait(Math.max(0, Math.min(HOLD_MS, until - Date.now())));
          mostHeld = Math.max(mostHeld, sockets.filter(({ readyState }) => readyState === 'open').length);
          for (const socket of sockets) socket.destroy();
        }
        return {
          held: true,
          saw: `${CONNECTIONS} unfinished bodies at a time, ${mostHeld} of them kept; answers ${tally(answers)}`,
        };
      },
    });
  },
};

function open(port: number, number: number, onAnswer: (answer: string) => void): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress: ATTACKER });
  socket.on('error', () => undefined);
  socket.once('data', (bytes) => onAnswer(bytes.toString('latin1').slice(9, 12)));
  const path = ROUTES[number % ROUTES.length] ?? '';
  const type =
    path.startsWith('/a') && path.includes('api') ? 'application/json' : 'application/x-www-form-urlencoded';
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nSec-Fetch-Site: same-origin\r\nContent-Length: ${path.startsWith('/webhooks') ? BODY_BYTES : 4_000}\r\n\r\n`,
  );
  socket.write(
    Buffer.alloc(number % 2 === 0 ? 1 : path.startsWith('/webhooks') ? BODY_BYTES - 1 : 3_999, 'a'),
  );
  return socket;
}
