import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signInWith } from '../support/account-service.ts';
import { assertSoundPage } from '../support/application-samples.ts';
import { type DemoApp, openDemoApp, reservedNumber } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { insertEvent } from '../support/ledger-rows.ts';
import { idOf, textOf } from './support/vendor-pages.ts';

/** Tests saving one vendor from its decision page to an event's shortlist. */
describeEngines('saving a vendor to an event', (open) => {
  let database: TestDatabase;
  let demo: DemoApp;

  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
  });
  after(() => demo.close());

  const makeOrganizer = async (name: string, event: object = {}) => {
    const account = { name, email: `${name}@organizer.example`, password: 'a password of tests' };
    const accountId = await demo.services.accounts.createVerifiedAccount(account);
    const cookie = await signInWith(demo.services.accounts, account);
    const eventId = await insertEvent(database.db, accountId, { name: `${name}'s night`, ...event });
    return { accountId, cookie, eventId };
  };
  const send = async (cookie: string, url: string, fields?: Record<string, string>) => {
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = fields
      ? await demo.app.inject({
          method: 'POST',
          url,
          headers,
          payload: new URLSearchParams(fields).toString(),
        })
      : await demo.app.inject({ method: 'GET', url, headers });
    return { status: answer.statusCode, location: String(answer.headers.location), body: answer.body };
  };
  const rowsOf = (eventId: string) =>
    database.db.selectFrom('shortlisted_vendors').selectAll().where('event_id', '=', eventId).execute();
  const saving = `/organizer/save-vendor?vendor=${idOf('grade-a')}`;

  test('takes one click from the decision in both languages, and requires the user to sign in', async () => {
    const number = reservedNumber('grade-a');
    for (const [start, label] of [
      ['', 'Save to an event'],
      ['/es', 'Guardar en un evento'],
    ] as const) {
      const { body } = await send('', `${start}/check?license_number=${number}&event_type=festival`);
      assert.match(
        body,
        new RegExp(`href="/organizer/save-vendor\\?vendor=${idOf('grade-a')}"[^>]*>${label}</a>`),
      );
    }
    assert.equal((await send('', saving)).location, `/sign-in?next=${encodeURIComponent(saving)}`);
  });

  test('makes a decision for the event’s own dates, and saves the vendor only once, with a receipt', async () => {
    const { cookie, eventId } = await makeOrganizer('ana');
    const page = await send(cookie, saving);
    assertSoundPage(page.body);
    assert.match(textOf(page.body), /Pretend Pelican Tacos \(MFD5890001\) will be shortlisted/);
    assert.match(page.body, /ana&#39;s night \(Published\)/);
    for (let again = 0; again < 2; again += 1) {
      const saved = await send(cookie, '/organizer/save-vendor', {
        vendor: idOf('grade-a'),
        event: eventId,
      });
      assert.equal(saved.location, `/organizer/events/${eventId}/shortlist?done=saved`);
    }
    const rows = await rowsOf(eventId);
    assert.deepEqual(
      rows.map((row) => [row.vendor_id, row.event_date, row.verdict, row.added_by]),
      [[idOf('grade-a'), '2026-04-10', 'CLEAR', 'ana']],
    );
    const list = (await send(cookie, `/organizer/events/${eventId}/shortlist`)).body;
    assert.doesNotMatch(list, /decided for another day/);
    assert.equal((await demo.get(`/v/${rows[0]?.receipt_number}`)).status, 200);
  });

  test('is rejected for an event that is over, canceled, or another organizer’s', async () => {
    const past = { starts_at: '2026-02-01T15:00:00.000Z', ends_at: '2026-02-01T20:00:00.000Z' };
    const bea = await makeOrganizer('bea', past);
    const page = textOf((await send(bea.cookie, saving)).body);
    assert.match(page, /You have no upcoming event that you can change\. Make an event/);
    const save = (event: string, vendor = idOf('grade-a')) =>
      send(bea.cookie, '/organizer/save-vendor', { vendor, event });
    const over = await save(bea.eventId);
    assert.equal(over.status, 422);
    assert.match(textOf(over.body), /Choose an event that is a draft or published, and not over/);
    const canceled = await insertEvent(database.db, bea.accountId, { status: 'Cancelled' });
    assert.equal((await save(canceled)).status, 422);
    assert.equal((await save('')).status, 422);
    const cam = await makeOrganizer('cam');
    for (const event of [cam.eventId, '00000000-0000-4000-8000-000000000000', 'x'])
      assert.equal((await save(event)).status, 404, event);
    const own = await insertEvent(database.db, bea.accountId);
    for (const vendor of ['', 'x', '00000000-0000-4000-8000-000000000000']) {
      assert.equal((await save(own, vendor)).status, 404, vendor);
      assert.equal((await send(bea.cookie, `/organizer/save-vendor?vendor=${vendor}`)).status, 404, vendor);
    }
    for (const event of [bea.eventId, canceled, cam.eventId, own]) assert.deepEqual(await rowsOf(event), []);
  });
});
