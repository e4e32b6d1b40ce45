import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { generateKey } from '../../src/accounts/api-keys/key.ts';
import { type ApiKeyService, createApiKeyService } from '../../src/accounts/api-keys/service.ts';
import { callerOf, requireKey } from '../../src/http/caller.ts';
import { answerError } from '../../src/http/errors/error-answers.ts';
import { addRateLimits, countInMemory } from '../../src/http/limits/rate-limits.ts';
import { insertAccount } from '../support/account-rows.ts';
import { field } from '../support/check.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';

const NOW = () => new Date('2026-03-16T15:00:00Z');
const log = { error: (error: unknown) => assert.fail(String(error)), warn() {}, info() {} };

/**
 * Contract 5. The test service has one endpoint that requires a key, which returns its caller and has a limit
 * per key (contract 8).
 */
describeEngines('contract 5: authentication', (open) => {
  let database: TestDatabase;
  let keys: ApiKeyService;
  let app: FastifyInstance;
  let accountId: string;

  beforeEach(async () => {
    database = await open();
    keys = createApiKeyService(database.db, {
      baseUrl: 'https://vendors.example',
      isFictional: async () => undefined,
      now: NOW,
      log,
    });
    app = buildKeyed(keys);
    accountId = await insertAccount(database.db);
  });
  afterEach(async () => {
    await app.close();
    await keys.usesWritten();
    await database.close();
  });

  const get = (authorization?: string, target = app) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    return target.inject({ url: '/api/v1/whoami', headers });
  };

  test('“Header `Authorization: Bearer <API_KEY>` on every request”', async () => {
    const { id, key } = await keys.create(accountId, 'One');
    for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER  ${key}`]) {
      const answer = await get(header);
      assert.deepEqual([answer.statusCode, answer.json()], [200, { accountId, keyId: id }]);
      assert.equal(answer.headers['cache-control'], 'no-store');
    }
    assert.equal((await get()).statusCode, 401);
  });

  test('“Prefix `svc_pk_`, then a public part, a dot, and a secret part: `svc_pk_<key_id>.<key_secret>`”', async () => {
    const { id, key } = await keys.create(accountId, 'One');
    assert.match(key, /^svc_pk_[a-z2-7]{16}\.[a-z2-7]{46}$/);
    assert.ok(key.startsWith(`svc_pk_${id}.`));
  });

  test('“A key sees only events owned by its account”: each key acts as its own account', async () => {
    const other = await insertAccount(database.db);
    const mine = await keys.create(accountId, 'Mine');
    const theirs = await keys.create(other, 'Theirs');
    assert.equal(field((await get(`Bearer ${mine.key}`)).json(), 'accountId'), accountId);
    assert.equal(field((await get(`Bearer ${theirs.key}`)).json(), 'accountId'), other);
  });

  test('“a revoked key stops working on the very next request”, on every process', async () => {
    const others = createApiKeyService(database.db, {
      baseUrl: 'https://vendors.example',
      isFictional: async () => undefined,
      now: NOW,
      log,
    });
    const second = buildKeyed(others);
    const { id, key } = await keys.create(accountId, 'One');
    assert.equal((await get(`Bearer ${key}`)).statusCode, 200);
    assert.equal((await get(`Bearer ${key}`, second)).statusCode, 200);
    await keys.revoke(accountId, id);
    assert.equal((await get(`Bearer ${key}`, second)).statusCode, 401);
    assert.equal((await get(`Bearer ${key}`)).statusCode, 401);
    await second.close();
    await others.usesWritten();
  });

  test('a missing, malformed, unknown, or revoked key, a wrong secret, and another scheme get the same 401, byte for byte', async () => {
    const { id, key } = await keys.create(accountId, 'Revoked');
    await keys.revoke(accountId, id);
    const good = (await keys.create(accountId, 'Good')).key;
    const headers: (string | undefined)[] = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Basic ${Buffer.from(`${good}:`).toString('base64')}`,
      good,
      `Bearer:${good}`,
      `Bearer ${good} ${good}`,
      `Bearer ${good}x`,
      `Bearer "${good}"`,
      `Bearer ${good.toUpperCase()}`,
      `Bearer ${good.slice(0, -1)}`,
      `Bearer ${'x'.repeat(8_000)}`,
      `Bearer ${generateKey(randomBytes).text}`,
      `Bearer ${key}`,
    ];
    const expected = JSON.stringify({
      data: null,
      meta: null,
      error: {
        message:
          'A valid API key is needed: Authorization: Bearer <API key>. Keys are made under Settings, API keys: /settings/api-keys',
        code: 'unauthorized',
      },
    });
    for (const header of headers) {
      const answer = await get(header);
      const shown = header?.slice(0, 30);
      assert.deepEqual([answer.statusCode, answer.body], [401, expected], shown);
      assert.equal(answer.headers['www-authenticate'], 'Bearer', shown);
      assert.equal(answer.headers['cache-control'], 'no-store', shown);
    }
    assert.equal((await get(`Bearer ${good}`)).statusCode, 200);
  });

  test('a key in the URL is ignored, because URLs are logged', async () => {
    const { key } = await keys.create(accountId, 'One');
    for (const query of [`access_token=${key}`, `api_key=${key}`, `key=${key}`])
      assert.equal((await app.inject(`/api/v1/whoami?${query}`)).statusCode, 401);
  });

  test('a database that does not respond causes a server error, never a response about a bad key', async () => {
    const { key } = await keys.create(accountId, 'One');
    await keys.usesWritten();
    await database.close();
    const answer = await get(`Bearer ${key}`);
    assert.equal(answer.statusCode, 500);
    assert.ok(!answer.body.includes('unauthorized'));
  });

  test('contract 8: “Keyed requests | Each key | 60 per minute”: every key has its own window', async () => {
    const one = await keys.create(accountId, 'One');
    const other = await keys.create(accountId, 'Other');
    const statuses: number[] = [];
    for (let number = 0; number < 62; number += 1) statuses.push((await get(`Bearer ${one.key}`)).statusCode);
    assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [60, 429]);
    const refused = await get(`Bearer ${one.key}`);
    assert.match(String(field(refused.json(), 'error', 'message')), /^Limit "keyed" of 60 requests a minute/);
    assert.match(String(refused.headers['retry-after']), /^(59|60)$/);
    assert.equal((await get(`Bearer ${other.key}`)).statusCode, 200);
  });
});

