import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { startWebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import type { LedgerDb } from '../../platform/db/database.ts';
import { lookAtWebhookHosts } from './check-webhook-hosts.ts';

async function insertEndpoints(db: LedgerDb, urls: readonly string[], state = 'on'): Promise<void> {
  const at = '2026-03-01T12:00:00.000Z';
  const account_id = await insertAccount(db, `${randomUUID()}@events.example`);
  for (const url of urls)
    await db
      .insertInto('webhook_endpoints')
      .values({
        id: randomUUID(),
        account_id,
        url,
        state,
        secret: 'x',
        earlier_secret: null,
        earlier_secret_until: null,
        failing_since: null,
        created_at: at,
        updated_at: at,
      })
      .execute();
}

describeEngines('webhook hosts that the doctor checks', (open) => {
  test('are tried once each, without sending data, and are skipped if the endpoint is off', async (t) => {
    const database = await open();
    t.after(() => database.close());
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.close());
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return ['127.0.0.1'];
    };
    const look = () => lookAtWebhookHosts(database.db, { allowPrivate: true, resolve });
    assert.equal((await look())[0]?.state, 'skipped');
    const at = (name: string, rest = '') => `http://${name}.example:${receiver.port}/${rest}`;
    await insertEndpoints(database.db, [at('on'), at('on', 'other?token=sesame')]);
    await insertEndpoints(database.db, [at('off')], 'off');
    assert.deepEqual(await look(), [
      { name: 'webhook hosts', state: 'ok', says: '1 of 1 asked took a connection.' },
    ]);
    assert.deepEqual([asked, receiver.received], [['on.example'], []]);
  });

  test('are listed with a remedy if the port is closed', async (t) => {
    const database = await open();
    t.after(() => database.close());
    const gone = await startWebhookReceiver();
    await gone.close();
    await insertEndpoints(database.db, [gone.url]);
    const [found, ...others] = await lookAtWebhookHosts(database.db, { allowPrivate: true });
    assert.deepEqual(
      [found?.state, found?.says, others],
      ['warning', `127.0.0.1:${gone.port} accepts no connection.`, []],
    );
    assert.match(found?.advice ?? '', /its owner must start it/);
  });

  test('are contacted only at addresses where deliveries may go', async (t) => {
    const database = await open();
    t.after(() => database.close());
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.close());
    const at = `https://hooks.example:${receiver.port}/secret-path?token=sesame`;
    await insertEndpoints(database.db, [at, `https://127.0.0.1:${receiver.port}/`, receiver.url]);
    const found = await lookAtWebhookHosts(database.db, {
      allowPrivate: false,
      resolve: async () => ['127.0.0.1'],
    });
    assert.deepEqual([found.length, receiver.connections()], [3, 0]);
    for (const { says } of found) assert.match(says, /leads to an address that is not on the public/);
    assert.doesNotMatch(JSON.stringify(found), /secret-path|sesame/);
  });

  test('get different messages for no address, no TLS, and no response', async (t) => {
    const database = await open();
    t.after(() => database.close());
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.close());
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
    t.after(() => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => silent.close(resolve));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const look = async (url: string, withinMs?: number) => {
      await database.db.deleteFrom('webhook_endpoints').execute();
      await insertEndpoints(database.db, [url]);
      const resolve = async () => [];
      return (await lookAtWebhookHosts(database.db, { allowPrivate: true, resolve, withinMs }))[0]?.says;
    };
    assert.equal(await look('https://nowhere.example/'), 'nowhere.example has no address.');
    assert.match(
      (await look(receiver.url.replace('http:', 'https:'))) ?? '',
      /has no TLS, or no certificate/,
    );
    assert.match((await look(`https://127.0.0.1:${port}/`, 50)) ?? '', /does not answer in time/);
  });

  test('are limited to thirty, and the others are only counted', async (t) => {
    const database = await open();
    t.after(() => database.close());
    const receiver = await startWebhookReceiver();
    t.after(() => receiver.close());
    const asked: string[] = [];
    const names = Array.from({ length: 31 }, (_, index) => `http://n${index}.example:${receiver.port}/`);
    await insertEndpoints(database.db, names);
    const found = await lookAtWebhookHosts(database.db, {
      allowPrivate: true,
      resolve: async (name) => {
        asked.push(name);
        return ['127.0.0.1'];
      },
    });
    assert.equal(asked.length, 30);
    assert.deepEqual(
      found.map(({ says }) => says),
      ['30 of 30 asked took a connection; not asked: 1 more.'],
    );
  });
});
