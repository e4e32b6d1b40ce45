import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import type { TestDatabase } from '../../../test/support/engines.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { insertSecondFactor } from '../../../test/support/operators.ts';
import { createOperatorService, logAction, type OperatorService } from './service.ts';

describeBothEngines('operators', (open) => {
  let database: TestDatabase;
  let operators: OperatorService;
  let minute = 0;

  beforeEach(async () => {
    database = await open();
    minute = 0;
    operators = createOperatorService({
      ledgerDb: database.db,
      now: () => new Date(Date.UTC(2026, 2, 16, 15, minute++)),
    });
  });
  afterEach(() => database.close());

  test('the role can be granted and revoked by email address, regardless of case, and lasts until it is revoked', async () => {
    const id = await insertAccount(database.db, 'ola@events.example');
    const other = await insertAccount(database.db, 'max@events.example');
    assert.equal(await operators.hasRole(id), false);
    assert.equal(await operators.grant(' Ola@Events.example '), 'granted');
    assert.equal(await operators.grant('ola@events.example'), 'unchanged');
    assert.deepEqual([await operators.hasRole(id), await operators.hasRole(other)], [true, false]);
    assert.deepEqual(
      (await operators.list()).map(({ account_id, email }) => [account_id, email]),
      [[id, 'ola@events.example']],
    );
    assert.equal(await operators.revoke('ola@events.example'), 'revoked');
    assert.equal(await operators.revoke('ola@events.example'), 'unchanged');
    assert.equal(await operators.hasRole(id), false);
  });

  test('only an account with both the role and a confirmed second factor has operator access', async () => {
    const id = await insertAccount(database.db, 'ola@events.example');
    const accessOf = async () => [
      await operators.operatorAccess({ accountId: id, sessionId: 'none' }),
      await operators.isOperator(id),
    ];
    await insertSecondFactor(database.db, id);
    assert.deepEqual(await accessOf(), ['none', false]);
    await operators.grant('ola@events.example');
    assert.deepEqual(await accessOf(), ['full', true]);
    assert.equal((await operators.list())[0]?.has_authenticator_or_passkey, true);
    await database.db.updateTable('second_factors').set({ confirmed_at: null }).execute();
    assert.deepEqual(await accessOf(), ['setup_due', false]);
    assert.equal((await operators.list())[0]?.has_authenticator_or_passkey, false);
  });

  test('granting or revoking the role for an unknown email address returns undefined and writes nothing', async () => {
    assert.equal(await operators.grant('nobody@events.example'), undefined);
    assert.equal(await operators.revoke('nobody@events.example'), undefined);
    assert.deepEqual(await operators.listLog({ offset: 0, rowsMax: 10 }), []);
  });

  test('deleting an account removes its operator role, but its actions remain in the log', async () => {
    const id = await insertAccount(database.db, 'ola@events.example');
    await operators.grant('ola@events.example');
    const action = { accountId: id, action: 'claim.verify', subject: 'a-claim', detail: 'post' };
    await database.db.transaction().execute((tx) => logAction(tx, action, new Date('2026-03-17T09:00:00Z')));
    await database.db.deleteFrom('accounts').where('id', '=', id).execute();
    assert.deepEqual([await operators.hasRole(id), await operators.list()], [false, []]);
    assert.deepEqual(
      (await operators.listLog({ offset: 0, rowsMax: 10 })).map(({ id: _id, ...entry }) => entry),
      [
        {
          at: '2026-03-17T09:00:00.000Z',
          account_id: id,
          email: null,
          action: 'claim.verify',
          subject: 'a-claim',
          detail: 'post',
        },
        {
          at: '2026-03-16T15:01:00.000Z',
          account_id: 'cli',
          email: null,
          action: 'operator.grant',
          subject: 'ola@events.example',
          detail: '',
        },
      ],
    );
    assert.equal((await operators.listLog({ offset: 0, rowsMax: 1 })).length, 1);
  });
});
