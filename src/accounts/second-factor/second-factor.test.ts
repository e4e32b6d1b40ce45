import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BROWSER, PASSWORD, useAccounts } from '../../../test/support/account-service.ts';
import { describeEngines } from '../../../test/support/engines.ts';
import { createLogger } from '../../platform/log/log.ts';
import type { SignedIn } from '../account/account.ts';
import { removeSecondFactor } from '../account/administration-service.ts';
import { codeAt, newRecoveryCode, readCode, stepOf } from './second-factor-codes.ts';

const STEP_MS = 30_000;

describeEngines('the second factor', (open) => {
  const bench = useAccounts(open);
  const email = 'ana@x.example';
  const now = () => Date.now() + bench.ahead;
  const make = () => bench.accounts.createVerifiedAccount({ name: 'Ana', email, password: PASSWORD });
  const browser = (cookie?: string) => ({ ...BROWSER, headers: { ...BROWSER.headers, cookie } });
  const cookieOf = (cookies: readonly string[]) => cookies.map((each) => each.split(';')[0]).join('; ');

  const signIn = async () => {
    const outcome = await bench.accounts.signIn({ email, password: PASSWORD }, browser());
    if (outcome.kind !== 'done') throw new Error(outcome.kind);
    return { cookie: cookieOf(outcome.cookies), codeDue: outcome.codeDue };
  };
  const sessionOf = (cookie: string) => bench.accounts.findSession({ cookie });
  const mustBeIn = async (cookie: string): Promise<SignedIn> => {
    const session = await sessionOf(cookie);
    assert.ok(session);
    return session;
  };
  const setUp = async () => {
    await make();
    const { cookie } = await signIn();
    const session = await mustBeIn(cookie);
    assert.deepEqual(await bench.accounts.secondFactorOf(session), { kind: 'off' });
    assert.equal((await bench.accounts.beginSecondFactor(session, PASSWORD)).kind, 'done');
    const pending = await bench.accounts.secondFactorOf(session);
    assert.equal(pending.kind, 'pending');
    const secret = pending.kind === 'pending' ? pending.secret : '';
    const done = await bench.accounts.confirmSecondFactor(session, codeAt(secret, now()));
    assert.equal(done.kind, 'done');
    const codes = done.kind === 'done' ? done.value.codes : [];
    return { cookie, session, secret, codes };
  };
  /** Returns the next code, because each code is accepted only once. */
  const nextCode = (secret: string) => {
    bench.ahead += STEP_MS;
    return codeAt(secret, now());
  };
  const subjects = async () =>
    (await bench.db.selectFrom('mails').select('body').orderBy('created_at').orderBy('id').execute()).map(
      ({ body }) => body,
    );

  test('is required once it is confirmed: a password by itself does not sign anyone in, but a password and a code do', async () => {
    const { secret, cookie } = await setUp();
    assert.ok(await sessionOf(cookie), 'the browser that set it up stays signed in');
    const { cookie: waiting, codeDue } = await signIn();
    assert.deepEqual([codeDue, await sessionOf(waiting)], [true, undefined]);
    assert.equal(await bench.accounts.isCodeDue({ cookie: waiting }), true);
    const listed = async () => (await bench.accounts.listSessions(await mustBeIn(cookie))).length;
    assert.equal(await listed(), 1, 'whoever waits for a code is not signed in');
    const passed = await bench.accounts.passSecondFactor({ cookie: waiting }, nextCode(secret));
    assert.equal(passed.kind, 'done');
    assert.equal((await mustBeIn(waiting)).email, email);
    assert.equal(await listed(), 2);
    assert.equal(await bench.accounts.isCodeDue({ cookie: waiting }), false);
  });

  test('is not required before it is confirmed, and an unconfirmed secret expires after an hour', async () => {
    await make();
    const session = await mustBeIn((await signIn()).cookie);
    await bench.accounts.beginSecondFactor(session, PASSWORD);
    const again = await signIn();
    assert.equal(again.codeDue, false);
    assert.ok(await sessionOf(again.cookie));
    assert.equal((await bench.accounts.confirmSecondFactor(session, '123456')).kind, 'invalid');
    bench.ahead += 61 * 60_000;
    assert.deepEqual(await bench.accounts.secondFactorOf(session), { kind: 'off' });
  });

  test('signs out every other browser when it is turned on, and the email to the owner reveals no code or secret', async () => {
    await make();
    const other = await signIn();
    const { cookie } = await signIn();
    const session = await mustBeIn(cookie);
    await bench.accounts.beginSecondFactor(session, PASSWORD);
    const pending = await bench.accounts.secondFactorOf(session);
    const secret = pending.kind === 'pending' ? pending.secret : '';
    const done = await bench.accounts.confirmSecondFactor(session, codeAt(secret, now()));
    assert.equal(await sessionOf(other.cookie), undefined);
    const mails = await subjects();
    assert.match(mails.at(-1) ?? '', /you’ll need your password and a code from your authenticator/);
    const codes = done.kind === 'done' ? done.value.codes : [];
    for (const told of [secret, ...codes])
      assert.ok(!mails.join().includes(told) && !bench.lines.join().includes(told));
  });

  test('accepts each code only once, even in concurrent requests, and accepts a code that is one step off', async () => {
    const { secret } = await setUp();
    const one = await signIn();
    const two = await signIn();
    const code = nextCode(secret);
    const outcomes = await Promise.all(
      [one, two].map(({ cookie }) => bench.accounts.passSecondFactor({ cookie }, code)),
    );
    // The other request may have to wait, as it would after any wrong code.
    assert.equal(outcomes.filter(({ kind }) => kind === 'done').length, 1);
    const third = await signIn();
    bench.ahead += 4 * 60_000;
    const early = codeAt(secret, now() + STEP_MS);
    assert.equal((await bench.accounts.passSecondFactor({ cookie: third.cookie }, early)).kind, 'done');
    const fourth = await signIn();
    bench.ahead += 3 * 60_000;
    const late = codeAt(secret, now() - 2 * STEP_MS);
    assert.equal((await bench.accounts.passSecondFactor({ cookie: fourth.cookie }, late)).kind, 'invalid');
  });

  test('accepts a recovery code once, with any case and spacing, and shows how many codes are left', async () => {
    const { codes } = await setUp();
    assert.equal(new Set(codes).size, 10);
    const [first = ''] = codes;
    const typed = ` ${first.replaceAll('-', ' ').toUpperCase().replaceAll('0', 'O')} `;
    const { cookie } = await signIn();
    assert.equal((await bench.accounts.passSecondFactor({ cookie }, typed)).kind, 'done');
    assert.match((await subjects()).at(-1) ?? '', /A recovery code was used [^.]*\. You have 9 left\./);
    const again = await signIn();
    assert.equal((await bench.accounts.passSecondFactor(again, first)).kind, 'invalid');
    const state = await bench.accounts.secondFactorOf(await mustBeIn(cookie));
    assert.equal(state.kind === 'on' ? state.codesLeft : 0, 9);
  });

  test('slows down guessing across sessions, and logs each guess', async () => {
    await setUp();
    const kinds: string[] = [];
    for (let guess = 0; guess < 12; guess++) {
      const { cookie } = await signIn();
      kinds.push((await bench.accounts.passSecondFactor({ cookie }, '000000')).kind);
    }
    assert.ok(kinds.includes('wait'), kinds.join());
    assert.ok(kinds.slice(kinds.indexOf('wait')).every((kind) => kind === 'wait'));
    const failed = bench.lines.filter((line) => line.includes('"second_factor_failed"'));
    assert.equal(failed.length, kinds.filter((kind) => kind === 'invalid').length);
  });

  test('can be entered for ten minutes after the password; then the session ends', async () => {
    const { secret } = await setUp();
    const { cookie } = await signIn();
    bench.ahead += 11 * 60_000;
    const outcome = await bench.accounts.passSecondFactor({ cookie }, nextCode(secret));
    assert.equal(outcome.kind, 'dead_link');
    assert.equal(await bench.accounts.isCodeDue({ cookie }), false);
  });

  test('is also required after a password reset, and is removed only with a password and a code', async () => {
    const { secret, session, codes } = await setUp();
    await bench.accounts.requestReset(email);
    // Emails created in the same millisecond may be in any order.
    const tokens = (await subjects()).map((body) => /token=([\w-]+)/.exec(body)?.[1]);
    const token = tokens.find(Boolean) ?? '';
    const password = 'four other words entirely';
    assert.equal((await bench.accounts.resetPassword(token, password)).kind, 'done');
    const outcome = await bench.accounts.signIn({ email, password }, browser());
    assert.equal(outcome.kind === 'done' && outcome.codeDue, true);
    const cookie = outcome.kind === 'done' ? cookieOf(outcome.cookies) : '';
    assert.equal((await bench.accounts.passSecondFactor({ cookie }, nextCode(secret))).kind, 'done');
    const now_ = await mustBeIn(cookie);
    const end = (typed: { password: string; code: string }) => bench.accounts.endSecondFactor(now_, typed);
    assert.equal((await end({ password: 'wrong words', code: codes[1] ?? '' })).kind, 'invalid');
    assert.equal((await end({ password, code: '12' })).kind, 'invalid');
    assert.equal((await end({ password, code: codes[1] ?? '' })).kind, 'done');
    assert.deepEqual(await bench.accounts.secondFactorOf(now_), { kind: 'off' });
    assert.match((await subjects()).at(-1) ?? '', /You no longer need a code/);
    assert.equal(session.accountId, now_.accountId);
  });

  test('can be given new recovery codes, after which the previous codes stop working', async () => {
    const { session, secret, codes } = await setUp();
    const typed = { password: PASSWORD, code: nextCode(secret) };
    const renewed = await bench.accounts.renewRecoveryCodes(session, typed);
    assert.equal(renewed.kind === 'done' ? renewed.value.codes.length : 0, 10);
    const { cookie } = await signIn();
    assert.equal((await bench.accounts.passSecondFactor({ cookie }, codes[0] ?? '')).kind, 'invalid');
  });

  test('belongs to its account: a secret that is moved to another row does not work', async () => {
    const { secret } = await setUp();
    const other = await bench.accounts.createVerifiedAccount({
      name: 'B',
      email: 'b@x.example',
      password: PASSWORD,
    });
    const row = await bench.db.selectFrom('second_factors').selectAll().executeTakeFirstOrThrow();
    assert.ok(!row.sealed_secret.includes(secret));
    await bench.db
      .insertInto('second_factors')
      .values({ ...row, account_id: other, last_step: 0 })
      .execute();
    const outcome = await bench.accounts.signIn({ email: 'b@x.example', password: PASSWORD }, browser());
    const cookie = outcome.kind === 'done' ? cookieOf(outcome.cookies) : '';
    const moved = await bench.accounts.passSecondFactor({ cookie }, nextCode(secret));
    assert.equal(moved.kind, 'invalid');
    assert.equal(await sessionOf(cookie), undefined);
  });

  test('can be removed by the operator, which ends every session and notifies the owner', async () => {
    const { cookie } = await setUp();
    const waiting = await signIn();
    const log = createLogger('silent');
    const context = {
      ledgerDb: bench.db,
      log,
      baseUrl: 'https://vendors.example',
      now: () => new Date(now()),
    };
    let recorded = 0;
    const remove = (whose: string) =>
      removeSecondFactor(context, whose, async () => {
        recorded += 1;
      });
    assert.equal(await remove('nobody@x.example'), undefined);
    assert.equal(await remove(email.toUpperCase()), 'removed');
    assert.equal(await remove(email), 'none');
    assert.equal(recorded, 1);
    for (const each of [cookie, waiting.cookie]) assert.equal(await sessionOf(each), undefined);
    assert.match((await subjects()).at(-1) ?? '', /You no longer need a code/);
    assert.ok(await sessionOf((await signIn()).cookie));
  });

  test('is required to change the password or email address, and each code works once; without a second factor, the password is enough', async () => {
    const { session, secret } = await setUp();
    const next = 'four other words together';
    const change = (code?: string) =>
      bench.accounts.changePassword(session, { current: PASSWORD, next, ...(code && { code }) });
    const ask = (code?: string) => {
      const typed = { email: 'ana.new@x.example', password: PASSWORD };
      return bench.accounts.requestEmailChange(session, { ...typed, ...(code && { code }) });
    };
    const errorsOf = async (outcome: ReturnType<typeof ask>) => {
      const given = await outcome;
      return given.kind === 'invalid' ? Object.keys(given.errors) : given.kind;
    };
    const mails = (await subjects()).length;
    assert.deepEqual(await errorsOf(ask()), ['email_code']);
    assert.deepEqual(await errorsOf(ask('000000')), ['email_code']);
    assert.equal((await subjects()).length, mails, 'nothing was sent');
    const code = nextCode(secret);
    assert.equal((await ask(code)).kind, 'done');
    const wrong = await change(code);
    assert.deepEqual(
      [wrong.kind, 'errors' in wrong && Object.keys(wrong.errors)],
      ['invalid', ['password_code']],
    );
    assert.ok((await sessionOf((await signIn()).cookie)) === undefined, 'the password is still the same');
    // A rejected password does not use up the code.
    const fresh = nextCode(secret);
    const short = { current: PASSWORD, next: 'short', code: fresh };
    assert.equal((await bench.accounts.changePassword(session, short)).kind, 'invalid');
    assert.equal((await change(fresh)).kind, 'done');
    const other = await bench.join('max@x.example');
    const plain = { email: 'max.new@x.example', password: PASSWORD };
    assert.equal((await bench.accounts.requestEmailChange(other.session, plain)).kind, 'done');
    assert.equal(
      (await bench.accounts.changePassword(other.session, { current: PASSWORD, next })).kind,
      'done',
    );
  });

  test('cannot be guessed by changing the password: a few wrong codes cause a wait', async () => {
    const { session } = await setUp();
    const kinds = new Set<string>();
    for (let tried = 0; tried < 6; tried++) {
      const typed = { current: PASSWORD, next: 'four other words together', code: '000000' };
      kinds.add((await bench.accounts.changePassword(session, typed)).kind);
    }
    assert.deepEqual([...kinds], ['invalid', 'wait']);
  });

  test('ends only the sessions that are waiting for a code when it is turned off', async () => {
    const { cookie, session, secret } = await setUp();
    const waiting = await signIn();
    const typed = { password: PASSWORD, code: nextCode(secret) };
    assert.equal((await bench.accounts.endSecondFactor(session, typed)).kind, 'done');
    assert.equal(await bench.accounts.findSession({ cookie: waiting.cookie }), undefined);
    assert.notEqual(await bench.accounts.findSession({ cookie }), undefined);
  });

  test('is deleted with its account', async () => {
    const { session, codes } = await setUp();
    const without = await bench.accounts.deleteAccount(session, { password: PASSWORD });
    assert.deepEqual([without.kind, Object.keys(Object(without).errors)], ['invalid', ['delete_code']]);
    const typed = { password: PASSWORD, code: codes[0] ?? '' };
    assert.equal((await bench.accounts.deleteAccount(session, typed)).kind, 'done');
    for (const table of ['second_factors', 'recovery_codes', 'second_factor_sessions'] as const)
      assert.deepEqual(await bench.db.selectFrom(table).selectAll().execute(), []);
  });
});

