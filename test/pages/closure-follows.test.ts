import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertSoundPage } from '../support/application-samples.ts';
import { type DemoApp, openDemoApp } from '../support/demo-app.ts';
import { openTestSqlite } from '../support/engines.ts';

describe('the pages for the weekly email about closures', () => {
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
  const follows = () => demo.database.db.selectFrom('closure_follows').selectAll().execute();

  test('let a reader subscribe, confirm with a button, and unsubscribe with one click, in both languages', async () => {
    for (const [start, heading, asked, confirmed, stopped] of [
      ['', 'Follow by email', 'Check your email', 'Confirmed', 'No more emails'],
      ['/es', 'Seguir por correo', 'Revise su correo', 'Confirmado', 'No recibirá más correos'],
    ] as const) {
      const page = (await demo.get(`${start}/florida/closures/orange`)).body;
      assert.ok(page.includes(`<h2>${heading}</h2>`) && page.includes('name="county" value="orange"'));
      const email = `reader${start.slice(1)}@paper.example`;
      const sent = await post(`${start}/florida/closures/follow`, { email, county: 'orange' });
      assertSoundPage(sent.body);
      assert.ok(sent.body.includes(`<h1>${asked}</h1>`));
      const mail = await demo.database.db
        .selectFrom('mails')
        .select('body')
        .where('recipient', '=', email)
        .executeTakeFirstOrThrow();
      const token = /token=([\w-]+)/.exec(mail.body)?.[1] ?? '';
      const question = await demo.get(`${start}/florida/closures/confirm?token=${token}`);
      assertSoundPage(question.body);
      assert.equal(question.headers['cache-control'], 'no-store');
      assert.equal((await follows())[0]?.confirmed_at, null, 'to look is not to confirm');
      const done = await post(`${start}/florida/closures/confirm`, { token });
      assert.ok(done.body.includes(`<h1>${confirmed}</h1>`));
      assert.notEqual((await follows())[0]?.confirmed_at, null);
      assertSoundPage((await demo.get(`${start}/florida/closures/stop?token=${token}`)).body);
      assert.equal((await follows()).length, 1, 'to look is not to end it');
      const oneClick = { 'List-Unsubscribe': 'One-Click' };
      const ended = await post(`${start}/florida/closures/stop?token=${token}`, oneClick);
      assert.ok(ended.status === 200 && ended.body.includes(`<h1>${stopped}</h1>`));
      assert.deepEqual(await follows(), []);
    }
  });

  test('explain what is wrong with an email address, and reject unknown counties and links', async () => {
    const wrong = await post('/florida/closures/follow', { email: 'nobody', county: 'orange' });
    assert.equal(wrong.status, 422);
    assertSoundPage(wrong.body);
    assert.match(wrong.body, /value="nobody"/);
    assert.equal((await post('/florida/closures/follow', { email: 'a@b.example', county: 'x' })).status, 404);
    for (const step of ['confirm', 'stop'])
      assert.equal((await demo.get(`/florida/closures/${step}?token=made-up`)).status, 404);
    assert.equal((await post('/florida/closures/confirm', { token: 'made-up' })).status, 404);
  });
});
