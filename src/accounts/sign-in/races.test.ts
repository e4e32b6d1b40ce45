import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { BROWSER, PASSWORD, useAccounts } from '../../../test/support/account-service.ts';
import { countStatements } from '../../../test/support/count-statements.ts';
import { describeBothEngines } from '../../../test/support/engines.ts';
import { createLink } from '../links/links-store.ts';

const MANY = 12;

describeBothEngines('accounts under concurrent requests', (open) => {
  const bench = useAccounts(open);
  const atOnce = <Value>(request: (index: number) => Promise<Value>) =>
    Promise.all(Array.from({ length: MANY }, (_, index) => request(index)));
  const kinds = (outcomes: readonly { readonly kind: string }[]) =>
    outcomes.map(({ kind }) => kind).toSorted();

  /** The maximum number of emails per hour that strangers can trigger to one address. */
  const MAILS_AN_HOUR = 3;

  test('concurrent sign-ups for one new address all succeed and leave one unconfirmed account with a working link', async () => {
    const outcomes = await atOnce(() => bench.signUp('ada@events.example'));
    assert.deepEqual(kinds(outcomes), Array(MANY).fill('done'));
    assert.deepEqual([await bench.count('accounts'), await bench.count('verifications')], [1, 1]);
    const mails = await bench.mails();
    const tokens = mails.map(({ body }) => /\?token=([\w-]+)/.exec(body)?.[1] ?? '');
    const good = await Promise.all(
      tokens.map((each) => bench.accounts.findLinkAddress('confirm-email', each)),
    );
    assert.deepEqual([mails.length, good.filter(Boolean).length], [MAILS_AN_HOUR, 1]);
  });

  test('sign-up runs the same statements whether the address is new, unconfirmed or already registered', async () => {
    await bench.accounts.createVerifiedAccount({
      name: 'K',
      email: 'known@events.example',
      password: PASSWORD,
    });
    const counted = [];
    for (const email of ['new@events.example', 'new@events.example', 'known@events.example']) {
      const { db, count } = countStatements(bench.db);
      await bench.serviceWith({ ledgerDb: db }).signUp({ name: 'Ada', email, password: PASSWORD });
      counted.push(count());
    }
    assert.deepEqual(counted, [counted[0], counted[0], counted[0]]);
    const accounts = await bench.db.selectFrom('accounts').select('email').orderBy('email').execute();
    assert.deepEqual(
      accounts.map(({ email }) => email),
      ['known@events.example', 'new@events.example'],
    );
  });

  test('only one account succeeds when many confirm the same new address', async () => {
    const email = 'one@events.example';
    const confirm = async (accountId: string) => {
      const token = await createLink(bench.db, 'confirm-new-email', `${accountId} ${email}`, new Date());
      const session = { accountId, name: 'Ada', email: `${accountId}@organizer.example`, sessionId: 's' };
      return () => bench.accounts.confirmEmailChange(token, session);
    };
    const confirmations = await atOnce(async () => confirm(await insertAccount(bench.db)));
    const outcomes = await Promise.all(confirmations.map((each) => each()));
    assert.deepEqual(kinds(outcomes), [...Array(MANY - 1).fill('dead_link'), 'done']);
    assert.equal(await bench.count('accounts'), MANY);
  });

  test('an account gets one email about its deletion even if the form is sent many times', async () => {
    const { session } = await bench.join('ada@events.example');
    await bench.mails();
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map(() => bench.accounts.deleteAccount(session, { password: PASSWORD })),
    );
    // A request that checks the password after the deletion finds no account.
    assert.ok(outcomes.some(({ kind }) => kind === 'done'));
    assert.deepEqual([await bench.count('accounts'), (await bench.mails()).length], [0, 1]);
  });

  test('an account deleted while its password is being compared is not signed in, and no request fails', async () => {
    const { session } = await bench.join('ada@events.example');
    const typed = { email: 'ada@events.example', password: PASSWORD };
    const signIns = atOnce(() => bench.accounts.signIn(typed, BROWSER));
    await bench.accounts.deleteAccount(session, { password: PASSWORD });
    for (const { kind } of await signIns) assert.ok(['done', 'wrong', 'wait'].includes(kind), kind);
    assert.deepEqual([await bench.count('accounts'), await bench.count('sessions')], [0, 0]);
  });

  test('no sign-in with the old password survives a password change', async () => {
    const { session } = await bench.join('ada@events.example');
    const typed = { email: 'ada@events.example', password: PASSWORD };
    const signIns = atOnce(() => bench.accounts.signIn(typed, BROWSER));
    const changed = await bench.accounts.changePassword(session, {
      current: PASSWORD,
      next: 'quite another one',
    });
    await signIns;
    assert.deepEqual([changed.kind, await bench.count('sessions')], ['done', 1]);
  });

  test('a form submitted from a session that has just ended changes nothing', async () => {
    const { session } = await bench.join('ada@events.example');
    await bench.mails();
    await bench.accounts.signOutEverywhere(session, 'all');
    const { accounts } = bench;
    const text = 'You were signed out while you sent this, so nothing was changed. Sign in and try again.';
    assert.deepEqual(
      [
        await accounts.changePassword(session, { current: PASSWORD, next: 'several words in a row' }),
        await accounts.requestEmailChange(session, { email: 'x@events.example', password: PASSWORD }),
        await accounts.deleteAccount(session, { password: PASSWORD }),
      ],
      ['current_password', 'email_password', 'delete_password'].map((field) => ({
        kind: 'invalid',
        errors: { [field]: text },
      })),
    );
    assert.deepEqual(await bench.mails(), []);
    await bench.signIn('ada@events.example');
  });
});
