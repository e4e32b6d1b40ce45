import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findAccountId } from '../../src/accounts/account/service.ts';
import { PASSWORD } from '../support/account-service.ts';
import { describeEngines } from '../support/engines.ts';
import { HOSTILE, useAccountPages } from './support/account-pages.ts';

describeEngines('the account settings page', (open) => {
  const { bench, get, post, signIn, join } = useAccountPages(open);

  describe('account settings', () => {
    test('require signing in', async () => {
      for (const path of ['email', 'password', 'sessions', 'delete'])
        assert.equal(
          (await post(`/settings/${path}`, {})).headers.location,
          '/sign-in?next=%2Fsettings',
          path,
        );
    });

    test('show errors next to the fields, in the only open form, and change nothing when the password is wrong', async () => {
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
        const open = answer.body.split('<details open>').slice(1);
        assert.equal(open.length, 1, `${path}: only the form with the error is open`);
        assert.match(open[0]?.split('</details>')[0] ?? '', new RegExp(`id="${field}"`));
        assert.doesNotMatch(answer.body, /<script/);
      }
      assert.deepEqual(await bench.db.selectFrom('mails').select('id').execute(), []);
      assert.equal((await get('/settings', cookie)).statusCode, 200);
    });

    test('sign out all other devices, but not this one, after a password change or a click on “everywhere else”', async () => {
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
      assert.match(page.body, /role="status">Your password was changed/);
      assert.doesNotMatch((await get('/settings?done=constructor', cookie)).body, /role="status"/);
    });

    test('delete the account immediately and clear its cookie; the page and an email explain what that means', async () => {
      const cookie = await join('ada@example.com');
      const answer = await post('/settings/delete', { delete_password: PASSWORD }, { cookie });
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/sign-in?deleted']);
      assert.match((await get('/sign-in?deleted')).body, /role="status">Your account was deleted/);
      assert.match(
        (await bench.mails()).at(-1)?.body ?? '',
        /Organizers will keep the applications you sent them/,
      );
      assert.match(`${answer.headers['set-cookie']}`, /Max-Age=0/);
      assert.equal((await get('/settings', cookie)).statusCode, 303);
      assert.equal(await findAccountId(bench.db, 'ada@example.com'), undefined);
    });

    test('list everything that will be deleted with the account, and what other accounts will keep', async () => {
      const { body } = await get('/settings', await join('ada@example.com'));
      for (const going of [
        'events',
        'team',
        'claims',
        'replies and disputes',
        'API keys',
        'webhooks',
        'calendar',
      ])
        assert.match(
          body,
          new RegExp(
            `Deleting your account also deletes[^<]*${going}[^<]*If you pay for a daily watch, it will end`,
          ),
        );
      assert.match(body, /Other organizers will keep the applications/);
    });

    test('escape HTML in an account name', async () => {
      await bench.accounts.createVerifiedAccount({
        name: HOSTILE,
        email: 'eve@example.com',
        password: PASSWORD,
      });
      const page = await get('/settings', await signIn('eve@example.com'));
      assert.ok(page.body.includes('&#60;script&#62;'));
      assert.doesNotMatch(page.body, /<script/);
    });
  });

  describe('the list of devices', () => {
    const sessionIn = (body: string) => /name="session" value="([^"]+)"/.exec(body)?.[1] ?? '';

    test('has a sign-out button for each device, and cannot be used to sign out another account’s device', async () => {
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
        /role="status">That device was signed out/,
      );
      assert.equal((await get('/settings', second)).statusCode, 303);
      assert.equal((await post('/settings/sessions/end', { session }, { cookie })).statusCode, 404);
      assert.match((await get('/settings', cookie)).body, /action="\/sign-out" method="post">/);
    });
  });
});
