import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '../platform/log/log.ts';
import type { Recorder } from '../platform/telemetry-recorder.ts';
import { countInMemory } from './limits/rate-limits.ts';
import { buildServer } from './server.ts';

/** Creates a recorder that collects requests and limits. */
function collectRecords() {
  const told: string[] = [];
  const recorder: Recorder = {
    request: (method, route, status, seconds) => {
      assert.ok(seconds >= 0 && seconds < 10, String(seconds));
      told.push(`${method} ${route} ${status}`);
    },
    limitHit: (limit) => told.push(`limit ${limit}`),
    receiptsIssued: () => {},
    stepEnded: () => {},
    refreshEnded: () => {},
    jobsBegun: () => {},
    watchCompared: () => {},
  };
  return { told, recorder };
}

function build(recorder: Recorder | undefined) {
  return buildServer({
    logger: createLogger('silent'),
    trustProxy: [],
    makeCounter: countInMemory,
    recorder,
    routes: (app) => {
      app.get('/vendors/:id', async () => ({}));
      app.get('/broken', async () => {
        throw new Error('broken');
      });
      const takeLines = app.takeLimit({ name: 'lines', perMinute: 2 });
      app.get('/many', async (_request, reply) => takeLines(reply, 'one', { items: 5 }));
      app.get('/few', { onRequest: app.rateLimit({ name: 'few', perMinute: 1 }) }, async () => ({}));
    },
  });
}

test('each request is recorded under its route’s template, and callers cannot add labels of their own', async () => {
  const { told, recorder } = collectRecords();
  const app = await build(recorder);
  for (const url of [
    '/vendors/17?q=x',
    '/vendors/18',
    '/broken',
    '/nothing/17',
    '/%zz',
    '/few',
    '/few',
    '/many',
  ])
    await app.inject(url);
  await app.inject({ method: 'POST', url: '/vendors/17' });
  await app.inject({ method: 'PROPFIND', url: '/made-up' });
  await app.close();
  assert.deepEqual(told, [
    'GET /vendors/:id 200',
    'GET /vendors/:id 200',
    'GET /broken 500',
    'GET unknown 404',
    'GET unknown 400',
    'GET /few 200',
    'limit few',
    'GET /few 429',
    'limit lines',
    'GET /many 429',
    'POST /vendors/:id 405',
    'other unknown 405',
  ]);
});

test('without a recorder, responses are the same and nothing is recorded', async () => {
  const { told, recorder } = collectRecords();
  const answers: unknown[] = [];
  for (const each of [recorder, undefined]) {
    const app = await build(each);
    const { statusCode, body } = await app.inject('/vendors/17');
    answers.push([statusCode, body]);
    await app.close();
  }
  assert.deepEqual(answers[0], answers[1]);
  assert.equal(told.length, 1);
});
