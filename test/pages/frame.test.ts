import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { createLogger } from '../../src/platform/log/log.ts';
import { vendorId } from '../../src/records/record/vendor-id.ts';
import { TEXT_FONT } from '../../src/web/kit/frame/render-page.ts';
import { signInWith } from '../support/account-service.ts';
import { countAllStatements } from '../support/count-statements.ts';
import { DEMO_DAY, openDemoApp, openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const PASSWORD = 'three words together';
const ABOUT = ['/for-organizers', '/for-vendors', '/contact', '/privacy', '/terms', '/accessibility'];
const PUBLIC = [
  '/',
  '/search',
  '/check',
  '/verify',
  '/proof',
  '/events',
  '/florida',
  '/florida/closures',
  '/methodology',
  '/coverage',
  ...ABOUT,
];
const SPANISH = ['/florida', '/florida/st-johns', '/coverage', ...ABOUT].map((each) => `/es${each}`);
const MAIN_MENU = /<nav class="main-menu"[^>]*><ul>(.*?)<\/ul>/;
const STYLE_LINK = /<link rel="stylesheet" href="([^"]+)">/;
const STYLES = path.resolve(import.meta.dirname, '../../src/web/kit/styles');

describeEngines('the page frame', (open) => {
  let database: TestDatabase;
  let demo: TestApp;
  let cookie: string;

  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
    const who = { email: 'olive@frame.example', password: PASSWORD };
    await demo.services.accounts.createVerifiedAccount({ name: 'Olive <b>Oil</b>', ...who });
    cookie = await signInWith(demo.services.accounts, who);
  });
  after(async () => {
    await demo.app.close();
    await database.close();
  });

  const menuOf = (body: string) => MAIN_MENU.exec(body)?.[1]?.replaceAll(' aria-current="page"', '');

  test('has the same menu on public and account pages, whether the visitor is signed in or not', async () => {
    const expected = menuOf((await demo.get('/')).body);
    assert.match(expected ?? '', /For organizers.*For vendors/);
    for (const url of [
      ...PUBLIC,
      '/organizer',
      '/settings',
      '/settings/licenses',
      '/settings/data',
      '/nothing-here',
      '/sign-out',
    ])
      for (const headers of [{}, { cookie }]) {
        const { body, status } = await demo.get(url, { accept: 'text/html', ...headers });
        if (status !== 303) assert.equal(menuOf(body), expected, `${url} ${JSON.stringify(headers)}`);
      }
  });

  test('names the signed-in user, offers to sign out, and keeps the page out of caches', async () => {
    for (const url of [...PUBLIC, '/settings']) {
      const { body, headers } = await demo.get(url, { cookie });
      assert.match(body, /Olive &#60;b&#62;Oil.*action="\/sign-out"/, url);
      assert.doesNotMatch(body, />Sign in<\/a><\/li>/, url);
      assert.deepEqual([headers['cache-control'], headers.etag], ['no-store', undefined], url);
    }
  });

  test('offers sign-in to everyone else, and varies by cookie', async () => {
    for (const headers of [
      {},
      { cookie: cookie.replace(/session_token=[\w-]{8}/, 'session_token=forged12') },
    ])
      for (const url of PUBLIC) {
        const { body, headers: sent } = await demo.get(url, headers);
        assert.match(body, /<a href="\/sign-in">Sign in<\/a>/, url);
        assert.doesNotMatch(body, /sign-out|<!--/, url);
        assert.match(String(sent.vary), /^Cookie\b/, url);
      }
  });

  test('does not let a browser reuse a page that it fetched before signing in', async () => {
    const address = '/search?q=taco';
    const { headers } = await demo.get(address);
    const held = { 'if-none-match': String(headers.etag) };
    assert.equal((await demo.get(address, held)).status, 304);
    assert.match((await demo.get(address, { ...held, cookie })).body, /sign-out/);
  });

  test('keeps a page’s rate-limit headers for a signed-in user', async () => {
    const limited = await openTestApp(database, {
      RATE_LIMIT_SEARCH: '50',
      RATE_LIMIT_SIGNED_IN: '50',
    });
    const anybody = await limited.get('/search');
    const olive = await limited.get('/search', { cookie });
    assert.equal(olive.headers['ratelimit-policy'], anybody.headers['ratelimit-policy']);
    assert.match(String(olive.headers.ratelimit), /^"search-page"/);
    await limited.app.close();
  });

  test('says, in both languages, whom to ask about personal data, and to write from the email address in question', async () => {
    assert.match(
      (await demo.get('/contact')).body,
      /<h3>What we have about you<\/h3>.*href="\/settings\/data".*Use the email address in question/s,
    );
    assert.match(
      (await demo.get('/es/contact')).body,
      /Escriba desde el correo electrónico del que se trata/,
    );
  });

  test('covers teams and invitations, emails that other people cause, and what we count', async () => {
    const { body } = await demo.get('/privacy');
    for (const text of [
      'We keep the address on an invitation until it’s answered, or for 7 days',
      'someone invited you to a team or typed your address by mistake',
      'At most, we count and time requests',
    ])
      assert.ok(body.includes(text), text);
    assert.doesNotMatch(body, /Nothing is measured|write only about/);
  });

  test('shows who runs the service and how to reach them, as configured, or says that this is not configured', async () => {
    assert.match((await demo.get('/contact')).body, /hasn’t added contact details yet/);
    const named = await openTestApp(database, {
      OPERATOR_NAME: 'Sunshine <i>& Co.',
      OPERATOR_EMAIL: 'hello@sunshine.example',
      OPERATOR_ADDRESS: '1 Made Up Street, Nowhere',
    });
    for (const url of ['/contact', '/privacy', '/terms']) {
      const { body } = await named.get(url);
      assert.match(body, /Sunshine &#60;i&#62;&#38; Co\./, url);
      assert.match(body, /href="mailto:hello@sunshine\.example"/, url);
      assert.match(body, /1 Made Up Street/, url);
    }
    assert.match(
      (await named.get('/')).body,
      /Run by Sunshine &#60;i&#62;&#38; Co\.\. Version \d+\.\d+\.\d+/,
    );
    await named.app.close();
  });

  test('allows the copy script only on pages that have text to copy', async () => {
    const copied = '/florida';
    const plain = '/search';
    const page = await demo.get(copied);
    assert.match(page.body, /<script type="module" src="\/assets\/copy\.js"><\/script>/);
    assert.match(
      String(page.headers['content-security-policy']),
      /^default-src 'none';.*; script-src 'self'$/,
    );
    assert.equal((await demo.get('/assets/copy.js')).status, 200);
    const other = await demo.get(plain);
    assert.doesNotMatch(other.body, /<script|<!--scripts/);
    assert.doesNotMatch(String(other.headers['content-security-policy']), /script-src/);
    const vendor = `/vendor/${vendorId('2014', '5890004')}`;
    const { headers } = await demo.get(vendor);
    assert.match(String(headers['content-security-policy']), /script-src 'self'$/);
    const held = await demo.get(vendor, { 'if-none-match': String(headers.etag) });
    assert.deepEqual([held.status, held.headers['content-security-policy']], [304, undefined]);
  });

  test('shows the demo accounts to organizers while the records are fictional', async () => {
    assert.match((await demo.get('/for-organizers')).body, /parks@demo\.example.*fictional-parks/s);
  });

  test('looks up only once for many pages whether the records are fictional and how old they are', async () => {
    const { database: counted, count } = countAllStatements(database);
    const now = () => new Date(`${DEMO_DAY}T15:00:00Z`);
    const kept = await openTestApp(counted, {}, createLogger('silent'), now, 600_000);
    const before = count();
    for (let turn = 0; turn < 5; turn += 1)
      for (const url of ['/methodology', '/check/list', '/nothing-here'])
        assert.match((await kept.get(url, { accept: 'text/html' })).body, /Demo data/, url);
    assert.equal(count() - before, 1);
    await kept.app.close();
  });

  test('also surrounds errors: a browser gets a page with the demo notice and menu, and a program gets JSON', async () => {
    for (const [url, status, words] of [
      ['/nothing-here', 404, /<h1>Page not found<\/h1>.*There is no page at \/nothing-here/s],
      ['/vendor/none', 404, /Vendor not found/],
      ['/organizer/events', 405, /only accepts a form.*<a class="button" href="\/organizer">Continue/s],
      ['/search?page=x', 400, /<h1>/],
    ] as const) {
      const page = await demo.get(url, { accept: BROWSER, cookie });
      assert.deepEqual([page.status, page.headers['cache-control']], [status, 'no-store'], url);
      for (const part of [words, /Demo data\./, /Olive &#60;b/, /href="\/contact"|action="\/search"/])
        assert.match(page.body, part, url);
    }
    for (const url of ['/nothing-here', '/organizer/events', '/search?page=x']) {
      const { json } = await demo.get(url, { accept: 'application/json' });
      assert.ok(json, url);
    }
    assert.ok((await demo.get('/api/nothing-here', { accept: BROWSER })).json, 'the API is for programs');
  });

  test('is valid HTML', async () => {
    const validate = new HtmlValidate({
      extends: ['html-validate:standard'],
      rules: { 'long-title': 'off' },
    });
    for (const url of [...PUBLIC, ...SPANISH])
      for (const headers of [{}, { cookie }]) {
        const { results } = await validate.validateString((await demo.get(url, headers)).body);
        const messages = results.flatMap((result) => result.messages.map(({ message }) => message));
        assert.deepEqual(messages, [], url);
      }
  });

  test('has an icon at the URL that browsers request by default', async () => {
    const { status, headers } = await demo.get('/favicon.ico');
    assert.deepEqual([status, headers['content-type']], [200, 'image/x-icon']);
  });

  test('derives the style sheet’s URL from its content, so that a page never gets another version’s styles', async () => {
    const address = STYLE_LINK.exec((await demo.get('/')).body)?.[1] ?? '';
    const { status, headers, body } = await demo.get(address);
    assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=31536000, immutable']);
    assert.match(body, /:root/);
    const other = await demo.get(address.replace(/\w+(?=\/site\.css$)/, 'another'));
    assert.deepEqual([other.status, other.headers['cache-control']], [200, 'public, max-age=0']);
  });

  test('does not return 304 for a cached page after the styles change', async () => {
    const url = `/vendor/${vendorId('2014', '5890001')}`;
    const { headers, body } = await demo.get(url);
    const tag = String(headers.etag);
    const version = /styles\/(\w+)\//.exec(body)?.[1] ?? '';
    assert.ok(version !== '' && tag.includes(version), tag);
    const held = await demo.get(url, { 'if-none-match': tag });
    assert.deepEqual([held.status, held.headers.etag], [304, tag]);
    assert.equal((await demo.get(url, { 'if-none-match': tag.replace(version, 'another') })).status, 200);
  });

  test('loads its fonts from this site, and lets browsers cache them indefinitely', async () => {
    const style = (await demo.get('/assets/site.css')).body;
    const fonts = [...style.matchAll(/url\("([^"]+)"\)/g)].map(([, address = '']) => address);
    assert.ok(fonts.includes(TEXT_FONT), String(fonts));
    for (const address of fonts) {
      const { status, headers } = await demo.get(address);
      assert.deepEqual(
        [status, headers['content-type'], headers['cache-control']],
        [200, 'font/woff2', 'public, max-age=31536000, immutable'],
        address,
      );
    }
    assert.match((await demo.get('/')).body, new RegExp(`rel="preload" href="${TEXT_FONT}" as="font"`));
  });
});

test('a number in a heading is not split across lines', () => {
  const style = readFileSync(path.join(STYLES, 'site.css'), 'utf8');
  assert.match(style, /h1 \.number \{\s+white-space: nowrap;/);
});

test('every design token used in a style is defined for light and dark mode', () => {
  const styles = readdirSync(STYLES).map((file) => readFileSync(path.join(STYLES, file), 'utf8'));
  const text = styles.join('\n');
  const defined = new Set([...text.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const used = new Set([...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  assert.deepEqual(
    [...used].filter((name) => !defined.has(name)),
    [],
  );
});
