import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hashToken } from '../../src/lib/hash-token.ts';
import { addDays } from '../../src/lib/time/dates.ts';
import { readLicenseDates } from '../../src/owner/expiry/license-dates-service.ts';
import { createExpiryReminders } from '../../src/owner/expiry/service.ts';
import { insertAccount } from '../support/account-rows.ts';
import { signInWith } from '../support/account-service.ts';
import { assertSoundPage } from '../support/application-samples.ts';
import { type DemoApp, openDemoApp, SESSION_SECRET } from '../support/demo-app.ts';
import { sampleUpload } from '../support/documents.ts';
import { openTestSqlite } from '../support/engines.ts';
import { englishLeft } from '../support/english-left.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';
import { insertVerifiedClaim } from '../support/watch-rows.ts';
import { decoded } from './support/vendor-pages.ts';

const PASSWORD = 'three words together';
const TRUCK = { license_type: '2014', license_digits: '5890001' };
const APPLICATION = '11111111-1111-4111-8111-111111111111';

describe('reminders of expiry dates, on pages', () => {
  let demo: DemoApp;
  let expires: string;
  before(async () => {
    demo = await openDemoApp(await openTestSqlite());
    const { licenses } = await readLicenseDates(demo.database.published, [TRUCK.license_digits]);
    expires = licenses.get('2014:5890001')?.expires_on ?? '';
    assert.match(expires, /^\d{4}-\d\d-\d\d$/);
  });
  after(() => demo.close());

  const signUp = async (email: string) => {
    const id = String(
      await demo.services.accounts.createVerifiedAccount({ name: 'Vera', email, password: PASSWORD }),
    );
    const cookie = await signInWith(demo.services.accounts, { email, password: PASSWORD });
    return {
      id,
      get: (url: string) => demo.get(url, { cookie, accept: 'text/html' }),
      post: (url: string, fields: Record<string, string>) => post(url, fields, cookie),
    };
  };
  const post = async (url: string, fields: Record<string, string>, cookie = '') => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie };
    const payload = new URLSearchParams(fields).toString();
    return demo.app.inject({ method: 'POST', url, headers, payload });
  };
  const isOn = (id: string) => demo.services.expiryReminders.isOn(id);

  test('the home page lists the next dates, earliest first, with the page that takes a new document', async () => {
    const { id, get } = await signUp('dates@home.example');
    await insertVerifiedClaim(demo.database.db, id, TRUCK);
    const owner = await insertAccount(demo.database.db);
    const event = await insertEvent(demo.database.db, owner, { name: 'Lake <b>Night</b>' });
    const link_sha256 = hashToken(demo.services.linkToken(APPLICATION));
    const sent = { ...TRUCK, id: APPLICATION, status: 'approved', holder_account_id: id, link_sha256 };
    await insertApplication(demo.database.db, event, sent);
    const { documents } = demo.services;
    const token = demo.services.linkToken(APPLICATION);
    for (const [code, expires_on] of [
      ['insurance_certificate', '2026-03-25'],
      ['food_manager_certificate', addDays(expires, 30)],
    ] as const)
      assert.ok((await documents.upload(token, code, sampleUpload({ expires_on }))).ok);
    const { body } = await get('/home');
    assertSoundPage(body);
    const list = /<h2>Coming up<\/h2>.*?<\/section>/s.exec(decoded(body))?.[0] ?? '';
    assert.match(
      list,
      /March 25, 2026.*: Certificate of insurance for license MFD5890001 expires.*: license MFD5890001 expires.*: Certified-food-manager certificate for license MFD5890001 expires/s,
    );
    assert.ok(list.includes(`/application/documents?token=${token}`));
    assert.match(list, /with your application to Lake &lt;b|with your application to Lake <b>Night/);
    assert.match(list, /We email you before these dates\. <a href="\/settings#reminders">/);
    const spanish = (await get('/es/home')).body;
    const own = /<h2>Próximos vencimientos<\/h2>.*?<\/section>/s.exec(spanish)?.[0] ?? '';
    assert.match(own, /vence la licencia MFD5890001/);
    assert.deepEqual(englishLeft(own, ['Lake <b>Night</b>']), []);
    const stranger = await signUp('stranger@home.example');
    await insertVerifiedClaim(demo.database.db, stranger.id, { ...TRUCK, license_digits: '5890007' });
    assert.doesNotMatch((await stranger.get('/home')).body, /March 25, 2026|5890001/);
  });

  test('the settings turn the emails off and on, and the home page says which', async () => {
    const { id, get, post: send } = await signUp('switch@home.example');
    await insertVerifiedClaim(demo.database.db, id, { ...TRUCK, license_digits: '5890002' });
    for (const [chosen, notice, home] of [
      ['off', 'We won’t email you about expiry dates any more', 'You turned off emails about these dates'],
      ['on', 'We’ll email you before your license', 'We email you before these dates'],
    ] as const) {
      const answer = await send('/settings/reminders', { reminders: chosen });
      assert.equal(answer.headers.location, `/settings?done=reminders-${chosen}`);
      const page = (await get(`/settings?done=reminders-${chosen}`)).body;
      assertSoundPage(page);
      assert.ok(page.includes(notice));
      assert.match(page, new RegExp(`name="reminders" value="${chosen}" checked`));
      assert.ok((await get('/home')).body.includes(home));
      assert.equal(await isOn(id), chosen === 'on');
    }
    const wrong = await send('/settings/reminders', { reminders: 'maybe' });
    assert.equal(wrong.statusCode, 422);
    assert.match(wrong.body, /href="#reminders".*Choose on or off\./s);
    const spanish = (await get('/es/settings')).body;
    assert.match(spanish, /Recordatorios de vencimientos.*Guardar los recordatorios/s);
    const signedOut = await post('/settings/reminders', { reminders: 'off' });
    assert.equal(signedOut.headers.location, '/sign-in?next=%2Fsettings');
    assert.equal(await isOn(id), true);
  });

  test('the link in an email turns them off with a button or one click, in both languages, and no other link does', async () => {
    for (const [start, question, done] of [
      ['', 'Turn off reminders of expiry dates?', 'Reminders are off'],
      ['/es', '¿Desactivar los recordatorios de vencimientos?', 'Los recordatorios están desactivados'],
    ] as const) {
      const email = `link${start.slice(1)}@home.example`;
      const { id } = await signUp(email);
      await demo.database.db.updateTable('claims').set({ state: 'released' }).execute();
      await insertVerifiedClaim(demo.database.db, id, TRUCK);
      await createExpiryReminders({
        ledgerDb: demo.database.db,
        engine: demo.database.engine,
        registry: demo.database.published,
        baseUrl: demo.config.baseUrl,
        linkToken: demo.services.linkToken,
        secret: SESSION_SECRET,
        now: () => new Date(`${addDays(expires, -7)}T15:00:00Z`),
      }).send();
      const mail = await demo.database.db
        .selectFrom('mails')
        .select(['body', 'unsubscribe'])
        .where('recipient', '=', email)
        .executeTakeFirstOrThrow();
      const token = /stop\?token=([\w-]+)/.exec(mail.body)?.[1] ?? '';
      const page = await demo.get(`${start}/reminders/stop?token=${token}`);
      assertSoundPage(page.body);
      assert.ok(page.body.includes(`<h1>${question}</h1>`));
      assert.equal(page.headers['cache-control'], 'no-store');
      assert.equal(await isOn(id), true, 'to look is not to stop');
      const oneClick = { 'List-Unsubscribe': 'One-Click' };
      const stopped = await post(`${start}/reminders/stop?token=${token}`, oneClick);
      assert.ok(stopped.statusCode === 200 && stopped.body.includes(`<h1>${done}</h1>`));
      assertSoundPage(stopped.body);
      if (start === '/es')
        assert.deepEqual(
          englishLeft(stopped.body.replace(/<(?:header|footer).*?<\/(?:header|footer)>/gs, '')),
          [],
        );
      assert.equal(await isOn(id), false);
      await demo.services.expiryReminders.setOn(id, true);
      assert.equal((await post(`${start}/reminders/stop`, { token })).statusCode, 200);
      assert.equal(await isOn(id), false);
    }
    for (const token of ['made-up', ''])
      assert.equal((await demo.get(`/reminders/stop?token=${token}`)).status, 404);
    assert.equal((await post('/reminders/stop', { token: 'made-up' })).statusCode, 404);
  });
});