test('a code may have spaces and dashes, and other text is not a code', () => {
  const read = (typed: string) => readCode(typed).kind;
  assert.deepEqual(
    [read(' 123 456 '), read('12345'), read('1234567'), read('')],
    ['digits', 'none', 'none', 'none'],
  );
  const code = newRecoveryCode(() => Uint8Array.from({ length: 15 }, (_, at) => at * 17));
  assert.match(code, /^(?:[0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
  assert.deepEqual(
    [read(code), read(`${code}0`), read(code.replace(/^./, 'u'))],
    ['recovery', 'none', 'none'],
  );
});

test('a recovery code has at least 112 random bits, so that a fast hash is enough', () => {
  const asked: number[] = [];
  const drawn = (byte: number) =>
    newRecoveryCode((count) => {
      asked.push(count);
      return new Uint8Array(count).fill(byte);
    });
  const lowest = drawn(0);
  const highest = drawn(255);
  assert.ok(asked.every((bytes) => bytes * 8 >= 112));
  // Each letter encodes five of the random bits.
  const lettersOf = (code: string) => code.replaceAll('-', '');
  assert.deepEqual([lettersOf(lowest), lettersOf(highest)], ['0'.repeat(24), 'z'.repeat(24)]);
});

test('codes match RFC 6238', () => {
  // Appendix B with the secret "12345678901234567890": the last six of its eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const) {
    assert.equal(codeAt(secret, seconds * 1_000), code);
    assert.equal(stepOf(secret, code, seconds * 1_000), Math.floor(seconds / 30));
    assert.equal(stepOf(secret, code, (seconds + 90) * 1_000), undefined);
  }
});
