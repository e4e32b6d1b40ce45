import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Envelope } from '../../src/http/schemas.ts';
import { Coverage } from '../../src/intake/coverage/schemas.ts';
import { Statistics } from '../../src/records/statistics/schemas.ts';
import { assertMatches, field, rows } from '../support/check.ts';
import { DEMO_DAY, type DemoApp, openDemoApp, openTestApp, reservedNumber } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';
import { assertLoadsNothingFromElsewhere } from '../support/page-checks.ts';

/** Contract 2.9, 4.1, 4.2: the badge, statistics, coverage, and responses before anything is published. */
describeEngines('the other public endpoints', (open) => {
  let demo: DemoApp;

  before(async () => {
    demo = await openDemoApp(await open());
  });
  after(() => demo.close());

  const idOf = async (state: string) =>
    String(field(rows((await demo.get(`/api/vendors?q=${reservedNumber(state)}`)).json), 0, 'id'));

  const badges: readonly (readonly [state: string, text: string])[] = [
    ['grade-a', 'grade A'],
    ['grade-f', 'grade F'],
    ['delinquent', 'license not confirmed'],
    ['insufficient-record', 'not enough inspections'],
    ['emergency-hold', 'regulator hold'],
  ];
  for (const [state, text] of badges)
    test(`contract 2.9: the badge of “${state}” shows “${text}” and is cached for at most five minutes`, async () => {
      const answer = await demo.get(`/api/badge/${await idOf(state)}`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-type'], 'image/svg+xml; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'public, max-age=300');
      assert.match(answer.body, new RegExp(`<title>demo inspection record: ${text}</title>`));
    });

  test('contract 2.9: no badge contains a numeric score in any format', async () => {
    const vendors = await demo.database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select(['id', 'scorecard'])
      .execute();
    const scored = vendors.filter(({ scorecard }) => field(JSON.parse(scorecard), 'service_score') !== null);
    assert.ok(scored.length > 20);
    for (const { id, scorecard } of scored.slice(0, 60)) {
      const score = String(field(JSON.parse(scorecard), 'service_score'));
      const words = (await demo.get(`/api/badge/${id}`)).body.replace(/<[^>]*>/g, ' ');
      assert.ok(!words.includes(score) && !/\d/.test(words), words);
    }
  });

  test('the badge of an unknown vendor is a 404 that is still an image', async () => {
    for (const id of ['00000000-0000-5000-8000-000000000000', 'nothing']) {
      const answer = await demo.get(`/api/badge/${id}`);
      assert.equal(answer.status, 404);
      assert.equal(answer.headers['content-type'], 'image/svg+xml; charset=utf-8');
      assert.match(answer.body, /^<svg[^>]*>.*vendor not found/s);
    }
  });

  test('contract 2.9: statistics count every vendor once and include a citation line', async () => {
    const answer = await demo.get('/api/v1/stats/florida');
    assertMatches(Envelope(Statistics), answer.json);
    const data = field(answer.json, 'data');
    const total = Number(field(data, 'vendors', 'total'));
    const stored = await demo.database.published.db.selectFrom('vendors').select('id').execute();
    assert.equal(total, stored.length);
    const grades = Object.values(Object(field(data, 'grades')) as Record<string, number>);
    assert.equal(
      grades.reduce((sum, count) => sum + count, 0),
      total,
    );
    assert.match(String(field(data, 'cite_as')), /fictional demo data; not to be cited/);
    const byCounty = rows(field(data, 'by_county')).reduce<number>(
      (sum, row) => sum + Number(field(row, 'vendors')),
      0,
    );
    assert.ok(byCounty <= total && byCounty > 0);
    assert.equal(rows(field(data, 'by_month')).length, 36);
  });

  test('coverage lists every file in use with its row count and age, and marks fictional data', async () => {
    const answer = await demo.get('/api/v1/coverage');
    assertMatches(Envelope(Coverage), answer.json);
    const data = field(answer.json, 'data');
    assert.deepEqual([field(data, 'fictional'), field(data, 'as_of')], [true, DEMO_DAY]);
    const slots = rows(field(data, 'files')).map((file) => String(field(file, 'slot')));
    for (const district of [1, 2, 3, 4, 5, 6, 7]) assert.ok(slots.includes(`licenses:district-${district}`));
    assert.deepEqual(
      [field(data, 'not_refreshed'), field(data, 'missing'), field(data, 'held_back')],
      [[], [], []],
    );
  });

  test('every page marks fictional data and does not load anything from another site', async () => {
    const answer = await demo.get('/');
    assert.equal(answer.status, 200);
    assert.match(answer.body, /Demo data\.<\/strong> Every business on this site is fictional/);
    assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'/);
    assertLoadsNothingFromElsewhere(answer.body);
    assert.doesNotMatch(answer.body, /<script|style="/);
  });

  test('/healthz and /readyz report separate conditions', async () => {
    assert.deepEqual((await demo.get('/healthz')).json, { status: 'alive' });
    const ready = await demo.get('/readyz');
    assert.deepEqual(
      [ready.status, field(ready.json, 'status'), field(ready.json, 'as_of')],
      [200, 'ready', DEMO_DAY],
    );
  });
});

describeEngines('before anything is published', (open) => {
  test('the service is alive but not ready, and no endpoint reports “nothing found”', async () => {
    const database = await open();
    const { app, get } = await openTestApp(database);
    assert.equal((await get('/healthz')).status, 200);
    assert.deepEqual(
      [(await get('/readyz')).status, field((await get('/readyz')).json, 'status')],
      [503, 'starting'],
    );
    const id = '00000000-0000-5000-8000-000000000000';
    for (const url of ['/api/vendors?q=taco', `/api/vendors/${id}`, `/api/vendors/${id}/scorecard`]) {
      const answer = await get(url);
      assert.deepEqual(
        [answer.status, field(answer.json, 'code'), answer.headers['retry-after']],
        [503, 'not_ready', '5'],
      );
    }
    for (const url of ['/api/v1/stats/florida', '/api/v1/coverage'])
      assert.deepEqual(
        [(await get(url)).status, field((await get(url)).json, 'error', 'code')],
        [503, 'not_ready'],
      );
    assert.equal((await get(`/api/badge/${id}`)).status, 503);
    await app.close();
    await database.close();
  });
});
