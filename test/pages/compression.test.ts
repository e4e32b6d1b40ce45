import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createLogger } from '../../src/platform/log/log.ts';
import { vendorId } from '../../src/records/record/vendor-id.ts';
import { signInWith } from '../support/account-service.ts';
import { countAllStatements } from '../support/count-statements.ts';
import { DEMO_DAY, openDemoApp, openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';

const VENDOR = `/vendor/${vendorId('2014', '5890004')}`;
const SCORECARD = `/api${VENDOR.replace('vendor', 'vendors')}/scorecard`;
const WITH_CODINGS = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const FOR_ANYONE = [
  '/',
  '/search?q=taco',
  '/check',
  '/verify',
  '/events',
  '/florida',
  '/coverage',
  '/methodology',
  '/docs',
  VENDOR,
  `/es${VENDOR}`,
  VENDOR.replace('vendor', 'improve'),
  '/florida/charts/months.svg',
  '/florida/counties.csv',
  '/sitemaps/pages.xml',
  '/assets/site.css',
  '/assets/apply.js',
];
const CHECKED = '/check?license_number=MFD5890003&event_type=festival';

describeEngines('compression', (open) => {
  let database: TestDatabase;
  let demo: TestApp;

  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
  });
  after(async () => {
    await demo.app.close();
    await database.close();
  });

  const inject = (url: string, headers: Record<string, string> = {}) => demo.app.inject({ url, headers });

  test('applies to every public page and file without changing the content', async () => {
    for (const url of FOR_ANYONE) {
      const plain = await inject(url);
      assert.equal(plain.headers['content-encoding'], undefined, url);
      for (const [accept, read] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const { headers, rawPayload } = await inject(url, { 'accept-encoding': accept });
        assert.equal(headers['content-encoding'], accept, url);
        assert.equal(read(rawPayload).toString(), plain.body, url);
        assert.match(String(headers.vary), /(?:^|, )Accept-Encoding$/, url);
        assert.equal(plain.headers.vary, headers.vary, url);
      }
    }
  });

  test('gives each encoding its own ETag for a 304 response, and is not applied to a signed-in user’s page', async () => {
    const { headers } = await inject(VENDOR, WITH_CODINGS);
    assert.match(String(headers.etag), /:br"$/);
    const held = { ...WITH_CODINGS, 'if-none-match': String(headers.etag) };
    const again = await inject(VENDOR, held);
    assert.deepEqual([again.statusCode, again.headers.etag], [304, headers.etag]);
    const who = { email: 'olive@compression.example', password: 'three words together' };
    await demo.services.accounts.createVerifiedAccount({ name: 'Olive', ...who });
    const cookie = await signInWith(demo.services.accounts, who);
    for (const url of [VENDOR, '/', '/settings', '/search']) {
      const own = await inject(url, { ...held, cookie });
      assert.deepEqual([own.statusCode, own.headers['content-encoding']], [200, undefined], url);
      assert.match(own.body, /Olive/, url);
    }
  });

  test('does not apply to a decision with its receipt, a response to a form, an error, or a response to an API key', async () => {
    const receipt = /href="(\/v\/[^".]+)"/.exec((await inject(CHECKED)).body)?.[1] ?? '';
    for (const url of [
      CHECKED,
      receipt,
      '/verify?receipt=x',
      '/sign-in',
      '/nothing-here',
      '/api/v1/decision?license_number=MFD5890003',
      '/api/v1/events',
    ]) {
      const { headers } = await inject(url, { ...WITH_CODINGS, accept: 'text/html' });
      assert.equal(headers['content-encoding'], undefined, url);
    }
  });

  test('does not run more SQL statements than an uncompressed response', async () => {
    const { database: counted, count } = countAllStatements(database);
    const now = () => new Date(`${DEMO_DAY}T15:00:00Z`);
    const kept = await openTestApp(counted, {}, createLogger('silent'), now, 600_000);
    const statementsOf = async (headers: Record<string, string>): Promise<number> => {
      const start = count();
      for (const url of [VENDOR, VENDOR.replace('vendor', 'improve'), '/', SCORECARD])
        assert.equal((await kept.app.inject({ url, headers })).statusCode, 200);
      return count() - start;
    };
    await statementsOf({});
    const plain = await statementsOf({});
    assert.ok(plain > 0);
    assert.equal(await statementsOf(WITH_CODINGS), plain);
    await kept.app.close();
  });
});
