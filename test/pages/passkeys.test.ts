import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { DEMO_ORGANIZERS } from '../../src/accounts/account/demo-organizers.ts';
import { codeAt } from '../../src/accounts/second-factor/second-factor-codes.ts';
import { seedDemoOrganizers } from '../../src/demo/organizers/seed-organizers.ts';
import { Authenticator, bytes, type Deviation, text } from '../support/authenticator.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';

const ORIGIN = 'https://vendors.example';
const PASSWORD = 'three words together';
const PAGE = '/settings/passkeys';

async function assertValid(page: string, url: string): Promise<void> {
  const validate = new HtmlValidate({
    extends: ['html-validate:standard'],
    rules: { 'long-title': 'off' },
  });
  const { results } = await validate.validateString(page);
  const found = results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => [ruleId, message]));
  assert.deepEqual(found, [], url);
}

/** A simulated browser that stores cookies and does not follow redirects. */
function browserOf({ app }: TestApp) {
  const cookies = new Map<string, string>();
  const ask = async (method: 'GET' | 'POST', url: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await app.inject({
      method,
      url,
      headers: {
        ...(cookie && { cookie }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    for (const each of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = each.split(';')[0]?.split(/=(.*)/s) ?? [];
      cookies.set(name, value);
    }
    const { statusCode: status, headers, body } = answer;
    return { status, headers, body, location: headers.location };
  };
  return {
    cookies,
    get: (url: string) => ask('GET', url),
    post: (url: string, form: Record<string, string>) => ask('POST', url, form),
    question: () => ask('POST', '/sign-in/passkey/question'),
  };
}
type TestBrowser = ReturnType<typeof browserOf>;

describeEngines('passkeys', (open) => {
  let database: TestDatabase;
  let world: TestApp;
  let ahead = 0;
  before(async () => {
    database = await open();
    world = await openTestApp(database, {}, undefined, () => new Date(Date.now() + ahead));
  });
  beforeEach(async () => {
    ahead = 0;
    for (const table of ['mails', 'kept_counts', 'accounts'] as const)
      await database.db.deleteFrom(table).execute();
  });
  after(async () => {
    await world.app.close();
    await database.close();
  });

  const join = async (email = 'fay@x.example') => {
    await world.services.accounts.createVerifiedAccount({ name: 'Fay', email, password: PASSWORD });
    const browser = browserOf(world);
    const entered = await browser.post('/sign-in', { email, password: PASSWORD });
    assert.equal(entered.status, 303);
    return browser;
  };
  const begin = (browser: TestBrowser, more: Record<string, string> = {}) =>
    browser.post(`${PAGE}/begin`, { passkey_name: 'My phone', passkey_password: PASSWORD, ...more });
  /** Returns the creation options that the page passes to the browser once the password has been entered. */
  const askedToCreate = async (browser: TestBrowser) => {
    const { body } = await browser.get(`${PAGE}/new`);
    const json = /data-options="([^"]+)"/.exec(body)?.[1] ?? '';
    const options = JSON.parse(json.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
    return { ...options, rpId: options.rp.id, handle: options.user.id };
  };
  const send = (browser: TestBrowser, credential: unknown) =>
    browser.post(`${PAGE}/add`, { credential: JSON.stringify(credential) });
  const addKey = async (browser: TestBrowser) => {
    assert.equal((await begin(browser)).location, `${PAGE}/new`);
    const key = new Authenticator(ORIGIN);
    const added = await send(browser, key.create(await askedToCreate(browser)));
    assert.equal(added.location, `${PAGE}?done=added`);
    return key;
  };
  const asked = async (browser: TestBrowser) => JSON.parse((await browser.question()).body);
  const enter = async (browser: TestBrowser, key: Authenticator, wrong: Deviation = {}) =>
    browser.post('/sign-in/passkey', {
      credential: JSON.stringify(key.get(await asked(browser), wrong)),
      next: '/settings',
    });
  const isIn = async (browser: TestBrowser) => (await browser.get('/settings')).status === 200;
  const mails = async () => {
    const rows = await database.db
      .selectFrom('mails')
      .select('body')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(({ body }) => body);
  };

  test('can be added after entering the password, are listed and announced by email, and sign in without the password', async () => {
    const mine = await join();
    const wrong = await begin(mine, { passkey_password: 'something else' });
    assert.deepEqual([wrong.status, /This isn’t your password/.test(wrong.body)], [422, true]);
    assert.equal((await mine.get(`${PAGE}/new`)).location, PAGE);
    const unnamed = await begin(mine, { passkey_name: ' ' });
    assert.deepEqual([unnamed.status, /href="#passkey_name"/.test(unnamed.body)], [422, true]);
    await begin(mine);
    const options = await askedToCreate(mine);
    assert.deepEqual(
      [options.rp.id, options.authenticatorSelection, options.attestation],
      [
        'vendors.example',
        { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        'none',
      ],
    );
    const account = await database.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    assert.equal(Buffer.from(options.handle, 'base64url').length, 32);
    assert.ok(!Buffer.from(options.handle, 'base64url').toString().includes(account.id));
    const key = new Authenticator(ORIGIN);
    assert.equal((await send(mine, key.create(options))).location, `${PAGE}?done=added`);
    assert.match((await mine.get('/settings')).body, /You have one\..*It is off\./s);
    const list = await mine.get(`${PAGE}?done=added`);
    assert.match(list.body, /<th scope="row" data-label="Name">My phone<\/th>.*Not yet/);
    assert.match((await mails()).at(-1) ?? '', /A passkey was added to your Vendor Compliance account/);

    const other = browserOf(world);
    assert.match((await other.get('/sign-in')).body, /<script type="module" src="\/assets\/passkeys\.js">/);
    assert.equal((await other.get('/assets/passkeys.js')).status, 200);
    const question = await asked(other);
    assert.deepEqual(Object.keys(question).sort(), ['challenge', 'rpId', 'timeout', 'userVerification']);
    assert.equal((await enter(other, key)).location, '/settings');
    assert.ok(await isIn(other));
    assert.doesNotMatch((await other.get(PAGE)).body, /Not yet/);
    const away = browserOf(world);
    const credential = JSON.stringify(key.get(await asked(away)));
    const led = await away.post('/sign-in/passkey', { credential, next: 'https://else.example/' });
    assert.equal(led.location, '/home?arrived');
  });

  test('require a second-factor code along with the password when added, but not when signing in', async () => {
    const mine = await join();
    const { accounts } = world.services;
    const cookie = [...mine.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const session = await accounts.findSession({ cookie });
    assert.ok(session);
    await accounts.beginSecondFactor(session, PASSWORD);
    const factor = await accounts.secondFactorOf(session);
    const secret = factor.kind === 'pending' ? factor.secret : '';
    await accounts.confirmSecondFactor(session, codeAt(secret, Date.now()));
    assert.match((await mine.get(PAGE)).body, /name="passkey_code"/);
    assert.match((await mine.get('/settings')).body, /You have none yet\..*It is on\./s);
    assert.match((await mine.get('/es/settings')).body, /Todavía no tiene ninguna\..*Está activado\./s);
    const without = await begin(mine);
    assert.deepEqual([without.status, /href="#passkey_code"/.test(without.body)], [422, true]);
    ahead = 60_000;
    const passkey_code = codeAt(secret, Date.now() + ahead);
    assert.equal((await begin(mine, { passkey_code })).location, `${PAGE}/new`);
    const key = new Authenticator(ORIGIN);
    await send(mine, key.create(await askedToCreate(mine)));
    const other = browserOf(world);
    assert.equal((await enter(other, key)).location, '/settings');
    assert.ok(await isIn(other), 'the key asked for a PIN or a finger: it is both factors');
  });

  const CREATIONS: readonly (readonly [string, Deviation])[] = [
    ['another origin', { origin: 'https://vendors.example.evil.example' }],
    ['another port', { origin: 'https://vendors.example:8443' }],
    ['another site’s id', { rpId: 'evil.example' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['the wrong kind of answer', { type: 'webauthn.get' }],
    ['no PIN or finger', { isVerified: false }],
    ['nobody there', { isPresent: false }],
    ['a frame of another site', { crossOrigin: true }],
    ['a page above it', { topOrigin: 'https://evil.example' }],
    ['a sound certificate', { isCertified: true }],
    ['no CBOR', { attestationObject: Buffer.from('ffffff', 'hex') }],
    ['CBOR that says it is longer', { attestationObject: Buffer.from('bb00ffffffffffffff', 'hex') }],
    ['CBOR in CBOR', { attestationObject: Buffer.alloc(4_000, 0x81) }],
    ['CBOR of something else', { attestationObject: text('hello') }],
    [
      'another certificate, whose addresses the library would fetch',
      {
        attestation: Buffer.concat([
          text('fmt'),
          text('packed'),
          text('attStmt'),
          Buffer.from('a1', 'hex'),
          text('x5c'),
          Buffer.from('81', 'hex'),
          bytes(Buffer.from('3000', 'hex')),
        ]),
      },
    ],
    [
      'a format of phones',
      {
        attestation: Buffer.concat([
          text('fmt'),
          text('android-key'),
          text('attStmt'),
          Buffer.from('a0', 'hex'),
        ]),
      },
    ],
    ['another id than the key’s', { id: randomBytes(16).toString('base64url') }],
    ['an id that is none', { id: 'no base64!' }],
  ];
  for (const [what, wrong] of CREATIONS)
    test(`are not added with ${what}`, async () => {
      const mine = await join();
      await begin(mine);
      const key = new Authenticator(ORIGIN);
      const options = await askedToCreate(mine);
      const refused = await send(mine, key.create(options, wrong));
      assert.deepEqual([refused.status, /didn’t send a passkey we can use/.test(refused.body)], [422, true]);
      assert.match((await mine.get(PAGE)).body, /You don’t have any passkeys yet/);
      assert.equal((await send(mine, key.create(options))).status, 303, 'the same without it is taken');
    });

  test('can be added once per password entry, in the same browser and session, within five minutes', async () => {
    const mine = await join();
    await begin(mine);
    const options = await askedToCreate(mine);
    const challenge = [...mine.cookies].find(([name]) => name.endsWith('.passkey'));
    assert.ok(challenge);
    const key = new Authenticator(ORIGIN);
    assert.equal((await send(mine, key.create(options))).status, 303);
    mine.cookies.set(...challenge);
    const again = await send(mine, new Authenticator(ORIGIN).create(options));
    assert.deepEqual([again.status, /Start again/.test(again.body)], [422, true]);
    const thief = await join('eve@x.example');
    thief.cookies.set(...challenge);
    assert.equal((await send(thief, new Authenticator(ORIGIN).create(options))).status, 422);
    await begin(mine);
    const unanswered = [...mine.cookies].find(([name]) => name.endsWith('.passkey'));
    assert.ok(unanswered);
    const open = await askedToCreate(mine);
    thief.cookies.set(...unanswered);
    assert.equal((await thief.get(`${PAGE}/new`)).location, PAGE, 'asked of another session');
    assert.equal((await send(thief, new Authenticator(ORIGIN).create(open))).status, 422);
    await begin(thief);
    const known = await send(thief, key.create(await askedToCreate(thief)));
    assert.deepEqual([known.status, /already in use/.test(known.body)], [422, true]);
    await begin(thief);
    const late = await askedToCreate(thief);
    ahead = 5 * 60_000;
    assert.equal((await send(thief, new Authenticator(ORIGIN).create(late))).status, 422);
    ahead = 0;
    const question = browserOf(world);
    await question.question();
    const forSignIn = [...question.cookies].find(([name]) => name.endsWith('.passkey'));
    assert.ok(forSignIn);
    thief.cookies.set(...forSignIn);
    assert.equal((await thief.get(`${PAGE}/new`)).location, PAGE, 'a question of the sign-in adds nothing');
  });

  const ANSWERS: readonly (readonly [string, Deviation])[] = [
    ['another origin', { origin: 'https://vendors.example.evil.example' }],
    ['another site’s id', { rpId: 'evil.example' }],
    ['another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['the wrong kind of answer', { type: 'webauthn.create' }],
    ['no PIN or finger', { isVerified: false }],
    ['nobody there', { isPresent: false }],
    ['a frame of another site', { crossOrigin: true }],
    ['another account’s handle', { userHandle: randomBytes(32).toString('base64url') }],
    ['a signature of something else', { signature: randomBytes(70) }],
    ['no signature', { signature: Buffer.alloc(0) }],
    ['a key that nobody has', { id: randomBytes(16).toString('base64url') }],
  ];
  test('do not sign in with a response that is wrong in any one part', async () => {
    const key = await addKey(await join());
    for (const [what, wrong] of ANSWERS) {
      const browser = browserOf(world);
      const refused = await enter(browser, key, wrong);
      assert.deepEqual(
        [refused.status, /No account here uses this passkey/.test(refused.body)],
        [422, true],
        what,
      );
      assert.equal(await isIn(browser), false, what);
    }
    assert.equal((await enter(browserOf(world), key)).status, 303);
  });

  test('do not sign in to another account when its id or handle is sent with one’s own key', async () => {
    const mine = await join();
    const theirs = await join('bob@x.example');
    const key = await addKey(mine);
    const other = await addKey(theirs);
    for (const wrong of [
      { id: other.id },
      { userHandle: other.handle },
      { id: other.id, userHandle: other.handle },
    ])
      assert.equal((await enter(browserOf(world), key, wrong)).status, 422);
  });

  test('answer each challenge only once, in the browser that received it, within five minutes', async () => {
    const key = await addKey(await join());
    const browser = browserOf(world);
    const question = await asked(browser);
    const cookie = [...browser.cookies].find(([name]) => name.endsWith('.passkey'));
    assert.ok(cookie);
    const form = { credential: JSON.stringify(key.get(question)) };
    const elsewhere = browserOf(world);
    const unasked = await elsewhere.post('/sign-in/passkey', form);
    assert.deepEqual([unasked.status, /took too long to respond/.test(unasked.body)], [422, true]);
    await elsewhere.question();
    assert.equal((await elsewhere.post('/sign-in/passkey', form)).status, 422);
    assert.equal((await browser.post('/sign-in/passkey', form)).status, 303);
    const thief = browserOf(world);
    thief.cookies.set(...cookie);
    assert.equal((await thief.post('/sign-in/passkey', form)).status, 422, 'sent again');
    assert.equal(await isIn(thief), false);
    for (const forged of [cookie[1].replace(/^./, 'A'), `${cookie[1]}A`, 'e30.x', '', '.']) {
      thief.cookies.set(cookie[0], forged);
      assert.equal((await thief.post('/sign-in/passkey', form)).status, 422);
    }
    const late = browserOf(world);
    const credential = JSON.stringify(key.get(await asked(late)));
    ahead = 5 * 60_000;
    assert.equal((await late.post('/sign-in/passkey', { credential })).status, 422);
  });

  test('answer a challenge only once even if two responses arrive simultaneously', async () => {
    const key = await addKey(await join());
    const browser = browserOf(world);
    const credential = JSON.stringify(key.get(await asked(browser)));
    const answers = await Promise.all([1, 2, 3].map(() => browser.post('/sign-in/passkey', { credential })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 422, 422]);
  });

  test('do not sign in if the counter went backward, and the owner is notified', async () => {
    const key = await addKey(await join());
    key.counter = 7;
    assert.equal((await enter(browserOf(world), key)).status, 303);
    for (const counter of [7, 6, 0]) {
      key.counter = counter;
      const browser = browserOf(world);
      assert.equal((await enter(browser, key)).status, 422);
      assert.equal(await isIn(browser), false);
    }
    assert.match((await mails()).at(-1) ?? '', /it reported fewer uses than we have counted/);
    key.counter = 8;
    assert.equal((await enter(browserOf(world), key)).status, 303);
  });

  test('do not sign in once removed; removal requires the password, signs out other sessions, and sends an email', async () => {
    const mine = await join();
    const key = await addKey(mine);
    const other = browserOf(world);
    await enter(other, key);
    await begin(mine);
    for (const url of [PAGE, `${PAGE}/new`, `/es${PAGE}`]) await assertValid((await mine.get(url)).body, url);
    await assertValid((await browserOf(world).get('/sign-in')).body, '/sign-in');
    const id = /name="remove_passkey" value="([^"]+)"/.exec((await mine.get(PAGE)).body)?.[1] ?? '';
    const remove = (browser: TestBrowser, form: Record<string, string>) =>
      browser.post(`${PAGE}/remove`, { remove_passkey: id, remove_password: PASSWORD, ...form });
    const wrong = await remove(mine, { remove_password: 'something else' });
    assert.deepEqual([wrong.status, /href="#remove_password"/.test(wrong.body)], [422, true]);
    assert.equal((await remove(mine, { remove_passkey: '' })).status, 422);
    assert.equal((await remove(await join('eve@x.example'), {})).status, 404, 'another account’s');
    assert.equal((await enter(browserOf(world), key)).status, 303);
    assert.equal((await remove(mine, {})).location, `${PAGE}?done=removed`);
    assert.deepEqual([await isIn(mine), await isIn(other)], [true, false]);
    assert.equal((await enter(browserOf(world), key)).status, 422);
    assert.match((await mails()).at(-1) ?? '', /A passkey was removed from your Vendor Compliance account/);
    assert.equal((await remove(mine, {})).status, 404);
  });

  test('open the operator pages without an authenticator, but only in a session that used a passkey', async () => {
    const mine = await join('ola@operator.example');
    const { operators } = world.services;
    await operators.grant('ola@operator.example');
    const operatorPage = async (browser: TestBrowser) => {
      const { status, body } = await browser.get('/operator');
      return `${status} ${/<h1>([^<]+)/.exec(body)?.[1]}`;
    };
    assert.equal(await operatorPage(mine), '403 Set up an authenticator or a passkey first');
    assert.equal((await operators.list())[0]?.has_authenticator_or_passkey, false);
    const key = await addKey(mine);
    assert.match(await operatorPage(mine), /^200 /, 'the passkey was made in this session');
    assert.equal((await operators.list())[0]?.has_authenticator_or_passkey, true);
    const thief = browserOf(world);
    await thief.post('/sign-in', { email: 'ola@operator.example', password: PASSWORD });
    assert.equal(await operatorPage(thief), '403 Sign in with your passkey');
    await assertValid((await thief.get('/operator')).body, '/operator');
    assert.equal((await thief.post('/operator/claims/x/verify', {})).status, 403);
    const other = browserOf(world);
    assert.equal((await enter(other, key)).status, 303);
    assert.match(await operatorPage(other), /^200 /);
    await database.db.deleteFrom('passkeys').execute();
    assert.equal(
      await operatorPage(other),
      '403 Set up an authenticator or a passkey first',
      'a key that is gone opens nothing',
    );
  });

  test('cannot be added to an operator’s account by a password-only session that began before the first passkey was added', async () => {
    const mine = await join('ola@operator.example');
    await world.services.operators.grant('ola@operator.example');
    const thief = browserOf(world);
    await thief.post('/sign-in', { email: 'ola@operator.example', password: PASSWORD });
    await begin(thief);
    const options = await askedToCreate(thief);
    await addKey(mine);
    const late = await send(thief, new Authenticator(ORIGIN).create(options));
    assert.deepEqual([late.status, (await thief.get('/operator')).status], [422, 403]);
  });

  test('are limited to ten per account, and the browser gets the list of existing ones', async () => {
    const mine = await join();
    const keys = [];
    for (let count = 0; count < 9; count++) keys.push(await addKey(mine));
    await begin(mine);
    const options = await askedToCreate(mine);
    assert.deepEqual(
      options.excludeCredentials.map(({ id }: { id: string }) => id),
      keys.map(({ id }) => id).sort(),
    );
    const before = [...mine.cookies];
    await addKey(mine);
    assert.equal((await begin(mine)).status, 422);
    for (const [name, value] of before) mine.cookies.set(name, value);
    const eleventh = await send(mine, new Authenticator(ORIGIN).create(options));
    assert.deepEqual([eleventh.status, /at most 10 passkeys/.test(eleventh.body)], [422, true]);
  });

  test('are rejected without a server error when the form is malformed or oversized', async () => {
    const mine = await join();
    await begin(mine);
    const signIn = browserOf(world);
    const key = new Authenticator(ORIGIN);
    const good = key.create(await askedToCreate(mine));
    const nested = `${'['.repeat(1_000)}${']'.repeat(1_000)}`;
    const texts = [
      '',
      '{',
      'null',
      '[]',
      '1',
      '"x"',
      nested,
      '{"__proto__":{"id":"x"}}',
      'ü'.repeat(2_000),
      ...['id', 'rawId', 'type', 'response', 'clientExtensionResults'].map((name) =>
        JSON.stringify({ ...good, [name]: name === 'type' ? 'password' : 7 }),
      ),
      ...['%%%', 'e30', 'bnVsbA', 'eyJ0eXBlIjoxfQ'].flatMap((clientDataJSON) => [
        JSON.stringify({ ...good, response: { clientDataJSON, attestationObject: 'oA' } }),
        JSON.stringify({
          ...good,
          response: { clientDataJSON, authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
        }),
      ]),
    ];
    for (const credential of texts) {
      await signIn.question();
      for (const answer of [
        await mine.post(`${PAGE}/add`, { credential }),
        await signIn.post('/sign-in/passkey', { credential }),
      ])
        assert.equal(answer.status, 422, credential.slice(0, 80));
    }
    const zero = await signIn.post('/sign-in/passkey', { credential: '\u0000' });
    assert.equal(zero.status, 400);
    const large = { credential: 'x'.repeat(20_000) };
    assert.equal((await mine.post(`${PAGE}/add`, large)).status, 413);
    assert.equal((await signIn.post('/sign-in/passkey', large)).status, 413);
    assert.equal((await send(mine, good)).status, 303, 'the question is still open');
  });

  test('survive a password reset and are deleted with the account', async () => {
    const mine = await join();
    const key = await addKey(mine);
    const { accounts } = world.services;
    await accounts.requestReset('fay@x.example');
    const token = /token=([\w-]+)/.exec((await mails()).at(-1) ?? '')?.[1] ?? '';
    assert.equal((await accounts.resetPassword(token, 'four other words entirely')).kind, 'done');
    assert.equal(await isIn(mine), false);
    const other = browserOf(world);
    assert.equal((await enter(other, key)).status, 303);
    const deleted = await other.post('/settings/delete', { delete_password: 'four other words entirely' });
    assert.equal(deleted.location, '/sign-in?deleted');
    for (const table of ['passkeys', 'passkey_handles'] as const)
      assert.deepEqual(await database.db.selectFrom(table).selectAll().execute(), []);
    assert.equal((await enter(browserOf(world), key)).status, 422);
  });

  test('lead an operator back to the page that required one, and never to another site', async () => {
    const mine = await join();
    await world.services.operators.grant('fay@x.example');
    const next = '/operator/claims';
    const closed = await mine.get(next);
    assert.equal(closed.status, 403);
    const way = /href="(\/settings\/passkeys[^"]*)"/.exec(closed.body)?.[1] ?? '';
    assert.equal(way.replaceAll('&#61;', '='), `${PAGE}?next=%2Foperator%2Fclaims`);
    assert.match((await mine.get(`${PAGE}?next=${next}`)).body, /name="next" value="\/operator\/claims"/);
    assert.equal((await begin(mine, { next })).location, `${PAGE}/new?next=%2Foperator%2Fclaims`);
    const created = await mine.get(`${PAGE}/new?next=%2Foperator%2Fclaims`);
    assert.match(created.body, /name="next" value="\/operator\/claims"/);
    const credential = JSON.stringify(new Authenticator(ORIGIN).create(await askedToCreate(mine)));
    const added = await mine.post(`${PAGE}/add`, { credential, next });
    assert.equal(added.location, `${PAGE}?done=added&next=%2Foperator%2Fclaims`);
    assert.match((await mine.get(added.location ?? '')).body, /<a class="button" href="\/operator\/claims">/);
    assert.equal((await mine.get(next)).status, 200);
    const away = await mine.get(`${PAGE}?done=added&next=https%3A%2F%2Fevil.example`);
    assert.doesNotMatch(away.body, /<a class="button"|name="next"/);
  });

  test('can be changed for an operator only in a session that used a passkey; a password is not enough', async () => {
    const mine = await join();
    await world.services.operators.grant('fay@x.example');
    const key = await addKey(mine);
    const sessionOf = async ({ cookies }: TestBrowser) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const session = await world.services.accounts.findSession({ cookie });
      assert.ok(session);
      return session;
    };
    const thief = browserOf(world);
    await thief.post('/sign-in', { email: 'fay@x.example', password: PASSWORD });
    const { accounts } = world.services;
    assert.equal(await accounts.isStrong(await sessionOf(thief)), false);
    assert.equal(await accounts.isStrong(await sessionOf(mine)), true, 'it made the key');
    const id = /name="remove_passkey" value="([^"]+)"/.exec((await mine.get(PAGE)).body)?.[1] ?? '';
    const refusals = [
      await begin(thief),
      await thief.post(`${PAGE}/remove`, { remove_passkey: id, remove_password: PASSWORD }),
      await thief.post('/settings/second-factor/begin', { factor_password: PASSWORD }),
      await thief.post('/settings/second-factor/confirm', { code: '123456' }),
    ];
    for (const { status, body } of refusals)
      assert.deepEqual([status, /signed in with only your password/.test(body)], [422, true]);
    const other = browserOf(world);
    await enter(other, key);
    assert.equal(await accounts.isStrong(await sessionOf(other)), true);
    assert.equal((await begin(other)).status, 303);
    const someone = await join('bob@x.example');
    await addKey(someone);
    const again = browserOf(world);
    await again.post('/sign-in', { email: 'bob@x.example', password: PASSWORD });
    assert.equal((await begin(again)).status, 303, 'whoever is no operator has the password’s word');
  });
});

describeEngines('the passkey pages', (open) => {
  test('are in Spanish, ask a signed-out visitor to sign in, and reject demo accounts and forms from other sites', async () => {
    const database = await open();
    const world = await openTestApp(database);
    const browser = browserOf(world);
    assert.equal((await browser.get(`/es${PAGE}`)).location, '/es/sign-in?next=%2Fsettings%2Fpasskeys');
    const email = 'fay@x.example';
    await world.services.accounts.createVerifiedAccount({ name: 'Fay', email, password: PASSWORD });
    await browser.post('/sign-in', { email, password: PASSWORD });
    const page = await browser.get(`/es${PAGE}`);
    assert.match(page.body, /<h1>Llaves de acceso<\/h1>/);
    assert.match(page.body, new RegExp(`action="/es${PAGE}/begin" method="post" novalidate hidden`));
    assert.match(page.body, /<p data-without-passkeys>Su navegador no puede/);
    assert.match(`${page.headers['content-security-policy']}`, /script-src 'self'$/);
    const foreign = await world.app.inject({
      method: 'POST',
      url: '/sign-in/passkey/question',
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    assert.equal(foreign.statusCode, 403);
    await seedDemoOrganizers(database.db, new Date());
    const [{ email: demo, password }] = DEMO_ORGANIZERS;
    const visitor = browserOf(world);
    assert.equal((await visitor.post('/sign-in', { email: demo, password })).status, 303);
    const refused = await visitor.post(`${PAGE}/begin`, { passkey_name: 'x', passkey_password: password });
    assert.deepEqual([refused.status, /it can’t have a passkey/.test(refused.body)], [422, true]);
    await world.app.close();
    await database.close();
  });

  test('do not offer passkeys where browsers do not support them: at an IP address or without TLS', async () => {
    for (const BASE_URL of ['http://192.0.2.7:3000', 'http://vendors.example']) {
      const database = await open();
      const world = await openTestApp(database, { BASE_URL });
      const browser = browserOf(world);
      assert.doesNotMatch((await browser.get('/sign-in')).body, /passkey/);
      assert.equal((await browser.question()).status, 404);
      const email = 'fay@x.example';
      await world.services.accounts.createVerifiedAccount({ name: 'Fay', email, password: PASSWORD });
      await browser.post('/sign-in', { email, password: PASSWORD });
      assert.match((await browser.get(PAGE)).body, /Passkeys don’t work at this address/);
      const form = { passkey_name: 'x', passkey_password: PASSWORD };
      assert.equal((await browser.post(`${PAGE}/begin`, form)).status, 404);
      await world.app.close();
      await database.close();
    }
  });
});
