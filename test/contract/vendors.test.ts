import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { Identity, Scorecard, SearchRow } from '../../src/judgment/scorecard/schemas.ts';
import { describeDay } from '../../src/lib/time/dates.ts';
import { assertMatches, field, rows } from '../support/check.ts';
import { DEMO_DAY, type DemoApp, openDemoApp, reservedNumber } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';

/** Contract 2.2, 2.9, and 4.2: search, identity, and scorecard. */
describeEngines('the vendor endpoints', (open) => {
  let demo: DemoApp;

  before(async () => {
    demo = await openDemoApp(await open());
  });
  after(() => demo.close());

  const search = async (query: string) => demo.get(`/api/vendors?${query}`);
  const numbers = (value: unknown) => rows(value).map((row) => field(row, 'license', 'number'));
  const idOf = async (state: string) =>
    String(field(rows((await search(`q=${reservedNumber(state)}`)).json), 0, 'id') ?? assert.fail(state));

  test('contract 4.2: search returns a bare array of 20 rows by default, and the number of matches', async () => {
    const answer = await search('');
    assert.equal(answer.status, 200);
    assertMatches(Type.Array(SearchRow), answer.json);
    assert.equal(rows(answer.json).length, 20);
    assert.ok(Number(answer.headers['x-total-count']) >= 300);
    assert.equal(rows((await search('limit=1')).json).length, 1);
    assert.equal(rows((await search('limit=100')).json).length, 100);
  });

  test('contract 2.2: “digits only”: three spellings of a license number find the same vendor first', async () => {
    const digits = reservedNumber('grade-a').slice(3);
    for (const spelling of [
      `MFD-${digits}`,
      `MFD${digits}`,
      `mfd ${digits.slice(0, 2)}-${digits.slice(2)}`,
      digits,
    ]) {
      const answer = await search(`q=${encodeURIComponent(spelling)}`);
      assert.deepEqual(numbers(answer.json), [reservedNumber('grade-a')], spelling);
    }
  });

  test('contract 4.2: search matches the former name and shows it', async () => {
    const id = await idOf('renamed');
    const identity = await demo.get(`/api/vendors/${id}`);
    const aka = String(field(identity.json, 'aka'));
    assert.notEqual(aka, 'null');
    const found = rows((await search(`q=${encodeURIComponent(aka)}`)).json);
    assert.ok(found.some((row) => field(row, 'id') === id));
  });

  test('search ignores case, accents, and punctuation, and finds words in any order or inside other words', async () => {
    const name = String(field((await demo.get(`/api/vendors/${await idOf('grade-a')}`)).json, 'name'));
    assert.equal(name, 'PRETEND PELICAN TACOS');
    for (const q of [
      'pretend pelican',
      'Prétend Pelican',
      "tacos' pretend",
      'PELICAN-TACOS',
      'etend elica',
      'pretendpelican',
    ]) {
      const found = rows((await search(`q=${encodeURIComponent(q)}`)).json);
      assert.equal(field(found[0], 'name'), name, q);
    }
  });

  test('search by city and the city filter match the whole name, in any case', async () => {
    const city = String(
      field((await demo.get(`/api/vendors/${await idOf('grade-a')}`)).json, 'location', 'city'),
    );
    const filtered = rows((await search(`city=${encodeURIComponent(city.toLowerCase())}&limit=100`)).json);
    assert.ok(filtered.length > 0);
    assert.deepEqual([...new Set(filtered.map((row) => field(row, 'city')))], [city]);
    const half = rows((await search(`city=${encodeURIComponent(city.slice(0, 4))}`)).json);
    assert.ok(half.every((row) => field(row, 'city') !== city));
  });

  test('the pages of a search together contain every match once', async () => {
    const whole = rows((await search('q=a&limit=100')).json).map((row) => field(row, 'id'));
    const pages = [];
    for (let offset = 0; offset < 100; offset += 20)
      pages.push(...rows((await search(`q=a&limit=20&offset=${offset}`)).json));
    assert.deepEqual(
      pages.map((row) => field(row, 'id')),
      whole,
    );
    assert.equal(new Set(whole).size, whole.length);
  });

  test('a page past the end is empty but still includes the number of matches', async () => {
    const answer = await search('q=a&offset=100000');
    assert.deepEqual(answer.json, []);
    assert.equal(answer.headers['x-total-count'], (await search('q=a')).headers['x-total-count']);
  });

  test('a query that cannot match finds nothing and does not cause an error', async () => {
    for (const q of [
      '!!!',
      '%',
      '_',
      "'; drop table vendors; --",
      '"',
      '\\',
      'zzzzqqq',
      '*',
      'a OR b NOT c',
      '日本',
    ]) {
      const answer = await search(`q=${encodeURIComponent(q)}`);
      assert.equal(answer.status, 200, q);
      assert.deepEqual(answer.json, [], q);
      assert.equal(answer.headers['x-total-count'], '0');
    }
  });

  test('vendors on the newest license file come first among equal matches', async () => {
    const statuses = rows((await search('limit=100')).json).map((row) => field(row, 'license', 'status'));
    const firstGone = statuses.indexOf('not_on_file');
    assert.ok(firstGone === -1 || statuses.slice(firstGone).every((status) => status === 'not_on_file'));
  });

  test('contract 2.9: identity is name, license, cuisine category, and location, with the URL of the vendor’s page', async () => {
    const id = await idOf('grade-a');
    const answer = await demo.get(`/api/vendors/${id}`);
    assert.equal(answer.status, 200);
    assertMatches(Identity, answer.json);
    assert.equal(field(answer.json, 'page_url'), `https://vendors.example/vendor/${id}`);
  });

  test('contract 2.9: every published scorecard matches its schema and has no other fields', async () => {
    const bodies = await demo.database.published.db
      .selectFrom('records')
      .select(['scorecard', 'identity', 'summary'])
      .execute();
    assert.ok(bodies.length >= 300);
    const { page_url: _, ...identityFields } = Identity.properties;
    // The verdict depends on today's date, so it is computed when the row is served.
    const { scorecard_url: __, match: ___, verdict: ____, ...summaryFields } = SearchRow.properties;
    for (const body of bodies) {
      assertMatches(Scorecard, JSON.parse(body.scorecard));
      assertMatches(Type.Object(identityFields), JSON.parse(body.identity));
      assertMatches(Type.Object(summaryFields), JSON.parse(body.summary));
    }
  });

  const states: readonly (readonly [state: string, expected: Record<string, unknown>])[] = [
    ['grade-a', { grade: 'A', grade_status: 'graded', risk_tier: 'low' }],
    ['grade-b', { grade: 'B', grade_status: 'graded', risk_tier: 'moderate' }],
    ['grade-c', { grade: 'C', grade_status: 'graded', risk_tier: 'elevated' }],
    ['grade-d', { grade: 'D', grade_status: 'graded', risk_tier: 'high' }],
    ['grade-f', { grade: 'F', grade_status: 'graded', risk_tier: 'high' }],
    ['b-high-priority-last', { grade: 'B', grade_status: 'graded', risk_tier: 'moderate' }],
    ['emergency-hold', { grade: null, grade_status: 'hold', risk_tier: 'high' }],
    ['admin-determination-hold', { grade: null, grade_status: 'hold', risk_tier: 'high' }],
    ['delinquent', { grade: null, grade_status: 'withheld', risk_tier: 'unknown' }],
    ['transfer-pending', { grade: null, grade_status: 'withheld', risk_tier: 'unknown' }],
    ['relinquished', { grade: null, grade_status: 'withheld', risk_tier: 'unknown' }],
    ['superseded', { grade: null, grade_status: 'withheld', risk_tier: 'unknown' }],
    ['insufficient-record', { grade: null, grade_status: 'insufficient_record', risk_tier: 'unknown' }],
    ['never-inspected', { grade: null, grade_status: 'insufficient_record', risk_tier: 'unknown' }],
  ];
  for (const [state, expected] of states)
    test(`the reserved license “${state}” shows ${expected.grade ?? expected.grade_status}`, async () => {
      const card = (await demo.get(`/api/vendors/${await idOf(state)}/scorecard`)).json;
      const shown = Object.fromEntries(Object.keys(expected).map((key) => [key, field(card, key)]));
      assert.deepEqual(shown, expected);
    });

  test('a vendor that appears only in inspection files is not on file, and its grade is withheld', async () => {
    const digits = reservedNumber('not-on-file').slice(3);
    const row = rows((await search(`q=${digits}`)).json)[0];
    assert.deepEqual(field(row, 'license'), {
      number: digits,
      type: 'food_truck',
      status: 'not_on_file',
      expires_on: null,
      confirmed: false,
    });
    assert.equal(field(row, 'grade_status'), 'withheld');
  });

  test('inspections under a prior owner are marked as such, and are neither scored nor rolled up', async () => {
    const card = (await demo.get(`/api/vendors/${await idOf('prior-owner')}/scorecard`)).json;
    const inspections = rows(field(card, 'inspections'));
    const prior = inspections.filter((visit) => field(visit, 'prior_owner') === true);
    assert.ok(prior.length > 0 && prior.length < inspections.length);
    assert.equal(field(card, 'grade'), 'A');
    const own = inspections.filter((visit) => field(visit, 'prior_owner') === false);
    assert.ok(Number(field(card, 'rollup_12m', 'inspections')) <= own.length);
  });

  test('digits that a truck and a caterer share find both vendors', async () => {
    const digits = reservedNumber('ambiguous').slice(3);
    assert.deepEqual(numbers((await search(`q=${digits}`)).json).sort(), [`CAT${digits}`, `MFD${digits}`]);
  });

  test('a scorecard includes its as-of day and marks demo data as fictional', async () => {
    const card = (await demo.get(`/api/vendors/${await idOf('grade-a')}/scorecard`)).json;
    assert.deepEqual(
      [field(card, 'as_of'), field(card, 'data_as_of'), field(card, 'fictional')],
      [DEMO_DAY, DEMO_DAY, true],
    );
    assert.match(String(field(card, 'disclaimer')), /^Fictional demo data/);
  });

  test('an unknown or malformed vendor ID gets a 404 that states the day of the records', async () => {
    for (const id of ['00000000-0000-5000-8000-000000000000', 'nothing', "1'--"]) {
      for (const address of [
        `/api/vendors/${encodeURIComponent(id)}`,
        `/api/vendors/${encodeURIComponent(id)}/scorecard`,
      ]) {
        const answer = await demo.get(address);
        assert.equal(answer.status, 404);
        assert.equal(field(answer.json, 'code'), 'vendor_not_found');
        assert.match(String(field(answer.json, 'error')), new RegExp(describeDay(DEMO_DAY)));
      }
    }
  });

  test('a current ETag returns 304 without a body, and a stale one returns the body', async () => {
    const id = await idOf('grade-a');
    for (const address of ['/api/vendors?q=taco', `/api/vendors/${id}`, `/api/vendors/${id}/scorecard`]) {
      const first = await demo.get(address);
      const etag = String(first.headers.etag);
      assert.match(String(first.headers['cache-control']), /^public, max-age=\d+$/);
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await demo.get(address, { 'if-none-match': header });
        assert.deepEqual([again.status, again.body], [304, ''], header);
      }
      assert.equal((await demo.get(address, { 'if-none-match': '"other"' })).status, 200);
    }
  });

  test('HEAD works wherever GET does, without a body', async () => {
    const id = await idOf('grade-a');
    for (const url of [
      '/api/vendors',
      `/api/vendors/${id}`,
      `/api/vendors/${id}/scorecard`,
      `/api/badge/${id}`,
    ]) {
      const answer = await demo.app.inject({ method: 'HEAD', url });
      assert.deepEqual([answer.statusCode, answer.body], [200, ''], url);
    }
  });
});
