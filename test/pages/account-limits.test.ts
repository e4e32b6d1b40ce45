import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findAccountId } from '../../src/accounts/account/service.ts';
import { PASSWORD } from '../support/account-service.ts';
import { describeEngines } from '../support/engines.ts';
import { cookieOf, tokenOf, useAccountPages } from './support/account-pages.ts';

describeEngines('rate limits on the account pages', (open) => {
  const { bench, openApp, get, post, mailedLink, join } = useAccountPages(open);

  describe('wrong passwords', () => {
    const tryFrom = (remoteAddress: string, email: string) =>
      post('/sign-in', { email, password: 'wrong password', next: '/settings' }, { remoteAddress });

    test('lead to a page that says how long to wait, no matter which email address was entered, and that offers a password reset', async () => {
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

    test('from the same IPv6 /64 network share one counter', async () => {
      await join('ada@example.com');
      const statuses = [];
      for (let host = 1; host <= 6; host += 1)
        statuses.push((await tryFrom(`2001:db8:1:1::${host}`, 'ada@example.com')).statusCode);
      assert.deepEqual(statuses.slice(4), [422, 429]);
      assert.equal((await tryFrom('2001:db8:1:2::1', 'ada@example.com')).statusCode, 422);
    });

    test('never block the password reset form', async () => {
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

    test('in the settings lock out the session for a while, and the page shows where and for how long', async () => {
      const cookie = await join('ada@example.com');
      for (let tries = 0; tries < 5; tries += 1)
        assert.equal((await post('/settings/delete', { delete_password: 'x' }, { cookie })).statusCode, 422);
      const refused = await post('/settings/delete', { delete_password: PASSWORD }, { cookie });
      assert.equal(refused.statusCode, 429);
      assert.ok(Number(refused.headers['retry-after']) > 0);
      assert.match(
        refused.body,
        /id="delete_password-error">The wrong password was typed several times here/,
      );
      assert.notEqual(await findAccountId(bench.db, 'ada@example.com'), undefined);
    });

    test('are reported on the settings page as failed sign-ins', async () => {
      const cookie = await join('ada@example.com');
      assert.doesNotMatch(
        (await get('/settings', cookie)).body,
        /failed attempts? to sign in to your account/,
      );
      for (const client of ['10.2.0.1', '10.2.0.2', '10.2.0.3']) await tryFrom(client, 'ada@example.com');
      assert.match((await get('/settings', cookie)).body, /there were 3 failed attempts to sign in/);
    });
  });

  describe('emails to one address', () => {
    test('are limited to three an hour in total; every request gets the same response, and the page explains the limit', async () => {
      for (let asked = 0; asked < 5; asked += 1) {
        const form = { name: 'Eve', email: 'victim@example.com', password: 'what a stranger chose' };
        const answer = await post('/sign-up', form);
        assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/sign-up?sent']);
        const again = await post('/confirm-email/again', { email: 'victim@example.com' });
        assert.deepEqual([again.statusCode, again.headers.location], [303, '/confirm-email/again?sent']);
      }
      assert.equal((await bench.db.selectFrom('mails').select('id').execute()).length, 3);
      assert.match(
        (await get('/sign-up?sent')).body,
        /at most 3 of these emails an hour to one address, and 10 a day/,
      );
      assert.match(
        (await get('/forgot-password?sent')).body,
        /at most 3 of these emails an hour to one address/,
      );
    });

    test('leave the last link that was sent valid when later emails are held back', async () => {
      const form = { name: 'Ada', email: 'ada@example.com', password: PASSWORD };
      for (let asked = 0; asked < 4; asked += 1) await post('/sign-up', form);
      const bodies = (await bench.db.selectFrom('mails').select('body').orderBy('created_at').execute()).map(
        ({ body }) => /token=([\w-]+)/.exec(body)?.[1] ?? '',
      );
      const confirmed = await post('/confirm-email', { token: bodies.at(-1) ?? '', password: PASSWORD });
      assert.equal(confirmed.statusCode, 303);
    });
  });

  describe('rate limits', () => {
    test('allow each client a fixed number of attempts per minute, and then show a page that says when to try again', async () => {
      const limited = await openApp(2);
      const from = (remoteAddress: string, email: string) =>
        post('/sign-in', { email, password: 'wrong password' }, { remoteAddress, on: limited });
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
