import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { signInWith } from '../support/account-service.ts';
import { openDemoApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';
import { insertVerifiedClaim } from '../support/watch-rows.ts';

const PASSWORD = 'three words together';
const TRUCK = { license_type: '2014', license_digits: '5890001' };
const CLOSED = { license_type: '2014', license_digits: '5890007' };
const GONE = { license_type: '2014', license_digits: '1' };

describeEngines('the page that a sign-in leads to', (open) => {
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

  test('asks a new account for its purpose, and shows no empty list of events', async () => {
    const { get } = await signUp('new@home.example');
    const { status, body } = await get('/home?arrived');
    assert.equal(status, 200);
    assert.match(body, /What brings you here\?.*href="\/search".*href="\/organizer"/s);
    assert.match((await get('/es/home')).body, /¿Cuál es su caso\?/);
  });

  test('leads an organizer to their events', async () => {
    const { id, get } = await signUp('organizer@home.example');
    await insertEvent(database.db, id);
    const { status, headers } = await get('/home?arrived');
    assert.deepEqual([status, headers.location], [303, '/organizer']);
  });

  test('says how each verified license stands, and nothing of one that is not on record', async () => {
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
      /Pretend Pelican Tacos.*Grade<\/dt><dd><strong>A<.*Clear to book.*\/improve\/.*\/vendor\//s,
    );
    assert.match(of('5890007'), /Don’t book.*The regulator closed the business/s);
    const gone = sections.find((each) => each.includes('hold no record of this license now')) ?? '';
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

  test('says that applications sent before the license was verified are not listed, not that there are none', async () => {
    const { id, get } = await signUp('early@home.example');
    await insertVerifiedClaim(database.db, id, { license_type: '2014', license_digits: '5890002' });
    const event = await insertEvent(database.db, id);
    await insertApplication(database.db, event, { license_digits: '5890002', status: 'confirmed' });
    assert.match(
      (await get('/home')).body,
      /None in this account\. Applied without signing in\? Open the private link/,
    );
    assert.match((await get('/es/home')).body, /No hay ninguna en esta cuenta/);
  });
});
