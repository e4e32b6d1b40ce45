import { connect } from 'node:net';
import type { Finding } from './findings.ts';

/** A connection that gets no further must be closed within this time. */
const CLOSED_WITHIN_MS = 45_000;
const DRIP_EVERY_MS = 2_000;

interface Held {
  readonly name: string;
  readonly sent: string;
  /** Written a byte at a time, without end. */
  readonly drip: string;
}

/** Connections that hold on to the service for the whole run; `finish` says which it did not close in time. */
export function watchHeld(port: number, host: string): { finish(): Promise<Omit<Finding, 'status'>[]> } {
  const waiting = listHeld(host).map((held) => hold(port, held));
  return { finish: async () => (await Promise.all(waiting)).filter((fault) => fault !== undefined) };
}

function listHeld(host: string): Held[] {
  const head = `POST /api/v1/decision/verify HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
  return [
    { name: 'nothing is sent', sent: '', drip: '' },
    { name: 'half a request line', sent: 'GET /hea', drip: '' },
    { name: 'half a head', sent: `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n`, drip: '' },
    { name: 'half a body', sent: `${head}Content-Length: 100\r\n\r\n{"receipt":`, drip: '' },
    { name: 'half a chunk', sent: `${head}Transfer-Encoding: chunked\r\n\r\n10\r\nabc`, drip: '' },
    { name: 'a head that never ends', sent: `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nX: `, drip: 'x' },
    { name: 'a body that never ends', sent: `${head}Content-Length: 10000\r\n\r\n`, drip: 'x' },
    { name: 'chunks that never end', sent: `${head}Transfer-Encoding: chunked\r\n\r\n`, drip: '1\r\nx\r\n' },
    {
      name: 'an upload that never ends',
      sent: `POST /sign-in HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 10000\r\n\r\n`,
      drip: 'x',
    },
  ];
}

function hold(port: number, { name, sent, drip }: Held): Promise<Omit<Finding, 'status'> | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => {});
    if (sent !== '') socket.write(sent);
    const dripping = setInterval(() => {
      if (drip !== '' && socket.writable) socket.write(drip);
    }, DRIP_EVERY_MS);
    const timer = setTimeout(
      () => finish(`still open after ${CLOSED_WITHIN_MS / 1_000} s`),
      CLOSED_WITHIN_MS,
    );
    const finish = (detail: string | undefined) => {
      clearTimeout(timer);
      clearInterval(dripping);
      socket.destroy();
      resolve(
        detail === undefined
          ? undefined
          : { name: `held: ${name}`, kind: 'stays open', detail, example: JSON.stringify(sent) },
      );
    };
    socket.resume();
    socket.on('close', () => finish(undefined));
  });
}
