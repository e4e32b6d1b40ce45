import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { type RawAnswer, sendRaw } from '../../../test/support/raw-connection.ts';
import { createLogger } from '../../platform/log/log.ts';
import { buildServer } from '../server.ts';
import { PIPELINED_MAX } from './connections.ts';
import { countInMemory } from './rate-limits.ts';

const LOG_LEVEL_ERROR = 50;
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
/** Longer than the time for which a burst of requests may block other work. */
const BUSY_MS = 8;
const CLOSE = 'Connection: close\r\n';

describe('one connection', () => {
  let app: FastifyInstance;
  let port: number;
  const logged: { level: number }[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const busyWith: string[] = [];

  before(async () => {
    app = await buildServer({
      logger: createLogger('info', { write: (line) => void logged.push(JSON.parse(line)) }),
      baseUrl: 'https://vendors.example',
      trustProxy: [],
      makeCounter: countInMemory,
      routes: (routes) => {
        routes.get('/slow/:number', async (request) => {
          atOnce += 1;
          mostAtOnce = Math.max(mostAtOnce, atOnce);
          await new Promise((resolve) => setImmediate(resolve));
          atOnce -= 1;
          return { number: Object(request.params).number };
        });
        routes.get('/busy/:who', async (request) => {
          const until = performance.now() + BUSY_MS;
          while (performance.now() < until);
          busyWith.push(Object(request.params).who);
          return {};
        });
        routes.post('/early', { onRequest: async (_request, reply) => reply.send({}) }, async () => {});
        routes.post('/echo', async ({ body }) => ({ body }));
      },
    });
    port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  after(() => app.close());

  const numbers = (answers: readonly RawAnswer[]) => answers.map(({ body }) => JSON.parse(body).number);

  test('responds to pipelined requests one after the other, in order', async () => {
    mostAtOnce = 0;
    const sent = Array.from({ length: PIPELINED_MAX }, (_, index) =>
      get(`/slow/${index}`, index === PIPELINED_MAX - 1 ? CLOSE : ''),
    );
    const answers = await sendRaw(port, sent.join(''));
    assert.deepEqual(numbers(answers), ['0', '1', '2', '3', '4', '5', '6', '7']);
    assert.equal(mostAtOnce, 1);
  });

  test('responds to pipelined requests up to the limit, and does not parse the rest of 1,500', async () => {
    let parsed = 0;
    app.server.once('connection', (socket) => {
      const parser: { onIncoming(...all: unknown[]): number } = Reflect.get(socket, 'parser');
      const { onIncoming } = parser;
      parser.onIncoming = (...all) => {
        parsed += 1;
        return onIncoming(...all);
      };
    });
    const answers = await sendRaw(port, get('/slow/1').repeat(1_500));
    assert.equal(parsed, PIPELINED_MAX + 1);
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.connection]),
      Array.from({ length: PIPELINED_MAX }, (_, index) => [
        200,
        index === PIPELINED_MAX - 1 ? 'close' : 'keep-alive',
      ]),
    );
  });

  test('serves a client with one request before clients that have pipelined more', async () => {
    const sockets: Socket[] = [];
    while (sockets.length < 11) {
      sockets.push(connect({ host: '127.0.0.1', port }));
      await once(app.server, 'connection');
    }
    // All arrive in one turn of the event loop, the single request last.
    for (const [index, socket] of sockets.entries()) {
      socket.resume();
      socket.write(
        index < 10 ? get('/busy/many').repeat(2) + get('/busy/many', CLOSE) : get('/busy/one', CLOSE),
      );
    }
    await Promise.all(sockets.map((socket) => once(socket, 'close')));
    assert.equal(busyWith.length, 31);
    assert.ok(busyWith.indexOf('one') <= 3, `${busyWith.indexOf('one')} answers went before it`);
  });

  test('stays open after its responses if the client stays within the limit', async () => {
    const socket = connect({ host: '127.0.0.1', port });
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    for (let round = 1; round <= 3; round += 1) {
      socket.write(get('/slow/7').repeat(PIPELINED_MAX));
      while (text.split('"number":"7"').length - 1 < round * PIPELINED_MAX) await once(socket, 'data');
    }
    socket.destroy();
  });

  const unreadable: readonly (readonly [name: string, bytes: string, status: number, code: string])[] = [
    ['a line that is not a request', 'HELLO\r\n\r\n', 400, 'malformed_request'],
    ['a header without a name', get('/x', ': y\r\n'), 400, 'malformed_request'],
    ['headers of 20 KB', get('/x', `X: ${'x'.repeat(20_000)}\r\n`), 431, 'headers_too_large'],
    ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', 405, 'method_not_allowed'],
    ['an unsupported HTTP version', 'GET / HTTP/3.0\r\nHost: localhost\r\n\r\n', 400, 'malformed_request'],
    ['an RTSP method', 'DESCRIBE / RTSP/1.0\r\nHost: localhost\r\n\r\n', 400, 'malformed_request'],
    ['an unknown expectation', get('/slow/1', `Expect: tea\r\n${CLOSE}`), 417, 'expectation_failed'],
    ['a missing Host header', `GET /slow/1 HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'malformed_request'],
    ['two Host headers', get('/slow/1', `Host: localhost\r\n${CLOSE}`), 400, 'malformed_request'],
    [
      'the Host header of another service',
      `GET /slow/1 HTTP/1.1\r\nHost: elsewhere.example\r\n${CLOSE}\r\n`,
      421,
      'wrong_host',
    ],
    ['a WebDAV method', `PROPFIND / HTTP/1.1\r\nHost: localhost\r\n${CLOSE}\r\n`, 405, 'method_not_allowed'],
    [
      'QUERY without a content type',
      `QUERY /slow/1 HTTP/1.1\r\nHost: localhost\r\n${CLOSE}\r\n`,
      405,
      'method_not_allowed',
    ],
  ];
  for (const [name, bytes, status, code] of unreadable)
    test(`rejects ${name} with ${status} as JSON with a code and a request id, and logs no error`, async () => {
      logged.length = 0;
      const [answer, ...more] = await sendRaw(port, bytes);
      assert.equal(more.length, 0);
      assert.equal(answer?.status, status);
      assert.equal(JSON.parse(answer.body).code, code);
      assert.match(answer.headers['x-request-id'] ?? '', /^[\da-f-]{36}$/);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
      assert.deepEqual(
        logged.filter(({ level }) => level >= LOG_LEVEL_ERROR),
        [],
      );
    });

  test('rejects oversized headers under /api/v1 in that API’s envelope, even if they contain another path', async () => {
    const headers = `X: ${'GET /elsewhere '.repeat(1_400)}\r\n`;
    const [answer] = await sendRaw(port, get('/api/v1/decision', headers));
    assert.equal(answer?.status, 431);
    assert.equal(JSON.parse(answer.body).error.code, 'headers_too_large');
  });

  test('rejects an unreadable request under /api/v1 in that API’s envelope', async () => {
    const [answer] = await sendRaw(port, get('/api/v1/decision', ': y\r\n'));
    assert.deepEqual(JSON.parse(answer?.body ?? ''), {
      data: null,
      meta: null,
      error: {
        message:
          'This is not a request that can be read: a method that HTTP does not know, or a malformed line.',
        code: 'malformed_request',
      },
    });
  });

  test('rejects a bad request in its own path’s error format, even if the previous body is in the same packet', async () => {
    const echo = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const answers = await sendRaw(
      port,
      `${echo}Content-Length: 2\r\n\r\n{}BREW /api/v1/decision HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400],
    );
    assert.equal(JSON.parse(answers[1]?.body ?? '').error.code, 'malformed_request');
  });

  test('reads chunked HTTP/1.1 bodies, and closes the connection after rejecting any other transfer coding', async () => {
    const body = '{"a":1}';
    const echo = (version: string, coding: string) =>
      `POST /echo HTTP/${version}\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: ${coding}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    for (const [version, coding, statuses] of [
      ['1.1', 'chunked', [200, 400]],
      ['1.1', 'Chunked', [200, 400]],
      ['1.1', 'gzip, chunked', [400]],
      ['1.1', 'identity, chunked', [400]],
      ['1.0', 'chunked', [400]],
    ] as const) {
      // The invalid data gets its own response only if the connection is still being read.
      const answers = await sendRaw(port, `${echo(version, coding)}NONSENSE\r\n\r\n`);
      assert.deepEqual(
        answers.map(({ status }) => status),
        statuses,
        `${version} ${coding}`,
      );
    }
  });

  test('does not send a second response if a body turns out to be invalid after its request was answered', async () => {
    const early =
      'POST /early HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const answers = await sendRaw(port, `${early}nonsense\r\n`);
    assert.equal(answers.length, 1);
  });

  test('responds to earlier requests before it rejects an unreadable one', async () => {
    const answers = await sendRaw(port, `${get('/slow/1')}${get('/slow/2')}NONSENSE\r\n\r\n`);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 400],
    );
  });

  test('responds to earlier requests before it rejects one with an invalid body', async () => {
    const broken =
      'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    const answers = await sendRaw(port, `${get('/slow/1').repeat(6)}${broken}nonsense\r\n`);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200, 400],
    );
  });

  test('rejects an unreadable request last, even if it arrives while earlier requests are waiting', async () => {
    for (let round = 0; round < 20; round += 1) {
      const answers = await sendRaw(port, get('/slow/1').repeat(7), '\u0001bad\r\n\r\n');
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200, 200, 200, 200, 400],
      );
    }
  });

  test('rejects CONNECT after responding to the earlier requests', async () => {
    const answers = await sendRaw(port, `${get('/slow/1')}CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 405],
    );
  });

  test('responds to a protocol upgrade request with plain HTTP and closes the connection', async () => {
    const upgrade = get('/slow/1', 'Connection: Upgrade\r\nUpgrade: websocket\r\n');
    const [answer] = await sendRaw(port, `${upgrade}${get('/slow/2')}`);
    assert.deepEqual([answer?.status, answer?.headers.connection], [200, 'close']);
  });

  test('accepts our own name, localhost or an IP address in the Host header, with any port', async () => {
    for (const host of [
      'vendors.example',
      'VENDORS.example:443',
      'localhost:8080',
      '192.0.2.1',
      '[::1]:3000',
    ]) {
      const [answer] = await sendRaw(port, `GET /slow/1 HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}\r\n`);
      assert.equal(answer?.status, 200, host);
    }
  });

  test('does not log an error when a client disconnects in the middle of a body', async () => {
    logged.length = 0;
    const isTaken = once(app.server, 'request');
    const socket = connect({ host: '127.0.0.1', port });
    socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
    socket.write('Content-Length: 100\r\n\r\n{');
    const [, response] = await isTaken;
    const isOver = once(response, 'close');
    socket.resetAndDestroy();
    await isOver;
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(
      logged.filter(({ level }) => level >= LOG_LEVEL_ERROR),
      [],
    );
  });

  test('makes browsers stay on https and forbids embedding, if the service uses https', async () => {
    const [answer] = await sendRaw(port, get('/slow/1', CLOSE));
    assert.deepEqual(
      [answer?.headers['strict-transport-security'], answer?.headers['cross-origin-resource-policy']],
      ['max-age=31536000', 'same-origin'],
    );
  });
});
