import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { type ApiKeyService, createApiKeyService } from '../../src/accounts/api-keys/service.ts';
import { addRateLimits, countInMemory } from '../../src/http/limits/rate-limits.ts';
import { apiKeyPages } from '../../src/web/account/api-keys/routes.ts';
import { insertAccount } from '../support/account-rows.ts';
import type { TestDatabase } from '../support/engines.ts';
import { openTestSqlite } from '../support/engines.ts';

const BASE_URL = 'https://vendors.example';
const LIST = '/settings/api-keys';
const NOW = () => new Date('2026-03-16T15:00:00Z');
const HOSTILE = `<script>alert("1")</script>'"&`;

describe('the API key pages', () => {
  let database: TestDatabase;
  let keys: ApiKeyService;
  let app: FastifyInstance;
  let end: { sunset_on: string } | undefined;
  let accounts: { lola: string; max: string };

  beforeEach(async () => {
    database = await openTestSqlite();
    keys = createApiKeyService(database.db, {
      baseUrl: 'https://vendors.example',
      isFictional: async () => undefined,
      now: NOW,
      log: { error: (error: unknown) => assert.fail(String(error)), warn() {}, info() {} },
    });
    accounts = { lola: await insertAccount(database.db), max: await insertAccount(database.db) };
    app = Fastify({ genReqId: () => 'a-request' });
    addRateLimits(app, countInMemory);
    app.register(apiKeyPages, {
      keys,
      limits: { ACCOUNT: 0 },
      baseUrl: BASE_URL,
      isFictional: async () => true,
      findEnd: async () => end,
      findSession: async ({ cookie }) => {
        const name = cookie === 'lola' || cookie === 'max' ? cookie : undefined;
        return name && { accountId: accounts[name], name, email: `${name}@events.example`, sessionId: name };
      },
    });
  });
  afterEach(async () => {
    await app.close();
    await keys.usesWritten();
    await database.close();
  });

  const get = (url: string, cookie = 'lola') => app.inject({ url, headers: { cookie } });
  const post = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(form).toString(),
      headers: { cookie: 'lola', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const formIdOf = (page: string) => /name="form" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const createKey = async (name: string) => {
    const form = { name, form: formIdOf((await get(LIST)).body) };
    return { form, answer: await post(LIST, form) };
  };

  test('show an API version’s end date next to the keys and next to a new key, but only after it is announced', async () => {
    const pages = async () => {
      const list = await app.inject({ url: LIST, headers: { cookie: 'lola' } });
      const payload = new URLSearchParams({ name: 'Mine', form: randomUUID() }).toString();
      const headers = { cookie: 'lola', 'content-type': 'application/x-www-form-urlencoded' };
      const made = await app.inject({ method: 'POST', url: LIST, payload, headers });
      assert.match(made.body, /Your new key/);
      return [list.body, made.body];
    };
    for (const body of await pages()) assert.doesNotMatch(body, /Version v1/);
    end = { sunset_on: '2027-06-30' };
    for (const body of await pages())
      assert.match(body, /Version v1 of the API ends\..*<time datetime="2027-06-30">June 30, 2027<\/time>/);
    end = undefined;
  });

  test('redirect a signed-out visitor to the sign-in page for every request', async () => {
    for (const [method, url] of [
      ['GET', LIST],
      ['POST', LIST],
      ['GET', `${LIST}/${'a'.repeat(16)}/revoke`],
      ['POST', `${LIST}/${'a'.repeat(16)}/revoke`],
    ] as const) {
      const answer = await app.inject({ method, url });
      assert.equal(answer.statusCode, 303, url);
      assert.match(String(answer.headers.location), /^\/sign-in\?next=/);
    }
  });

  test('show a new key only in the uncached response to its form, along with a command for trying it', async () => {
    const { answer } = await createKey('Website calendar');
    assert.deepEqual([answer.statusCode, answer.headers['cache-control']], [200, 'no-store']);
    const key = /svc_pk_[a-z2-7]{16}\.[a-z2-7]{46}/.exec(answer.body)?.[0] ?? '';
    assert.deepEqual((await keys.verify(key))?.accountId, accounts.lola);
    assert.ok(answer.body.includes(`${BASE_URL}/api/v1/events`));
    assert.match(answer.body, /curl -H &#34;Authorization: Bearer svc_pk_/);
    assert.doesNotMatch(answer.body, /<script/);
    const list = (await get(LIST)).body;
    assert.ok(list.includes(`svc_pk_${key.slice(7, 23)}<`));
    assert.ok(!list.includes(key.slice(24)));
  });

  test('neither show nor create another key when that response is reloaded, and explain why', async () => {
    const { form } = await createKey('Website calendar');
    const again = await post(LIST, form);
    assert.deepEqual([again.statusCode, again.headers.location], [303, `${LIST}?sent=before`]);
    assert.equal((await keys.list(accounts.lola)).length, 1);
    assert.match((await get(`${LIST}?sent=before`)).body, /This form was sent before, and made one key/);
  });

  test('create a key only for a form with a valid form number, which is different in every form', async () => {
    assert.notEqual(formIdOf((await get(LIST)).body), formIdOf((await get(LIST)).body));
    for (const form of [
      { name: 'One' },
      { name: 'One', form: '' },
      { name: 'One', form: 'x'.repeat(36) },
    ] as const) {
      const answer = await post(LIST, form);
      assert.equal(answer.statusCode, 422);
      assert.ok(answer.body.includes('value="One"'));
    }
    assert.deepEqual(await keys.list(accounts.lola), []);
  });

  test('report an invalid name next to its field and keep what was typed', async () => {
    for (const [name, text] of [
      ['', 'Give the key a name'],
      ['x'.repeat(61), 'at most 60 characters'],
    ] as const) {
      const { answer } = await createKey(name);
      assert.equal(answer.statusCode, 422);
      assert.ok(answer.body.includes(text));
      assert.match(answer.body, /<a href="#name">/);
      assert.match(answer.body, /id="name"[^>]+aria-describedby="name-error name-hint" aria-invalid="true"/);
      assert.ok(answer.body.includes(`value="${name}"`));
    }
    assert.deepEqual(await keys.list(accounts.lola), []);
  });

  test('escape HTML in what was typed, on every page', async () => {
    const { answer } = await createKey(HOSTILE);
    const { id = '' } = (await keys.list(accounts.lola))[0] ?? {};
    const pages = [answer, await get(LIST), await get(`${LIST}/${id}/revoke`)];
    await keys.revoke(accounts.lola, id);
    pages.push(await get(`${LIST}?revoked=${id}`), await get(`${LIST}/${id}/revoke`));
    for (const page of pages) {
      assert.equal(page.statusCode, 200);
      assert.ok(page.body.includes('&#60;script&#62;'));
      assert.ok(!page.body.includes('<script'));
    }
  });

  test('ask before revoking a key, which is then rejected immediately and listed as revoked', async () => {
    const { id, key } = await keys.create(accounts.lola, 'Old laptop');
    const asked = await get(`${LIST}/${id}/revoke`);
    assert.match(asked.body, /<h1>Revoke “Old laptop”\?<\/h1>/);
    assert.ok(await keys.verify(key), 'asking changes nothing');
    const done = await post(`${LIST}/${id}/revoke`, {});
    assert.deepEqual([done.statusCode, done.headers.location], [303, `${LIST}?revoked=${id}`]);
    assert.equal(await keys.verify(key), undefined);
    const list = (await get(`${LIST}?revoked=${id}`)).body;
    assert.match(list, /“Old laptop” is revoked\. It no longer works\./);
    assert.ok(list.indexOf('Old laptop</th>') > list.indexOf('<h2>Revoked</h2>'));
    assert.match((await get(`${LIST}/${id}/revoke`)).body, /“Old laptop” is revoked<\/h1>/);
  });

  test('respond identically to another account’s key, an unknown key, and a malformed key, and change nothing', async () => {
    const { id, key } = await keys.create(accounts.max, 'Not Lola’s');
    for (const method of ['GET', 'POST'] as const) {
      const bodies = await Promise.all(
        [id, 'a'.repeat(16), 'nonsense', '%00', id.toUpperCase()].map(async (each) => {
          const answer = await app.inject({
            method,
            url: `${LIST}/${each}/revoke`,
            headers: { cookie: 'lola', 'content-type': 'application/x-www-form-urlencoded' },
            payload: '',
          });
          assert.equal(answer.statusCode, 404, each);
          return answer.body;
        }),
      );
      assert.equal(new Set(bodies).size, 1, method);
    }
    assert.ok(!(await get(LIST)).body.includes(id));
    assert.ok(!(await get(`${LIST}?revoked=${id}`)).body.includes('is revoked'));
    assert.ok(await keys.verify(key));
  });

  test('neither create nor revoke a key for a form from another site', async () => {
    const { id, key } = await keys.create(accounts.lola, 'One');
    const form = { name: 'Two', form: formIdOf((await get(LIST)).body) };
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      assert.equal((await post(LIST, form, headers)).statusCode, 403);
      assert.equal((await post(`${LIST}/${id}/revoke`, {}, headers)).statusCode, 403);
    }
    assert.equal((await keys.list(accounts.lola)).length, 1);
    assert.ok(await keys.verify(key));
  });
});
