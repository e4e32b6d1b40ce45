import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApiKeyService } from '../../src/accounts/api-keys/service.ts';
import { insertAccount } from '../support/account-rows.ts';
import { field } from '../support/check.ts';
import { NOW, openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';

/** Requests that anyone can send repeatedly without a key. */
describeEngines('rate limits and headers for anonymous callers', (open) => {
  let opened: TestApp;
  let close = async () => {};
  let key: string;

  before(async () => {
    const database = await open();
    const keys = createApiKeyService(database.db, {
      baseUrl: 'https://vendors.example',
      isFictional: async () => undefined,
      now: NOW,
      log: console,
    });
    key = (await keys.create(await insertAccount(database.db), 'Good')).key;
    opened = await openTestApp(database, { RATE_LIMIT_ACCOUNT: '3', RATE_LIMIT_PAGE: '4' });
    close = async () => {
      await opened.app.close();
      await opened.services.apiKeys.usesWritten();
      await database.close();
    };
  });
  after(() => close());

  const from = (address: string, url: string, headers: Record<string, string> = {}) =>
    opened.app.inject({ url, headers, remoteAddress: address });

  for (const text of ['Infinity', '-Infinity', '1e309', 'NaN'])
    test(`limit=${text} is rejected by name`, async () => {
      const answer = await opened.get(`/api/vendors?q=a&limit=${text}`);
      assert.deepEqual([answer.status, field(answer.json, 'parameter')], [400, 'limit']);
    });

  test('wrong keys are counted by client: too many in a minute return 429, while a valid key keeps working', async () => {
    const wrong = { authorization: 'Bearer svc_pk_aaaaaaaaaaaaaaaa.bbbb' };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1)
      statuses.push((await from('192.0.2.1', '/api/v1/events', wrong)).statusCode);
    assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
    const good = { authorization: `Bearer ${key}` };
    assert.equal((await from('192.0.2.1', '/api/v1/events', good)).statusCode, 200);
    assert.equal((await from('192.0.2.2', '/api/v1/events', wrong)).statusCode, 401);
  });

  test('a deeply nested body is rejected like any other invalid one', async () => {
    const payload = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await opened.app.inject({
      method: 'POST',
      url: '/api/v1/decision/verify',
      payload,
      headers,
    });
    assert.equal(answer.statusCode, 400);
  });

  test('payment events without a valid signature are counted by client', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const forged = {
        method: 'POST',
        url: '/webhooks/stripe',
        payload: '{}',
        remoteAddress: '192.0.2.3',
      } as const;
      statuses.push((await opened.app.inject(forged)).statusCode);
    }
    assert.deepEqual(statuses, [400, 400, 400, 429, 429]);
  });

  for (const path of ['/', '/openapi.json', '/docs', '/assets/site.css', '/checklists/festival'])
    test(`${path} has a rate limit`, async () => {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 5; attempt += 1)
        statuses.push((await from(`198.51.100.${path.length}`, path)).statusCode);
      // Without records, the home page shows the progress of the first start.
      const answered = path === '/' ? 503 : 200;
      assert.deepEqual(statuses, [answered, answered, answered, answered, 429]);
    });

  for (const path of [
    '/docs/receipts/%00',
    '/docs/receipts/..\\x',
    '/docs/receipts/..%2f..%2fpackage.json',
    '/docs/receipts/',
  ])
    test(`${path} returns 404`, async () => {
      const answer = await from('203.0.113.1', path);
      assert.deepEqual([answer.statusCode, field(answer.json(), 'code')], [404, 'not_found']);
    });

  test('the API document has the same bytes for everyone, and returns 304 to a client that has it', async () => {
    const answer = await from('203.0.113.2', '/openapi.json');
    const again = await from('203.0.113.2', '/openapi.json', {
      'if-none-match': String(answer.headers.etag),
    });
    assert.deepEqual([answer.statusCode, again.statusCode, again.body], [200, 304, '']);
  });

  test('no error is cached', async () => {
    for (const url of ['/nothing', '/api/v1/nothing', '/api/vendors/x', '/api/vendors?limit=0'])
      assert.equal((await from('203.0.113.3', url)).headers['cache-control'], 'no-store', url);
  });

  test('a page is isolated from other sites’ windows and cannot use device sensors', async () => {
    const { headers } = await from('203.0.113.4', '/');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.match(String(headers['permissions-policy']), /camera=\(\), geolocation=\(\), microphone=\(\)/);
  });

  test('responses that any site may read may also be embedded by any site', async () => {
    const { headers } = await from('203.0.113.5', '/api/vendors?q=a');
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
  });
});
