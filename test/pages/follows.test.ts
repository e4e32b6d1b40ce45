import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { vendorId } from '../../src/records/record/vendor-id.ts';
import { assertSoundPage } from '../support/application-samples.ts';
import { type DemoApp, openDemoApp, openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, openTestSqlite, type TestDatabase } from '../support/engines.ts';
import { englishLines } from '../support/english-left.ts';
import { inspectionRow, licenseRow } from '../support/regulator-files.ts';
import { PELICAN, publishDay } from '../support/watch-rows.ts';

describe('the pages for the weekly emails', () => {
  let demo: DemoApp;
  before(async () => {
    demo = await openDemoApp(await openTestSqlite());
  });
  after(() => demo.close());

  const post = async (url: string, fields: Record<string, string>) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams(fields).toString();
    const { statusCode, body } = await demo.app.inject({ method: 'POST', url, headers, payload });
    return { status: statusCode, body };
  };
  const follows = () => demo.database.db.selectFrom('follows').selectAll().execute();

  test('let a reader subscribe, confirm with a button, and unsubscribe with one click, in both languages', async () => {
    for (const [start, heading, asked, confirmed, stopped] of [
      ['', 'Follow by email', 'Check your email', 'Confirmed', 'No more emails'],
      ['/es', 'Seguir por correo', 'Revise su correo', 'Confirmado', 'No recibirá más correos'],
    ] as const) {
      const page = (await demo.get(`${start}/florida/closures/orange`)).body;
      assert.ok(page.includes(`<h2>${heading}</h2>`) && page.includes('name="county" value="orange"'));
      const email = `reader${start.slice(1)}@paper.example`;
      const sent = await post(`${start}/follow`, { email, county: 'orange' });
      assertSoundPage(sent.body);
      assert.ok(sent.body.includes(`<h1>${asked}</h1>`));
      const mail = await demo.database.db
        .selectFrom('mails')
        .select('body')
        .where('recipient', '=', email)
        .executeTakeFirstOrThrow();
      const token = /token=([\w-]+)/.exec(mail.body)?.[1] ?? '';
      const question = await demo.get(`${start}/follow/confirm?token=${token}`);
      assertSoundPage(question.body);
      assert.equal(question.headers['cache-control'], 'no-store');
      assert.equal((await follows())[0]?.confirmed_at, null, 'to look is not to confirm');
      const done = await post(`${start}/follow/confirm`, { token });
      assert.ok(done.body.includes(`<h1>${confirmed}</h1>`));
      assert.notEqual((await follows())[0]?.confirmed_at, null);
      assertSoundPage((await demo.get(`${start}/follow/stop?token=${token}`)).body);
      assert.equal((await follows()).length, 1, 'to look is not to end it');
      const oneClick = { 'List-Unsubscribe': 'One-Click' };
      const ended = await post(`${start}/follow/stop?token=${token}`, oneClick);
      assert.ok(ended.status === 200 && ended.body.includes(`<h1>${stopped}</h1>`));
      assert.deepEqual(await follows(), []);
    }
  });

  test('explain what is wrong with an email address, and reject unknown counties and links', async () => {
    const wrong = await post('/follow', { email: 'nobody', county: 'orange' });
    assert.equal(wrong.status, 422);
    assertSoundPage(wrong.body);
    assert.match(wrong.body, /value="nobody"/);
    assert.equal((await post('/follow', { email: 'a@b.example', county: 'x' })).status, 404);
    for (const step of ['confirm', 'stop'])
      assert.equal((await demo.get(`/follow/${step}?token=made-up`)).status, 404);
    assert.equal((await post('/follow/confirm', { token: 'made-up' })).status, 404);
  });
});

