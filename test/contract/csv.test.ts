import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { insertAccount } from '../support/account-rows.ts';
import { field, rows } from '../support/check.ts';
import { type DemoApp, openDemoApp, reservedNumber } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';

const CSV = { accept: 'text/csv' };
const read = (text: string): Record<string, string>[] => parse(text, { columns: true });

describeEngines('contract 4.4.2: lists as CSV', (open) => {
  let demo: DemoApp;
  before(async () => {
    demo = await openDemoApp(await open());
  });
  after(() => demo.close());

  test('a search, by format or Accept, has the same rows as in JSON, and no byte-order mark before the header row', async () => {
    const { json } = await demo.get('/api/vendors?q=taco&limit=5');
    for (const answer of [
      await demo.get('/api/vendors?q=taco&limit=5&format=csv'),
      await demo.get('/api/vendors?q=taco&limit=5', CSV),
    ]) {
      assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
      assert.match(String(answer.headers.vary), /^Accept\b/);
      assert.ok(answer.body.startsWith('"id",'));
      const found = read(answer.body);
      assert.deepEqual(
        found.map((row) => [row.id, row.name, row['license.number'], row.verdict]),
        rows(json).map((row) => [
          field(row, 'id'),
          field(row, 'name'),
          field(row, 'license', 'number'),
          field(row, 'verdict'),
        ]),
      );
      const again = { ...CSV, 'if-none-match': String(answer.headers.etag) };
      assert.equal((await demo.get('/api/vendors?q=taco&limit=5', again)).status, 304);
    }
    const both = { accept: 'application/json, text/csv;q=0.5' };
    assert.match(String((await demo.get('/api/vendors', both)).headers['content-type']), /json/);
    assert.equal((await demo.get('/api/vendors?format=xml')).status, 400);
    assert.equal((await demo.get('/api/v1/stats/florida?format=csv')).status, 400);
  });

  test('a search links to the previous and next pages, which together contain each row once', async () => {
    const seen: unknown[] = [];
    let url: string | undefined = '/api/vendors?kind=food_truck&limit=60';
    let total = 0;
    let prev: string | undefined;
    while (url !== undefined) {
      const { json, headers } = await demo.get(url);
      seen.push(...rows(json).map((row) => field(row, 'id')));
      total = Number(headers['x-total-count']);
      const link = String(headers.link ?? '');
      prev = /<https:\/\/vendors\.example([^>]+)>; rel="prev"/.exec(link)?.[1];
      url = /<https:\/\/vendors\.example([^>]+)>; rel="next"/.exec(link)?.[1];
    }
    assert.ok(total > 60);
    assert.deepEqual([seen.length, new Set(seen).size], [total, total]);
    assert.match(String(prev), /kind=food_truck&limit=60&offset=\d+$/);
  });

  test('a single decision is one row under a header row, with all columns or only the requested fields', async () => {
    const url = `/api/v1/decision?license_number=${reservedNumber('grade-a')}`;
    const { json } = await demo.get(url);
    for (const answer of [await demo.get(`${url}&format=csv`), await demo.get(url, CSV)]) {
      assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
      const [row] = read(answer.body);
      assert.deepEqual(
        [row?.verdict, row?.['vendor.license.number'], row?.receipt_number, row?.reasons],
        ['CLEAR', reservedNumber('grade-a'), field(json, 'data', 'receipt_number'), 'record_in_order'],
      );
    }
    const some = await demo.get(`${url}&format=csv&fields=verdict`);
    assert.equal(some.body, '"verdict"\r\n"CLEAR"\r\n');
    const head = await demo.app.inject({ method: 'HEAD', url: `${url}&format=csv` });
    assert.deepEqual([head.statusCode, head.headers['content-type']], [200, 'text/csv; charset=utf-8']);
    const { status, headers } = await demo.get('/api/v1/decision?license_number=0&format=csv');
    assert.deepEqual([status, headers['content-type']], [404, 'application/json; charset=utf-8']);
  });

  test('a list of decisions has a row for each vendor, with an error in place of a decision that failed', async () => {
    const vendors = [
      { license_number: reservedNumber('grade-a'), reference: 'row 1' },
      { license_number: '0' },
    ];
    const answer = await demo.app.inject({
      method: 'POST',
      url: '/api/v1/decisions',
      headers: CSV,
      payload: { vendors },
    });
    const [one, two] = read(answer.body);
    assert.deepEqual(
      [one?.reference, one?.['decision.verdict'], one?.['error.code']],
      ['row 1', 'CLEAR', ''],
    );
    assert.equal(one?.['decision.reasons'], 'record_in_order');
    assert.deepEqual([two?.['decision.verdict'], two?.['error.code']], ['', 'vendor_not_found']);
  });

  test('applications have all columns or only the requested fields', async () => {
    const account = await insertAccount(demo.database.db);
    const eventId = await insertEvent(demo.database.db, account);
    const id = await insertApplication(demo.database.db, eventId);
    const { key } = await demo.services.apiKeys.create(account, 'One');
    const headers = { ...CSV, authorization: `Bearer ${key}` };
    const whole = read((await demo.get('/api/v1/applications', headers)).body);
    assert.deepEqual(
      whole.map((row) => [row.id, row.event_id, row.status]),
      [[id, eventId, 'submitted']],
    );
    const some = await demo.get('/api/v1/applications?fields=id,status', headers);
    assert.equal(some.body, `"id","status"\r\n"${id}","submitted"\r\n`);
  });
});
