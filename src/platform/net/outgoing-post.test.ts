import assert from 'node:assert/strict';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { REFUSED_ADDRESSES, REFUSED_SPELLINGS } from '../../../test/support/refused-addresses.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import { createPoster, type PostOutcome } from './outgoing-post.ts';

describe('a request to an address that an outsider chose', () => {
  let receiver: WebhookReceiver;
  before(async () => {
    receiver = await startWebhookReceiver();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = (response) => response.writeHead(204).end();
  });
  after(() => receiver.close());
  const send = (
    url: string,
    options: Partial<Parameters<typeof createPoster>[0]> = {},
  ): Promise<PostOutcome> =>
    createPoster({ allowPrivate: false, ...options })({ url, headers: {}, body: '{}' });
  const failed = (reason: string) => ({ kind: 'failed', reason });

  test('is rejected before any connection if its name does not resolve only to public addresses', async () => {
    const before = receiver.connections();
    const all = Object.values(REFUSED_ADDRESSES).flat();
    // One address that is not public is enough to reject a name, even if its other addresses are public.
    for (const addresses of [...all.map((each) => [each]), ['8.8.8.8', '127.0.0.1']]) {
      const url = `https://hooks.example:${receiver.port}/`;
      const outcome = await send(url, { resolve: async () => addresses });
      assert.deepEqual(outcome, failed('refused_address'), addresses.join());
    }
    assert.equal(receiver.connections(), before);
  });

  test('is rejected if its host is a literal address that is not public, in any notation', async () => {
    const before = receiver.connections();
    const all = Object.values(REFUSED_ADDRESSES).flat();
    const written = all.map((each) => (each.includes(':') ? `[${each}]` : each));
    for (const host of [...written, ...REFUSED_SPELLINGS])
      assert.deepEqual(await send(`https://${host}:${receiver.port}/`), failed('refused_address'), host);
    assert.equal(receiver.connections(), before);
  });

  test('is checked on every connection against the addresses that its host name resolves to then, not against those from an earlier lookup', async () => {
    const answers = [['127.0.0.1'], [], ['10.0.0.1']];
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return answers.pop() ?? [];
    };
    const post = createPoster({ allowPrivate: false, resolve });
    const url = `https://hooks.example:${receiver.port}/`;
    const message = { url, headers: {}, body: '' };
    assert.deepEqual(await post(message), failed('refused_address'));
    assert.deepEqual(await post(message), failed('no_address'));
    assert.deepEqual(await post(message), failed('refused_address'));
    assert.deepEqual(asked, ['hooks.example', 'hooks.example', 'hooks.example']);
  });

  test('is sent without TLS only to a loopback address, and only if that is allowed', async () => {
    assert.deepEqual(await send(receiver.url), failed('refused_address'));
    const plain = 'http://hooks.example/';
    const far = { allowPrivate: true, resolve: async () => ['10.0.0.1'] };
    assert.deepEqual(await send(plain, far), failed('refused_address'));
    assert.equal(receiver.received.length, 0);
    assert.deepEqual(await send(receiver.url, { allowPrivate: true }), { kind: 'answered', status: 204 });
    const near = { allowPrivate: true, resolve: async () => ['127.0.0.1'] };
    const outcome = await send(`http://hooks.example:${receiver.port}/`, near);
    assert.deepEqual(outcome, { kind: 'answered', status: 204 });
  });

  test('fails with a separate reason for a name without an address, a closed port, and a server without TLS', async () => {
    assert.deepEqual(await send('https://a.example/', { resolve: async () => [] }), failed('no_address'));
    const resolve = () => Promise.reject(new Error('no such name'));
    assert.deepEqual(await send('https://a.example/', { resolve }), failed('no_address'));
    const gone = await startWebhookReceiver();
    await gone.close();
    assert.deepEqual(await send(gone.url, { allowPrivate: true }), failed('connection'));
    const plain = `https://127.0.0.1:${receiver.port}/`;
    assert.deepEqual(await send(plain, { allowPrivate: true }), failed('tls'));
  });

  test('does not follow a redirect', async () => {
    receiver.answer = (response) => response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end();
    assert.deepEqual(await send(receiver.url, { allowPrivate: true }), { kind: 'answered', status: 307 });
    assert.equal(receiver.received.length, 1);
  });

  test('stops reading a response that does not end, and returns its status', async () => {
    let written = 0;
    const closed = Promise.withResolvers<void>();
    receiver.answer = (response) => {
      const part = Buffer.alloc(16 * 1024);
      const write = (): void => {
        while (!response.destroyed && response.write(part)) written += part.length;
      };
      response.on('drain', write).on('close', closed.resolve).writeHead(200);
      write();
    };
    assert.deepEqual(await send(receiver.url, { allowPrivate: true }), { kind: 'answered', status: 200 });
    await closed.promise;
    assert.ok(written < 16 * 1024 * 1024, `${written} bytes`);
  });

  test('fails if the response’s head is not complete in time, but not if only the body is incomplete', async (context) => {
    const sockets = new Set<Socket>();
    const dripping = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('x: y\r\n'), 5);
      socket.on('close', () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
    context.after(() => {
      for (const socket of sockets) socket.destroy();
      dripping.close();
    });
    const { port } = dripping.address() as AddressInfo;
    const options = { allowPrivate: true, timeoutMs: 1_000 };
    assert.deepEqual(await send(`http://127.0.0.1:${port}/`, options), failed('timeout'));
    const closed = Promise.withResolvers<void>();
    receiver.answer = (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('x'), 5);
      response.on('close', () => {
        clearInterval(drip);
        closed.resolve();
      });
    };
    // A complete head is enough. The time limit is long enough for any machine to send one; the body is read
    // until then.
    const patient = { allowPrivate: true, timeoutMs: 3_000 };
    assert.deepEqual(await send(receiver.url, patient), { kind: 'answered', status: 200 });
    await closed.promise;
  });

  test('fails if the response’s head is too long', async () => {
    receiver.answer = (response) => {
      response.writeHead(200, { long: 'x'.repeat(20 * 1024) }).end();
    };
    assert.deepEqual(await send(receiver.url, { allowPrivate: true }), failed('connection'));
  });

  test('ends when its time limit is reached or the process stops', async () => {
    receiver.answer = () => {};
    const options = { allowPrivate: true, timeoutMs: 40 };
    assert.deepEqual(await send(receiver.url, options), failed('timeout'));
    const cutOff = AbortSignal.abort();
    assert.deepEqual(await send(receiver.url, { allowPrivate: true, cutOff }), failed('stopped'));
  });
});