/** The endpoints in contract 4.3, which require a key. */
const KEYED = [
  '/api/v1/events',
  '/api/v1/events?status=nonsense',
  '/api/v1/events/0f8b5a2e-4c1c-4a6e-9c58-0a8f4a4f1c11',
  '/api/v1/applications',
  '/api/v1/applications?event_id=nonsense',
  '/api/v1/vendors',
  '/api/v1/vendors?license_number=MFD5890123',
];

describeEngines('contract 5 in the whole application', (open) => {
  let database: TestDatabase;
  let application: TestApp;

  beforeEach(async () => {
    database = await open();
    application = await openTestApp(database);
  });
  afterEach(async () => {
    await application.app.close();
    await application.services.apiKeys.usesWritten();
    await database.close();
  });

  test('every endpoint that needs a key checks it first, and rejects a revoked one', async () => {
    const { get, services } = application;
    const accountId = await insertAccount(database.db);
    const { id, key } = await services.apiKeys.create(accountId, 'One');
    const authorization = `Bearer ${key}`;
    for (const url of KEYED) assert.notEqual((await get(url, { authorization })).status, 401, url);
    await services.apiKeys.revoke(accountId, id);
    const bodies = new Set<string>();
    for (const url of KEYED)
      for (const headers of [{}, { authorization }]) {
        const answer = await get(url, headers);
        assert.equal(answer.status, 401, url);
        assert.equal(answer.headers['www-authenticate'], 'Bearer', url);
        assert.equal(answer.headers['access-control-allow-origin'], undefined, url);
        bodies.add(answer.body);
      }
    assert.equal(bodies.size, 1);
  });

  test('“Decision, verify, self-check, statistics, badge, public events feed … need no key and no account”', async () => {
    for (const url of [
      '/api/v1/decision?license_number=MFD5890123',
      '/api/v1/decision/verify?receipt=x',
      '/api/v1/improve?license_number=MFD5890123',
      '/api/v1/stats/florida',
      '/api/badge/0f8b5a2e-4c1c-4a6e-9c58-0a8f4a4f1c11',
      '/api/v1/public/events',
      '/api/vendors',
      '/api/vendors/0f8b5a2e-4c1c-4a6e-9c58-0a8f4a4f1c11',
      '/api/vendors/0f8b5a2e-4c1c-4a6e-9c58-0a8f4a4f1c11/scorecard',
    ])
      assert.notEqual((await application.get(url)).status, 401, url);
  });
});

function buildKeyed(keys: ApiKeyService): FastifyInstance {
  const app = Fastify();
  app.setErrorHandler(answerError);
  addRateLimits(app, countInMemory);
  app.register(async (keyed) => {
    requireKey(keyed, keys.verify);
    const onRequest = keyed.rateLimit({
      name: 'keyed',
      perMinute: 60,
      keyOf: (request) => callerOf(request).keyId,
    });
    keyed.get('/api/v1/whoami', { onRequest }, async (request) => callerOf(request));
  });
  return app;
}
