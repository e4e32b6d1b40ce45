import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { sendCacheable } from '../answers/send-cacheable.ts';
import { chooseEncoding, encodedTag, plainTags } from './accepted-encoding.ts';
import { CompressedBodies } from './compressed-bodies.ts';
import { addCompression } from './compression.ts';

const PAGE = '<p>A page that says the same thing again and again.</p>\n'.repeat(200);
const HTML = 'text/html; charset=utf-8';

/** Compresses bodies as the service does, and counts the calls. */
class CountingBodies extends CompressedBodies {
  made = 0;
  override async make(asked: Parameters<CompressedBodies['make']>[0]) {
    this.made += 1;
    return super.make(asked);
  }
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

async function open(answers: Record<string, Answer>, bodies?: CompressedBodies): Promise<FastifyInstance> {
  const app = Fastify();
  addCompression(app, bodies);
  for (const [url, answer] of Object.entries(answers))
    app.get(url, async (request, reply) => answer(request, reply));
  await app.ready();
  return app;
}

const page: Answer = (request, reply) =>
  sendCacheable(request, reply, { body: PAGE, type: HTML, maxAgeSeconds: 60, hash: 'h' });

describe('an encoding', () => {
  test('is the one that the caller prefers, and never one that the caller does not accept', () => {
    for (const [header, expected] of [
      [undefined, undefined],
      ['', undefined],
      ['identity', undefined],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['GZIP;q=0.5', 'gzip'],
      ['br;q=0.1, gzip;q=0.9', 'gzip'],
      ['br;q=0, gzip;q=0', undefined],
      ['*', 'br'],
      ['*;q=0', undefined],
      ['br;q=0, *', 'gzip'],
      ['br;q=x', undefined],
    ] as const)
      assert.equal(chooseEncoding(header), expected, String(header));
  });

  test('is br, gzip or none for any header text', () => {
    fc.assert(
      fc.property(fc.string(), (header) => [undefined, 'br', 'gzip'].includes(chooseEncoding(header))),
    );
  });

  test('has its own validator, which can be converted back to the uncompressed body’s validator', () => {
    assert.equal(encodedTag('"a.b"', 'br'), '"a.b:br"');
    assert.equal(plainTags('W/"a.b:br", "c:gzip","d", *'), 'W/"a.b", "c","d", *');
  });
});

describe('a publicly cacheable response', () => {
  test('has the preferred encoding, with the matching validator and length, for both GET and HEAD', async () => {
    const app = await open({ '/': page });
    for (const [accept, read, etag] of [
      ['br', brotliDecompressSync, '"h:br"'],
      ['gzip', gunzipSync, '"h:gzip"'],
    ] as const) {
      const headers = { 'accept-encoding': accept };
      const got = await app.inject({ url: '/', headers });
      const head = await app.inject({ url: '/', method: 'HEAD', headers });
      assert.equal(read(got.rawPayload).toString(), PAGE);
      for (const { headers: sent } of [got, head])
        assert.deepEqual(
          [sent['content-encoding'], sent.etag, sent.vary, sent['content-length']],
          [accept, etag, 'Accept-Encoding', String(got.rawPayload.length)],
        );
      assert.equal(head.rawPayload.length, 0);
    }
    await app.close();
  });

  test('is sent uncompressed, but still with Vary: Accept-Encoding, if the caller accepts no encoding', async () => {
    const app = await open({ '/': page });
    const { body, headers } = await app.inject({ url: '/' });
    assert.equal(body, PAGE);
    assert.deepEqual(
      [headers['content-encoding'], headers.etag, headers.vary],
      [undefined, '"h"', 'Accept-Encoding'],
    );
    await app.close();
  });

  test('is replaced by 304 if the caller already has it in any encoding', async () => {
    const app = await open({ '/': page });
    for (const tag of ['"h"', '"h:br"', 'W/"h:gzip"', '"x:br", "h:br"']) {
      const headers = { 'accept-encoding': 'br', 'if-none-match': tag };
      const answer = await app.inject({ url: '/', headers });
      const held = tag.split(', ').at(-1)?.replace('W/', '');
      assert.deepEqual(
        [answer.statusCode, answer.headers.etag, answer.headers.vary],
        [304, held, 'Accept-Encoding'],
      );
    }
    const head = await app.inject({ url: '/', method: 'HEAD', headers: { 'if-none-match': '"h"' } });
    assert.deepEqual([head.statusCode, head.headers['content-length']], [304, undefined]);
    const other = { 'accept-encoding': 'br', 'if-none-match': '"x:br"' };
    assert.equal((await app.inject({ url: '/', headers: other })).statusCode, 200);
    await app.close();
  });

  test('is compressed only once, even if many requests arrive at the same time', async () => {
    const bodies = new CompressedBodies();
    const asked = { body: Buffer.from(PAGE), encoding: 'br', effort: 'once' } as const;
    const [first, ...others] = await Promise.all(Array.from({ length: 9 }, () => bodies.make(asked)));
    assert.ok(first);
    for (const each of [...others, await bodies.make(asked), bodies.find(asked)]) assert.equal(each, first);
  });

  test('is not compressed if it is smaller than 1 KiB or not text', async () => {
    const app = await open({
      '/small': (request, reply) =>
        sendCacheable(request, reply, { body: 'x'.repeat(1_023), type: HTML, maxAgeSeconds: 60 }),
      '/font': (request, reply) =>
        sendCacheable(request, reply, { body: Buffer.alloc(9_000), type: 'font/woff2', maxAgeSeconds: 60 }),
    });
    for (const url of ['/small', '/font']) {
      const { headers } = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
      assert.deepEqual([headers['content-encoding'], headers.vary], [undefined, undefined], url);
    }
    await app.close();
  });
});

describe('a private response', () => {
  test('is never compressed, even if a hook marks it private while it is being sent', async () => {
    const bodies = new CountingBodies();
    const kept =
      (value?: string): Answer =>
      (_request, reply) =>
        (value === undefined ? reply : reply.header('cache-control', value)).type(HTML).send(PAGE);
    const app = Fastify();
    addCompression(app, bodies);
    for (const [url, value] of [
      ['/none', undefined],
      ['/no-store', 'no-store'],
      ['/private', 'private, no-cache'],
    ] as const)
      app.get(url, async (request, reply) => kept(value)(request, reply));
    app.get('/cookie', async (request, reply) =>
      kept('no-cache')(request, reply.header('set-cookie', 'a=b')),
    );
    app.get('/failed', async (request, reply) => kept('no-cache')(request, reply.code(404)));
    app.register(async (own) => {
      own.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
      own.get('/hooked', async (request, reply) => page(request, reply));
    });
    for (const url of ['/none', '/no-store', '/private', '/cookie', '/failed', '/hooked']) {
      const answer = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
      assert.equal(answer.headers['content-encoding'], undefined, url);
      assert.equal(answer.body, PAGE, url);
    }
    assert.equal(bodies.made, 0);
    await app.close();
  });
});

describe('a stored body', () => {
  test('is sent uncompressed until it has been compressed in the background', async () => {
    const bodies = new CompressedBodies();
    const body = JSON.stringify(Array.from({ length: 300 }, (_, id) => ({ id, name: 'A truck' })));
    const app = await open(
      { '/': (request, reply) => sendCacheable(request, reply, { body, maxAgeSeconds: 60 }) },
      bodies,
    );
    const get = () => app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
    for (const answer of [await get(), await get()]) assert.equal(answer.body, body);
    // The second request started compressing the body. `make`, which is used for pages, waits for the result.
    await bodies.make({ body: Buffer.from(body), encoding: 'gzip', effort: 'once' });
    const { headers, rawPayload } = await get();
    assert.equal(headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(rawPayload).toString(), body);
    await app.close();
  });
});

describe('the cache of compressed bodies', () => {
  const askFor = (letter: string) =>
    ({ body: Buffer.from(letter.repeat(5_000)), encoding: 'gzip', effort: 'once' }) as const;

  test('drops the least recently requested bodies first when it is full', async () => {
    const size = (await new CompressedBodies().make(askFor('a')))?.length ?? 0;
    const bodies = new CompressedBodies({ bytesMax: 2 * size + 10 });
    for (const letter of ['a', 'b', 'c']) await bodies.make(askFor(letter));
    assert.deepEqual(
      ['a', 'b', 'c'].map((letter) => bodies.find(askFor(letter)) !== undefined),
      [false, true, true],
    );
  });

  test('compresses at most two bodies at a time and returns undefined for a third', async () => {
    const bodies = new CompressedBodies();
    const made = await Promise.all(['a', 'b', 'c'].map((letter) => bodies.make(askFor(letter))));
    assert.deepEqual(
      made.map((each) => each !== undefined),
      [true, true, false],
    );
    assert.ok(await bodies.make(askFor('c')));
  });
});
