import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { addDays, jurisdictionDay } from '../../src/lib/time/dates.ts';
import { createDeprecationService } from '../../src/operators/deprecations/service.ts';
import { migrateLedger } from '../../src/platform/db/migrate.ts';
import { openLedger } from '../../src/platform/db/open.ts';
import { insertAccount } from '../support/account-rows.ts';
import { listAddresses } from '../support/addresses.ts';
import { runCli } from '../support/cli.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';

const ANNOUNCED = new Date('2026-03-16T15:00:00.700Z');
/** The last second of June 30 in Florida, where clocks are four hours earlier than UTC in June. */
const SUNSET = { day: '2026-06-30', header: 'Wed, 01 Jul 2026 03:59:59 GMT' };
const ID = '00000000-0000-4000-8000-000000000000';
const JSON_TYPE = { 'content-type': 'application/json' };
const HEADERS = ['deprecation', 'sunset', 'link'] as const;

/** Contract 9: how responses announce to callers that a version is ending. */
describeEngines('contract 9: versioning', (open) => {
  let database: TestDatabase;
  let service: TestApp;
  let key: string;

  before(async () => {
    database = await open();
    service = await openTestApp(database);
    const accountId = await insertAccount(database.db);
    key = (await service.services.apiKeys.create(accountId, 'Mine')).key;
  });
  after(async () => {
    await service.services.apiKeys.usesWritten();
    await service.app.close();
    await database.close();
  });

  const ask = async (
    url: string,
    { method = 'GET', headers = {}, app = service.app }: Asked = {},
  ): Promise<{ status: number; stamped: unknown[] }> => {
    const answer = await app.inject({ method, url, headers });
    return { status: answer.statusCode, stamped: HEADERS.map((name) => answer.headers[name]) };
  };
  const NONE = [undefined, undefined, undefined];
  const STAMP = [
    `@${Math.floor(ANNOUNCED.getTime() / 1000)}`,
    SUNSET.header,
    '<https://vendors.example/docs>; rel="deprecation"; type="text/html"',
  ];
  const authorized = () => ({ authorization: `Bearer ${key}` });

  test('no response has the announcement before it is made, and every response under /api/v1 has it afterward', async () => {
    const routes = routesUnder(service, '/api/v1');
    assert.ok(routes.length >= 10, String(routes));
    const askAll = async () => {
      const seen: unknown[][] = [];
      for (const url of routes)
        for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'] as const)
          for (const headers of [{}, authorized()]) seen.push((await ask(url, { method, headers })).stamped);
      return seen;
    };
    for (const stamped of await askAll()) assert.deepEqual(stamped, NONE);
    const announcing = { ledgerDb: database.db, baseUrl: service.config.baseUrl, now: () => ANNOUNCED };
    await createDeprecationService(announcing).announce('v1', SUNSET.day);
    for (const stamped of await askAll()) assert.deepEqual(stamped, STAMP);
  });

  test('rejected requests get the announcement too, including those that the framework rejects: 400, 401, 404, 405, 413, 414, 415', async () => {
    const cases: readonly (readonly [url: string, status: number, asked?: Asked])[] = [
      ['/api/v1/decision', 400],
      ['/api/v1/events', 401],
      [`/api/v1/events/${ID}`, 404, { headers: authorized() }],
      ['/api/v1/nothing', 404],
      ['/api/v1', 404],
      ['/api/v1?x=1', 404],
      ['/api/v1/stats/florida', 405, { method: 'DELETE' }],
      [
        '/api/v1/decision/verify',
        413,
        { method: 'POST', headers: { ...JSON_TYPE, 'content-length': '9000000' } },
      ],
      [`/api/v1/decision?x=${'x'.repeat(10_300)}`, 414],
      [
        '/api/v1/decision/verify',
        415,
        { method: 'POST', headers: { 'content-type': 'application/xml', 'content-length': '2' } },
      ],
      // Rejected before any of our hooks run.
      ['/api/v1/%zz', 400],
      ['/api/v1/events/%E0%A4%A', 400, { headers: authorized() }],
      ['/api/%76%31/%zz', 400],
      [`/api/v1/events/${'x'.repeat(300)}`, 404, { headers: authorized() }],
      ['/api/%76%31/nothing', 404],
    ];
    for (const [url, status, asked] of cases) {
      const answer = await ask(url, asked);
      assert.deepEqual([answer.status, answer.stamped], [status, STAMP], url.slice(0, 40));
    }
  });

  test('a URL in another spelling, a 304, and a 429 have the announcement too', async () => {
    assert.deepEqual((await ask('/api/%76%31/events')).stamped, STAMP);
    const feed = await service.get('/api/v1/public/events');
    const again = await ask('/api/v1/public/events', {
      headers: { 'if-none-match': String(feed.headers.etag) },
    });
    assert.deepEqual([again.status, again.stamped], [304, STAMP]);
    const limited = await openTestApp(database, { RATE_LIMIT_KEYED: '1', RATE_LIMIT_PUBLIC_EVENTS: '1' });
    for (const [url, headers] of [
      ['/api/v1/events', authorized()],
      ['/api/v1/public/events', {}],
    ] as const) {
      await ask(url, { headers, app: limited.app });
      const refused = await ask(url, { headers, app: limited.app });
      assert.deepEqual([refused.status, refused.stamped], [429, STAMP], url);
    }
    await limited.services.apiKeys.usesWritten();
    await limited.app.close();
  });

  test('“The `/api/vendors` and `/api/badge` endpoints carry no version”: neither they nor pages have the announcement', async () => {
    const others = [
      ...routesUnder(service, '/api/vendors'),
      ...routesUnder(service, '/api/badge'),

      '/',
      '/check',
      '/verify',
      '/events',
      '/organizer',
      '/settings',
      '/docs',
      '/openapi.json',
      '/healthz',
      '/readyz',
      '/.well-known/jwks.json',
      '/nothing',
      '/api/nothing',
      '/api/v10/x',
      '/api/v1x',
      '/api',

      '/check?next=/api/v1/events',
      '/check?next=%2Fapi%2Fv1',
      '/api/%zz',
      '/vendor/%zz',
      '/api%2Fv1/events',
    ];
    assert.ok(others.length > 18, String(others));
    for (const url of others) assert.deepEqual((await ask(url)).stamped, NONE, url);
  });

  test('the next response gives a later end date, but the time of the first announcement does not change', async () => {
    const later = () => new Date('2026-04-01T12:00:00Z');
    const announcing = { ledgerDb: database.db, baseUrl: service.config.baseUrl, now: later };
    await createDeprecationService(announcing).announce('v1', '2026-12-31');
    const [deprecation, sunset] = (await ask('/api/v1/events')).stamped;
    assert.deepEqual([deprecation, sunset], [STAMP[0], 'Fri, 01 Jan 2027 04:59:59 GMT']);
  });
});

