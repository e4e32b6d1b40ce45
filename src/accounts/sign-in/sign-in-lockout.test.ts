import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BROWSER, PASSWORD, toCookie, useAccounts } from '../../../test/support/account-service.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { AppError } from '../../http/errors/errors.ts';
import type { Browser, SignInOutcome } from '../account/account.ts';

const EMAIL = 'ada@example.com';
const HOUR_MS = 3_600_000;

describeEngines('guessing a password', (open) => {
  const bench = useAccounts(open);
  const { mails, mailedToken, count, signUp, join } = bench;

  const from = (network: string, cookie = ''): Browser => ({ headers: { cookie }, network });
  const guess = (email: string, browser: Browser, password = 'a wrong password') =>
    bench.accounts.signIn({ email, password }, browser);
  const kindsOf = async (tries: number, attempt: (index: number) => Promise<SignInOutcome>) => {
    const kinds: string[] = [];
    for (let index = 0; index < tries; index += 1) kinds.push((await attempt(index)).kind);
    return kinds;
  };
  /** Uses up the attempts that unknown browsers have, from many networks. */
  const exhaust = (email: string) => kindsOf(110, (index) => guess(email, from(`10.0.${index}.1`)));

  test('makes only the guessing network wait, longer each time', async () => {
    await join(EMAIL);
    assert.deepEqual(await kindsOf(6, () => guess(EMAIL, from('10.0.0.1'))), [
      'wrong',
      'wrong',
      'wrong',
      'wrong',
      'wrong',
      'wait',
    ]);
    const refused = await guess(EMAIL, from('10.0.0.1'), PASSWORD);
    assert.ok(refused.kind === 'wait' && refused.because === 'place' && refused.seconds <= 30);
    assert.equal((await guess(EMAIL, from('10.0.0.2'), PASSWORD)).kind, 'done');
    bench.ahead = 31_000;
    assert.equal((await guess(EMAIL, from('10.0.0.1'))).kind, 'wrong');
    bench.ahead += 31_000;
    assert.equal((await guess(EMAIL, from('10.0.0.1'), PASSWORD)).kind, 'wait');
    bench.ahead += 30_000;
    assert.equal((await guess(EMAIL, from('10.0.0.1'), PASSWORD)).kind, 'done');
    // The right password ends the wait.
    assert.equal((await guess(EMAIL, from('10.0.0.1'))).kind, 'wrong');
  });

  test('never locks out a browser that has signed in before, even if failures come from many networks', async () => {
    const { cookie } = await join(EMAIL);
    const kinds = await exhaust(EMAIL);
    assert.deepEqual([kinds.indexOf('wait'), kinds.lastIndexOf('wrong')], [100, 99]);
    const unknown = await guess(EMAIL, from('172.16.0.1'), PASSWORD);
    assert.ok(unknown.kind === 'wait' && unknown.because === 'address' && unknown.seconds > 80_000);
    assert.equal((await guess(EMAIL, from('172.16.0.1', cookie), PASSWORD)).kind, 'done');
    // This browser is not locked out even on the attacker's network.
    assert.equal((await guess(EMAIL, from('10.0.0.1', cookie), PASSWORD)).kind, 'done');
  });

  test('makes only the guessing browser wait if that browser is known', async () => {
    const { cookie } = await join(EMAIL);
    const kinds = await kindsOf(6, (index) => guess(EMAIL, from(`10.0.${index}.1`, cookie)));
    assert.deepEqual(kinds.slice(4), ['wrong', 'wait']);
    assert.equal((await guess(EMAIL, from('10.0.0.1'), PASSWORD)).kind, 'done');
  });

  test('does not affect the reset link, and after a reset this browser can sign in immediately', async () => {
    await join(EMAIL);
    await bench.exhaustTries(EMAIL);
    await mails();
    assert.equal((await bench.accounts.requestReset(EMAIL)).kind, 'done');
    const reset = await bench.accounts.resetPassword(await mailedToken(), 'quite another one');
    assert.ok(reset.kind === 'done');
    const cookie = toCookie(reset.value.cookies);
    assert.equal((await guess(EMAIL, from('10.0.0.1', cookie), 'quite another one')).kind, 'done');
    assert.equal((await guess(EMAIL, from('10.0.0.1'), 'quite another one')).kind, 'wait');
  });

  test('gets the same responses whether the address has a confirmed account, an unconfirmed account or no account', async () => {
    await join(EMAIL);
    await signUp('new@example.com');
    const outcomes = [];
    for (const email of [EMAIL, 'new@example.com', 'nobody@example.com']) outcomes.push(await exhaust(email));
    assert.deepEqual(outcomes[1], outcomes[0]);
    assert.deepEqual(outcomes[2], outcomes[0]);
  });

  test('is counted for every attempt, even when many arrive at the same time', async () => {
    await join(EMAIL);
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => guess(EMAIL, from('10.0.0.1'))));
    const looked = outcomes.filter(({ kind }) => kind === 'wrong').length;
    assert.ok(looked >= 1 && looked <= 5, `${looked} were looked at`);
  });

  test('is rejected as busy when too many attempts are waiting, and a rejected attempt is not counted', async () => {
    const { session } = await join(EMAIL);
    const costly = bench.serviceWith({ hashCost: 12 });
    const tries = Array.from({ length: 80 }, (_, index) =>
      costly.signIn({ email: EMAIL, password: 'a wrong password' }, from(`10.0.${index}.1`)),
    );
    const outcomes = await Promise.allSettled(tries);
    const busy = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    assert.ok(busy.length > 0);
    for (const error of busy)
      assert.ok(
        error instanceof AppError && error.code === 'busy' && Number(error.headers['retry-after']) > 0,
      );
    assert.equal(await bench.accounts.countFailedSignIns(session), outcomes.length - busy.length);
  });

  test('is counted without storing an address or a network', async () => {
    await guess('stranger@example.com', from('198.51.100.7'));
    const rows = JSON.stringify(await bench.db.selectFrom('kept_counts').selectAll().execute());
    assert.equal(JSON.parse(rows).length, 2);
    assert.doesNotMatch(rows, /stranger|example|198\.51/);
    assert.doesNotMatch(bench.lines.join(''), /stranger|example|198\.51/);
  });

  describe('notifying the owner of failures', () => {
    const fail = (email: string, tries: number, subnet = 0) =>
      kindsOf(tries, (index) => guess(email, from(`10.${subnet}.${index}.1`)));

    test('sends an email after ten failures, at most once a day and only to a confirmed address', async () => {
      const { session } = await join(EMAIL);
      await signUp('new@example.com');
      await mails();
      for (const email of [EMAIL, 'new@example.com', 'nobody@example.com']) await fail(email, 40);
      const sent = await mails();
      assert.deepEqual(
        sent.map(({ recipient, subject }) => [recipient, subject]),
        [[EMAIL, 'Failed sign-ins to your account']],
      );
      assert.match(`${sent[0]?.body}`, /there were 10 attempts/);
      assert.equal(await bench.accounts.countFailedSignIns(session), 40);
      bench.ahead = 25 * HOUR_MS;
      assert.equal(await bench.accounts.countFailedSignIns(session), 0);
      await fail(EMAIL, 10, 1);
      assert.equal((await mails()).length, 1);
    });
  });

  describe('guessing the password with a stolen session', () => {
    test('makes only that session wait, longer each time, and does not affect signing in', async () => {
      const stolen = await join(EMAIL);
      const other = await bench.signIn(EMAIL);
      const ask = (session: typeof stolen.session, current: string) =>
        bench.accounts.changePassword(session, { current, next: 'quite another one' });
      const kinds: string[] = [];
      for (let index = 0; index < 6; index += 1) kinds.push((await ask(stolen.session, 'wrong')).kind);
      assert.deepEqual(kinds.slice(4), ['invalid', 'wait']);
      for (const outcome of [
        await bench.accounts.deleteAccount(stolen.session, { password: PASSWORD }),
        await bench.accounts.requestEmailChange(stolen.session, {
          email: 'x@example.com',
          password: PASSWORD,
        }),
      ])
        assert.equal(outcome.kind, 'wait');
      await bench.signIn(EMAIL);
      assert.equal((await ask(other.session, PASSWORD)).kind, 'done');
    });

    test('causes the same wait when it is done through a sign-up link', async () => {
      await signUp(EMAIL, 'what a stranger chose');
      const token = await mailedToken();
      const kinds: string[] = [];
      for (let index = 0; index < 6; index += 1)
        kinds.push((await bench.accounts.confirmEmail(token, 'wrong', BROWSER)).kind);
      assert.deepEqual(kinds.slice(4), ['invalid', 'wait']);
      bench.ahead = 31_000;
      assert.equal((await bench.accounts.confirmEmail(token, 'what a stranger chose', BROWSER)).kind, 'done');
      assert.equal(await count('sessions'), 1);
    });
  });
});
