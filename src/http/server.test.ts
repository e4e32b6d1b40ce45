import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '../platform/log.ts';
import { countInMemory } from './rate-limits.ts';
import { buildServer } from './server.ts';

test('closing the server waits for the current answer and accepts no more', async () => {
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

test('a body that is too large gets 413, an unsupported type 415, and broken JSON 400, each with its code', async () => {
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
