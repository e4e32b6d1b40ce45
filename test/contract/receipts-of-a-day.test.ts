import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { field, rows } from '../support/check.ts';
import {
  type DemoApp,
  NOW,
  openDemoApp,
  openTestApp,
  reservedNumber,
  type TestApp,
} from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';

const A = reservedNumber('grade-a');
const B = reservedNumber('grade-b');

/** Receipts are stored permanently, so the number that anyone can create is limited. */
describeEngines('receipts created in one day', (open) => {
  let database: TestDatabase;
  let demo: DemoApp;
  let accountId: string;
  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
    const account = { name: 'Olive', email: 'olive@receipts.example', password: 'three words together' };
    accountId = await demo.services.accounts.createVerifiedAccount(account);
  });
  after(() => demo.close());

  const onFile = async () => (await database.db.selectFrom('receipts').select('jti').execute()).length;
  /** Returns the number of receipts that the work adds. */
  const filedBy = async (work: () => Promise<unknown>) => {
    const earlier = await onFile();
    await work();
    return (await onFile()) - earlier;
  };
  const ask = async (number: string, more = '', app: TestApp = demo) => {
    const { json, status, headers } = await app.get(`/api/v1/decision?license_number=${number}${more}`);
    return {
      status,
      headers,
      number: field(json, 'data', 'receipt_number'),
      receipt: field(json, 'data', 'receipt'),
      at: field(json, 'data', 'decided_at'),
    };
  };
  const askList = (numbers: readonly string[], headers: Record<string, string> = {}, app: TestApp = demo) =>
    app.app.inject({
      method: 'POST',
      url: '/api/v1/decisions',
      headers,
      payload: { vendors: numbers.map((license_number) => ({ license_number })) },
    });
  const makeKey = async () => ({
    authorization: `Bearer ${(await demo.services.apiKeys.create(accountId, 'a key')).key}`,
  });

  test('are shared by repeated requests from one caller: through the API, singly or in a list, and on the page', async () => {
    const first = await ask(A);
    const filed = await filedBy(async () => {
      const again = await Promise.all([ask(A), ask(A), ask(A.slice(3))]);
      for (const each of again)
        assert.deepEqual([each.receipt, each.number, each.at], [first.receipt, first.number, first.at]);
      const listed = rows(field((await askList([A, A])).json(), 'data'));
      assert.deepEqual(
        listed.map((each) => field(each, 'decision', 'receipt_number')),
        [first.number, first.number],
      );
      const { body } = await demo.get(`/check?license_number=${A}`);
      assert.ok(body.includes(String(first.number)));
    });
    assert.equal(filed, 0);
  });

  test('are new for a different vendor, event type, or event day, and for the same request on the next day', async () => {
    await ask(A);
    const filed = await filedBy(async () => {
      for (const more of ['&event_type=festival', '&event_date=2026-05-01', '&event_date=2026-05-02'])
        await ask(A, more);
      await Promise.all([ask(B, '&event_type=festival'), ask(B, '&event_type=festival')]);
    });
    assert.equal(filed, 4);
    let day = NOW();
    const other = await openTestApp(database, {}, undefined, () => day);
    const today = await ask(A, '', other);
    day = new Date(NOW().getTime() + 86_400_000);
    const tomorrow = await ask(A, '', other);
    assert.notEqual(tomorrow.number, today.number);
    await other.app.close();
  });

  test('are separate for each decision of an account', async () => {
    await ask(A);
    const headers = await makeKey();
    assert.equal(await filedBy(() => askList([A, A], headers)), 2);
  });

  test('are limited for a client without a key across all endpoints, while headers show the per-minute limit', async () => {
    const limited = await openTestApp(database, { RATE_LIMIT_DECISION_DAY: '5', RATE_LIMIT_DECISION: '60' });
    const { status, headers } = await ask(A, '', limited);
    assert.deepEqual([status, String(headers.ratelimit).split(';')[0]], [200, '"decision"']);
    assert.equal((await askList([A, B], {}, limited)).statusCode, 200);
    assert.equal((await limited.get(`/check?license_number=${A}`)).status, 200);
    const list = await askList([A, B], {}, limited);
    assert.deepEqual(
      [list.statusCode, String(list.headers.ratelimit).split(';')[0]],
      [429, '"decision-day"'],
    );
    const refused = await ask(A, '', limited);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers['retry-after']) > 60);
    assert.equal((await limited.get(`/check?license_number=${A}`)).status, 429);
    await limited.app.close();
  });

  test('are limited for an account across all its keys', async () => {
    const limited = await openTestApp(database, { RATE_LIMIT_KEYED_DECISIONS_DAY: '3' });
    const one = await makeKey();
    const two = await makeKey();
    assert.equal((await askList([A, B], one, limited)).statusCode, 200);
    assert.equal((await askList([A], two, limited)).statusCode, 200);
    assert.equal((await askList([A], one, limited)).statusCode, 429);
    assert.equal((await askList([A], two, limited)).statusCode, 429);
    await limited.app.close();
  });
});
