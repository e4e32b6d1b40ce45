import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { BROWSER, PASSWORD, toCookie, useAccounts } from '../../../test/support/account-service.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { findByEmail, languageOfAccount } from './store.ts';

const DONE = { kind: 'done', value: null };
const DEAD = { kind: 'dead_link' };
const HOUR_MS = 3_600_000;

describeBothEngines('accounts', (open) => {
  const bench = useAccounts(open);
  const { mails, mailedToken, count, signUp, join, signIn, serviceWith } = bench;

  describe('sign-up', () => {
    test('creates the account and its email together; the link and the password confirm the account and sign the user in', async () => {
      assert.deepEqual(await signUp(' Ada@Example.COM ', PASSWORD, ' Ada  Lovelace '), DONE);
      const found = await findByEmail(bench.db, 'ada@example.com');
      assert.deepEqual(
        { ...found, id: '', created_at: '' },
        {
          id: '',
          name: 'Ada Lovelace',
          email: 'ada@example.com',
          verified: false,
          language: 'en',
          created_at: '',
        },
      );
      const [mail, ...others] = await mails();
      assert.deepEqual(
        [mail?.recipient, mail?.subject, others],
        ['ada@example.com', 'Confirm your email address', []],
      );
      assert.doesNotMatch(`${mail?.body}`, /Lovelace/);
      const token =
        /https:\/\/vendors\.example\/confirm-email\?token=([\w-]+)/.exec(`${mail?.body}`)?.[1] ?? '';
      assert.ok(await bench.accounts.findLinkAddress('confirm-email', token));
      assert.equal(await bench.accounts.findLinkAddress('reset-password', token), undefined);
      const outcome = await bench.accounts.confirmEmail(token, PASSWORD, BROWSER);
      assert.ok(outcome.kind === 'done');
      const session = await bench.accounts.findSession({ cookie: toCookie(outcome.value.cookies) });
      assert.equal(session?.accountId, found?.id);
      assert.deepEqual(await bench.accounts.confirmEmail(token, PASSWORD, BROWSER), DEAD);
    });

    test('uses the page’s language for the account, and the owner can change it later', async () => {
      const typed = { name: 'Ada', email: 'ada@example.com', password: PASSWORD };
      await bench.accounts.signUp({ ...typed, language: 'es' });
      const token = await mailedToken();
      await bench.accounts.confirmEmail(token, PASSWORD, BROWSER);
      const { session } = await signIn('ada@example.com');
      assert.equal(await bench.accounts.languageOf(session), 'es');
      const other = await join('bob@example.com');
      assert.equal(await languageOfAccount(bench.db, other.session.accountId), 'en');
      await bench.accounts.setLanguage(session, 'en');
      await bench.accounts.setLanguage(other.session, 'es');
      assert.equal(await languageOfAccount(bench.db, session.accountId), 'en');
      assert.equal(await languageOfAccount(bench.db, other.session.accountId), 'es');
      assert.equal(await languageOfAccount(bench.db, 'nobody'), 'en');
    });

    test('stores neither the password nor the link', async () => {
      await signUp('ada@example.com');
      const token = await mailedToken();
      for (const table of ['accounts', 'credentials', 'verifications'] as const) {
        const text = JSON.stringify(await bench.db.selectFrom(table).selectAll().execute());
        assert.ok(!text.includes(PASSWORD) && !text.includes(token), table);
      }
      assert.equal(bench.lines.join('').includes('@'), false);
    });

    test('does not confirm the address if the link is used with a different password', async () => {
      await signUp('ada@example.com', 'what a stranger chose');
      const token = await mailedToken();
      const outcome = await bench.accounts.confirmEmail(token, PASSWORD, BROWSER);
      assert.equal(outcome.kind, 'invalid');
      assert.equal((await findByEmail(bench.db, 'ada@example.com'))?.verified, false);
      assert.ok(await bench.accounts.findLinkAddress('confirm-email', token));
    });

    test('gives the same response for a confirmed address, changes nothing, and notifies its owner', async () => {
      const { cookie, session } = await join('ada@example.com');
      assert.deepEqual(await signUp('ADA@example.com', 'another phrase', 'Eve'), DONE);
      assert.deepEqual(
        (await mails()).map(({ recipient, subject }) => [recipient, subject]),
        [['ada@example.com', 'You already have an account']],
      );
      assert.deepEqual(await bench.accounts.findSession({ cookie }), session);
      assert.equal(
        (await bench.accounts.signIn({ email: 'ada@example.com', password: 'another phrase' }, BROWSER)).kind,
        'wrong',
      );
    });

    test('replaces an unconfirmed account, whose link and password stop working', async () => {
      await signUp('ada@example.com', 'what a stranger chose');
      const strangers = await mailedToken();
      assert.deepEqual(await signUp('ada@example.com'), DONE);
      const token = await mailedToken();
      assert.equal(await count('accounts'), 1);
      assert.equal(await count('verifications'), 1);
      assert.deepEqual(await bench.accounts.confirmEmail(strangers, 'what a stranger chose', BROWSER), DEAD);
      assert.equal((await bench.accounts.confirmEmail(token, PASSWORD, BROWSER)).kind, 'done');
    });

    test('does not store an account, credential or link if the email cannot be queued', async () => {
      await sql`alter table mails rename to mails_away`.execute(bench.db);
      try {
        await assert.rejects(signUp('ada@example.com'));
      } finally {
        await sql`alter table mails_away rename to mails`.execute(bench.db);
      }
      for (const table of ['accounts', 'credentials', 'verifications'] as const)
        assert.equal(await count(table), 0, table);
    });

    test('creates a single account and link from concurrent sign-ups for one address', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 3 }, (_, index) => signUp('ada@example.com', `${PASSWORD} ${index}`)),
      );
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'fulfilled'],
      );
      assert.deepEqual([await count('accounts'), await count('credentials')], [1, 1]);
      assert.equal(await count('verifications'), 1);
      assert.equal((await mails()).length, 3);
    });

    test('reports every invalid field, and writes nothing', async () => {
      const outcome = await bench.accounts.signUp({
        name: 'a\nb',
        email: 'a b@example.com',
        password: 'short',
      });
      assert.ok(outcome.kind === 'invalid');
      assert.deepEqual(Object.keys(outcome.errors), ['name', 'email', 'password']);
      assert.deepEqual([await count('accounts'), await count('mails')], [0, 0]);
    });

    test('accepts a link for 24 hours', async () => {
      await signUp('ada@example.com');
      const token = await mailedToken();
      bench.ahead = 24 * HOUR_MS - 60_000;
      assert.ok(await bench.accounts.findLinkAddress('confirm-email', token));
      bench.ahead = 24 * HOUR_MS + 1_000;
      assert.deepEqual(await bench.accounts.confirmEmail(token, PASSWORD, BROWSER), DEAD);
    });

    test('sends the link again only to an unconfirmed account, with the same response for everyone', async () => {
      await signUp('ada@example.com');
      await join('grace@example.com');
      await mails();
      for (const email of ['ada@example.com', 'grace@example.com', 'nobody@example.com'])
        assert.deepEqual(await bench.accounts.resendVerification(email), DONE);
      const rows = await mails();
      assert.deepEqual(
        rows.map(({ recipient }) => recipient),
        ['ada@example.com'],
      );
      const token = /token=([\w-]+)/.exec(`${rows[0]?.body}`)?.[1] ?? '';
      assert.equal((await bench.accounts.confirmEmail(token, PASSWORD, BROWSER)).kind, 'done');
    });
  });

  describe('sign-in', () => {
    test('gives the same response for a wrong password, an unknown address and an unconfirmed address', async () => {
      await signUp('new@example.com');
      await join('ada@example.com');
      for (const email of ['ada@example.com', 'new@example.com', 'nobody@example.com', 'no address', ''])
        assert.equal(
          (await bench.accounts.signIn({ email, password: 'wrong password' }, BROWSER)).kind,
          'wrong',
          email,
        );
      assert.equal(
        (await bench.accounts.signIn({ email: 'new@example.com', password: PASSWORD }, BROWSER)).kind,
        'wrong',
      );
      assert.equal(await count('sessions'), 1);
      assert.equal(bench.lines.join('').includes('@'), false);
    });

    test('sets cookies that are limited to this site and HTTPS, are hidden from scripts, and outlive the session', async () => {
      await join('ada@example.com');
      const outcome = await bench.accounts.signIn({ email: 'ada@example.com', password: PASSWORD }, BROWSER);
      assert.ok(outcome.kind === 'done');
      const names = outcome.cookies.map((each) => each.split('=')[0]);
      assert.match(
        names.join(' '),
        /^__Host-vendor-compliance\.session_token __Host-vendor-compliance\.device-\w{8}$/,
      );
      for (const each of outcome.cookies)
        assert.match(each, /=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    });

    test('treats an altered cookie, a cookie signed with another secret, and garbage as signed out', async () => {
      const { cookie } = await join('ada@example.com');
      const [name = '', value = ''] = cookie.split('=');
      const [token = '', signature = ''] = decodeURIComponent(value).split('.');
      const other = serviceWith({ secret: 'another-secret-of-tests-that-is-long-enough' });
      assert.equal(await other.findSession({ cookie }), undefined);
      const signed = (text: string) => `${name}=${encodeURIComponent(text)}`;
      const bad = [
        signed(token),
        signed(`${token}.`),
        signed(`${token}.${signature.slice(0, -4)}AAA=`),
        signed(`${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}.${signature}`),
        `${name}=%zz`,
        `${name}=`,
        '=',
        `${'x'.repeat(8_000)}`,
      ];
      for (const each of bad)
        assert.equal(await bench.accounts.findSession({ cookie: each }), undefined, each);
    });

    test('extends a session when it is used, and ends it 14 days after the last use', async () => {
      const { cookie, session } = await join('ada@example.com');
      for (const days of [13.9, 27.7]) {
        bench.ahead = days * 24 * HOUR_MS;
        assert.ok(await bench.accounts.findSession({ cookie }));
      }
      bench.ahead = 41.8 * 24 * HOUR_MS;
      assert.deepEqual(await bench.accounts.listSessions(session), []);
      assert.equal(await bench.accounts.findSession({ cookie }), undefined);
    });

    test('records the use of a session at most once an hour', async () => {
      const { cookie, session } = await join('ada@example.com');
      const lastUse = async () => (await bench.accounts.listSessions(session))[0]?.lastUsedAt;
      const start = await lastUse();
      bench.ahead = 0.9 * HOUR_MS;
      await bench.accounts.findSession({ cookie });
      assert.equal(await lastUse(), start);
      bench.ahead = 1.1 * HOUR_MS;
      await bench.accounts.findSession({ cookie });
      assert.notEqual(await lastUse(), start);
    });

    test('stores neither a session’s token nor its cookie', async () => {
      const { cookie } = await join('ada@example.com');
      const [token = '', signature = ''] = (cookie.split(/[=;]/)[1] ?? '').split('.');
      assert.deepEqual([token.length, signature.length > 40], [43, true]);
      const stored = JSON.stringify(await bench.db.selectFrom('sessions').selectAll().execute());
      assert.ok(!stored.includes(token) && !stored.includes(signature));
    });

    test('sign-out ends the session at once and clears the cookie', async () => {
      const { cookie } = await join('ada@example.com');
      const cookies = await bench.accounts.signOut({ cookie });
      assert.ok(cookies.length > 0);
      for (const each of cookies) assert.match(each, /Max-Age=0/);
      assert.equal(await bench.accounts.findSession({ cookie }), undefined);
      assert.equal(await count('sessions'), 0);
      await bench.accounts.signOut({});
    });

    test('lists sessions with their device; signing out everywhere invalidates old cookies immediately', async () => {
      const first = await join('ada@example.com');
      const second = await signIn('ada@example.com');
      const other = await join('grace@example.com');
      const listed = await bench.accounts.listSessions(first.session);
      assert.deepEqual(
        listed.map(({ id, userAgent, current }) => [id, userAgent, current]).sort(),
        [
          [first.session.sessionId, 'Test/1', true],
          [second.session.sessionId, 'Test/1', false],
        ].sort(),
      );
      await bench.accounts.signOutEverywhere(first.session, 'others');
      assert.equal(await bench.accounts.findSession(second), undefined);
      assert.deepEqual(await bench.accounts.findSession(first), first.session);
      await bench.accounts.signOutEverywhere(first.session, 'all');
      assert.equal(await bench.accounts.findSession(first), undefined);
      assert.deepEqual(await bench.accounts.findSession(other), other.session);
    });

    test('does not store client addresses', async () => {
      await join('ada@example.com');
      const rows = await bench.db.selectFrom('sessions').selectAll().execute();
      assert.equal(rows.length, 1);
      assert.ok(!JSON.stringify(rows).includes(BROWSER.network));
    });
  });
});
