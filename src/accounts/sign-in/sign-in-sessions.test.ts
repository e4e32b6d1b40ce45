import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  BROWSER,
  HASH_COST,
  PASSWORD,
  toCookie,
  useAccounts,
} from '../../../test/support/account-service.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { JURISDICTION_ZONE } from '../../lib/time/dates.ts';
import { describeInstant } from '../../lib/time/zoned-time.ts';
import { hashPassword } from '../../platform/passwords/password-hash.ts';

const EMAIL = 'ada@example.com';
const DAY_MS = 24 * 3_600_000;
/** "three words together", as the authentication library used to hash it: N=2^14, r=16, 64 bytes. */
const FORMER_HASH =
  '000102030405060708090a0b0c0d0e0f:628d794eca462f2e7e7e1ec2a41952adfb48647f3799dc78f9d79b51ec2efb3d4e12d2811808c35bbdf664c4cb639490a7b5a25dfa2140f1fe42acbd129c5b62';

describeEngines('sessions and known browsers', (open) => {
  const bench = useAccounts(open);
  const { count, join, signIn, serviceWith } = bench;

  const hashInUse = async () => {
    const row = await bench.db
      .selectFrom('credentials')
      .select(['password', 'updated_at'])
      .executeTakeFirstOrThrow();
    return [row.password, row.updated_at];
  };
  const newDevices = () => bench.lines.filter((line) => line.includes('"sign_in_new_device"')).length;

  test('signing in ends the session that the browser sent, even if it belonged to another account', async () => {
    const first = await join(EMAIL);
    const again = await bench.accounts.signIn(
      { email: EMAIL, password: PASSWORD },
      { ...BROWSER, headers: { cookie: first.cookie } },
    );
    assert.ok(again.kind === 'done');
    assert.equal(await bench.accounts.findSession(first), undefined);
    assert.equal(await count('sessions'), 1);
    await bench.accounts.createVerifiedAccount({
      name: 'Grace',
      email: 'grace@example.com',
      password: PASSWORD,
    });
    const cookie = toCookie(again.cookies);
    await bench.accounts.signIn(
      { email: 'grace@example.com', password: PASSWORD },
      { ...BROWSER, headers: { cookie } },
    );
    assert.equal(await bench.accounts.findSession({ cookie }), undefined);
    assert.equal(await count('sessions'), 1);
  });

  test('a session ends 90 days after its sign-in, even if it is used every day', async () => {
    const { cookie, session } = await join(EMAIL);
    for (let days = 10; days < 90; days += 10) {
      bench.ahead = days * DAY_MS;
      assert.ok(await bench.accounts.findSession({ cookie }));
    }
    bench.ahead = 89.9 * DAY_MS;
    assert.ok(await bench.accounts.findSession({ cookie }));
    bench.ahead = 90.1 * DAY_MS;
    assert.deepEqual(await bench.accounts.listSessions(session), []);
    assert.equal(await bench.accounts.findSession({ cookie }), undefined);
  });

  test('a session that an earlier version extended past 90 days is rejected', async () => {
    const { cookie } = await join(EMAIL);
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    await bench.db
      .updateTable('sessions')
      .set({ created_at: daysAgo(90.1), updated_at: daysAgo(1), expires_at: daysAgo(-13) })
      .execute();
    assert.equal(await bench.accounts.findSession({ cookie }), undefined);
  });

  test('a sign-in from an unknown browser sends an email in the account’s language, with no link that signs anyone in', async () => {
    const HOUR_MS = 3_600_000;
    const { cookie } = await join(EMAIL);
    assert.deepEqual(await bench.mails(), [], 'its owner just made it');
    bench.ahead = HOUR_MS;
    await bench.accounts.signIn(
      { email: EMAIL, password: PASSWORD },
      { ...BROWSER, headers: { ...BROWSER.headers, cookie } },
    );
    assert.deepEqual(await bench.mails(), [], 'the browser is known');
    await bench.accounts.signIn({ email: EMAIL, password: 'a wrong password' }, BROWSER);
    assert.deepEqual(await bench.mails(), [], 'nobody signed in');
    const before = new Date(Date.now() + bench.ahead);
    await signIn(EMAIL);
    const [mail, ...others] = await bench.mails();
    assert.deepEqual(others, []);
    assert.deepEqual([mail?.recipient, mail?.subject], [EMAIL, 'New sign-in to your account']);
    assert.match(
      mail?.body ?? '',
      / was used to sign in .* from a new browser: .*, 20\d\d, \d+:\d\d [AP]M E[SD]T\./,
    );
    assert.ok(mail?.body.includes(describeInstant(before.toISOString(), JURISDICTION_ZONE).slice(0, 20)));
    assert.deepEqual(mail?.body.match(/https:\S+/g), [
      'https://vendors.example/forgot-password',
      'https://vendors.example/settings',
      'https://vendors.example/contact',
    ]);
    await bench.db.updateTable('accounts').set({ language: 'es' }).execute();
    await signIn(EMAIL);
    assert.equal((await bench.mails())[0]?.subject, 'Nuevo inicio de sesión en su cuenta');
  });

  test('unknown browsers cause at most five emails a day', async () => {
    await join(EMAIL);
    bench.ahead = 3_600_000;
    for (let times = 0; times < 7; times += 1) await signIn(EMAIL);
    assert.equal((await bench.mails()).length, 5);
    bench.ahead += DAY_MS;
    await signIn(EMAIL);
    assert.equal((await bench.mails()).length, 1);
  });

  test('the email about an unknown browser and the session are stored together or not at all', async () => {
    await join(EMAIL);
    bench.ahead = 3_600_000;
    await bench.db.schema.alterTable('mails').renameTo('mails_away').execute();
    await assert.rejects(signIn(EMAIL));
    await bench.db.schema.alterTable('mails_away').renameTo('mails').execute();
    assert.equal(await count('sessions'), 1);
  });

  test('a session can be ended by its id only from its own account', async () => {
    const first = await join(EMAIL);
    const second = await signIn(EMAIL);
    const other = await join('grace@example.com');
    assert.equal(await bench.accounts.endSession(first.session, other.session.sessionId), false);
    assert.equal(await bench.accounts.endSession(first.session, 'no such id'), false);
    assert.equal(await bench.accounts.endSession(first.session, second.session.sessionId), true);
    assert.equal(await bench.accounts.findSession(second), undefined);
    assert.ok(await bench.accounts.findSession(first));
    assert.ok(await bench.accounts.findSession(other));
  });

  test('a cookie with the old name is ignored, and cookies set over HTTP have no name prefix', async () => {
    const { cookie } = await join(EMAIL);
    const former = cookie.replace('__Host-', '__Secure-');
    assert.equal(await bench.accounts.findSession({ cookie: former }), undefined);
    const local = serviceWith({ baseUrl: 'http://localhost:3000' });
    const outcome = await local.signIn({ email: EMAIL, password: PASSWORD }, BROWSER);
    assert.ok(outcome.kind === 'done');
    assert.match(
      `${outcome.cookies[0]}`,
      /^vendor-compliance\.session_token=.*Path=\/; HttpOnly; SameSite=Lax$/,
    );
    // Random values may contain any letters, so only names and attributes are checked.
    for (const each of outcome.cookies) assert.doesNotMatch(each, /^__|; ?(Secure|Domain)/);
  });

  test('a password hash in the old format still works and is renewed at sign-in; known browsers remain known', async () => {
    const { cookie } = await join(EMAIL);
    const [, setAt] = await hashInUse();
    await bench.db.updateTable('credentials').set({ password: FORMER_HASH }).execute();
    const wrong = await bench.accounts.signIn({ email: EMAIL, password: 'a wrong password' }, BROWSER);
    assert.equal(wrong.kind, 'wrong');
    assert.deepEqual(await hashInUse(), [FORMER_HASH, setAt]);
    await signIn(EMAIL);
    const [renewed, sameDay] = await hashInUse();
    assert.ok(`${renewed}`.startsWith(`$scrypt$ln=${HASH_COST},r=8,p=1$`));
    assert.equal(sameDay, setAt);
    const known = newDevices();
    await bench.accounts.signIn({ email: EMAIL, password: PASSWORD }, { ...BROWSER, headers: { cookie } });
    assert.equal(newDevices(), known);
  });

  test('a hash with another cost is renewed at the next sign-in', async () => {
    await join(EMAIL);
    await bench.db
      .updateTable('credentials')
      .set({ password: await hashPassword(PASSWORD, HASH_COST + 1) })
      .execute();
    await signIn(EMAIL);
    assert.ok(`${(await hashInUse())[0]}`.startsWith(`$scrypt$ln=${HASH_COST},`));
  });

  describe('the known-browser cookie', () => {
    const isKnown = async (cookie: string, password = PASSWORD) => {
      const browser = { headers: { cookie }, network: '172.16.0.1' };
      return (await bench.accounts.signIn({ email: EMAIL, password }, browser)).kind === 'done';
    };

    test('stops working after a password change, except in the browser where the password was changed', async () => {
      const before = await join(EMAIL);
      const typed = { current: PASSWORD, next: 'quite another one' };
      const changed = await bench.accounts.changePassword(before.session, typed);
      assert.ok(changed.kind === 'done');
      await bench.exhaustTries(EMAIL);
      assert.equal(await isKnown(before.cookie, 'quite another one'), false);
      assert.equal(await isKnown(toCookie(changed.value.cookies), 'quite another one'), true);
      await bench.mails();
      await bench.accounts.requestReset(EMAIL);
      await bench.accounts.resetPassword(await bench.mailedToken(), 'a third one of these');
      assert.equal(await isKnown(toCookie(changed.value.cookies), 'a third one of these'), false);
    });

    test('is ignored if it was altered, has expired, belongs to another account, or was signed with another secret', async () => {
      const { cookie } = await join(EMAIL);
      const others = await join('grace@example.com');
      const forged = await serviceWith({ secret: 'another-secret-of-tests-that-is-long-enough' }).signIn(
        { email: EMAIL, password: PASSWORD },
        BROWSER,
      );
      assert.ok(forged.kind === 'done');
      await bench.exhaustTries(EMAIL);
      const [, name = '', value = ''] = /(__Host-vendor-compliance\.device-\w+)=([^;]+)/.exec(cookie) ?? [];
      const [, theirs = ''] = /device-\w+=([^;]+)/.exec(others.cookie) ?? [];
      const [id, madeAt, signature] = value.split('.');
      const bad = [`${name}=${theirs}`, toCookie(forged.cookies), `${name}=`, `${name}=${value}x`];
      bad.push(
        `${name}=${id}.${Number(madeAt) + 1}.${signature}`,
        `${name}=${'A'.repeat(22)}.${madeAt}.${signature}`,
      );
      for (const each of bad) assert.equal(await isKnown(each), false, each);
      bench.ahead = 401 * DAY_MS;
      await bench.exhaustTries(EMAIL);
      assert.equal(await isKnown(`${name}=${value}`), false);
      bench.ahead = 0;
      assert.equal(await isKnown(`x=y; ${name}=${value}`), true);
    });
  });
});
