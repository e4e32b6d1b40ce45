import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { answerError } from '../errors/error-answers.ts';
import { addRateLimits, type CounterFactory, countInMemory } from './rate-limits.ts';

/** Sends a request to a server with one limited address, which uses a scripted counter. */
async function answerWith(consume: () => Promise<RateLimiterRes>) {
  const app = Fastify();
  const makeCounter: CounterFactory = () => ({ consume });
  app.setErrorHandler(answerError);
  addRateLimits(app, makeCounter);
  app.get('/', { onRequest: app.rateLimit({ name: 'search', perMinute: 60 }) }, async () => 'answered');
  const answer = await app.inject('/');
  await app.close();
  return answer;
}

const full = (msLeft: number) => () => Promise.reject(new RateLimiterRes(0, msLeft, 61));

test('contract 8: Retry-After is the exact number of seconds until the window resets', async () => {
  for (const [msLeft, seconds] of [
    [60_000, '60'],
    [59_999, '60'],
    [59_001, '60'],
    [59_000, '59'],
    [1_001, '2'],
    [1_000, '1'],
    [1, '1'],
    [0, '1'],
  ] as const) {
    const answer = await answerWith(full(msLeft));
    assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, seconds], `${msLeft} ms`);
    assert.equal(answer.headers.ratelimit, `"search";r=0;t=${seconds}`);
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
});

test('the sixtieth of 60 requests succeeds, and the headers show that none are left', async () => {
  const answer = await answerWith(() => Promise.resolve(new RateLimiterRes(0, 30_500, 60)));
  assert.deepEqual([answer.statusCode, answer.body], [200, 'answered']);
  assert.equal(answer.headers.ratelimit, '"search";r=0;t=31');
  assert.equal(answer.headers['retry-after'], undefined);
});

test('a daily limit uses a one-day window, which the response headers show', async () => {
  const app = Fastify();
  app.setErrorHandler(answerError);
  addRateLimits(app, countInMemory);
  app.get('/', { onRequest: app.rateLimit({ name: 'apply-day', perDay: 1 }) }, async () => 'answered');
  assert.equal((await app.inject('/')).headers['ratelimit-policy'], '"apply-day";q=1;w=86400');
  const refused = await app.inject('/');
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '86400']);
  assert.match(refused.body, /Limit \\"apply-day\\" of 1 requests a day exceeded; try again in 86400 s\./);
  await app.close();
});

test('if the counter fails, the request fails with 500 instead of bypassing the limit', async () => {
  const answer = await answerWith(() => Promise.reject(new Error('connection refused at 10.0.0.1')));
  assert.equal(answer.statusCode, 500);
  assert.doesNotMatch(answer.body, /10\.0\.0\.1/);
});
