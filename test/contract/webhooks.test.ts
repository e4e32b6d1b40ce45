import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { createLogger } from '../../src/platform/log/log.ts';
import { createPoster } from '../../src/platform/net/outgoing-post.ts';
import { createWebhookDelivery } from '../../src/webhooks/delivery/delivery-job.ts';
import { WEBHOOKS_MAX } from '../../src/webhooks/endpoints/service.ts';
import { field } from '../support/check.ts';
import { openTestApp, SESSION_SECRET, type TestApp } from '../support/demo-app.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const PLACE = '/api/v1/webhooks';

/** Contract 4.3.9 to 4.3.11: webhooks managed with an API key, under the same rules as in the settings. */
describeEngines('webhooks managed with an API key', (open) => {
  let database: TestDatabase;
  let service: TestApp;
  let receiver: WebhookReceiver;
  let accountId: string;
  let key: { id: string; key: string };
  let email: string;

  before(async () => {
    database = await open();
    receiver = await startWebhookReceiver();
    const settings = { WEBHOOKS_ALLOW_PRIVATE: 'true', RATE_LIMIT_ACCOUNT: '20' };
    // The reference library compares timestamps with the machine's clock.
    service = await openTestApp(database, settings, createLogger('silent'), () => new Date());
  });
  beforeEach(async () => {
    for (const table of ['webhook_messages', 'mails', 'accounts'] as const)
      await database.db.deleteFrom(table).execute();
    receiver.received.length = 0;
    // Emails are counted per mailbox.
    email = `${randomUUID()}@organizer.example`;
    const account = { name: 'Olive', email, password: 'a password of tests' };
    accountId = await service.services.accounts.createVerifiedAccount(account);
    key = await service.services.apiKeys.create(accountId, 'Program');
    await database.db.deleteFrom('mails').execute();
  });
  after(async () => {
    await service.app.close();
    await receiver.close();
    await database.close();
  });

  const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${key.key}` };
    const answer = await service.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: answer.statusCode, json: answer.json(), data: answer.json().data };
  };
  const refusal = async (...request: Parameters<typeof ask>) => {
    const { status, json } = await ask(...request);
    return [status, field(json, 'error', 'code'), field(json, 'error', 'parameter')];
  };
  const add = async (path = '') => (await ask('POST', PLACE, { url: `${receiver.url}${path}` })).data;
  const deliver = () =>
    createWebhookDelivery({
      ledgerDb: database.db,
      serviceSecret: SESSION_SECRET,
      baseUrl: 'https://vendors.example',
      post: createPoster({ allowPrivate: true }),
      now: () => new Date(),
      log: createLogger('silent'),
    }).deliverDue();
  const mails = () => database.db.selectFrom('mails').select(['recipient', 'subject', 'body']).execute();

  test('can be added, tested, rotated, replayed, switched, and deleted, and their messages verify', async () => {
    const { secret, ...made } = await add();
    assert.deepEqual(await ask('GET', PLACE), {
      status: 200,
      json: { data: [made], meta: { count: 1 }, error: null },
      data: [made],
    });
    const place = `${PLACE}/${made.id}`;
    assert.deepEqual((await ask('GET', place)).data, made);
    const { message_id } = (await ask('POST', `${place}/test`)).data;
    const rotated = (await ask('POST', `${place}/rotate`)).data;
    await deliver();
    const [sent] = receiver.received;
    assert.ok(sent);
    assert.equal(sent.headers['webhook-id'], message_id);
    for (const each of [secret, rotated.secret])
      assert.deepEqual(Object(new StandardWebhook(each).verify(sent.body, sent.headers)).data, {
        endpoint_id: made.id,
      });
    const [delivered] = (await ask('GET', `${place}/deliveries`)).data;
    assert.deepEqual(
      [delivered.id, delivered.state, delivered.attempts[0].outcome, delivered.attempts[0].status],
      [message_id, 'delivered', 'delivered', 204],
    );
    const replayed = await ask('POST', `${place}/deliveries/${message_id}/replay`);
    assert.deepEqual(replayed.data, { message_id });
    await deliver();
    assert.equal(receiver.received[1]?.headers['webhook-id'], message_id);

    assert.equal((await ask('PATCH', place, { state: 'off' })).data.state, 'off');
    assert.deepEqual(await refusal('POST', `${place}/test`), [400, 'invalid_parameter', 'id']);
    const again = `${place}/deliveries/${message_id}/replay`;
    assert.deepEqual(await refusal('POST', again), [400, 'invalid_parameter', 'id']);
    assert.equal((await ask('PATCH', place, { state: 'on' })).data.state, 'on');
    assert.deepEqual((await ask('DELETE', place)).data, { id: made.id });
    assert.deepEqual(await refusal('GET', place), [404, 'not_found', undefined]);
  });

  test('reject a repeated rotation, unless it states the end of the current overlap', async () => {
    const { id } = await add();
    const place = `${PLACE}/${id}`;
    const rotate = `${place}/rotate`;
    const first = (await ask('POST', rotate)).data;
    const stored = () => database.db.selectFrom('webhook_endpoints').selectAll().execute();
    const before = await stored();
    assert.deepEqual(await refusal('POST', rotate), [400, 'invalid_parameter', 'earlier_secret_until']);
    assert.deepEqual(await stored(), before);
    const seen = encodeURIComponent(first.earlier_secret_until);
    const second = (await ask('POST', `${rotate}?earlier_secret_until=${seen}`)).data;
    assert.notEqual(second.secret, first.secret);
    await ask('POST', `${place}/test`);
    await deliver();
    const [sent] = receiver.received;
    assert.ok(sent);
    for (const each of [first.secret, second.secret])
      new StandardWebhook(each).verify(sent.body, sent.headers);
    assert.equal(sent.headers['webhook-signature']?.split(' ').length, 2);
  });

  test('name the parameter in an error, and create nothing', async () => {
    const wrong = [400, 'invalid_parameter'];
    const halves = ['\ud800', '\udc00'].map((half) => `https://hooks.example/${half}`);
    for (const url of ['', 'hooks.example', 'ftp://hooks.example/', 'https://a:b@hooks.example/', ...halves])
      assert.deepEqual(await refusal('POST', PLACE, { url }), [...wrong, 'url'], url);
    const long = `https://hooks.example/${'x'.repeat(500)}`;
    assert.deepEqual(await refusal('POST', PLACE, { url: long }), [...wrong, 'url']);
    assert.deepEqual(await refusal('POST', PLACE, { url: 7 }), [...wrong, 'url']);
    assert.deepEqual(await refusal('POST', PLACE, {}), [400, 'missing_parameter', 'url']);
    assert.deepEqual(await refusal('POST', PLACE, { url: receiver.url, secret: 'x' }), [...wrong, 'secret']);
    assert.deepEqual((await ask('GET', PLACE)).data, []);
    const { id } = await add();
    assert.deepEqual(await refusal('POST', PLACE, { url: receiver.url }), [...wrong, 'url']);
    for (const state of ['failing', 'gone', 'On', 1])
      assert.deepEqual(await refusal('PATCH', `${PLACE}/${id}`, { state }), [...wrong, 'state']);
    const log = `${PLACE}/${id}/deliveries`;
    for (const limit of ['0', '101', 'x'])
      assert.deepEqual(await refusal('GET', `${log}?limit=${limit}`), [...wrong, 'limit']);
    for (const after of ['x', 'msg_00000000-0000-4000-8000-000000000000'])
      assert.deepEqual(await refusal('GET', `${log}?after=${after}`), [...wrong, 'after']);
    assert.deepEqual((await ask('GET', PLACE)).data.length, 1);
  });

  test('are limited to five per account, however they are created, and tests and replays have a limit per account', async () => {
    await service.services.webhooks.create(accountId, `${receiver.url}/settings`);
    for (let index = 1; index < WEBHOOKS_MAX; index += 1) await add(`/${index}`);
    assert.deepEqual(await refusal('POST', PLACE, { url: `${receiver.url}/more` }), [
      400,
      'invalid_parameter',
      'url',
    ]);
    const ids = (await ask('GET', PLACE)).data.map(({ id }: { id: string }) => id);
    const other = await service.services.apiKeys.create(accountId, 'Another key of the account');
    const tried: number[] = [];
    for (let index = 0; index < 21; index += 1) {
      key = index % 2 ? other : key;
      tried.push((await ask('POST', `${PLACE}/${ids[index % WEBHOOKS_MAX]}/test`)).status);
    }
    assert.deepEqual(tried, [...Array.from({ length: 20 }, () => 200), 429]);
  });

  test('notify the account’s owner of a key’s actions a few times an hour, naming the key but not the path', async () => {
    const { id } = await add('/a-path-that-may-be-a-secret');
    await ask('POST', `${PLACE}/${id}/rotate`);
    const sent = await mails();
    assert.deepEqual(
      sent.map(({ recipient, subject }) => [recipient, subject]),
      [
        [email, `A webhook at ${new URL(receiver.url).host} was added`],
        [email, `The webhook at ${new URL(receiver.url).host} has a new secret`],
      ],
    );
    for (const { body } of sent) {
      assert.ok(body.includes(key.id) && body.includes(`/settings/webhooks/${id}`));
      assert.ok(!body.includes('a-path') && !body.includes('whsec_') && !body.includes(key.key));
    }
    for (let index = 0; index < 12; index += 1) {
      const made = await add(`/${index}`);
      await ask('DELETE', `${PLACE}/${made.id}`);
    }
    assert.equal((await mails()).length, 10);
    // A signed-in person's actions are counted separately from a key's.
    await service.services.webhooks.create(accountId, `${receiver.url}/by-hand`);
    const subjects = (await mails()).map(({ subject }) => subject);
    assert.deepEqual(
      [subjects.length, subjects.filter((each) => each === 'A webhook was added to your account').length],
      [11, 1],
    );
  });

  test('have a log whose pages have no gaps or duplicates, even with simultaneous messages and new ones in between', async () => {
    const { id } = await add();
    const at = new Date().toISOString();
    for (let index = 0; index < 7; index += 1) await service.services.webhooks.sendTest(accountId, id);
    await database.db.updateTable('webhook_deliveries').set({ created_at: at }).execute();
    const log = `${PLACE}/${id}/deliveries`;
    const all = (await ask('GET', log)).data.map((each: { id: string }) => each.id);
    assert.equal(new Set(all).size, 7);
    const read: string[] = [];
    let next: string | null = null;
    do {
      const { data, json }: Awaited<ReturnType<typeof ask>> = await ask(
        'GET',
        `${log}?limit=3${next === null ? '' : `&after=${next}`}`,
      );
      read.push(...data.map((each: { id: string }) => each.id));
      assert.equal(field(json, 'meta', 'count'), data.length);
      next = json.meta.next;
      await service.services.webhooks.sendTest(accountId, id);
    } while (next !== null);
    assert.deepEqual(read, all);
  });
});
