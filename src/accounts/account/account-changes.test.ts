import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BROWSER, PASSWORD, useAccounts } from '../../../test/support/account-service.ts';
import { describeEngines } from '../../../test/support/engines.ts';

const DONE = { kind: 'done', value: null };
const DEAD = { kind: 'dead_link' };
const HOUR_MS = 3_600_000;

describeEngines('account changes', (open) => {
  const bench = useAccounts(open);
  const { mails, mailedToken, count, signUp, join, signIn, serviceWith } = bench;

  describe('a forgotten password', () => {
    test('a reset request gets the same response whether or not the address has an account; its link works once and ends every session', async () => {
      const { cookie } = await join('ada@example.com');
      assert.deepEqual(await bench.accounts.requestReset('nobody@example.com'), DONE);
      assert.deepEqual(await mails(), []);
      assert.deepEqual(await bench.accounts.requestReset(' ADA@example.com'), DONE);
      const token = await mailedToken();
      assert.equal((await bench.accounts.resetPassword(token, 'short')).kind, 'invalid');
      assert.equal((await bench.accounts.resetPassword(token, 'ADA@example.com')).kind, 'invalid');
      const outcomes = await Promise.all(
        ['first new password', 'other new password'].map((password) =>
          bench.accounts.resetPassword(token, password),
        ),
      );
      assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['dead_link', 'done']);
      assert.deepEqual(await bench.accounts.resetPassword(token, 'third new password'), DEAD);
      assert.equal(await bench.accounts.findSession({ cookie }), undefined);
      assert.equal(
        (await bench.accounts.signIn({ email: 'ada@example.com', password: PASSWORD }, BROWSER)).kind,
        'wrong',
      );
      const kept = outcomes[0]?.kind === 'done' ? 'first new password' : 'other new password';
      await signIn('ada@example.com', kept);
      assert.deepEqual(
        (await mails()).map(({ subject }) => subject),
        ['Your password was changed'],
      );
    });

    test('a reset link expires after an hour', async () => {
      await join('ada@example.com');
      await bench.accounts.requestReset('ada@example.com');
      const token = await mailedToken();
      bench.ahead = HOUR_MS + 1_000;
      assert.deepEqual(await bench.accounts.resetPassword(token, 'a new password'), DEAD);
      bench.ahead = 0;
      await bench.db
        .updateTable('verifications')
        .set({ expires_at: new Date(Date.now() - 1).toISOString() })
        .execute();
      assert.deepEqual(await bench.accounts.resetPassword(token, 'a new password'), DEAD);
      await signIn('ada@example.com');
    });

    test('a reset confirms the address, because the link proves access to the mailbox, and replaces a password that a stranger chose', async () => {
      await signUp('ada@example.com', 'what a stranger chose');
      await mails();
      await bench.accounts.requestReset('ada@example.com');
      assert.equal((await bench.accounts.resetPassword(await mailedToken(), PASSWORD)).kind, 'done');
      await signIn('ada@example.com');
      assert.equal(
        (
          await bench.accounts.signIn(
            { email: 'ada@example.com', password: 'what a stranger chose' },
            BROWSER,
          )
        ).kind,
        'wrong',
      );
    });

    test('a reset is rejected with a malformed token, a stored hash or a token for another purpose', async () => {
      await signUp('ada@example.com');
      const [row] = await bench.db.selectFrom('verifications').select('identifier').execute();
      const confirms = await mailedToken();
      for (const token of [
        '',
        'x',
        '\u0000',
        'x'.repeat(43),
        'x'.repeat(9_999),
        `${row?.identifier}`,
        confirms,
      ])
        assert.deepEqual(
          await bench.accounts.resetPassword(token, 'a new password'),
          DEAD,
          token.slice(0, 50),
        );
    });
  });

  describe('account settings', () => {
    test('changing the password requires the current password, ends all other sessions, invalidates every emailed link and sends an email', async () => {
      const first = await join('ada@example.com');
      const second = await signIn('ada@example.com');
      await bench.accounts.requestReset('ada@example.com');
      const reset = await mailedToken();
      const wrong = await bench.accounts.changePassword(first.session, { current: 'wrong', next: 'short' });
      assert.ok(wrong.kind === 'invalid');
      assert.deepEqual(Object.keys(wrong.errors), ['current_password', 'new_password']);
      assert.ok(await bench.accounts.findSession(second));
      const typed = { current: PASSWORD, next: 'a new password' };
      assert.equal((await bench.accounts.changePassword(first.session, typed)).kind, 'done');
      assert.deepEqual(await bench.accounts.findSession(first), first.session);
      assert.equal(await bench.accounts.findSession(second), undefined);
      assert.deepEqual(await bench.accounts.resetPassword(reset, 'another phrase'), DEAD);
      assert.deepEqual(
        (await mails()).map(({ subject }) => subject),
        ['Your password was changed'],
      );
      await signIn('ada@example.com', 'a new password');
    });

    test('an address changes only when the account that requested the change confirms it; the email to the old address contains no link that can change anything', async () => {
      const { cookie, session } = await join('ada@example.com');
      const other = await join('grace@example.com');
      const typed = { email: 'Ada@New.example', password: PASSWORD };
      assert.deepEqual(await bench.accounts.requestEmailChange(session, typed), DONE);
      const sent = await mails();
      assert.deepEqual(sent.map(({ recipient }) => recipient).sort(), ['ada@example.com', 'ada@new.example']);
      const told = `${sent.find(({ recipient }) => recipient === 'ada@example.com')?.body}`;
      assert.deepEqual(told.match(/http\S+/g), ['https://vendors.example/contact']);
      const token = sent.map(({ body }) => /token=([\w-]+)/.exec(body)?.[1]).find(Boolean) ?? '';
      assert.deepEqual(await bench.accounts.confirmEmailChange(token, other.session), DEAD);
      assert.deepEqual(await bench.accounts.confirmEmailChange(token, session), DONE);
      assert.equal((await bench.accounts.findSession({ cookie }))?.email, 'ada@new.example');
      assert.deepEqual(await bench.accounts.confirmEmailChange(token, session), DEAD);
      assert.deepEqual(
        (await mails()).map(({ recipient }) => recipient),
        ['ada@example.com'],
      );
      assert.equal(
        (await bench.accounts.signIn({ email: 'ada@example.com', password: PASSWORD }, BROWSER)).kind,
        'wrong',
      );
      await signIn('ada@new.example');
    });

    test('an address change requires the password and a different address', async () => {
      const { session } = await join('ada@example.com');
      const outcome = await bench.accounts.requestEmailChange(session, {
        email: 'ADA@example.com',
        password: 'wrong',
      });
      assert.ok(outcome.kind === 'invalid');
      assert.deepEqual(Object.keys(outcome.errors), ['email', 'email_password']);
      assert.equal(await count('mails'), 0);
    });

    test('requesting a taken address gets the same response, and its owner is not sent a link; an unconfirmed account loses the address', async () => {
      const { cookie, session } = await join('ada@example.com');
      await join('grace@example.com');
      await signUp('free@example.com', 'what a stranger chose');
      await mails();
      const taken = { email: 'grace@example.com', password: PASSWORD };
      assert.deepEqual(await bench.accounts.requestEmailChange(session, taken), DONE);
      const [toOwner] = (await mails()).filter(({ recipient }) => recipient === 'grace@example.com');
      assert.doesNotMatch(`${toOwner?.body}`, /http|ada@/);
      await bench.accounts.requestEmailChange(session, { ...taken, email: 'free@example.com' });
      assert.deepEqual(await bench.accounts.confirmEmailChange(await mailedToken(), session), DONE);
      assert.equal((await bench.accounts.findSession({ cookie }))?.email, 'free@example.com');
      assert.equal(await count('accounts'), 2);
    });

    test('an address that another account took after the link was sent remains with that account', async () => {
      const { cookie, session } = await join('ada@example.com');
      await bench.accounts.requestEmailChange(session, { email: 'new@example.com', password: PASSWORD });
      const token = await mailedToken();
      await join('new@example.com');
      assert.deepEqual(await bench.accounts.confirmEmailChange(token, session), DEAD);
      assert.equal((await bench.accounts.findSession({ cookie }))?.email, 'ada@example.com');
    });
  });

  describe('account deletion', () => {
    test('removes all of the account’s data, invalidates its cookie, and does not change other accounts', async () => {
      const { cookie, session } = await join('ada@example.com');
      await bench.accounts.requestReset('ada@example.com');
      await bench.accounts.requestEmailChange(session, { email: 'new@example.com', password: PASSWORD });
      const other = await join('grace@example.com');
      await mails();
      assert.equal((await bench.accounts.deleteAccount(session, { password: 'wrong' })).kind, 'invalid');
      assert.ok(await bench.accounts.findSession({ cookie }));
      assert.deepEqual(await bench.accounts.deleteAccount(session, { password: PASSWORD }), DONE);
      assert.equal(await bench.accounts.findSession({ cookie }), undefined);
      for (const table of ['accounts', 'sessions', 'credentials'] as const)
        assert.equal(await count(table), 1, table);
      assert.equal(await count('verifications'), 0);
      assert.deepEqual(await bench.accounts.findSession(other), other.session);
      assert.deepEqual(
        (await mails()).map(({ subject }) => subject),
        ['Your account was deleted'],
      );
    });

    test('removes other features’ data in the same transaction; if that fails, nothing is deleted', async () => {
      const { cookie, session } = await join('ada@example.com');
      const seen: string[] = [];
      const service = serviceWith({
        beforeDelete: async (tx, accountId) => {
          seen.push(accountId);
          await tx.deleteFrom('sessions').where('account_id', '=', accountId).execute();
          if (seen.length === 1) throw new Error('not now');
        },
      });
      await assert.rejects(service.deleteAccount(session, { password: PASSWORD }), /not now/);
      assert.deepEqual(await bench.accounts.findSession({ cookie }), session);
      assert.equal(await count('mails'), 0);
      assert.deepEqual(await service.deleteAccount(session, { password: PASSWORD }), DONE);
      assert.deepEqual(seen, [session.accountId, session.accountId]);
      assert.equal(await count('accounts'), 0);
    });
  });
});
