import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { hashToken } from '../../src/lib/hash-token.ts';
import { insertAccount } from '../support/account-rows.ts';
import { signInWith } from '../support/account-service.ts';
import { assertSoundPage } from '../support/application-samples.ts';
import { openDemoApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';
import { insertVerifiedClaim } from '../support/watch-rows.ts';
import { decoded } from './support/vendor-pages.ts';

const PASSWORD = 'three words together';
const TRUCK = { license_type: '2014', license_digits: '5890001' };
const CLOSED = { license_type: '2014', license_digits: '5890007' };
const GONE = { license_type: '2014', license_digits: '1' };

describeEngines('the page after signing in', (open) => {
  let database: TestDatabase;
  let demo: TestApp;

  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
  });
  after(async () => {
    await demo.app.close();
    await database.close();
  });

  const signUp = async (email: string) => {
    const id = await demo.services.accounts.createVerifiedAccount({
      name: 'Vera',
      email,
      password: PASSWORD,
    });
    const cookie = await signInWith(demo.services.accounts, { email, password: PASSWORD });
    return { id: String(id), cookie, get: (url: string) => demo.get(url, { cookie, accept: 'text/html' }) };
  };

  test('asks a new account what it will use the service for, and shows no empty list of events', async () => {
    const { get } = await signUp('new@home.example');
    const { status, body } = await get('/home?arrived');
    assert.equal(status, 200);
    assert.match(body, /What brings you here\?.*href="\/search".*href="\/organizer"/s);
    assert.match((await get('/es/home')).body, /¿Qué desea hacer\?/);
  });

  test('redirects an organizer to the list of events', async () => {
    const { id, get } = await signUp('organizer@home.example');
    await insertEvent(database.db, id);
    const { status, headers } = await get('/home?arrived');
    assert.deepEqual([status, headers.location], [303, '/organizer']);
  });

  test('shows the state of each verified license, but neither a grade nor a verdict for one that is not on record', async () => {
    const { id, get } = await signUp('vendor@home.example');
    for (const license of [TRUCK, CLOSED, GONE]) await insertVerifiedClaim(database.db, id, license);
    const event = await insertEvent(database.db, id, { name: 'Their <b>own</b> fair' });
    await insertApplication(database.db, event, { ...TRUCK, status: 'approved', holder_account_id: id });
    const { status, body } = await get('/home');
    assert.equal(status, 200);
    const sections = body.split('<section class="home-license">').slice(1);
    const of = (digits: string) => sections.find((each) => each.includes(digits)) ?? '';
    assert.match(
      of('5890001'),
      /Pretend Pelican Tacos.*Grade<\/dt><dd><p class="grade tone-good">A<.*Clear to book.*\/improve\/.*\/vendor\//s,
    );
    assert.match(of('5890007'), /Don’t book.*The regulator closed the business/s);
    const gone =
      sections.find((each) => each.includes('don’t have a record of this license right now')) ?? '';
    assert.doesNotMatch(gone, /Clear to book|Grade/, 'unknown is not clean');
    assert.match(body, /Approved: confirm your spot/);
    const { results } = await new HtmlValidate({ extends: ['html-validate:recommended'] }).validateString(
      body,
    );
    const messages = results.flatMap((result) => result.messages.map(({ ruleId }) => ruleId));
    assert.deepEqual(
      messages.filter(
        (rule) => !['long-title', 'no-trailing-whitespace', 'doctype-style', 'void-style'].includes(rule),
      ),
      [],
    );
    const spanish = await get('/es/home');
    assert.match(spanish.body, /Su negocio.*Última visita.*Aprobada: confirme su puesto/s);
  });

  test('lists the applications sent from the confirmed email address before sign-up, with a link to each', async () => {
    const owner = await insertAccount(database.db);
    const event = await insertEvent(database.db, owner, { name: 'Open fair' });
    const past = await insertEvent(database.db, owner, {
      name: 'Past fair',
      starts_at: '2025-04-10T21:00:00.000Z',
      ends_at: '2025-04-11T01:00:00.000Z',
    });
    const mine = { contact_email: 'early@home.example' };
    const id = randomUUID();
    const linked = { id, link_sha256: hashToken(demo.services.linkToken(id)), status: 'confirmed' };
    await insertApplication(database.db, event, { ...mine, ...linked });
    await insertApplication(database.db, past, { ...mine, status: 'declined' });
    await insertApplication(database.db, event, { contact_email: 'other@home.example' });
    const { get } = await signUp('early@home.example');
    const home = (await get('/home?arrived')).body;
    assert.match(home, /Open fair.*You have a spot.*All your applications/s);
    assert.ok(decoded(home).includes(`/application?token=${demo.services.linkToken(id)}`));
    assert.doesNotMatch(home, /Past fair/);
    const all = (await get('/home/applications')).body;
    assertSoundPage(all);
    assert.match(all, /2 applications sent from early@home\.example/);
    assert.match(
      all,
      /Open fair.*Open the application.*Past fair.*Turned down.*event is over.*Open it with the link in the email/s,
    );
    const spanish = (await get('/es/home/applications')).body;
    assert.match(
      spanish,
      /2 solicitudes enviadas con early@home\.example.*Tiene un puesto.*el evento ya pasó/s,
    );
    assert.ok(decoded(spanish).includes(`/es/application?token=${demo.services.linkToken(id)}`));
    assert.equal((await get('/home/applications?page=x')).status, 400);
  });

  test('lists no applications for an unconfirmed address or on another account', async () => {
    const event = await insertEvent(database.db, await insertAccount(database.db), { name: 'Secret fair' });
    await insertApplication(database.db, event, { contact_email: 'later@home.example' });
    const { id, get } = await signUp('later@home.example');
    assert.match((await get('/home/applications')).body, /Secret fair/);
    await database.db.updateTable('accounts').set({ email_verified: 0 }).where('id', '=', id).execute();
    assert.doesNotMatch((await get('/home/applications')).body, /Secret fair/);
    const { status, headers } = await demo.get('/home/applications', { accept: 'text/html' });
    assert.deepEqual([status, headers.location], [303, '/sign-in?next=%2Fhome%2Fapplications']);
  });
});
