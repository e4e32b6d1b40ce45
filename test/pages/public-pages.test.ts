import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violationCategory } from '../../src/regulator/florida/vocabulary/violation-categories.ts';
import { insertAccount } from '../support/account-rows.ts';
import { field, rows } from '../support/check.ts';
import { openDemoApp, reservedNumber, type TestApp } from '../support/demo-app.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import { insertEvent } from '../support/ledger-rows.ts';
import { assertLoadsNothingFromElsewhere } from '../support/page-checks.ts';

const BASE_URL = 'https://vendors.example';
const GRADED = ['grade-a', 'grade-b', 'grade-c', 'grade-d', 'grade-f'];
const CANONICAL = /<link rel="canonical" href="([^"]*)">/g;

describeEngines('public pages', (open) => {
  let database: TestDatabase;
  let demo: TestApp;
  let event: string;

  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
    const account = await insertAccount(database.db);
    event = await insertEvent(database.db, account, { starts_at: '2099-04-10T21:00:00.000Z' });
  });
  after(async () => {
    await demo.app.close();
    await database.close();
  });

  const canonicalOf = (body: string) => [...body.matchAll(CANONICAL)].map(([, address]) => address);
  const idOf = async (state: string) =>
    String(field(rows((await demo.get(`/api/vendors?q=${reservedNumber(state)}`)).json), 0, 'id'));

  test('name a single canonical URL for each page in the site map, regardless of the query', async () => {
    const map = (await demo.get('/sitemaps/pages.xml')).body;
    const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
    assert.ok(addresses.length >= 11 && addresses.includes(`${BASE_URL}/claim`), String(addresses));
    const own = [...addresses, `${BASE_URL}/events/${event}`];
    for (const address of own) {
      const path = address.slice(BASE_URL.length);
      for (const url of [path, `${path}?utm_source=x`]) {
        const { status, body } = await demo.get(url);
        assert.deepEqual([status, canonicalOf(body)], [200, [address]], url);
        assert.doesNotMatch(body, /name="robots"/, url);
        assertLoadsNothingFromElsewhere(body);
      }
    }
    for (const path of ['/florida?sort=vendors', '/events?city=Orlando', '/search?q=taco'])
      assert.deepEqual(canonicalOf((await demo.get(path)).body), [`${BASE_URL}${path.split('?')[0]}`], path);
  });

  test('are kept out of search indexes if they are meant for one reader: decisions, findings, account forms, applications', async () => {
    const decision = await demo.get(`/check?license_number=${reservedNumber('grade-a')}`);
    const [, receipt = ''] = /readonly rows="5" spellcheck="false">([^<]+)</.exec(decision.body) ?? [];
    const pages = [`/verify?receipt=${receipt}`, '/sign-in?next=%2Fclaim', '/sign-up', '/forgot-password'];
    pages.push(`/events/${event}/applied`, `/claim?license=${reservedNumber('grade-a')}`);
    const bodies = [
      decision.body,
      ...(await Promise.all(pages.map(async (url) => (await demo.get(url)).body))),
    ];
    for (const [index, body] of bodies.entries())
      assert.match(body, /<meta name="robots" content="noindex">/, pages[index - 1] ?? 'decision');
  });

  test('put the regulator’s words in quotation marks, but not our names for violation categories', async () => {
    const names = Array.from({ length: 58 }, (_, index) => violationCategory(index + 1).title);
    let cited = 0;
    for (const state of GRADED) {
      const id = await idOf(state);
      const api = await demo.get(`/api/v1/improve?license_number=${reservedNumber(state)}`);
      const bodies = [
        (await demo.get(`/vendor/${id}`)).body,
        (await demo.get(`/improve/${id}`)).body,
        api.body,
      ];
      for (const name of names)
        for (const body of bodies) {
          assert.ok(!body.includes(`“${name}”`), `${state}: ${name}`);
          if (body.includes(name)) cited += 1;
        }
      assert.match(
        bodies[0] ?? '',
        /“Routine - Food”.*including the names of violation categories, which the files only number/s,
      );
      assert.match(bodies[1] ?? '', /The names of violation categories are ours|Nothing on file is holding/);
    }
    assert.ok(cited > 10, 'there is something to quote');
    const llms = (await demo.get('/llms.txt')).body.replaceAll('\n', ' ');
    assert.match(llms, /violation categories are this site's short names/);
  });

  test('link from the self-check to the start of a claim, even for a visitor without an account', async () => {
    for (const state of ['grade-a', 'caterer', 'hot-dog-cart']) {
      const number = reservedNumber(state);
      const answer = await demo.get(`/api/v1/improve?license_number=${number}`);
      const link = String(field(answer.json, 'data', 'claim_url'));
      assert.equal(link, `${BASE_URL}/claim?license=${number}`);
      const page = await demo.get(link.slice(BASE_URL.length));
      assert.equal(page.status, 200, state);
      assert.ok(page.body.includes(number) && page.body.includes('Sign up and claim it'), state);
    }
  });

  test('contract 1: the claim link for a license of any status leads to a form that accepts the claim', async () => {
    const rows = await database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select(['id', 'facts'])
      .execute();
    const statuses = new Map(
      rows.map((row) => [field(JSON.parse(row.facts), 'vendor', 'license', 'status'), row]),
    );
    assert.ok(statuses.size >= 5, [...statuses.keys()].join());
    for (const [status, { id }] of statuses) {
      const answer = await demo.get(`/api/v1/improve?vendor_id=${id}`);
      const link = String(field(answer.json, 'data', 'claim_url')).slice(BASE_URL.length);
      for (const page of [`/vendor/${id}`, `/improve/${id}`])
        assert.ok((await demo.get(page)).body.replaceAll('&#61;', '=').includes(`href="${link}"`), page);
      const form = await demo.get(link);
      assert.equal(form.status, 200, String(status));
      assert.match(form.body, /Sign up and claim it/, String(status));
    }
  });
});
