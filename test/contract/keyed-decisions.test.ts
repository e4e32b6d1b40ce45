import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '../support/account-rows.ts';
import { field } from '../support/check.ts';
import { type DemoApp, openDemoApp, openTestApp, reservedNumber } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';

describeEngines('a single decision with a key or with selected fields', (open) => {
  let demo: DemoApp;
  before(async () => {
    demo = await openDemoApp(await open(), 120);
  });
  after(() => demo.close());
  const address = (more = '') => `/api/v1/decision?license_number=${reservedNumber('grade-a')}${more}`;

  test('contract 8.1: counts toward the key’s limit even if its IP address has used up its own limit', async () => {
    const { app, get } = await openTestApp(demo.database, {
      RATE_LIMIT_DECISION: '1',
      RATE_LIMIT_KEYED_DECISIONS: '3',
    });
    try {
      const account = await insertAccount(demo.database.db);
      const { key } = await demo.services.apiKeys.create(account, 'One');
      const authorization = `Bearer ${key}`;
      assert.deepEqual([(await get(address())).status, (await get(address())).status], [200, 429]);
      const keyed: number[] = [];
      for (let count = 0; count < 4; count++) keyed.push((await get(address(), { authorization })).status);
      assert.deepEqual(keyed, [200, 200, 200, 429]);
      assert.equal((await get(address(), { authorization: 'Bearer wrong' })).status, 401);
    } finally {
      await app.close();
    }
  });

  test('contract 4.1.1: has only the parts that “fields” selects, and is rejected for an unknown name', async () => {
    const { json } = await demo.get(address('&fields=receipt_number,verdict'));
    assert.deepEqual(Object.keys(Object(field(json, 'data'))).sort(), ['receipt_number', 'verdict']);
    const whole = (await demo.get(address())).json;
    assert.equal(field(whole, 'data', 'receipt_number'), field(json, 'data', 'receipt_number'));
    const refused = await demo.get(address('&fields=score'));
    assert.deepEqual([refused.status, field(refused.json, 'error', 'parameter')], [400, 'fields']);
  });
});
