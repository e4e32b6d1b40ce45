import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countInMemory } from '../../../http/limits/rate-limits.ts';
import { buildServer } from '../../../http/server.ts';
import { createLogger } from '../../../platform/log/log.ts';
import { answerErrorPage } from './error-page.ts';
import { limitSessions, requireSession } from './session.ts';

describe('rate limits on signed-in pages', () => {
  /**
   * Starts an app with two groups of pages, like the real service. The cookie names the signed-in account.
   */
  const open = async (perMinute: number) => {
    let lookups = 0;
    const app = await buildServer({
      logger: createLogger('silent'),
      trustProxy: ['127.0.0.1'],
      makeCounter: countInMemory,
      routes(root) {
        limitSessions(root, perMinute);
        for (const address of ['/events', '/settings'])
          root.register(async (pages) => {
            pages.setErrorHandler(answerErrorPage);
            requireSession(pages, async ({ cookie = '' }) => {
              lookups += 1;
              const accountId = /^account=(\w+)$/.exec(cookie)?.[1];
              return accountId === undefined
                ? undefined
                : { accountId, name: 'Olive', email: 'olive@x.example', sessionId: 's' };
            });
            pages.get(address, async () => 'a page');
            const onRequest = pages.rateLimit({ name: 'form', perMinute: 1 });
            pages.get(`${address}/form`, { onRequest }, async () => 'a form');
          });
      },
    });
    const get = async (url: string, cookie?: string, ip = '203.0.113.1') =>
      app.inject({ url, headers: { 'x-forwarded-for': ip, ...(cookie === undefined ? {} : { cookie }) } });
    const statuses = async (times: number, ...given: Parameters<typeof get>) => {
      const all: number[] = [];
      for (let each = 0; each < times; each++) all.push((await get(...given)).statusCode);
      return all;
    };
    return { get, statuses, lookups: () => lookups };
  };

  test('give each account one limit, shared by all pages and networks', async () => {
    const { get, statuses } = await open(3);
    assert.deepEqual(await statuses(2, '/events', 'account=olive'), [200, 200]);
    assert.deepEqual(await statuses(2, '/settings', 'account=olive', '203.0.113.2'), [200, 429]);
    assert.equal((await get('/events', 'account=max')).statusCode, 200);
  });

  test('show a visitor over the limit how long to wait and how to resubmit a form', async () => {
    const { get } = await open(1);
    await get('/events', 'account=olive');
    const { statusCode, headers, body } = await get('/events', 'account=olive');
    assert.equal(statusCode, 429);
    assert.equal(headers['retry-after'], '60');
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
    assert.match(body, /Wait 60 seconds, then try again\. If you sent a form, go back to it/);
    assert.doesNotMatch(body, /signed-in/);
  });

  test('allow each network five times as many look-ups of invalid cookies, and no more', async () => {
    const { statuses, lookups } = await open(2);
    assert.deepEqual(await statuses(12, '/events', 'forged=x'), [...Array(10).fill(303), 429, 429]);
    assert.equal(lookups(), 10);
    assert.deepEqual(await statuses(1, '/events', 'forged=x', '203.0.113.9'), [303]);
  });

  test('do not count visitors without a cookie, so that the sign-in page can still be reached', async () => {
    const { statuses } = await open(1);
    assert.deepEqual(await statuses(9, '/events'), Array(9).fill(303));
  });

  test('do not replace the limit that a form has of its own', async () => {
    const { get, statuses } = await open(50);
    assert.deepEqual(await statuses(2, '/events/form', 'account=olive'), [200, 429]);
    assert.equal((await get('/events', 'account=olive')).statusCode, 200);
  });
});
