import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { multipartForm } from '../../../test/support/claim-pages.ts';
import { answerError } from '../errors/error-answers.ts';
import { Connections } from './connections.ts';
import { limitOpenBodies } from './open-bodies.ts';

const BOUNDS = { ofNetwork: 3, bytesOfNetwork: 40_000, bytes: 60_000 };
const head = (path: string, length: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
const PARTIAL = `${head('/echo', 'Content-Length: 1000')}{`;
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`;

/** A connection to the server. Connections from another loopback address count as another client. */
interface Client {
  readonly socket: Socket;
  /** Resolves to the bytes sent by the service, once it ends the connection. */
  readonly end: Promise<string>;
}

describe('requests whose bodies are still arriving', () => {
  let app: FastifyInstance;
  let port: number;
  const hits: string[] = [];

  before(async () => {
    app = Fastify({ bodyLimit: 1_000_000 });
    app.setErrorHandler(answerError);
    limitOpenBodies(app, { limitHit: (name) => void hits.push(name) }, BOUNDS);
    await app.register(multipart);
    app.post('/echo', async ({ body }) => ({ body }));
    app.post('/upload', async (request) => {
      const file = await request.file();
      return { bytes: (await file?.toBuffer())?.length };
    });
    app.get('/', async () => ({}));
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  after(() => app.close());

  const open = (localAddress = '127.0.0.1'): Client => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    const chunks: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => chunks.push(bytes));
    // A closed connection may be reset; only the bytes that arrived before that matter.
    socket.on('error', () => undefined);
    const end = new Promise<string>((resolve) => {
      socket.once('close', () => resolve(Buffer.concat(chunks).toString()));
    });
    return { socket, end };
  };
  /** Sends the beginning of a request, and waits until the service starts to read it. */
  const begin = async (bytes: string, localAddress?: string): Promise<Client> => {
    const client = open(localAddress);
    client.socket.write(bytes);
    await once(app.server, 'request');
    return client;
  };
  const finish = async (...clients: readonly Client[]) => {
    for (const { socket } of clients) socket.destroy();
    await Promise.all(clients.map(({ end }) => end));
    // Waits until the service has also seen the connections end.
    while ((await count()) > 0) await new Promise((resolve) => setImmediate(resolve));
  };
  const count = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, open) => resolve(open)));
  const echo = (body: string) =>
    `${head('/echo', `Content-Length: ${body.length}\r\nConnection: close`)}${body}`;

  test('are rejected beyond a limit per client, before the body is read, and without affecting other clients', async () => {
    hits.length = 0;
    const held = await Promise.all(Array.from({ length: BOUNDS.ofNetwork }, () => begin(PARTIAL)));
    for (const bytes of [
      PARTIAL,
      head('/nothing-here', 'Content-Length: 9'),
      head('/echo', 'Transfer-Encoding: chunked'),
      head('/upload', 'Content-Length: 3000000'),
    ]) {
      const refused = open();
      refused.socket.write(bytes);
      const answer = await refused.end;
      assert.match(answer, /^HTTP\/1\.1 429 .*connection: close.*"code":"rate_limited"/s, bytes);
      assert.match(answer, /retry-after: 1\r\n/);
    }
    assert.deepEqual(hits, Array(4).fill('open-bodies'));
    const reader = open();
    reader.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    assert.match(await reader.end, /^HTTP\/1\.1 200 /);
    const other = open('127.0.0.2');
    other.socket.write(echo('[1]'));
    assert.match(await other.end, /^HTTP\/1\.1 200 .*\{"body":\[1\]\}$/s);
    await finish(...held);
    const again = open();
    again.socket.write(echo('[2]'));
    assert.match(await again.end, /^HTTP\/1\.1 200 /);
  });

  test('are rejected with 429 when one client sends too many bytes, and their bytes then no longer count', async () => {
    const held = await begin(`${head('/echo', 'Transfer-Encoding: chunked')}${chunk(25_000)}`);
    const over = open();
    over.socket.write(`${head('/echo', 'Transfer-Encoding: chunked')}${chunk(25_000)}`);
    assert.match(await over.end, /^HTTP\/1\.1 429 .*"code":"rate_limited"/s);
    await finish(held);
    const again = open();
    again.socket.write(echo(' '.repeat(30_000) + 1));
    assert.match(await again.end, /^HTTP\/1\.1 200 /);
  });

  test('are rejected with 429 when all clients together send too many bytes', async () => {
    const first = await begin(`${head('/echo', 'Transfer-Encoding: chunked')}${chunk(35_000)}`);
    const second = open('127.0.0.2');
    second.socket.write(`${head('/echo', 'Transfer-Encoding: chunked')}${chunk(35_000)}`);
    const [answer] = await Promise.race([
      second.end.then((text) => [text]),
      first.end.then((text) => [text]),
    ]);
    assert.match(answer ?? '', /^HTTP\/1\.1 429 /);
    await finish(first, second);
  });

  test('arrive complete, both as JSON and as a form with a file', async () => {
    const text = JSON.stringify('é'.repeat(15_000));
    const json = await fetch(`http://127.0.0.1:${port}/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: text,
    });
    assert.deepEqual(await json.json(), { body: JSON.parse(text) });
    const form = multipartForm({}, { filename: 'a.bin', content: Buffer.alloc(30_000, 7) });
    const upload = await fetch(`http://127.0.0.1:${port}/upload`, {
      method: 'POST',
      headers: { ...form.headers, connection: 'close' },
      body: new Uint8Array(form.payload),
    });
    assert.deepEqual(await upload.json(), { bytes: 30_000 });
  });
});

test('when connections run out, connections from the client that has the most are closed', async () => {
  const server = new Connections(250).createServer((_request, response) => response.end('ok'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const sockets: Socket[] = [];
  const opened = async (localAddress: string) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(server, 'connection');
    return socket;
  };
  const quiet = [await opened('127.0.0.2'), await opened('127.0.0.3')];
  // These two are the oldest connections, and idle. Earlier versions of the service closed such ones first.
  const isClosed = quiet.map(() => false);
  for (const [index, socket] of quiet.entries())
    socket.once('close', () => {
      isClosed[index] = true;
    });
  const partial = `${head('/', 'Content-Length: 10')}{`;
  for (let number = 0; number < 160; number += 1) (await opened('127.0.0.9')).resume().write(partial);
  const first = sockets[2];
  const last = sockets.at(-1);
  assert.ok(first && last);
  if (!first.closed) await once(first, 'close');
  for (const [index, socket] of quiet.entries()) {
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [bytes] = await once(socket, 'data');
    assert.match(String(bytes), /^HTTP\/1\.1 200 /, `${index}`);
  }
  assert.deepEqual(isClosed, [false, false]);
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
});