describeEngines('following a vendor by email', (open) => {
  const id = vendorId('2014', PELICAN.license_digits);
  let database: TestDatabase;
  let service: TestApp;
  let now = '';

  before(async () => {
    database = await open();
    service = await openTestApp(database, {}, undefined, () => new Date(now));
  });
  after(async () => {
    await service.app.close();
    await database.close();
  });

  async function publishOn(day: string, license: Parameters<typeof licenseRow>[0]): Promise<void> {
    now = `${day}T15:00:00Z`;
    await publishDay(database, { day, licenses: [licenseRow(license)], visits: [inspectionRow()] });
  }
  const post = async (url: string, fields: Record<string, string>) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams(fields).toString();
    return service.app.inject({ method: 'POST', url, headers, payload });
  };
  const takeMail = async () => {
    const mail = await database.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow();
    await database.db.deleteFrom('mails').execute();
    return mail;
  };
  const follows = () => database.db.selectFrom('follows').selectAll().execute();

  test('goes from the form on the record through a change and its email to the end, in both languages', async () => {
    for (const [start, day, next, expiresOn, texts] of [
      [
        '',
        '2026-03-16',
        '2026-03-17',
        '2027-06-01',
        {
          form: 'Email me if this record changes',
          asked: 'Check your email',
          confirmed: 'Confirmed',
          change: 'The last day of the license is now: June 1, 2027. Before: June 1, 2026.',
          stopped: 'No more emails',
        },
      ],
      [
        '/es',
        '2026-03-18',
        '2026-03-19',
        '2027-03-01',
        {
          form: 'Avíseme por correo si este historial cambia',
          asked: 'Revise su correo',
          confirmed: 'Confirmado',
          change: 'El último día de la licencia ahora es: 1 de marzo de 2027. Antes: 1 de junio de 2027.',
          stopped: 'No recibirá más correos',
        },
      ],
    ] as const) {
      await publishOn(day, start === '' ? {} : { expiresOn: '2027-06-01' });
      const record = (await service.get(`${start}/vendor/${id}`)).body;
      const check = `${start}/check?license_number=MFD4758801&event_type=food-truck-night`;
      for (const page of [record, (await service.get(check)).body]) {
        assertSoundPage(page);
        assert.ok(page.includes(`<h2>${texts.form}</h2>`), page);
        assert.ok(page.includes(`name="vendor" value="${id}"`));
        assert.ok(page.includes(`href="${start}/vendor/${id}/changes"`));
      }
      const asked = await post(`${start}/follow`, { email: 'olive@market.example', vendor: id });
      assertSoundPage(asked.body);
      assert.ok(asked.body.includes(`<h1>${texts.asked}</h1>`));
      assert.ok(asked.body.includes(`href="${start}/vendor/${id}"`));
      const token = /token=([\w-]+)/.exec((await takeMail()).body)?.[1] ?? '';
      const question = await service.get(`${start}/follow/confirm?token=${token}`);
      assertSoundPage(question.body);
      assert.match(question.body, /“PELICAN TACO WAGON”/);
      assert.equal(question.headers['cache-control'], 'no-store');
      assert.equal((await follows())[0]?.confirmed_at, null, 'to look is not to confirm');
      const done = await post(`${start}/follow/confirm`, { token });
      assert.ok(done.body.includes(`<h1>${texts.confirmed}</h1>`));

      await publishOn(next, { expiresOn });
      assert.equal(await service.services.follows.sendVendors(), 1);
      const mail = await takeMail();
      assert.ok(mail.body.includes(`- ${texts.change}`), mail.body);
      const list = new URL(/https:\S+\/changes/.exec(mail.body)?.[0] ?? '').pathname;
      const { status, body } = await service.get(list);
      assert.equal(status, 200);
      assertSoundPage(body);
      assert.ok(body.includes(`<li>${texts.change}</li>`), body);
      assert.doesNotMatch(body, /INVENTED HARBOR|555-/, 'neither a street nor a phone number');
      const main = /<main[^>]*>(.*)<\/main>/s.exec(body)?.[1] ?? '';
      if (start === '/es')
        assert.deepEqual(englishLines(main.replace(/<[^>]+>|“[^”]*”|PELICAN TACO WAGON/gi, ' ')), []);

      assertSoundPage((await service.get(`${start}/follow/stop?token=${token}`)).body);
      assert.equal((await follows()).length, 1, 'to look is not to end it');
      const { pathname, search } = new URL(mail.unsubscribe ?? '');
      const ended = await post(`${pathname}${search}`, { 'List-Unsubscribe': 'One-Click' });
      assert.ok(ended.statusCode === 200 && ended.body.includes(`<h1>${texts.stopped}</h1>`));
      assert.deepEqual(await follows(), []);
    }
  });

  test('says what is wrong with an address, and rejects a vendor that is not on record', async () => {
    const wrong = await post('/follow', { email: 'nobody', vendor: id });
    assert.equal(wrong.statusCode, 422);
    assertSoundPage(wrong.body);
    assert.ok(wrong.body.includes(`name="vendor" value="${id}"`) && wrong.body.includes('value="nobody"'));
    const unknown = vendorId('2014', '9999999');
    assert.equal((await post('/follow', { email: 'a@b.example', vendor: unknown })).statusCode, 404);
    assert.equal((await service.get(`/vendor/${unknown}/changes`)).status, 404);
  });

  test('does not confirm one more than an address can have, and says so', async () => {
    await post('/follow', { email: 'many@market.example', vendor: id });
    const token = /token=([\w-]+)/.exec((await takeMail()).body)?.[1] ?? '';
    const [row] = await follows();
    assert.ok(row);
    const others = Array.from({ length: 25 }, (_, index) => `${index}`);
    await database.db
      .insertInto('follows')
      .values(
        others.map((each) => ({ ...row, id: each, county: each, token_sha256: each, confirmed_at: now })),
      )
      .execute();
    const full = await post('/follow/confirm', { token });
    assert.equal(full.statusCode, 422);
    assertSoundPage(full.body);
    assert.match(full.body, /An address can have 25 of these emails/);
  });
});
