import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { countInMemory } from '../../src/http/rate-limits.ts';
import { buildServer } from '../../src/http/server.ts';
import type { AccountService } from '../../src/ledger/accounts/account.ts';
import { createAccountService, findAccountId } from '../../src/ledger/accounts/service.ts';
import type { LedgerDb } from '../../src/platform/db/database.ts';
import { createLogger } from '../../src/platform/log.ts';
import { accountPages } from '../../src/web/account/routes.ts';
import { HASH_COST } from '../support/account-service.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';

const BASE_URL = 'https://vendors.example';
const PASSWORD = 'three words together';
const HOSTILE = '"><script>alert(1)</script>';
type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;

describeEngines('the account pages', (open) => {
  let database: TestDatabase;
  let db: LedgerDb;
  let accounts: AccountService;
  let app: FastifyInstance;
  const lines: string[] = [];

  const openApp = (perMinute: number) =>
    buildServer({
      logger: createLogger('trace', { write: (line) => lines.push(line) }),
      trustProxy: [],
      makeCounter: countInMemory,
      routes: (server) => {
        server.register(accountPages, {
          accounts,
          baseUrl: BASE_URL,
          limits: { ACCOUNT: perMinute },
          isFictional: async () => true,
        });
      },
    });

  before(async () => {
    database = await open();
    db = database.db;
    const log = createLogger('silent');
    accounts = createAccountService({
      isFictional: async () => undefined,
      ...{ ledgerDb: db, engine: database.engine, log, baseUrl: BASE_URL, hashCost: HASH_COST },
      ...{ secret: 'a-secret-of-tests-that-is-long-enough-for-it-all' },
      now: () => new Date(),
    });
    app = await openApp(1_000);
  });
  beforeEach(async () => {
    lines.length = 0;
    for (const table of ['mails', 'verifications', 'kept_counts', 'accounts'] as const)
      await db.deleteFrom(table).execute();
  });
  after(async () => {
    await app.close();
    await database.close();
  });

  const get = (url: string, cookie = '', on = app) => on.inject({ method: 'GET', url, headers: { cookie } });
  const post = (
    url: string,
    form: Record<string, string>,
    {
      cookie = '',
      headers = {},
      on = app,
    }: { cookie?: string; headers?: Record<string, string>; on?: FastifyInstance } = {},
  ) =>
    on.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
    });
  const mailedLink = async (to: string) => {
    const rows = await db.selectFrom('mails').select('body').where('recipient', '=', to).execute();
    await db.deleteFrom('mails').execute();
    const address = rows.map(({ body }) => /https:\S+\?token=\S+/.exec(body)?.[0]).find(Boolean);
    assert.ok(address, 'a mail with a link');
    return address.slice(BASE_URL.length);
  };
  const tokenOf = (link: string) => new URLSearchParams(link.slice(link.indexOf('?'))).get('token') ?? '';
  const join = async (email: string) => {
    await accounts.createVerifiedAccount({ name: 'Ada', email, password: PASSWORD });
    return signIn(email);
  };
  const signIn = async (email: string) => {
    const answer = await post('/sign-in', { email, password: PASSWORD });
    assert.equal(answer.statusCode, 303);
    return cookieOf(answer);
  };

  test('lead from sign-up through the mail to the settings, and out again', async () => {
    const email = 'ada@example.com';
    const sent = await post('/sign-up', { name: 'Ada', email, password: PASSWORD });
    assert.deepEqual([sent.statusCode, sent.headers.location], [303, '/sign-up?sent']);
    assert.match((await get('/sign-up?sent')).body, /<h1>Check your mail<\/h1>/);

    const early = await post('/sign-in', { email, password: PASSWORD });
    assert.equal(early.statusCode, 422);
    assert.match(early.body, /not confirmed yet.*action="\/confirm-email\/again"/s);
    assert.equal(early.headers['set-cookie'], undefined);

    const link = await mailedLink(email);
    assert.match((await get(link)).body, /autocomplete="current-password"/);
    const token = tokenOf(link);
    const wrong = await post('/confirm-email', { token, password: 'wrong password' });
    assert.equal(wrong.statusCode, 422);
    const confirmed = await post('/confirm-email', { token, password: PASSWORD });
    assert.deepEqual([confirmed.statusCode, confirmed.headers.location], [303, '/organizer']);
    assert.equal((await get(link)).statusCode, 404);

    const cookie = cookieOf(confirmed);
    const settings = await get('/settings', cookie);
    assert.equal(settings.statusCode, 200);
    for (const text of [email, 'href="/settings/api-keys"', 'Sign out', '(this one)'])
      assert.ok(settings.body.includes(text), text);
    const out = await post('/sign-out', {}, { cookie });
    assert.deepEqual([out.statusCode, out.headers.location], [303, '/']);
    assert.equal((await get('/settings', cookie)).headers.location, '/sign-in?next=%2Fsettings');
  });

  test('keep what was typed, show errors at their fields, and never repeat a password', async () => {
    const answer = await post('/sign-up', { name: '', email: HOSTILE, password: 'short' });
    assert.equal(answer.statusCode, 422);
    for (const id of ['name-error', 'email-error', 'password-error'])
      assert.match(answer.body, new RegExp(`href="#${id.slice(0, -6)}".*id="${id}"`, 's'));
    assert.ok(answer.body.includes('value="&#34;&#62;&#60;script&#62;'));
    assert.doesNotMatch(answer.body, /short|<script/);
    assert.match(answer.body, /<title>Error: /);
  });

  test('are private: uncached, without script, and with no referrer for other sites', async () => {
    const cookie = await join('ada@example.com');
    const paths = ['/sign-up', '/sign-up?sent', '/sign-in', '/confirm-email', '/confirm-email/again'];
    paths.push('/forgot-password', '/forgot-password?sent', '/reset-password');
    const answers = await Promise.all(paths.map((path) => get(path)));
    answers.push(await get('/settings', cookie), await get('/confirm-new-email?token=x', cookie));
    for (const { headers, body } of answers) {
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['referrer-policy'], 'strict-origin');
      assert.match(`${headers['content-security-policy']}`, /default-src 'none'/);
      assert.doesNotMatch(body, /<script|<style|\sstyle=|\son[a-z]+=/i);
      assert.equal(body.match(/<h1>/g)?.length, 1);
      const ids = [...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
      assert.deepEqual(ids, [...new Set(ids)]);
      for (const [control] of body.matchAll(/<input\b(?![^>]*type="hidden")[^>]*>/g)) {
        const id = /\sid="([^"]+)"/.exec(control)?.[1];
        assert.ok(body.includes(`<label for="${id}">`), control);
        assert.match(control, /autocomplete="(?:name|username|email|new-password|current-password)"/);
      }
    }
  });

  describe('known and unknown addresses', () => {
    /** All of an answer that could tell; what was typed is put aside. */
    const told = ({ statusCode, headers, body }: Answer, email: string) => ({
      statusCode,
      headers: {
        ...headers,
        ...{ 'x-request-id': '', date: '' },
        // Seconds until the window of that address ends.
        ratelimit: `${headers.ratelimit}`.replace(/t=\d+$/, ''),
      },
      body: body.replaceAll(email, 'ADDRESS'),
    });

    test('get the same answer, byte for byte, from sign-up, reset, link again and sign-in, even right after a sign-up', async () => {
      await join('known@example.com');
      await accounts.signUp({ name: 'Eve', email: 'fresh@example.com', password: 'what a stranger chose' });
      const server = await openApp(1_000);
      const forms: readonly (readonly [path: string, form: Record<string, string>, status: number])[] = [
        ['/sign-in', { password: 'wrong password' }, 422],
        ['/forgot-password', {}, 303],
        ['/confirm-email/again', {}, 303],
        ['/sign-up', { name: 'Ada', password: 'another phrase' }, 303],
        ['/sign-in', { password: 'another phrase' }, 422],
      ];
      for (const [round, [path, form, status]] of forms.entries()) {
        const answers = [];
        for (const [index, name] of ['known', 'fresh', 'other'].entries()) {
          const email = `${name}@example.com`;
          const answer = await server.inject({
            method: 'POST',
            url: path,
            payload: new URLSearchParams({ ...form, email }).toString(),
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            remoteAddress: `10.${round}.0.${index}`,
          });
          answers.push(told(answer, email));
        }
        assert.equal(answers[0]?.statusCode, status, path);
        assert.deepEqual(answers[1], answers[0], path);
        assert.deepEqual(answers[2], answers[0], path);
      }
      await server.close();
    });
  });

  describe('links in mails', () => {
    test('set a new password once, and the sign-in page says so', async () => {
      const cookie = await join('ada@example.com');
      const asked = await post('/forgot-password', { email: 'ada@example.com' });
      assert.equal(asked.headers.location, '/forgot-password?sent');
      const link = await mailedLink('ada@example.com');
      assert.match((await get(link)).body, /autocomplete="new-password"/);
      const token = tokenOf(link);
      assert.equal((await post('/reset-password', { token, password: 'password123' })).statusCode, 422);
      const done = await post('/reset-password', { token, password: 'quite another one' });
      assert.deepEqual([done.statusCode, done.headers.location], [303, '/sign-in?reset']);
      assert.match((await get('/sign-in?reset')).body, /role="status">Your new password is set/);
      assert.equal((await post('/reset-password', { token, password: 'quite another one' })).statusCode, 404);
      assert.equal((await get('/settings', cookie)).statusCode, 303);
    });

    test('confirm a new address by a button of the signed-in account; opening the link alone changes nothing', async () => {
      const cookie = await join('ada@example.com');
      const form = { email: 'new@example.com', email_password: PASSWORD };
      assert.equal(
        (await post('/settings/email', form, { cookie })).headers.location,
        '/settings?done=link-sent',
      );
      const link = await mailedLink('new@example.com');
      const token = tokenOf(link);
      const out = await get(link);
      assert.equal(out.headers.location, `/sign-in?${new URLSearchParams({ next: link })}`);
      assert.match((await get(link, cookie)).body, /Use the new address/);
      assert.ok((await get('/settings', cookie)).body.includes('<dd>ada@example.com</dd>'));
      const other = await join('grace@example.com');
      assert.equal((await post('/confirm-new-email', { token }, { cookie: other })).statusCode, 404);
      const done = await post('/confirm-new-email', { token }, { cookie });
      assert.equal(done.headers.location, '/settings?done=email');
      assert.ok((await get('/settings', cookie)).body.includes('<dd>new@example.com</dd>'));
    });

    test('show a page when they are garbage, and cause no failure', async () => {
      for (const token of ['', '%', '%00', '%zz', '<script>', 'x'.repeat(5_000)])
        for (const path of ['/confirm-email', '/reset-password'])
          assert.equal((await get(`${path}?token=${token}`)).statusCode, 404, token.slice(0, 20));
      assert.equal((await post('/confirm-email', {})).statusCode, 404);
      assert.equal((await post('/sign-in', {})).statusCode, 422);
      const json = { method: 'POST', url: '/sign-in', payload: { email: {} } } as const;
      assert.equal((await app.inject(json)).statusCode, 422);
      assert.equal((await post('/sign-up', { name: 'x'.repeat(17_000) })).statusCode, 413);
    });

    test('put no token, address or password into the log', async () => {
      await post('/sign-up', { name: 'Ada', email: 'ada@example.com', password: PASSWORD });
      const link = await mailedLink('ada@example.com');
      await get(link);
      await post('/confirm-email', { token: tokenOf(link), password: PASSWORD });
      const log = lines.join('');
      assert.match(log, /"path":"\/confirm-email"/);
      for (const secret of [tokenOf(link), 'ada@', PASSWORD]) assert.ok(!log.includes(secret), secret);
    });
  });

  describe('account settings', () => {
    test('require a sign-in', async () => {
      for (const path of ['email', 'password', 'sessions', 'delete'])
        assert.equal(
          (await post(`/settings/${path}`, {})).headers.location,
          '/sign-in?next=%2Fsettings',
          path,
        );
    });

    test('show errors in each form and change nothing without the password', async () => {
      const cookie = await join('ada@example.com');
      const forms: readonly (readonly [path: string, form: Record<string, string>, field: string])[] = [
        ['email', { email: 'new@example.com', email_password: 'x' }, 'email_password'],
        ['email', { email: HOSTILE, email_password: PASSWORD }, 'email'],
        ['password', { current_password: 'x', new_password: 'a new password' }, 'current_password'],
        ['password', { current_password: PASSWORD, new_password: 'ada@example.com' }, 'new_password'],
        ['delete', { delete_password: 'x' }, 'delete_password'],
      ];
      for (const [path, form, field] of forms) {
        const answer = await post(`/settings/${path}`, form, { cookie });
        assert.equal(answer.statusCode, 422, path);
        assert.match(answer.body, new RegExp(`href="#${field}".*id="${field}-error"`, 's'));
        assert.doesNotMatch(answer.body, /<script/);
      }
      assert.deepEqual(await db.selectFrom('mails').select('id').execute(), []);
      assert.equal((await get('/settings', cookie)).statusCode, 200);
    });

    test('sign out the other devices after a new password or "everywhere else", and keep this one', async () => {
      const cookie = await join('ada@example.com');
      const second = await signIn('ada@example.com');
      assert.match((await get('/settings', cookie)).body, /Sign out everywhere else/);
      const out = await post('/settings/sessions', {}, { cookie });
      assert.equal(out.headers.location, '/settings?done=sessions');
      assert.equal((await get('/settings', second)).statusCode, 303);
      const third = await signIn('ada@example.com');
      const form = { current_password: PASSWORD, new_password: 'quite another one' };
      assert.equal(
        (await post('/settings/password', form, { cookie })).headers.location,
        '/settings?done=password',
      );
      assert.equal((await get('/settings', third)).statusCode, 303);
      const page = await get('/settings?done=password', cookie);
      assert.match(page.body, /role="status">Your password is changed/);
      assert.doesNotMatch((await get('/settings?done=constructor', cookie)).body, /role="status"/);
    });

    test('delete an account and its cookie at once', async () => {
      const cookie = await join('ada@example.com');
      const answer = await post('/settings/delete', { delete_password: PASSWORD }, { cookie });
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/']);
      assert.match(`${answer.headers['set-cookie']}`, /Max-Age=0/);
      assert.equal((await get('/settings', cookie)).statusCode, 303);
      assert.equal(await findAccountId(db, 'ada@example.com'), undefined);
    });

    test('show a hostile name as text', async () => {
      await accounts.createVerifiedAccount({ name: HOSTILE, email: 'eve@example.com', password: PASSWORD });
      const page = await get('/settings', await signIn('eve@example.com'));
      assert.ok(page.body.includes('&#60;script&#62;'));
      assert.doesNotMatch(page.body, /<script/);
    });
  });

  describe('a form of another site', () => {
    test('is refused', async () => {
      const cookie = await join('ada@example.com');
      const foreign = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ];
      for (const headers of foreign)
        for (const path of ['/sign-in', '/sign-out', '/sign-up', '/settings/delete', '/settings/email'])
          assert.equal(
            (await post(path, { email: 'ada@example.com', password: PASSWORD }, { cookie, headers }))
              .statusCode,
            403,
            path,
          );
      assert.equal((await get('/settings', cookie)).statusCode, 200);
      const own = { origin: BASE_URL, 'sec-fetch-site': 'same-origin' };
      assert.equal((await post('/sign-out', {}, { cookie, headers: own })).statusCode, 303);
    });

    test('a sign-in never leads to another site', async () => {
      const cookie = await join('ada@example.com');
      const elsewhere = ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'];
      elsewhere.push('/\t/evil.example', '\\\\evil.example', ' /x', '', '/x\r\nset-cookie: a=b');
      for (const next of elsewhere) {
        const typed = { email: 'ada@example.com', password: PASSWORD, next };
        assert.equal((await post('/sign-in', typed)).headers.location, '/organizer', next);
        const query = new URLSearchParams({ next });
        assert.equal((await get(`/sign-in?${query}`, cookie)).headers.location, '/organizer', next);
        assert.doesNotMatch((await get(`/sign-in?${query}`)).body, /name="next"/);
      }
      const inside = { email: 'ada@example.com', password: PASSWORD, next: '/settings/api-keys?x=1' };
      assert.equal((await post('/sign-in', inside)).headers.location, '/settings/api-keys?x=1');
    });
  });

  describe('wrong passwords', () => {
    const tryFrom = (remoteAddress: string, email: string, on = app) =>
      on.inject({
        method: 'POST',
        url: '/sign-in',
        payload: new URLSearchParams({ email, password: 'wrong password', next: '/settings' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        remoteAddress,
      });

    test('lead to a page that says how long to wait, the same for every address, and offers a new password', async () => {
      await join('ada@example.com');
      const pages: string[] = [];
      for (const [client, email] of [
        ['10.1.0.1', 'ada@example.com'],
        ['10.1.0.2', 'nobody@example.com'],
      ] as const) {
        for (let tries = 0; tries < 5; tries += 1)
          assert.equal((await tryFrom(client, email)).statusCode, 422);
        const refused = await tryFrom(client, email);
        assert.equal(refused.statusCode, 429);
        const seconds = Number(refused.headers['retry-after']);
        assert.ok(seconds > 0 && seconds <= 30, String(seconds));
        assert.ok(refused.body.includes(`${seconds} second`) || seconds === 1);
        assert.match(refused.body, /href="\/forgot-password\?next&#61;%2Fsettings"/);
        pages.push(refused.body.replace(/\d+ seconds?/, 'N seconds'));
      }
      assert.equal(pages[0], pages[1]);
      assert.equal((await tryFrom('10.1.0.3', 'ada@example.com')).statusCode, 422);
    });

    test('count together when they come from one IPv6 /64', async () => {
      await join('ada@example.com');
      const statuses = [];
      for (let host = 1; host <= 6; host += 1)
        statuses.push((await tryFrom(`2001:db8:1:1::${host}`, 'ada@example.com')).statusCode);
      assert.deepEqual(statuses.slice(4), [422, 429]);
      assert.equal((await tryFrom('2001:db8:1:2::1', 'ada@example.com')).statusCode, 422);
    });

    test('never lock the form for a new password', async () => {
      await join('ada@example.com');
      for (let tries = 0; tries < 6; tries += 1) await tryFrom('127.0.0.1', 'ada@example.com');
      const asked = await post('/forgot-password', { email: 'ada@example.com' });
      assert.equal(asked.headers.location, '/forgot-password?sent');
      const token = tokenOf(await mailedLink('ada@example.com'));
      const done = await post('/reset-password', { token, password: 'quite another one' });
      const typed = { email: 'ada@example.com', password: 'quite another one' };
      assert.equal((await post('/sign-in', typed)).statusCode, 429);
      assert.equal((await post('/sign-in', typed, { cookie: cookieOf(done) })).statusCode, 303);
    });

    test('make a session wait in the settings, and the page says where and how long', async () => {
      const cookie = await join('ada@example.com');
      for (let tries = 0; tries < 5; tries += 1)
        assert.equal((await post('/settings/delete', { delete_password: 'x' }, { cookie })).statusCode, 422);
      const refused = await post('/settings/delete', { delete_password: PASSWORD }, { cookie });
      assert.equal(refused.statusCode, 429);
      assert.ok(Number(refused.headers['retry-after']) > 0);
      assert.match(refused.body, /id="delete_password-error">A wrong password was typed several times here/);
      assert.notEqual(await findAccountId(db, 'ada@example.com'), undefined);
    });

    test('are counted on the settings page', async () => {
      const cookie = await join('ada@example.com');
      assert.doesNotMatch((await get('/settings', cookie)).body, /a sign-in to your account failed/);
      for (const client of ['10.2.0.1', '10.2.0.2', '10.2.0.3']) await tryFrom(client, 'ada@example.com');
      assert.match((await get('/settings', cookie)).body, /3 times in the last 24 hours a sign-in/);
    });
  });

  describe('mails to one address', () => {
    test('are sent at most three times an hour, whoever asks, with one answer and a page that says so', async () => {
      for (let asked = 0; asked < 5; asked += 1) {
        const form = { name: 'Eve', email: 'victim@example.com', password: 'what a stranger chose' };
        const answer = await post('/sign-up', form);
        assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/sign-up?sent']);
        const again = await post('/confirm-email/again', { email: 'victim@example.com' });
        assert.deepEqual([again.statusCode, again.headers.location], [303, '/confirm-email/again?sent']);
      }
      assert.equal((await db.selectFrom('mails').select('id').execute()).length, 3);
      assert.match(
        (await get('/sign-up?sent')).body,
        /at most 3 such mails an hour to one address, and 10 a day/,
      );
      assert.match((await get('/forgot-password?sent')).body, /at most 3 such mails an hour to one address/);
    });

    test('leave an earlier link valid when they are not sent', async () => {
      const form = { name: 'Ada', email: 'ada@example.com', password: PASSWORD };
      for (let asked = 0; asked < 4; asked += 1) await post('/sign-up', form);
      const bodies = (await db.selectFrom('mails').select('body').orderBy('created_at').execute()).map(
        ({ body }) => /token=([\w-]+)/.exec(body)?.[1] ?? '',
      );
      const confirmed = await post('/confirm-email', { token: bodies.at(-1) ?? '', password: PASSWORD });
      assert.equal(confirmed.statusCode, 303);
    });
  });

  describe('the list of devices', () => {
    const sessionIn = (body: string) => /name="session" value="([^"]+)"/.exec(body)?.[1] ?? '';

    test('signs out each of them by its own button, and no device of another account', async () => {
      const cookie = await join('ada@example.com');
      const second = await signIn('ada@example.com');
      const other = await join('grace@example.com');
      const session = sessionIn((await get('/settings', cookie)).body);
      const foreign = await post('/settings/sessions/end', { session }, { cookie: other });
      assert.equal(foreign.statusCode, 404);
      assert.equal((await get('/settings', second)).statusCode, 200);
      const done = await post('/settings/sessions/end', { session }, { cookie });
      assert.equal(done.headers.location, '/settings?done=session');
      assert.match(
        (await get('/settings?done=session', cookie)).body,
        /role="status">That device is signed out/,
      );
      assert.equal((await get('/settings', second)).statusCode, 303);
      assert.equal((await post('/settings/sessions/end', { session }, { cookie })).statusCode, 404);
      assert.match((await get('/settings', cookie)).body, /action="\/sign-out" method="post">/);
    });
  });

  describe('limits', () => {
    test('give a client a fixed number of tries a minute, then a page that says when to return', async () => {
      const limited = await openApp(2);
      const from = (remoteAddress: string, email: string) =>
        limited.inject({
          method: 'POST',
          url: '/sign-in',
          payload: new URLSearchParams({ email, password: 'wrong password' }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          remoteAddress,
        });
      const statuses = [];
      for (const [client, email] of [
        ['10.0.0.1', 'a@example.com'],
        ['10.0.0.1', 'b@example.com'],
        ['10.0.0.1', 'c@example.com'],
        ['10.0.0.2', 'A@example.com '],
        ['10.0.0.3', 'a@example.com'],
      ] as const)
        statuses.push((await from(client, email)).statusCode);
      assert.deepEqual(statuses, [422, 422, 429, 422, 422]);
      const refused = await from('10.0.0.1', 'e@example.com');
      assert.match(refused.body, /^<!doctype html>/);
      assert.ok(Number(refused.headers['retry-after']) > 0);
      assert.equal((await get('/sign-in', '', limited)).statusCode, 200);
      await limited.close();
    });
  });
});

function cookieOf({ headers }: Answer): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((each) => each.split(';')[0])
    .join('; ');
}