/** Contract 9: "Accounts with active API keys are e-mailed at least 90 days before any v1 deprecation." */
describe('notify-deprecation', () => {
  test('counts with --dry-run, then notifies each account once, and exits with 1 on an error and 2 on wrong usage', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'deprecation-'));
    const settings = { DATA_DIR: folder, BASE_URL: 'https://vendors.example' };
    const ledger = openLedger({ databaseUrl: undefined, dataDir: folder });
    try {
      await migrateLedger(ledger);
      const account_id = await insertAccount(ledger.db);
      const key = { id: 'a-key', account_id, name: 'A key', secret_sha256: 'none' };
      const dates = { created_at: '2026-03-01T12:00:00.000Z', last_used_at: null, revoked_at: null };
      await ledger.db
        .insertInto('api_keys')
        .values({ ...key, ...dates })
        .execute();
      const sunset = addDays(jurisdictionDay(new Date()), 120);
      const notify = (day: string, ...more: string[]) =>
        runCli(['notify-deprecation', '--version', 'v1', '--sunset', day, ...more], settings);
      const mails = async () => (await ledger.db.selectFrom('mails').select('id').execute()).length;

      const counted = await notify(sunset, '--dry-run', '--json');
      const expected = { version: 'v1', sunset_on: sunset, accounts: 1, notified_before: 0 };
      const docs = 'https://vendors.example/docs';
      assert.deepEqual(JSON.parse(counted.stdout), { ...expected, dry_run: true, docs });
      assert.equal(await mails(), 0);
      const notified = await notify(sunset, '--json');
      assert.deepEqual(
        [notified.code, JSON.parse(notified.stdout)],
        [0, { ...expected, dry_run: false, docs }],
      );
      const again = await notify(sunset);
      assert.match(again.stdout, /^Notified 0 accounts that v1 ends with .*; 1 notified before\.\n/);
      const earlier = await notify(addDays(sunset, -1));
      assert.deepEqual([earlier.code, earlier.stdout], [1, '']);
      assert.match(earlier.stderr, /can only be moved to a later day/);
      assert.equal((await notify('2027-02-30')).code, 2);
      assert.equal(await mails(), 1);
    } finally {
      await ledger.close();
      await rm(folder, { recursive: true });
    }
  });
});

interface Asked {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'DELETE' | 'OPTIONS';
  readonly headers?: Record<string, string>;
  readonly app?: TestApp['app'];
}

/**
 * Returns every URL under a path, as the router lists them, with an arbitrary ID in place of each parameter.
 */
function routesUnder({ app }: TestApp, prefix: string): string[] {
  const addresses = listAddresses(app).filter((each) => each.startsWith(prefix));
  return addresses.map((each) => each.replace(/:\w+/g, ID));
}
