import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { insertAccount } from '../../../test/support/account-rows.ts';
import type { TestDatabase } from '../../../test/support/engines.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import { AppError } from '../../http/errors/errors.ts';
import { createLogger } from '../../platform/log/log.ts';
import { createPoster } from '../../platform/net/outgoing-post.ts';
import { createWebhookDelivery } from '../delivery/delivery-job.ts';
import { applicationReceived } from '../messages/payloads.ts';
import { queueWebhooks } from '../messages/queue-webhooks-service.ts';
import { createWebhookService, removeOldWebhookMessages, WEBHOOKS_MAX } from './service.ts';

const TABLES = [
  ...(['webhook_messages', 'webhook_deliveries', 'webhook_attempts', 'mails', 'accounts'] as const),
] as const;
const HOUR_MS = 3_600_000;
const BASE_URL = 'https://vendors.example';
const NEWS = {
  id: 'a1',
  event_id: 'e1',
  status: 'submitted',
  changed_by: 'applicant',
  vendor: { name: 'CRAB SHACK', license_number: 'MFD5890001', verdict: 'CLEAR' },
};

describeBothEngines('webhooks', (open) => {
  let database: TestDatabase;
  let receiver: WebhookReceiver;
  let accountId: string;
  /** The reference library checks timestamps against the real clock. */
  let clock = Date.now();
  const now = () => new Date(clock);

  before(async () => {
    database = await open();
  });
  beforeEach(async () => {
    clock = Date.now();
    for (const table of TABLES) await database.db.deleteFrom(table).execute();
    receiver = await startWebhookReceiver();
    accountId = await insertAccount(database.db);
  });
  afterEach(() => receiver.close());
  after(() => database.close());

  const serviceWith = (serviceSecret = 'the secret of the service') =>
    createWebhookService({
      ledgerDb: database.db,
      serviceSecret,
      allowPrivate: true,
      baseUrl: BASE_URL,
      now,
    });
  const deliveryWith = (options: Partial<Parameters<typeof createWebhookDelivery>[0]> = {}) =>
    createWebhookDelivery({
      ledgerDb: database.db,
      serviceSecret: 'the secret of the service',
      baseUrl: BASE_URL,
      now,
      post: createPoster({ allowPrivate: true }),
      log: createLogger('silent'),
      ...options,
    });
  const deliver = () => deliveryWith().deliverDue();
  const queue = (id = accountId) =>
    database.db
      .transaction()
      .execute((tx) => queueWebhooks(tx, id, [applicationReceived(NEWS, BASE_URL)], now()));
  const refuse = () => {
    receiver.answer = (response) => response.writeHead(500).end();
  };
  const accept = () => {
    receiver.answer = (response) => response.writeHead(204).end();
  };
  const mails = async () => {
    const rows = await database.db.selectFrom('mails').select(['recipient', 'body']).execute();
    return rows.filter(({ recipient }) => recipient.startsWith(accountId));
  };
  const logOf = async (id: string) =>
    (await serviceWith().listDeliveries(accountId, id)).map(({ state, attempts }) => ({
      state,
      outcomes: attempts.map(({ outcome, status }) => `${outcome} ${status}`),
    }));

  test('the reference library can verify a message’s signature, and the secret is not in the database', async () => {
    const { id, secret } = await serviceWith().create(accountId, receiver.url);
    await queue();
    await deliver();
    const [sent, ...more] = [...receiver.received];
    assert.ok(sent);
    assert.deepEqual(more, []);
    assert.deepEqual(new StandardWebhook(secret).verify(sent.body, sent.headers), {
      type: 'application.received',
      timestamp: now().toISOString(),
      data: {
        application_id: 'a1',
        event_id: 'e1',
        status: 'submitted',
        changed_by: 'applicant',
        vendor_name: 'CRAB SHACK',
        license_number: 'MFD5890001',
        verdict: 'CLEAR',
        url: `${BASE_URL}/organizer/events/e1/applications/a1`,
      },
    });
    assert.throws(() => new StandardWebhook(secret).verify(sent.body.replace('a1', 'a2'), sent.headers));
    const rows = JSON.stringify(await database.db.selectFrom('webhook_endpoints').selectAll().execute());
    assert.ok(!rows.includes(secret.slice(6)));
    assert.deepEqual(await logOf(id), [{ state: 'delivered', outcomes: ['delivered 204'] }]);
  });

  test('for a day after a rotation, messages are signed with both secrets, and then only with the new secret', async () => {
    const service = serviceWith();
    const { id, secret: first } = await service.create(accountId, receiver.url);
    const { secret: second, earlier_secret_until: until } = await service.rotate(accountId, id);
    assert.equal(until, new Date(clock + 24 * HOUR_MS).toISOString());
    await queue();
    await deliver();
    const [sent] = receiver.received;
    assert.ok(sent);
    assert.equal(sent.headers['webhook-signature']?.split(' ').length, 2);
    for (const secret of [first, second]) new StandardWebhook(secret).verify(sent.body, sent.headers);
    clock += 24 * HOUR_MS;
    await queue();
    await deliver();
    const last = receiver.received.at(-1);
    assert.equal(last?.headers['webhook-signature']?.split(' ').length, 1);
    assert.equal((await service.get(accountId, id)).earlier_secret_until, null);
  });

  test('a failing message is tried ten times over three days under one id, is then abandoned, and can be replayed', async () => {
    const service = serviceWith();
    const { id } = await service.create(accountId, receiver.url);
    refuse();
    await queue();
    const begun = clock;
    const times: number[] = [];
    for (;;) {
      await deliver();
      times.push(Math.round((clock - begun) / 1000));
      const [message] = await service.listDeliveries(accountId, id);
      if (message?.next_attempt_at == null) break;
      // Check that the message is not tried even a millisecond earlier.
      clock = Date.parse(message.next_attempt_at) - 1;
      const before = receiver.received.length;
      await deliver();
      assert.equal(receiver.received.length, before);
      clock += 1;
    }
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    assert.deepEqual(pauses, [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.equal(receiver.received.length, 10);
    const [message] = await service.listDeliveries(accountId, id);
    assert.equal(message?.state, 'given_up');
    assert.ok(message);
    accept();
    clock += 1_000;
    await service.replay(accountId, id, message.id);
    await deliver();
    assert.equal(receiver.received.at(-1)?.headers['webhook-id'], message.id);
    const [{ state, outcomes } = { state: '', outcomes: [] }] = await logOf(id);
    assert.deepEqual([state, outcomes.length, outcomes.at(-1)], ['delivered', 11, 'delivered 204']);
    assert.equal((await service.get(accountId, id)).failing_since, null);
  });

  test('if a process is killed between a response and recording it, a second copy is sent with the same id', async () => {
    const { id } = await serviceWith().create(accountId, receiver.url);
    await queue();
    const killed = Promise.withResolvers<never>();
    const arrived = Promise.withResolvers<void>();
    const post = createPoster({ allowPrivate: true });
    const dying = deliveryWith({
      post: async (message) => {
        await post(message);
        arrived.resolve();
        return killed.promise;
      },
    });
    await dying.look();
    await arrived.promise;
    await deliver();
    assert.equal(receiver.received.length, 1, 'claimed by the first process');
    clock += 61_000;
    await deliver();
    const [first, second, ...more] = receiver.received;
    assert.deepEqual(more, []);
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id']);
    assert.equal(second?.body, first?.body);
    assert.deepEqual(await logOf(id), [{ state: 'delivered', outcomes: ['delivered 204'] }]);
    killed.reject(new Error('the process is gone'));
    await dying.stop();
  });

  test('an endpoint is turned off if it responds with 410 or has failed for five days, with one email each time', async () => {
    const service = serviceWith();
    const { id } = await service.create(accountId, receiver.url);
    // Adding the webhook sent an email, too.
    await database.db.deleteFrom('mails').execute();
    receiver.answer = (response) => response.writeHead(410).end();
    await queue();
    await deliver();
    assert.equal((await service.get(accountId, id)).state, 'gone');
    assert.match((await mails())[0]?.body ?? '', /410 Gone/);
    assert.ok(!(await mails())[0]?.body.includes('/hook'), 'the address may hold a secret');
    await service.update(accountId, id, { state: 'on' });
    refuse();
    await queue();
    await deliver();
    clock += 5 * 24 * HOUR_MS - 1_000;
    await deliver();
    assert.equal((await service.get(accountId, id)).state, 'on');
    clock += 1_000;
    await queue();
    await deliver();
    assert.equal((await service.get(accountId, id)).state, 'failing');
    assert.equal((await mails()).length, 2);
    const before = receiver.received.length;
    clock += 30 * HOUR_MS;
    await queue();
    await deliver();
    assert.equal(receiver.received.length, before, 'nothing is sent there any more');
    assert.equal((await mails()).length, 2);
  });

  test('a slow endpoint does not delay the others', async () => {
    const slow = await startWebhookReceiver();
    slow.answer = () => {};
    await serviceWith().create(accountId, slow.url);
    await serviceWith().create(accountId, receiver.url);
    const cutOff = new AbortController();
    for (let index = 0; index < 3; index += 1) await queue();
    const delivery = deliveryWith({ post: createPoster({ allowPrivate: true, cutOff: cutOff.signal }) });
    await delivery.look();
    const delivered = () => database.db.selectFrom('webhook_attempts').select('id').execute();
    while ((await delivered()).length < 3) await setImmediate();
    cutOff.abort();
    await delivery.stop();
    assert.ok(slow.received.length <= 1, 'one request at a time');
    await slow.close();
    const waiting = await database.db
      .selectFrom('webhook_deliveries')
      .select('message_id')
      .where('next_attempt_at', 'is not', null)
      .where('claimed_until', 'is', null)
      .where('attempts', '=', 0)
      .execute();
    assert.equal(waiting.length, 3, 'what was cut off while stopping is due at once');
  });

  test('an endpoint receives only the selected types of events, at its current address', async () => {
    const service = serviceWith();
    const { id } = await service.create(accountId, new URL('/old', receiver.url).href, {
      types: ['vendor.changed'],
    });
    await queue();
    await service.update(accountId, id, { types: ['application.received'] });
    await queue();
    const { url } = await service.update(accountId, id, { url: new URL('/new', receiver.url).href });
    assert.equal(url, new URL('/new', receiver.url).href);
    await deliver();
    assert.deepEqual(
      receiver.received.map(({ path, body }) => [path, JSON.parse(body).type]),
      [['/new', 'application.received']],
    );
    const [logged] = await service.listDeliveries(accountId, id);
    assert.deepEqual(logged?.payload, JSON.parse(receiver.received[0]?.body ?? ''));
    assert.equal(Reflect.get(Object(logged?.payload), 'data').vendor_name, 'CRAB SHACK');
    const mails = await database.db.selectFrom('mails').select('subject').execute();
    assert.ok(mails.some(({ subject }) => subject === 'One of your webhooks has a new address'));
    assert.equal((await service.update(accountId, id, { types: null })).types, null);
    await assert.rejects(service.update(accountId, id, { url: 'ftp://x' }), { parameter: 'url' });
  });

  test('no message is queued in a transaction that fails, for another account, or while the endpoint is off', async () => {
    const service = serviceWith();
    const { id } = await service.create(accountId, receiver.url);
    const events = [applicationReceived(NEWS, BASE_URL)];
    const failing = database.db.transaction().execute(async (tx) => {
      await queueWebhooks(tx, accountId, events, now());
      throw new Error('no');
    });
    await assert.rejects(failing, /no/);
    await queue(await insertAccount(database.db));
    await service.update(accountId, id, { state: 'off' });
    await queue();
    await assert.rejects(service.sendTest(accountId, id), { code: 'invalid_parameter' });
    await service.update(accountId, id, { state: 'on' });
    await deliver();
    assert.equal(receiver.received.length, 0);
    await service.sendTest(accountId, id);
    await deliver();
    assert.equal(JSON.parse(receiver.received[0]?.body ?? '{}').type, 'webhook.test');
  });

  test('another account’s webhook and message are not found by any request', async () => {
    const service = serviceWith();
    const { id } = await service.create(accountId, receiver.url);
    await service.sendTest(accountId, id);
    await deliver();
    const [message] = await service.listDeliveries(accountId, id);
    const stranger = await insertAccount(database.db);
    const own = await service.create(stranger, receiver.url);
    // Members of the account's team have no access to its webhooks in any role.
    for (const role of ['viewer', 'manager'] as const)
      await database.db
        .insertInto('team_members')
        .values({
          id: `${stranger}${role}`,
          account_id: accountId,
          role,
          joined_at: '2026-01-01',
          member_id: role === 'viewer' ? stranger : await insertAccount(database.db),
        })
        .execute();
    const before = await database.db.selectFrom('webhook_endpoints').selectAll().orderBy('id').execute();
    for (const each of ['get', 'rotate', 'remove', 'sendTest', 'listDeliveries'] as const)
      for (const asked of [id, id.toUpperCase(), 'no-id', '00000000-0000-4000-8000-000000000000'])
        await assert.rejects(service[each](stranger, asked), (error) => {
          assert.ok(error instanceof AppError && error.code === 'not_found', each);
          return error.message === 'There is no such webhook.';
        });
    const foreign = message?.id ?? '';
    await assert.rejects(service.replay(stranger, id, foreign), { code: 'not_found' });
    await assert.rejects(service.replay(stranger, own.id, foreign), { code: 'not_found' });
    assert.deepEqual(
      await database.db.selectFrom('webhook_endpoints').selectAll().orderBy('id').execute(),
      before,
    );
    assert.deepEqual(
      (await service.list(stranger)).map((each) => each.id),
      [own.id],
    );
  });

  test('an account has at most five webhooks, even if more are created at the same time, and each address only once', async () => {
    const service = serviceWith();
    const made = await Promise.allSettled(
      Array.from({ length: WEBHOOKS_MAX + 2 }, (_, index) =>
        service.create(accountId, `${receiver.url}/${index}`),
      ),
    );
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, WEBHOOKS_MAX);
    const kept = await service.list(accountId);
    assert.equal(kept.length, WEBHOOKS_MAX);
    await service.remove(accountId, kept[0]?.id ?? '');
    const again = service.create(accountId, kept[1]?.url ?? '');
    await assert.rejects(again, /This address is there already/);
  });

  test('after the service’s secret changes, no message is sent until the endpoint’s secret is rotated', async () => {
    const { id } = await serviceWith().create(accountId, receiver.url);
    await queue();
    await deliveryWith({ serviceSecret: 'another secret' }).deliverDue();
    assert.equal(receiver.received.length, 0);
    assert.deepEqual(await logOf(id), [{ state: 'waiting', outcomes: ['unreadable_secret null'] }]);
    const { secret } = await serviceWith('another secret').rotate(accountId, id);
    clock += 6_000;
    await deliveryWith({ serviceSecret: 'another secret' }).deliverDue();
    const [sent] = receiver.received;
    assert.ok(sent);
    new StandardWebhook(secret).verify(sent.body, sent.headers);
  });

  test('messages are deleted after 30 days, and immediately when their webhook is deleted', async () => {
    const service = serviceWith();
    const { id } = await service.create(accountId, receiver.url);
    await queue();
    await deliver();
    await removeOldWebhookMessages(database.db, new Date(clock + 29 * 24 * HOUR_MS));
    assert.equal((await logOf(id)).length, 1);
    await removeOldWebhookMessages(database.db, new Date(clock + 31 * 24 * HOUR_MS));
    assert.deepEqual(await logOf(id), []);
    await queue();
    await deliver();
    await service.remove(accountId, id);
    await removeOldWebhookMessages(database.db, now());
    for (const table of ['webhook_messages', 'webhook_deliveries', 'webhook_attempts'] as const)
      assert.deepEqual(await database.db.selectFrom(table).selectAll().execute(), [], table);
  });
});
