import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { SignedIn } from '../../src/accounts/account/account.ts';
import { removeSecondFactor } from '../../src/accounts/account/administration-service.ts';
import { DEMO_ORGANIZERS } from '../../src/accounts/account/demo-organizers.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { insertAccount } from '../support/account-rows.ts';
import { BROWSER, PASSWORD, toCookie } from '../support/account-service.ts';
import { Authenticator } from '../support/authenticator.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { setUpSecondFactor } from '../support/operators.ts';

const EMAIL = 'ada@example.com';
const NEW_EMAIL = 'ada.new@example.com';
const HOOK = 'https://hooks.example/in?secret=shown-to-nobody';
const NEXT_PASSWORD = 'four other words together';
const FACTOR = 'Your sign-in settings were changed';
/**
 * The emails that do not say where to write if the reader is locked out. Emails about a key's actions without
 * a sign-in do not say so either.
 */
const NOTHING_TO_ASK = ['Confirm your new email address', 'Your account was deleted'];
const DAY_MS = 24 * 3_600_000;

describeEngines('emails about credentials', (open) => {
  let database: TestDatabase;
  let service: TestApp;
  let ahead = 0;
  /** The strings that no email may contain: keys, codes, secrets, and calendar tokens. */
  const secrets: string[] = [];
  const bodies: string[] = [];
  before(async () => {
    database = await open();
    const started = Date.now();
    const now = () => new Date(started + ahead);
    service = await openTestApp(database, {}, createLogger('silent'), now);
  });
  after(async () => {
    await service.app.close();
    await database.close();
  });

  /** Removes all emails from the queue and returns them. */
  const takeMails = async () => {
    const rows = await database.db.selectFrom('mails').select(['recipient', 'subject', 'body']).execute();
    await database.db.deleteFrom('mails').execute();
    bodies.push(...rows.map(({ body }) => body));
    return rows;
  };
  const tokenIn = async () => {
    const token = (await takeMails()).map(({ body }) => /\?token=([\w-]+)/.exec(body)?.[1]).find(Boolean);
    assert.ok(token);
    return token;
  };
  const signIn = async (password: string) => {
    const outcome = await service.services.accounts.signIn({ email: EMAIL, password }, BROWSER);
    assert.ok(outcome.kind === 'done');
    const cookie = toCookie(outcome.cookies);
    const session = await service.services.accounts.findSession({ cookie });
    return { cookie, session };
  };

  const addPasskey = async (owner: SignedIn, key: Authenticator) => {
    const { accounts } = service.services;
    const begun = await accounts.beginPasskey(owner, { name: 'Phone <i>', password: PASSWORD, code: '' });
    assert.ok(begun.kind === 'done');
    const browser = { cookie: toCookie(begun.value.cookies) };
    const created = await accounts.passkeyToCreate(owner, browser);
    const { challenge = '', user } = (created?.options ?? {}) as {
      readonly challenge?: string;
      readonly user?: { readonly id: string };
    };
    const made = key.create({ challenge, rpId: 'vendors.example', handle: `${user?.id}` });
    assert.equal((await accounts.addPasskey(owner, browser, JSON.stringify(made))).kind, 'done');
  };
  const enter = async (key: Authenticator) => {
    const { options, cookies } = await service.services.accounts.beginPasskeySignIn();
    const answer = key.get({ challenge: `${options.challenge}`, rpId: 'vendors.example' });
    const headers = { ...BROWSER.headers, cookie: toCookie(cookies) };
    return service.services.accounts.signInWithPasskey(JSON.stringify(answer), { ...BROWSER, headers });
  };

  test('report every change that the email manual lists, and do not contain credentials', async () => {
    const { accounts, apiKeys, webhooks, calendars } = service.services;
    const accountId = await accounts.createVerifiedAccount({ name: 'Ada', email: EMAIL, password: PASSWORD });
    let { cookie, session } = await signIn(PASSWORD);
    const owner = (): SignedIn => {
      assert.ok(session, 'signed in');
      return session;
    };
    await takeMails();
    const told: string[][] = [];
    const tell = async (change: string, act: () => Promise<unknown>) => {
      await act();
      for (const { recipient, subject, body } of await takeMails()) {
        told.push([change, recipient, subject]);
        if (!NOTHING_TO_ASK.includes(subject) && !change.endsWith('by a key'))
          assert.match(body, /\nhttps:\/\/vendors\.example\/contact\n/, subject);
      }
    };
    const done = async (outcome: Promise<{ readonly kind: string }>) =>
      assert.equal((await outcome).kind, 'done');

    await tell('API key made', async () => secrets.push((await apiKeys.create(accountId, 'Ticket <b>')).key));
    const [key] = await apiKeys.list(accountId);
    await tell('API key revoked', async () => {
      // Revokes the key twice. The second time changes nothing.
      for (const _ of [1, 2]) assert.equal(await apiKeys.revoke(accountId, key?.id ?? ''), true);
    });
    const byKey = { keyId: key?.id ?? '' };
    for (const [by, whose] of [
      [undefined, 'a signed-in person'],
      [byKey, 'a key'],
    ] as const) {
      await tell(`webhook added by ${whose}`, async () =>
        secrets.push((await webhooks.create(accountId, `${HOOK}&by=${by?.keyId}`, by ? { by } : {})).secret),
      );
      const hook = (await webhooks.list(accountId)).at(-1)?.id ?? '';
      await tell(`webhook secret replaced by ${whose}`, async () =>
        secrets.push((await webhooks.rotate(accountId, hook, by ? { by } : {})).secret),
      );
      await webhooks.remove(accountId, hook);
    }
    await tell('private calendar address made or renewed', async () =>
      secrets.push(`${await calendars.makeFeed(owner(), '')}`.split('token=')[1] ?? ''),
    );
    await tell('private calendar address switched off', async () => {
      for (const _ of [1, 2]) await calendars.revokeFeed(owner());
    });

    const passkey = new Authenticator('https://vendors.example');
    await tell('passkey added', () => addPasskey(owner(), passkey));
    passkey.counter = 7;
    assert.equal((await enter(passkey)).kind, 'done');
    passkey.counter = 6;
    await tell('sign-in refused for a passkey that may have been copied', async () =>
      assert.equal((await enter(passkey)).kind, 'refused'),
    );
    await tell('passkey removed', async () => {
      const [added] = await accounts.listPasskeys(owner());
      await done(accounts.removePasskey(owner(), { id: `${added?.id}`, password: PASSWORD }));
    });

    let factor = { secret: '', codes: [] as readonly string[] };
    const passwordAndCode = (at: number, password = PASSWORD) => ({ password, code: `${factor.codes[at]}` });
    await tell('second factor turned on', async () => {
      factor = await setUpSecondFactor(service, cookie, PASSWORD);
    });
    await tell('new recovery codes made', async () => {
      const made = await accounts.renewRecoveryCodes(owner(), passwordAndCode(0));
      assert.ok(made.kind === 'done');
      factor = { ...factor, codes: made.value.codes };
    });
    secrets.push(factor.secret, ...factor.codes);
    await tell('recovery code used', async () => {
      const waiting = await signIn(PASSWORD);
      await done(accounts.passSecondFactor({ cookie: waiting.cookie }, `${factor.codes[1]}`));
    });
    await tell('second factor turned off', () => done(accounts.endSecondFactor(owner(), passwordAndCode(2))));
    await setUpSecondFactor(service, cookie, PASSWORD);
    await takeMails();
    const context = { ledgerDb: database.db, baseUrl: 'https://vendors.example' };
    await tell('second factor removed on the command line', () =>
      removeSecondFactor(
        { ...context, log: createLogger('silent'), now: service.now },
        EMAIL,
        async () => {},
      ),
    );

    ({ cookie, session } = await signIn(PASSWORD));
    await tell('password changed', () =>
      done(accounts.changePassword(owner(), { current: PASSWORD, next: NEXT_PASSWORD })),
    );
    await done(accounts.requestReset(EMAIL));
    const token = await tokenIn();
    await tell('password reset by a link', () => done(accounts.resetPassword(token, PASSWORD)));
    // Sign-ins are not reported during an account's first hour or from known browsers.
    ahead += DAY_MS;
    await tell('signed in with an unknown browser', async () => {
      ({ cookie, session } = await signIn(PASSWORD));
    });
    let link = '';
    await tell('new address asked for', async () => {
      await done(accounts.requestEmailChange(owner(), { email: NEW_EMAIL, password: PASSWORD }));
      const rows = await database.db.selectFrom('mails').select('body').execute();
      link = rows.map(({ body }) => /\?token=([\w-]+)/.exec(body)?.[1]).find(Boolean) ?? '';
    });
    await tell('address changed', () => done(accounts.confirmEmailChange(link, owner())));
    session = await accounts.findSession({ cookie });
    await tell('account deleted', () => done(accounts.deleteAccount(owner(), { password: PASSWORD })));

    const table = (await readFile('docs/mail.md', 'utf8')).split('## Emails about credentials')[1];
    const documented = (table?.split('\n## ')[0] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| Change '))
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .map(([, change = '', , subject = '']) => `${change}: ${subject}`);
    assert.deepEqual(told.map(([change, , subject]) => `${change}: ${subject}`).sort(), documented.sort());
    const elsewhere = told.filter(([, recipient]) => recipient !== EMAIL);
    assert.deepEqual(elsewhere, [
      ['new address asked for', NEW_EMAIL, 'Confirm your new email address'],
      ['account deleted', NEW_EMAIL, 'Your account was deleted'],
    ]);
    assert.equal(told.filter(([, , subject]) => subject === FACTOR).length, 7);
    const lines = bodies.flatMap((body) => body.split('\n')).filter((line) => line.includes('https:'));
    assert.ok(
      lines.length > 20 && lines.every((line) => /^https:\S+$/.test(line)),
      'URLs are on their own lines',
    );
    assert.ok(secrets.length > 16 && secrets.every((secret) => secret.length >= 16));
    for (const secret of [...secrets, 'Ticket <b>', 'Phone <i>', 'shown-to-nobody'])
      assert.ok(!bodies.some((body) => body.includes(secret)));
  });

  test('are in the account’s language, limited in number, and not sent to demo accounts', async () => {
    const { apiKeys } = service.services;
    const id = await insertAccount(database.db, 'bea@example.com');
    await database.db.updateTable('accounts').set({ language: 'es' }).where('id', '=', id).execute();
    await takeMails();
    for (let made = 0; made < 12; made++) await apiKeys.create(id, 'Key');
    const mails = await takeMails();
    assert.equal(mails.length, 10);
    assert.equal(mails[0]?.subject, 'Se creó una clave de API para su cuenta');
    assert.match(
      mails[0]?.body ?? '',
      /este cambio:\nhttps:\/\/vendors\.example\/settings\/api-keys\n.*:\nhttps:\/\/vendors\.example\/es\/forgot-password\n.*:\nhttps:\/\/vendors\.example\/es\/contact\n$/s,
    );
    const [demo] = DEMO_ORGANIZERS;
    await insertAccount(database.db, demo.email, demo.id);
    await apiKeys.create(demo.id, 'Key');
    assert.deepEqual(await takeMails(), []);
  });
});
