import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signInWith } from '../support/account-service.ts';
import { publishLicenses, TRUCK } from '../support/claimed-licenses.ts';
import { countStatements } from '../support/count-statements.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import { setUpSecondFactor } from '../support/operators.ts';

const PASSWORD = 'three words together';
const OWN_PAGES = [
  '/organizer',
  '/organizer/events/new',
  '/settings',
  '/settings/api-keys',
  '/settings/licenses',
  '/claim',
  `/claim?license=${TRUCK}`,
];
const PUBLIC_PAGES = ['/', '/search', '/check', '/verify', '/events', '/florida', '/methodology'];
const LINK = /<a href="\/operator"/;

describeEngines('the link to the operators’ pages', (open) => {
  let database: TestDatabase;
  let service: TestApp;
  let statements: () => number;
  const cookies: Record<'ola' | 'max', string> = { ola: '', max: '' };

  before(async () => {
    database = await open();
    await publishLicenses(database, '2026-03-01');
    const counted = countStatements(database.db);
    statements = counted.count;
    service = await openTestApp({ ...database, db: counted.db });
    for (const name of ['ola', 'max'] as const) {
      const email = `${name}@events.example`;
      await service.services.accounts.createVerifiedAccount({ name, email, password: PASSWORD });
      cookies[name] = await signInWith(service.services.accounts, { email, password: PASSWORD });
    }
    await service.services.operators.grant('ola@events.example');
    for (const cookie of Object.values(cookies)) await setUpSecondFactor(service, cookie, PASSWORD);
  });
  after(async () => {
    await service.app.close();
    await database.close();
  });

  const ask = async (url: string, cookie = '') => {
    const before = statements();
    const { status, body } = await service.get(url, { cookie });
    return { status, body, statements: statements() - before };
  };

  test('is in the navigation of every page, but only for operators', async () => {
    for (const url of OWN_PAGES) {
      const own = await ask(url, cookies.ola);
      const others = await ask(url, cookies.max);
      assert.deepEqual([own.status, others.status], [200, 200], url);
      assert.match(own.body, LINK, url);
      assert.doesNotMatch(others.body, /\/operator|Operator/, url);
      assert.equal(own.statements, others.statements, url);
    }
    const first = await ask('/operator', cookies.ola);
    assert.match(first.body, /<a href="\/operator" aria-current="page">Operator<\/a>/);
    assert.equal((await ask('/operator', cookies.max)).status, 404);
  });

  test('is also in the menu of public pages, which look up no account for a visitor without a session', async () => {
    for (const url of PUBLIC_PAGES) {
      // The home page is cached after its first request, so that the counts below compare cached requests.
      await ask(url);
      const anybody = await ask(url);
      const again = await ask(url, 'theme=dark');
      const operator = await ask(url, cookies.ola);
      const max = await ask(url, cookies.max);
      assert.match(operator.body, LINK, url);
      for (const { body } of [anybody, max]) assert.doesNotMatch(body, /\/operator|Operator/, url);
      assert.deepEqual([again.body, again.statements], [anybody.body, anybody.statements], url);
      assert.equal(operator.statements, max.statements, url);
    }
    assert.doesNotMatch((await ask('/claim')).body, /\/operator|Operator/);
  });

  test('is gone from the next page after the operator role is revoked', async () => {
    await service.services.operators.revoke('ola@events.example');
    for (const url of OWN_PAGES) assert.doesNotMatch((await ask(url, cookies.ola)).body, /\/operator/, url);
    await service.services.operators.grant('ola@events.example');
    assert.match((await ask('/settings', cookies.ola)).body, LINK);
  });
});
