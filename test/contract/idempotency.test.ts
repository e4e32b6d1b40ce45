import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { tidyLedger } from '../../src/jobs/tidy.ts';
import { field } from '../support/check.ts';
import {
  type DemoApp,
  NOW,
  openDemoApp,
  openTestApp,
  reservedNumber,
  type TestApp,
} from '../support/demo-app.ts';
import { describeBothEngines, type TestDatabase } from '../support/engines.ts';

const A = reservedNumber('grade-a');
const B = reservedNumber('grade-b');
const HOUR_MS = 3_600_000;

describeBothEngines('contract 4.4.3: idempotency keys', (open) => {
  let database: TestDatabase;
  let demo: DemoApp;
  let headers: Record<string, string>;
  let accountId: string;
  before(async () => {
    database = await open();
    demo = await openDemoApp(database, 120);
    const account = { name: 'Ida', email: 'ida@once.example', password: 'three words together' };
    accountId = await demo.services.accounts.createVerifiedAccount(account);
    headers = await makeKey(accountId);
  });
  after(() => demo.close());

  const makeKey = async (id: string) => ({
    authorization: `Bearer ${(await demo.services.apiKeys.create(id, 'a key')).key}`,
  });
  const one = (key: string, more = '', by = headers, app: TestApp = demo) =>
    app.get(`/api/v1/decision?license_number=${A}${more}`, { ...by, 'idempotency-key': key });
  const list = async (key: string, numbers: readonly string[], by = headers) => {
    const {
      statusCode,
      body,
      headers: answered,
    } = await demo.app.inject({
      method: 'POST',
      url: '/api/v1/decisions',
      headers: { ...by, 'idempotency-key': key },
      payload: { vendors: numbers.map((license_number) => ({ license_number })), event_type: 'festival' },
    });
    return { status: statusCode, body, headers: answered };
  };
  const onFile = async () => (await database.db.selectFrom('receipts').select('jti').execute()).length;

  test('return the same bytes and receipts for the same request, for one vendor or a list', async () => {
    const earlier = await onFile();
    const first = await one('first');
    const again = await one('first');
    assert.deepEqual([first.status, again.status, again.body], [200, 200, first.body]);
    assert.equal(first.headers['idempotent-replayed'], undefined);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    const whole = await list('list', [A, B, '0']);
    const repeated = await list('list', [A, B, '0']);
    assert.deepEqual([whole.status, repeated.body], [200, whole.body]);
    assert.equal((await onFile()) - earlier, 3);
    assert.notEqual((await one('another')).body, first.body);
  });

  test('let the fields and format parameters change how the same response is presented', async () => {
    const whole = await one('shown');
    const number = field(whole.json, 'data', 'receipt_number');
    const some = await one('shown', '&fields=receipt_number');
    assert.deepEqual(some.json, { data: { receipt_number: number }, meta: null, error: null });
    const [row] = parse((await one('shown', '&format=csv')).body, { columns: true });
    assert.equal(field(row, 'receipt_number'), number);
  });

  test('give simultaneous requests one receipt', async () => {
    const other = await openTestApp(database);
    const earlier = await onFile();
    const answers = await Promise.all([demo, other, demo, other].map((app) => one('race', '', headers, app)));
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal((await onFile()) - earlier, 1);
    await other.app.close();
  });

  test('return 422 and issue nothing for a different request with the same key', async () => {
    await one('taken');
    const earlier = await onFile();
    for (const answer of [
      await one('taken', '&event_type=festival'),
      await one('taken', '&event_date=2026-05-01'),
      await list('taken', [A]),
    ]) {
      const { error } = JSON.parse(answer.body);
      assert.deepEqual([answer.status, error.code], [422, 'idempotency_key_reused']);
      assert.equal(error.parameter, 'idempotency-key');
    }
    assert.equal((await one('taken', '&event_type=food-truck-night')).status, 200);
    assert.equal(await onFile(), earlier);
  });

  test('are separate for each account, and have no effect without an account', async () => {
    const mine = await one('shared');
    const bob = { name: 'Bob', email: 'bob@once.example', password: 'three words together' };
    const theirs = await makeKey(await demo.services.accounts.createVerifiedAccount(bob));
    const other = await one('shared', '&event_type=festival', theirs);
    assert.equal(other.status, 200);
    assert.notEqual(field(other.json, 'data', 'receipt'), field(mine.json, 'data', 'receipt'));
    assert.equal((await one('shared', '&event_type=festival', {})).status, 200);
    const second = await makeKey(accountId);
    assert.equal((await one('shared', '', second)).body, mine.body);
  });

  test('have 1 to 255 visible characters', async () => {
    assert.equal((await one('k'.repeat(255))).status, 200);
    for (const key of ['k'.repeat(256), 'two words', '', 'clé']) {
      const { status, json } = await one(key);
      assert.deepEqual(
        [status, field(json, 'error', 'code'), field(json, 'error', 'parameter')],
        [400, 'invalid_parameter', 'idempotency-key'],
        key,
      );
      assert.match(String(field(json, 'error', 'message')), /^The header "idempotency-key" was /);
    }
  });

  test('do not store an error, so that the corrected request can use the same key', async () => {
    const url = '/api/v1/decision?license_number=0';
    assert.equal((await demo.get(url, { ...headers, 'idempotency-key': 'refused' })).status, 404);
    assert.equal((await one('refused')).status, 200);
  });

  test('store responses for 24 hours, even past midnight, and then remove them', async () => {
    let time = NOW();
    const app = await openTestApp(database, {}, undefined, () => time);
    const first = await one('day', '&event_date=2026-03-16', headers, app);
    time = new Date(NOW().getTime() + 24 * HOUR_MS - 1);
    assert.equal((await one('day', '&event_date=2026-03-16', headers, app)).body, first.body);
    assert.equal((await one('other day', '&event_date=2026-03-16', headers, app)).status, 400);
    await tidyLedger(database.db, time, { applications: 1, closed: 1, proof: 1 });
    assert.equal((await one('day', '&event_date=2026-03-16', headers, app)).body, first.body);
    time = new Date(NOW().getTime() + 24 * HOUR_MS);
    const next = await one('day', '&event_type=festival', headers, app);
    assert.deepEqual([next.status, next.headers['idempotent-replayed']], [200, undefined]);
    await tidyLedger(database.db, new Date(time.getTime() + 24 * HOUR_MS), {
      applications: 1,
      closed: 1,
      proof: 1,
    });
    assert.deepEqual(await database.db.selectFrom('idempotent_answers').selectAll().execute(), []);
    await app.app.close();
  });
});
