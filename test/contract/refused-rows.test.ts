import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createLogger } from '../../src/platform/log/log.ts';
import { PASSWORD, signInWith } from '../support/account-service.ts';
import { NOW, openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { insertEvent } from '../support/ledger-rows.ts';

describeEngines('the security log of denied access', (open) => {
  let database: TestDatabase;
  let service: TestApp;
  let accountId: string;
  let cookie: string;
  let key: { readonly id: string; readonly key: string };
  let foreign: string;
  const lines: string[] = [];
  before(async () => {
    database = await open();
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    service = await openTestApp(database, {}, logger, NOW);
    const { accounts, apiKeys } = service.services;
    const join = (name: string) =>
      accounts.createVerifiedAccount({ name, email: `${name}@events.example`, password: PASSWORD });
    foreign = await insertEvent(database.db, await join('lola'));
    accountId = await join('max');
    cookie = await signInWith(accounts, { email: 'max@events.example', password: PASSWORD });
    key = await apiKeys.create(accountId, 'Key');
  });
  after(async () => {
    await service.app.close();
    await database.close();
  });

  /** Returns the log lines for one request, without the fields that every line has. */
  const loggedOf = async (url: string, headers: Record<string, string>) => {
    lines.length = 0;
    const { status } = await service.get(url, headers);
    const found = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'security');
    const ownOf = ({ security, account_id, key_id, route }: Record<string, unknown>) => ({
      security,
      account_id,
      key_id,
      route,
    });
    return { status, said: found.map(ownOf), text: lines.join('') };
  };

  test('has one line for another account’s row and the same line for an invented one, by session and by key', async () => {
    const bearer = { authorization: `Bearer ${key.key}` };
    for (const [place, headers, who] of [
      ['/organizer/events', { cookie }, { account_id: accountId, key_id: undefined }],
      ['/api/v1/events', bearer, { account_id: accountId, key_id: key.id }],
    ] as const) {
      const theirs = await loggedOf(`${place}/${foreign}`, headers);
      assert.deepEqual(
        [theirs.status, theirs.said],
        [404, [{ security: 'row_refused', ...who, route: `${place}/:id` }]],
      );
      const madeUp = await loggedOf(`${place}/${randomUUID()}`, headers);
      assert.deepEqual([madeUp.status, madeUp.said], [theirs.status, theirs.said]);
      assert.deepEqual((await loggedOf(place, headers)).said, []);
    }
    assert.deepEqual((await loggedOf(`/events/${randomUUID()}`, {})).said, [], 'the caller is unknown');
  });

  test('has a line when someone who is not an operator requests an operator URL', async () => {
    const { status, said } = await loggedOf('/operator', { cookie });
    assert.equal(status, 404);
    assert.deepEqual(
      said.map(({ security, account_id }) => [security, account_id]),
      [['operator_refused', accountId]],
    );
    assert.deepEqual((await loggedOf('/operatorx', { cookie })).said, []);
  });
});
