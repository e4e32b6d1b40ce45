import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { linkTokenOf } from '../../src/organizer/applications/apply/private-link.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { createPoster } from '../../src/platform/net/outgoing-post.ts';
import { publish } from '../../src/records/publication/service.ts';
import { createWebhookDelivery } from '../../src/webhooks/delivery/delivery-job.ts';
import { signInWith } from '../support/account-service.ts';
import {
  DEMO_DAY,
  NOW,
  openTestApp,
  readDemoFiles,
  SESSION_SECRET,
  type TestApp,
} from '../support/demo-app.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import { applicationForm, insertEvent } from '../support/ledger-rows.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const OWNER = { name: 'Olive', email: 'olive@organizer.example', password: 'a password of tests' };

describeEngines('webhooks in the settings', (open) => {
  let database: TestDatabase;
  let service: TestApp;
  let receiver: WebhookReceiver;
  let cookie: string;
  let accountId: string;

  before(async () => {
    database = await open();
    await publish(database, { files: await readDemoFiles(100), asOf: DEMO_DAY, now: NOW });
    receiver = await startWebhookReceiver();
    const settings = { WEBHOOKS_ALLOW_PRIVATE: 'true' };
    // The reference library compares timestamps with the machine's clock.
    service = await openTestApp(database, settings, createLogger('silent'), () => new Date());
    accountId = await service.services.accounts.createVerifiedAccount(OWNER);
    cookie = await signInWith(service.services.accounts, OWNER);
  });
  after(async () => {
    await service.app.close();
    await receiver.close();
    await database.close();
  });

  const get = (url: string) => service.get(url, { cookie });
  const post = async (url: string, fields: Record<string, string> = {}) => {
    const answer = await service.app.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    });
    return { status: answer.statusCode, location: String(answer.headers.location), body: answer.body };
  };
  const deliver = () =>
    createWebhookDelivery({
      ledgerDb: database.db,
      serviceSecret: SESSION_SECRET,
      baseUrl: 'https://vendors.example',
      post: createPoster({ allowPrivate: true }),
      now: () => new Date(),
      log: createLogger('silent'),
    }).deliverDue();
  const secretOn = (page: string) => /whsec_[\w+/=]+/.exec(page)?.[0] ?? '';

  test('can be added, tested, rotated, turned off and on, and deleted; the secret is shown only once', async () => {
    for (const [url, text] of [
      ['http://hooks.example/', 'The address must begin with https://.'],
      ['ftp://hooks.example/', 'Enter a whole address, such as https://example.com/webhooks.'],
      ['https://a:b@hooks.example/', 'The address cannot have a user name or password in it.'],
      ['', 'Enter the address that we send to.'],
    ] as const) {
      const refused = await post('/settings/webhooks', { url });
      assert.equal(refused.status, 422);
      assert.ok(refused.body.includes(text), url);
      assert.match(refused.body, /a vendor with a spot or a license you watch changes/);
    }
    const made = await post('/settings/webhooks', { url: receiver.url });
    const first = secretOn(made.body);
    assert.equal(made.status, 200);
    assert.equal((await post('/settings/webhooks', { url: receiver.url })).status, 422);
    const [webhook] = await service.services.webhooks.list(accountId);
    const place = `/settings/webhooks/${webhook?.id}`;
    for (const url of ['/settings/webhooks', place]) assert.equal(secretOn((await get(url)).body), '', url);

    assert.equal((await post(`${place}/test`)).location, `${place}?done=test`);
    const rotated = await post(`${place}/rotate`, { version: '' });
    assert.equal((await post(`${place}/rotate`, { version: '' })).location, `${place}?done=sent-before`);
    await deliver();
    const [sent] = receiver.received;
    assert.ok(sent);
    for (const secret of [first, secretOn(rotated.body)])
      assert.equal(Object(new StandardWebhook(secret).verify(sent.body, sent.headers)).type, 'webhook.test');
    assert.match((await get(place)).body, /webhook\.test[\s\S]*Delivered \(204\)/);

    const replay = `${place}/messages/${sent.headers['webhook-id']}/replay`;
    assert.equal((await post(replay)).location, `${place}?done=replay`);
    await deliver();
    assert.equal(receiver.received[1]?.headers['webhook-id'], sent.headers['webhook-id']);

    await post(`${place}/disable`);
    assert.equal((await post(`${place}/test`)).location, `${place}?done=is-off`);
    assert.equal((await post(replay)).location, `${place}?done=is-off`);
    await post(`${place}/enable`);
    await deliver();
    assert.equal(receiver.received.length, 2, 'nothing that was asked for while it was off');
    assert.equal((await post(`${place}/delete`)).location, '/settings/webhooks?done=deleted');
    assert.equal((await get(place)).status, 404);
  });

  test('report applications that are received, decided, withdrawn, or canceled, with ids and the business name but no personal names', async () => {
    receiver.received.length = 0;
    const { applications, webhooks } = service.services;
    await webhooks.create(accountId, `${receiver.url}/applications`);
    const eventId = await insertEvent(database.db, accountId, {
      starts_at: '2099-04-10T21:00:00.000Z',
      ends_at: '2099-04-11T01:00:00.000Z',
    });
    const apply = async (index: number) => {
      const form = { contact_email: `owner${index}@vendor.example`, license_number: `MFD000000000${index}` };
      const made = await applications.submit(eventId, applicationForm(form));
      assert.ok(made.outcome === 'submitted');
      return { id: made.applicationId, token: linkTokenOf(SESSION_SECRET, made.applicationId) };
    };
    const one = await apply(1);
    const two = await apply(2);
    const decision = { status: 'under_review', message: 'Hello Ms. Person', reason: '' };
    assert.equal(await applications.decide(accountId, eventId, one.id, decision), undefined);
    assert.equal(await applications.withdraw(two.token), undefined);
    // A second withdrawal is rejected and does not send an event.
    assert.notEqual(await applications.withdraw(two.token), undefined);
    assert.equal(await applications.cancelEvent(accountId, eventId), undefined);
    await deliver();
    const told = receiver.received
      .map(({ body }) => JSON.parse(body))
      .map(({ type, data }) => {
        const { application_id: id, event_id, status, changed_by, url, license_number, ...rest } = data;
        assert.deepEqual([event_id, rest], [eventId, { vendor_name: 'Test Tacos', verdict: null }]);
        assert.match(license_number, /^MFD000000000[12]$/);
        assert.equal(url, `https://vendors.example/organizer/events/${eventId}/applications/${id}`);
        return [type, id, status, changed_by].join(' ');
      });
    assert.deepEqual(
      told.toSorted(),
      [
        `application.changed ${one.id} cancelled organizer`,
        `application.changed ${one.id} under_review organizer`,
        `application.changed ${two.id} withdrawn applicant`,
        `application.received ${one.id} submitted applicant`,
        `application.received ${two.id} submitted applicant`,
      ].toSorted(),
    );
  });

  test('lose their sent messages when the account is deleted', async () => {
    const { accounts } = service.services;
    const session = await accounts.findSession({ cookie });
    assert.ok(session);
    assert.equal((await accounts.deleteAccount(session, { password: OWNER.password })).kind, 'done');
    for (const table of [
      'webhook_endpoints',
      'webhook_messages',
      'webhook_deliveries',
      'webhook_attempts',
    ] as const)
      assert.deepEqual(await database.db.selectFrom(table).selectAll().execute(), [], table);
  });
});
