import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { describeEngines } from '../../../test/support/engines.ts';
import type { Db, OpenDatabase } from '../../platform/db/database.ts';
import { createLogger } from '../../platform/log.ts';
import { createAccountService } from './service.ts';
import type { AccountService, SignedIn } from './service-types.ts';
import { findByEmail } from './store.ts';

const BASE_URL = 'https://vendors.example';
const SECRET = 'a-secret-of-tests-that-is-long-enough-for-it-all';
const PASSWORD = 'three words together';
const DONE = { kind: 'done', value: null };
const DEAD = { kind: 'dead_link' };
const BROWSER = { 'user-agent': 'Test/1' };
const HOUR_MS = 3_600_000;

describeEngines('accounts', (open) => {
  let database: OpenDatabase;
  let db: Db;
  let accounts: AccountService;
  let ahead = 0;
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => lines.push(line) });
  const serviceWith = (options: Partial<Parameters<typeof createAccountService>[0]> = {}) =>
    createAccountService({
      ...{ db, baseUrl: BASE_URL, secret: SECRET, log },
      now: () => new Date(Date.now() + ahead),
      ...options,
    });

  before(async () => {
    database = await open();
    db = database.db;
    accounts = serviceWith();
  });
  beforeEach(async () => {
    ahead = 0;
    lines.length = 0;
    for (const table of ['mails', 'verifications', 'accounts'] as const) await db.deleteFrom(table).execute();
  });
  after(() => database.close());

  const mails = async () => {
    const rows = await db
      .selectFrom('mails')
      .select(['recipient', 'subject', 'body'])
      .orderBy('created_at')
      .execute();
    await db.deleteFrom('mails').execute();
    return rows;
  };
  const mailedToken = async () => {
    const token = (await mails()).map(({ body }) => /\?token=([\w-]+)/.exec(body)?.[1]).find(Boolean);
    assert.ok(token, 'a mail with a link');
    return token;
  };
  const count = async (table: 'accounts' | 'sessions' | 'credentials' | 'verifications' | 'mails') => {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirst();
    return Number(row?.count);
  };
  const signUp = (email: string, password = PASSWORD, name = 'Ada') =>
    accounts.signUp({ name, email, password });
  const join = async (email: string) => {
    await accounts.createVerifiedAccount({ name: 'Ada', email, password: PASSWORD });
    return signIn(email);
  };
  const signIn = async (
    email: string,
    password = PASSWORD,
  ): Promise<{ cookie: string; session: SignedIn }> => {
    const outcome = await accounts.signIn({ email, password }, BROWSER);
    assert.ok(outcome);
    const cookie = toCookie(outcome);
    const session = await accounts.findSession({ cookie });
    assert.ok(session);
    return { cookie, session };
  };

  describe('sign-up', () => {
    test('a new account and its mail come together; the link and the password confirm it and sign in', async () => {
      assert.deepEqual(await signUp(' Ada@Example.COM ', PASSWORD, ' Ada  Lovelace '), DONE);
      const found = await findByEmail(db, 'ada@example.com');
      assert.deepEqual(
        { ...found, id: '' },
        { id: '', name: 'Ada Lovelace', email: 'ada@example.com', verified: false },
      );
      const [mail, ...others] = await mails();
      assert.deepEqual(
        [mail?.recipient, mail?.subject, others],
        ['ada@example.com', 'Confirm your e-mail address', []],
      );
      assert.doesNotMatch(`${mail?.body}`, /Lovelace/);
      const token =
        /https:\/\/vendors\.example\/confirm-email\?token=([\w-]+)/.exec(`${mail?.body}`)?.[1] ?? '';
      assert.equal(await accounts.isLinkGood('confirm-email', token), true);
      assert.equal(await accounts.isLinkGood('reset-password', token), false);
      const outcome = await accounts.confirmEmail(token, PASSWORD, BROWSER);
      assert.ok(outcome.kind === 'done');
      const session = await accounts.findSession({ cookie: toCookie(outcome.value) });
      assert.equal(session?.accountId, found?.id);
      assert.deepEqual(await accounts.confirmEmail(token, PASSWORD, BROWSER), DEAD);
    });

    test('what is stored holds no password and no link', async () => {
      await signUp('ada@example.com');
      const token = await mailedToken();
      for (const table of ['accounts', 'credentials', 'verifications'] as const) {
        const text = JSON.stringify(await db.selectFrom(table).selectAll().execute());
        assert.ok(!text.includes(PASSWORD) && !text.includes(token), table);
      }
      assert.equal(lines.join('').includes('@'), false);
    });

    test('a click on the link without the password confirms nothing', async () => {
      await signUp('ada@example.com', 'what a stranger chose');
      const token = await mailedToken();
      const outcome = await accounts.confirmEmail(token, PASSWORD, BROWSER);
      assert.equal(outcome.kind, 'invalid');
      assert.equal((await findByEmail(db, 'ada@example.com'))?.verified, false);
      assert.equal(await accounts.isLinkGood('confirm-email', token), true);
    });

    test('an address that has a confirmed account: same answer, nothing changed, its owner is told', async () => {
      const { cookie, session } = await join('ada@example.com');
      assert.deepEqual(await signUp('ADA@example.com', 'another password', 'Eve'), DONE);
      assert.deepEqual(
        (await mails()).map(({ recipient, subject }) => [recipient, subject]),
        [['ada@example.com', 'You already have an account']],
      );
      assert.deepEqual(await accounts.findSession({ cookie }), session);
      assert.equal(
        await accounts.signIn({ email: 'ada@example.com', password: 'another password' }, {}),
        undefined,
      );
    });

    test('an unconfirmed account is replaced; its link and its password are good for nothing', async () => {
      await signUp('ada@example.com', 'what a stranger chose');
      const strangers = await mailedToken();
      assert.deepEqual(await signUp('ada@example.com'), DONE);
      const token = await mailedToken();
      assert.equal(await count('accounts'), 1);
      assert.equal(await count('verifications'), 1);
      assert.deepEqual(await accounts.confirmEmail(strangers, 'what a stranger chose', BROWSER), DEAD);
      assert.equal((await accounts.confirmEmail(token, PASSWORD, BROWSER)).kind, 'done');
    });

    test('a mail that cannot be queued leaves no account, no credential and no link', async () => {
      await sql`alter table mails rename to mails_away`.execute(db);
      try {
        await assert.rejects(signUp('ada@example.com'));
      } finally {
        await sql`alter table mails_away rename to mails`.execute(db);
      }
      for (const table of ['accounts', 'credentials', 'verifications'] as const)
        assert.equal(await count(table), 0, table);
    });

    test('of many sign-ups of one address at once one account is left, and its mail', async () => {
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

    test('every field that is not acceptable is named, and nothing is written', async () => {
      const outcome = await accounts.signUp({ name: 'a\nb', email: 'a b@example.com', password: 'short' });
      assert.ok(outcome.kind === 'invalid');
      assert.deepEqual(Object.keys(outcome.errors), ['name', 'email', 'password']);
      assert.deepEqual([await count('accounts'), await count('mails')], [0, 0]);
    });

    test('a link is good for 24 hours', async () => {
      await signUp('ada@example.com');
      const token = await mailedToken();
      ahead = 24 * HOUR_MS - 60_000;
      assert.equal(await accounts.isLinkGood('confirm-email', token), true);
      ahead = 24 * HOUR_MS + 1_000;
      assert.deepEqual(await accounts.confirmEmail(token, PASSWORD, BROWSER), DEAD);
    });

    test('the link is sent again to an unconfirmed account, to nobody else, with one answer', async () => {
      await signUp('ada@example.com');
      await join('grace@example.com');
      await mails();
      for (const email of ['ada@example.com', 'grace@example.com', 'nobody@example.com'])
        assert.deepEqual(await accounts.resendVerification(email), DONE);
      const rows = await mails();
      assert.deepEqual(
        rows.map(({ recipient }) => recipient),
        ['ada@example.com'],
      );
      const token = /token=([\w-]+)/.exec(`${rows[0]?.body}`)?.[1] ?? '';
      assert.equal((await accounts.confirmEmail(token, PASSWORD, BROWSER)).kind, 'done');
    });
  });

  describe('sign-in', () => {
    test('a wrong password, an unknown and an unconfirmed address are one answer', async () => {
      await signUp('new@example.com');
      await join('ada@example.com');
      for (const email of ['ada@example.com', 'new@example.com', 'nobody@example.com', 'no address', ''])
        assert.equal(await accounts.signIn({ email, password: 'wrong password' }, BROWSER), undefined, email);
      assert.equal(
        await accounts.signIn({ email: 'new@example.com', password: PASSWORD }, BROWSER),
        undefined,
      );
      assert.equal(await count('sessions'), 1);
      assert.equal(lines.join('').includes('@'), false);
    });

    test('the cookie is for this site over https alone, for no script, and outlives the session', async () => {
      await join('ada@example.com');
      const outcome = await accounts.signIn({ email: 'ada@example.com', password: PASSWORD }, BROWSER);
      assert.equal(outcome?.length, 1);
      assert.match(
        `${outcome?.[0]}`,
        /^__Secure-vendor-compliance\.session_token=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    });

    test('an altered cookie, one of another secret and garbage are nobody', async () => {
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
      for (const each of bad) assert.equal(await accounts.findSession({ cookie: each }), undefined, each);
    });

    test('a session is prolonged by use, and ends 14 days after the last', async () => {
      const { cookie, session } = await join('ada@example.com');
      const at = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS).toISOString();
      await db
        .updateTable('sessions')
        .set({ expires_at: at(1) })
        .execute();
      assert.ok(await accounts.findSession({ cookie }));
      const [row] = await db.selectFrom('sessions').select('expires_at').execute();
      assert.ok(`${row?.expires_at}` > at(13.9));
      await db
        .updateTable('sessions')
        .set({ expires_at: at(-0.001) })
        .execute();
      assert.deepEqual(await accounts.listSessions(session), []);
      assert.equal(await accounts.findSession({ cookie }), undefined);
    });

    test('sign-out ends the session at once and takes the cookie back', async () => {
      const { cookie } = await join('ada@example.com');
      const cookies = await accounts.signOut({ cookie });
      assert.ok(cookies.length > 0);
      for (const each of cookies) assert.match(each, /Max-Age=0/);
      assert.equal(await accounts.findSession({ cookie }), undefined);
      assert.equal(await count('sessions'), 0);
      await accounts.signOut({});
    });

    test('sessions are listed with their device; signed out everywhere, an old cookie is refused at once', async () => {
      const first = await join('ada@example.com');
      const second = await signIn('ada@example.com');
      const other = await join('grace@example.com');
      const listed = await accounts.listSessions(first.session);
      assert.deepEqual(
        listed.map(({ id, userAgent, current }) => [id, userAgent, current]).sort(),
        [
          [first.session.sessionId, 'Test/1', true],
          [second.session.sessionId, 'Test/1', false],
        ].sort(),
      );
      await accounts.signOutEverywhere(first.session, 'others');
      assert.equal(await accounts.findSession(second), undefined);
      assert.deepEqual(await accounts.findSession(first), first.session);
      await accounts.signOutEverywhere(first.session, 'all');
      assert.equal(await accounts.findSession(first), undefined);
      assert.deepEqual(await accounts.findSession(other), other.session);
    });

    test('no address of a client is kept', async () => {
      await join('ada@example.com');
      const [row] = await db.selectFrom('sessions').select('ip_address').execute();
      assert.equal(row?.ip_address || '', '');
    });
  });

  describe('a forgotten password', () => {
    test('known and unknown addresses are one answer; the link sets a password once and ends every session', async () => {
      const { cookie } = await join('ada@example.com');
      assert.deepEqual(await accounts.requestReset('nobody@example.com'), DONE);
      assert.deepEqual(await mails(), []);
      assert.deepEqual(await accounts.requestReset(' ADA@example.com'), DONE);
      const token = await mailedToken();
      assert.equal((await accounts.resetPassword(token, 'short')).kind, 'invalid');
      assert.equal((await accounts.resetPassword(token, 'ADA@example.com')).kind, 'invalid');
      const outcomes = await Promise.all(
        ['first new password', 'other new password'].map((password) =>
          accounts.resetPassword(token, password),
        ),
      );
      assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['dead_link', 'done']);
      assert.deepEqual(await accounts.resetPassword(token, 'third new password'), DEAD);
      assert.equal(await accounts.findSession({ cookie }), undefined);
      assert.equal(await accounts.signIn({ email: 'ada@example.com', password: PASSWORD }, {}), undefined);
      const kept = outcomes[0]?.kind === 'done' ? 'first new password' : 'other new password';
      await signIn('ada@example.com', kept);
      assert.deepEqual(
        (await mails()).map(({ subject }) => subject),
        ['Your password was changed'],
      );
    });

    test('the link is good for an hour', async () => {
      await join('ada@example.com');
      await accounts.requestReset('ada@example.com');
      const token = await mailedToken();
      ahead = HOUR_MS + 1_000;
      assert.deepEqual(await accounts.resetPassword(token, 'a new password'), DEAD);
      ahead = 0;
      await db
        .updateTable('verifications')
        .set({ expires_at: new Date(Date.now() - 1).toISOString() })
        .execute();
      assert.deepEqual(await accounts.resetPassword(token, 'a new password'), DEAD);
      await signIn('ada@example.com');
    });

    test('it confirms the address, since the link proves the mailbox, and drops what a stranger chose', async () => {
      await signUp('ada@example.com', 'what a stranger chose');
      await mails();
      await accounts.requestReset('ada@example.com');
      assert.deepEqual(await accounts.resetPassword(await mailedToken(), PASSWORD), DONE);
      await signIn('ada@example.com');
      assert.equal(
        await accounts.signIn({ email: 'ada@example.com', password: 'what a stranger chose' }, {}),
        undefined,
      );
    });

    test('made-up, malformed and foreign tokens are dead links', async () => {
      await signUp('ada@example.com');
      const [row] = await db.selectFrom('verifications').select('identifier').execute();
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
        assert.deepEqual(await accounts.resetPassword(token, 'a new password'), DEAD, token.slice(0, 50));
    });
  });

  describe('settings', () => {
    test('a new password needs the present one, ends the other sessions and every link, and is told by mail', async () => {
      const first = await join('ada@example.com');
      const second = await signIn('ada@example.com');
      await accounts.requestReset('ada@example.com');
      const reset = await mailedToken();
      const wrong = await accounts.changePassword(first.session, { current: 'wrong', next: 'short' });
      assert.ok(wrong.kind === 'invalid');
      assert.deepEqual(Object.keys(wrong.errors), ['current_password', 'new_password']);
      assert.ok(await accounts.findSession(second));
      const typed = { current: PASSWORD, next: 'a new password' };
      assert.deepEqual(await accounts.changePassword(first.session, typed), DONE);
      assert.deepEqual(await accounts.findSession(first), first.session);
      assert.equal(await accounts.findSession(second), undefined);
      assert.deepEqual(await accounts.resetPassword(reset, 'another password'), DEAD);
      assert.deepEqual(
        (await mails()).map(({ subject }) => subject),
        ['Your password was changed'],
      );
      await signIn('ada@example.com', 'a new password');
    });

    test('an address changes when the new one is confirmed by who asked; the old one is told, without a link', async () => {
      const { cookie, session } = await join('ada@example.com');
      const other = await join('grace@example.com');
      const typed = { email: 'Ada@New.example', password: PASSWORD };
      assert.deepEqual(await accounts.requestEmailChange(session, typed), DONE);
      const sent = await mails();
      assert.deepEqual(sent.map(({ recipient }) => recipient).sort(), ['ada@example.com', 'ada@new.example']);
      assert.doesNotMatch(`${sent.find(({ recipient }) => recipient === 'ada@example.com')?.body}`, /http/);
      const token = sent.map(({ body }) => /token=([\w-]+)/.exec(body)?.[1]).find(Boolean) ?? '';
      assert.deepEqual(await accounts.confirmEmailChange(token, other.session), DEAD);
      assert.deepEqual(await accounts.confirmEmailChange(token, session), DONE);
      assert.equal((await accounts.findSession({ cookie }))?.email, 'ada@new.example');
      assert.deepEqual(await accounts.confirmEmailChange(token, session), DEAD);
      assert.deepEqual(
        (await mails()).map(({ recipient }) => recipient),
        ['ada@example.com'],
      );
      assert.equal(await accounts.signIn({ email: 'ada@example.com', password: PASSWORD }, {}), undefined);
      await signIn('ada@new.example');
    });

    test('a change of address needs the password and another address', async () => {
      const { session } = await join('ada@example.com');
      const outcome = await accounts.requestEmailChange(session, {
        email: 'ADA@example.com',
        password: 'wrong',
      });
      assert.ok(outcome.kind === 'invalid');
      assert.deepEqual(Object.keys(outcome.errors), ['email', 'email_password']);
      assert.equal(await count('mails'), 0);
    });

    test('a taken address: the same answer, and its owner gets no link; an unconfirmed holder gives way', async () => {
      const { cookie, session } = await join('ada@example.com');
      await join('grace@example.com');
      await signUp('free@example.com', 'what a stranger chose');
      await mails();
      const taken = { email: 'grace@example.com', password: PASSWORD };
      assert.deepEqual(await accounts.requestEmailChange(session, taken), DONE);
      const [toOwner] = (await mails()).filter(({ recipient }) => recipient === 'grace@example.com');
      assert.doesNotMatch(`${toOwner?.body}`, /http|ada@/);
      await accounts.requestEmailChange(session, { ...taken, email: 'free@example.com' });
      assert.deepEqual(await accounts.confirmEmailChange(await mailedToken(), session), DONE);
      assert.equal((await accounts.findSession({ cookie }))?.email, 'free@example.com');
      assert.equal(await count('accounts'), 2);
    });

    test('an address that was taken after the link was sent stays with its owner', async () => {
      const { cookie, session } = await join('ada@example.com');
      await accounts.requestEmailChange(session, { email: 'new@example.com', password: PASSWORD });
      const token = await mailedToken();
      await join('new@example.com');
      assert.deepEqual(await accounts.confirmEmailChange(token, session), DEAD);
      assert.equal((await accounts.findSession({ cookie }))?.email, 'ada@example.com');
    });
  });

  describe('deletion', () => {
    test('leaves nothing of the account, refuses its cookie, and touches no other', async () => {
      const { cookie, session } = await join('ada@example.com');
      await accounts.requestReset('ada@example.com');
      await accounts.requestEmailChange(session, { email: 'new@example.com', password: PASSWORD });
      const other = await join('grace@example.com');
      await mails();
      assert.equal((await accounts.deleteAccount(session, 'wrong')).kind, 'invalid');
      assert.ok(await accounts.findSession({ cookie }));
      assert.deepEqual(await accounts.deleteAccount(session, PASSWORD), DONE);
      assert.equal(await accounts.findSession({ cookie }), undefined);
      for (const table of ['accounts', 'sessions', 'credentials'] as const)
        assert.equal(await count(table), 1, table);
      assert.equal(await count('verifications'), 0);
      assert.deepEqual(await accounts.findSession(other), other.session);
      assert.deepEqual(
        (await mails()).map(({ subject }) => subject),
        ['Your account was deleted'],
      );
    });

    test('what other features keep goes in the same transaction; when that fails, nothing is deleted', async () => {
      const { cookie, session } = await join('ada@example.com');
      const seen: string[] = [];
      const service = serviceWith({
        beforeDelete: async (tx, accountId) => {
          seen.push(accountId);
          await tx.deleteFrom('sessions').where('account_id', '=', accountId).execute();
          if (seen.length === 1) throw new Error('not now');
        },
      });
      await assert.rejects(service.deleteAccount(session, PASSWORD), /not now/);
      assert.deepEqual(await accounts.findSession({ cookie }), session);
      assert.equal(await count('mails'), 0);
      assert.deepEqual(await service.deleteAccount(session, PASSWORD), DONE);
      assert.deepEqual(seen, [session.accountId, session.accountId]);
      assert.equal(await count('accounts'), 0);
    });
  });
});

function toCookie(cookies: readonly string[]): string {
  return cookies.map((each) => each.split(';')[0]).join('; ');
}
