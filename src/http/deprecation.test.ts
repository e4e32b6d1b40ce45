import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import Fastify from 'fastify';
import { createLogger } from '../platform/log/log.ts';
import { createDeprecationStamp } from './deprecation.ts';

test('a response waits at most 500 ms for the version’s end date to be looked up in the database', async () => {
  const stamp = createDeprecationStamp({
    version: 'v1',
    baseUrl: 'https://vendors.example',
    find: () => new Promise(() => {}),
  });
  const app = Fastify({ loggerInstance: createLogger('silent') });
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    app.get('/api/v1/x', async (request, reply) => {
      const stamped = stamp(request, reply);
      mock.timers.tick(500);
      await stamped;
      return 'answered';
    });
    assert.equal((await app.inject('/api/v1/x')).body, 'answered');
  } finally {
    mock.timers.reset();
    await app.close();
  }
});

test('a look-up that keeps failing is logged once, not for every response', async () => {
  const lines: string[] = [];
  const stamp = createDeprecationStamp({
    version: 'v1',
    baseUrl: 'https://vendors.example',
    recheckMs: 0,
    find: () => Promise.reject(new Error('away')),
  });
  const log = createLogger('warn', { write: (line) => lines.push(line) });
  const app = Fastify({ loggerInstance: log });
  app.get('/api/v1/x', async (request, reply) => {
    await stamp(request, reply);
    return 'answered';
  });
  for (let times = 0; times < 3; times += 1) await app.inject('/api/v1/x');
  assert.equal(lines.length, 1);
  await app.close();
});
