import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PASSWORD } from '../support/account-service.ts';
import { describeEngines } from '../support/engines.ts';
import {
  type Answer,
  BASE_URL,
  cookieOf,
  HOSTILE,
  tokenOf,
  useAccountPages,
} from './support/account-pages.ts';

describeEngines('the account pages', (open) => {
  const { bench, openApp, inject, get, post, mailedLink, join } = useAccountPages(open);

  test('lead from sign-up through the confirmation email to the settings, and sign the user out again', async () => {
    const email = 'ada@example.com';
    const sent = await post('/sign-up', { name: 'Ada', email, password: PASSWORD });
    assert.deepEqual([sent.statusCode, sent.headers.location], [303, '/sign-up?sent']);
    assert.match((await get('/sign-up?sent')).body, /<h1>Check your email<\/h1>.*check your spam folder/s);

    const early = await post('/sign-in', { email, password: PASSWORD });
    assert.equal(early.statusCode, 422);
    assert.match(early.body, /isn’t confirmed yet.*action="\/confirm-email\/again"/s);
    assert.equal(early.headers['set-cookie'], undefined);

    const link = await mailedLink(email);
    assert.match((await get(link)).body, /autocomplete="current-password"/);
    const token = tokenOf(link);
    const wrong = await post('/confirm-email', { token, password: 'wrong password' });
    assert.equal(wrong.statusCode, 422);
    const confirmed = await post('/confirm-email', { token, password: PASSWORD });
    assert.deepEqual([confirmed.statusCode, confirmed.headers.location], [303, '/home?arrived']);
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

  test('keep what the user typed except passwords, and show errors next to their fields', async () => {
    const answer = await post('/sign-up', { name: '', email: HOSTILE, password: 'short' });
    assert.equal(answer.statusCode, 422);
    for (const id of ['name-error', 'email-error', 'password-error'])
      assert.match(answer.body, new RegExp(`href="#${id.slice(0, -6)}".*id="${id}"`, 's'));
    assert.ok(answer.body.includes('value="&#34;&#62;&#60;script&#62;'));
    assert.doesNotMatch(answer.body, /short|<script/);
    assert.match(answer.body, /<title>Error: /);
  });

  test('are private: they are not cached, run no scripts of their own, and send no referrer to other sites', async () => {
    const cookie = await join('ada@example.com');
    const paths = ['/sign-up', '/sign-up?sent', '/sign-in', '/confirm-email', '/confirm-email/again'];
    paths.push('/forgot-password', '/forgot-password?sent', '/reset-password');
    const answers = await Promise.all(paths.map((path) => get(path)));
    for (const { body } of answers) assert.doesNotMatch(body, /aria-current/, 'vendors sign in and up, too');
    answers.push(await get('/settings', cookie), await get('/confirm-new-email?token=x', cookie));
    for (const { headers, body } of answers) {
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['referrer-policy'], 'strict-origin');
      assert.match(`${headers['content-security-policy']}`, /default-src 'none'/);
      // The passkey sign-in needs this script; everything else on the page works without it.
      const own = body.replace('<script type="module" src="/assets/passkeys.js"></script>', '');
      assert.doesNotMatch(own, /<script|<style|\sstyle=|\son[a-z]+=/i);
      assert.equal(body.match(/<h1>/g)?.length, 1);
      const ids = [...body.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
      assert.deepEqual(ids, [...new Set(ids)]);
      // A password manager needs to find the account's email address next to the password field.
      for (const [form] of body.matchAll(/<form\b.*?<\/form>/gs))
        assert.equal(
          form.includes('type="password"'),
          /type="password"/.test(form) && /autocomplete="username"/.test(form),
          form,
        );
      for (const [control] of body.matchAll(/<input\b(?![^>]*(?:type="hidden"|readonly hidden))[^>]*>/g)) {
        const id = /\sid="([^"]+)"/.exec(control)?.[1];
        assert.ok(body.includes(`<label for="${id}">`), control);
        // Radio buttons do not have text to autofill.
        if (/type="radio"/.test(control)) continue;
        assert.match(control, /autocomplete="(?:name|username|email|new-password|current-password)"/);
      }
    }
  });

  describe('known and unknown addresses', () => {
    /**
     * Returns every part of a response that could reveal whether an address is known, with the typed address
     * masked.
     */
    const told = ({ statusCode, headers, body }: Answer, email: string) => ({
      statusCode,
      headers: {
        ...headers,
        'x-request-id': '',
        date: '',
        // Removes the seconds remaining in the address's rate-limit window.
        ratelimit: `${headers.ratelimit}`.replace(/t=\d+$/, ''),
      },
      body: body.replaceAll(email, 'ADDRESS'),
    });

    test('get identical responses to sign-up, password reset, resent links, and sign-in, even right after someone signs up', async () => {
      await join('known@example.com');
      await bench.accounts.signUp({
        name: 'Eve',
        email: 'fresh@example.com',
        password: 'what a stranger chose',
      });
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
          const from = { remoteAddress: `10.${round}.0.${index}`, on: server };
          const answer = await post(path, { ...form, email }, from);
          answers.push(told(answer, email));
        }
        assert.equal(answers[0]?.statusCode, status, path);
        assert.deepEqual(answers[1], answers[0], path);
        assert.deepEqual(answers[2], answers[0], path);
      }
      await server.close();
    });
  });

  describe('links in emails', () => {
    test('set a new password only once, after which the sign-in page confirms the change', async () => {
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

    test('confirm a new address only when the signed-in account clicks a button; opening the link changes nothing', async () => {
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

    test('show an error page when their token is garbage, without causing a server error', async () => {
      for (const token of ['', '%', '%00', '%zz', '<script>', 'x'.repeat(5_000)])
        for (const path of ['/confirm-email', '/reset-password'])
          assert.equal((await get(`${path}?token=${token}`)).statusCode, 404, token.slice(0, 20));
      assert.equal((await post('/confirm-email', {})).statusCode, 404);
      assert.equal((await post('/sign-in', {})).statusCode, 422);
      const json = { method: 'POST', url: '/sign-in', payload: { email: {} } } as const;
      assert.equal((await inject(json)).statusCode, 422);
      assert.equal((await post('/sign-up', { name: 'x'.repeat(17_000) })).statusCode, 413);
    });

    test('leave no token, address, or password in the log', async () => {
      await post('/sign-up', { name: 'Ada', email: 'ada@example.com', password: PASSWORD });
      const link = await mailedLink('ada@example.com');
      await get(link);
      await post('/confirm-email', { token: tokenOf(link), password: PASSWORD });
      const log = bench.lines.join('');
      assert.match(log, /"path":"\/confirm-email"/);
      for (const secret of [tokenOf(link), 'ada@', PASSWORD]) assert.ok(!log.includes(secret), secret);
    });
  });

  describe('a form from another site', () => {
    test('is rejected', async () => {
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

    test('cannot make sign-in redirect to another site', async () => {
      const cookie = await join('ada@example.com');
      const elsewhere = ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'];
      elsewhere.push('/\t/evil.example', '\\\\evil.example', ' /x', '', '/x\r\nset-cookie: a=b');
      for (const next of elsewhere) {
        const typed = { email: 'ada@example.com', password: PASSWORD, next };
        assert.equal((await post('/sign-in', typed)).headers.location, '/home?arrived', next);
        const query = new URLSearchParams({ next });
        assert.equal((await get(`/sign-in?${query}`, cookie)).headers.location, '/home?arrived', next);
        assert.doesNotMatch((await get(`/sign-in?${query}`)).body, /name="next"/);
      }
      const inside = { email: 'ada@example.com', password: PASSWORD, next: '/settings/api-keys?x=1' };
      assert.equal((await post('/sign-in', inside)).headers.location, '/settings/api-keys?x=1');
    });
  });
});
