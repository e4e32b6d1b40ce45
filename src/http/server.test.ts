import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '../platform/log/log.ts';
import { countInMemory } from './limits/rate-limits.ts';
import { buildServer } from './server.ts';

test('the log shows only the route pattern of an address with a secret, and no long parts of an unknown one', async () => {
  const lines: string[] = [];
  const app = await buildServer({
    logger: createLogger('info', { write: (line) => void lines.push(line) }),
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (routes) => {
      for (const url of ['/check/list/:token', '/check/list/:token/list.csv', '/v/:number', '/events/:id'])
        routes.get(url, async () => ({}));
    },
  });
  const secret = 'KsT8Zq2vXw4nB7mJ1pRd5yHc3fLg6aEu';
  const pathOf = async (url: string) => {
    lines.length = 0;
    await app.inject(url);
    assert.equal(lines.join().includes(secret), false, url);
    return JSON.parse(lines[0] ?? '{}').path;
  };
  assert.equal(await pathOf(`/check/list/${secret}`), '/check/list/:token');
  assert.equal(await pathOf(`/check/list/${secret}/list.csv?x=1`), '/check/list/:token/list.csv');
  assert.equal(await pathOf(`/v/${secret}.pdf`), '/v/:number');
  assert.equal(await pathOf('/events/17?q=x'), '/events/17');
  assert.equal(await pathOf(`/check/list/${secret}/`), '/check/list/…/');
  assert.equal(await pathOf(`/check/list/${secret}/typo`), '/check/list/…/typo');
  const number = 'EWNZ-SJAN-MRMY-ZCNY';
  assert.equal(await pathOf(`/v/${number}/typo`), '/v/…/typo');
  assert.equal(await pathOf(`/v/${number.toLowerCase()}/`), '/v/…/');
  assert.equal(await pathOf(`/V/${number.replaceAll('-', '')}`), '/V/…');
  assert.equal(await pathOf('/list.csv/wp-login.php'), '/list.csv/…');
  await app.close();
});

test('HSTS_SUBDOMAINS makes browsers use https for every subdomain, but only if the service uses https', async () => {
  const headerOf = async (options: { baseUrl: string; hstsSubdomains?: boolean }) => {
    const app = await buildServer({
      ...options,
      logger: createLogger('silent'),
      trustProxy: [],
      makeCounter: countInMemory,
      routes: (routes) => void routes.get('/', async () => ({})),
    });
    const { headers } = await app.inject({ url: '/', headers: { host: 'vendors.example' } });
    await app.close();
    return headers['strict-transport-security'];
  };
  const baseUrl = 'https://vendors.example';
  assert.deepEqual(
    [
      await headerOf({ baseUrl, hstsSubdomains: true }),
      await headerOf({ baseUrl, hstsSubdomains: false }),
      await headerOf({ baseUrl: 'http://vendors.example', hstsSubdomains: true }),
    ],
    ['max-age=31536000; includeSubDomains', 'max-age=31536000', undefined],
  );
});

test('closing the server finishes the current response and rejects new requests', async () => {
  let arrived = () => {};
  let release = () => {};
  const inHandler = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const app = await buildServer({
    logger: createLogger('silent'),
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (routes) => {
      routes.get('/slow', async () => {
        arrived();
        await held;
        return { finished: true };
      });
    },
  });
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/slow`;
  const answer = fetch(url);
  await inHandler;
  const closed = app.close();
  release();
  assert.deepEqual(await (await answer).json(), { finished: true });
  await closed;
  await assert.rejects(fetch(url));
});

test('a body that is too large gets 413, an unsupported type 415, and invalid JSON 400, each with its code', async () => {
  const app = await buildServer({
    logger: createLogger('silent'),
    trustProxy: [],
    makeCounter: countInMemory,
    routes: (routes) => {
      routes.post('/echo', { schema: { body: { type: 'object' } } }, async () => 'done');
    },
  });
  const post = async (payload: string, type = 'application/json') => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: '/echo',
      payload,
      headers: { 'content-type': type },
    });
    return [statusCode, JSON.parse(body).code];
  };
  assert.deepEqual(await post(JSON.stringify({ x: 'x'.repeat(70_000) })), [413, 'body_too_large']);
  assert.deepEqual(await post('<x/>', 'text/xml'), [415, 'unsupported_media_type']);
  assert.deepEqual(await post('{'), [400, 'invalid_body']);
  assert.deepEqual(await post(''), [400, 'invalid_body']);
  assert.deepEqual(await post('{"__proto__":{"x":1}}'), [400, 'invalid_body']);
  await app.close();
});
