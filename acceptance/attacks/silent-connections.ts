import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Attack } from './attack.ts';

const CONNECTIONS = 4_100;
const OPENED_AT_ONCE = 100;
const CLIENTS = 10;
const PATIENCE_MS = 5_000;
const ATTACKER = '127.0.0.9';

export const attack: Attack = {
  name: 'silent-connections',
  guarantee: 'connections that say nothing, however many, keep no new client out',
  engines: ['sqlite'],
  async run({ startService }) {
    const { port } = await startService({ LOG_LEVEL: 'error' });
    const sockets: Socket[] = [];
    while (sockets.length < CONNECTIONS) {
      for (let index = 0; index < OPENED_AT_ONCE; index += 1) {
        const socket = connect({ host: '127.0.0.1', port, localAddress: ATTACKER });
        socket.on('error', () => undefined);
        sockets.push(socket);
      }
      await wait(20);
    }
    const statuses: number[] = [];
    for (let client = 0; client < CLIENTS; client += 1) {
      statuses.push(await statusOfNewClient(port));
      await wait(500);
    }
    for (const socket of sockets) socket.destroy();
    const answered = statuses.filter((status) => status === 200).length;
    return {
      held: answered === CLIENTS,
      saw: `${CONNECTIONS} silent connections; ${answered} of ${CLIENTS} new clients were answered`,
    };
  },
};

/** Returns the status code, or 0 if the connection is rejected, reset or not answered in time. */
function statusOfNewClient(port: number): Promise<number> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path: '/healthz', agent: false, timeout: PATIENCE_MS };
    const request = get(options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(0));
  });
}
