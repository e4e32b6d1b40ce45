import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signInWith } from '../support/account-service.ts';
import { readCalendar } from '../support/calendars.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';

const OWNER = { name: 'Olive', email: 'olive@organizer.example', password: 'a password of tests' };
const TYPE = 'text/calendar; charset=utf-8';

describeEngines('calendars over HTTP', (open) => {
  let database: TestDatabase;
  let service: TestApp;
  let cookie: string;
  let accountId: string;
  let eventId: string;

  before(async () => {
    database = await open();
    service = await openTestApp(database, { RATE_LIMIT_PUBLIC_EVENTS: '30' });
    accountId = await service.services.accounts.createVerifiedAccount(OWNER);
    cookie = await signInWith(service.services.accounts, OWNER);
    eventId = await insertEvent(database.db, accountId, { name: 'Lake Night' });
  });
  after(async () => {
    await service.app.close();
    await database.close();
  });

  const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url,
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    });

  test('an event has a cacheable calendar file that its page links to', async () => {
    const address = `/events/${eventId}.ics`;
    assert.ok((await service.get(`/events/${eventId}`)).body.includes(`href="${address}"`));
    const { status, headers, body } = await service.get(address);
    assert.deepEqual(
      [status, headers['content-type'], headers['cache-control'], headers['x-content-type-options']],
      [200, TYPE, 'public, max-age=60', 'nosniff'],
    );
    assert.equal(headers['content-disposition'], 'attachment; filename="event.ics"');
    assert.equal(readCalendar(body)[0]?.summary, 'Lake Night');
    const again = await service.get(address, { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.status, again.body], [304, '']);
    await database.db.updateTable('events').set({ name: 'Lake Day' }).execute();
    const changed = await service.get(address, { 'if-none-match': String(headers.etag) });
    assert.equal(readCalendar(changed.body)[0]?.summary, 'Lake Day');
    for (const id of ['no-id', accountId]) assert.equal((await service.get(`/events/${id}.ics`)).status, 404);
  });

  test('a canceled or past event’s page does not offer the calendar file, and a canceled event’s file says that it is canceled', async () => {
    for (const [columns, status] of [
      [{ status: 'Cancelled', applications_received: 1 }, 'CANCELLED'],
      [{ status: 'Completed' }, 'CONFIRMED'],
    ] as const) {
      const id = await insertEvent(database.db, accountId, columns);
      assert.doesNotMatch((await service.get(`/events/${id}`)).body, /\.ics|your calendar/);
      assert.equal(readCalendar((await service.get(`/events/${id}.ics`)).body)[0]?.status, status);
      await database.db.deleteFrom('events').where('id', '=', id).execute();
    }
  });

  test('public events share a single feed with an ETag', async () => {
    assert.ok((await service.get('/events')).body.includes('href="/events.ics"'));
    const { headers, body } = await service.get('/events.ics');
    assert.deepEqual([headers['content-type'], headers['cache-control']], [TYPE, 'public, max-age=300']);
    assert.deepEqual(
      readCalendar(body).map(({ uid }) => uid),
      [eventId],
    );
    assert.equal((await service.get('/events.ics', { 'if-none-match': String(headers.etag) })).status, 304);
  });

  test('an applicant is offered the calendar file only after getting a spot', async () => {
    for (const [status, offered] of [
      ['submitted', false],
      ['waitlisted', false],
      ['approved', true],
      ['confirmed', true],
      ['declined', false],
    ] as const) {
      const token = await insertApplication(database.db, eventId, { status });
      const { body } = await service.get(`/application?token=${token}`);
      assert.equal(body.includes(`/events/${eventId}.ics`), offered, status);
    }
  });

  test('an organizer can create a private feed, see its URL once, replace the URL, and turn the feed off', async () => {
    const settings = await service.get('/settings/calendar', { cookie });
    assert.match(settings.body, /Make a calendar address/);
    const made = await post('/settings/calendar', { version: '' });
    const address = addressIn(made.body);
    assert.equal(made.headers['cache-control'], 'no-store');
    assert.equal(addressIn((await service.get('/settings/calendar', { cookie })).body), undefined);
    const feed = await service.get(address ?? '');
    assert.deepEqual(
      ['content-type', 'cache-control', 'x-robots-tag', 'referrer-policy', 'etag'].map(
        (name) => feed.headers[name],
      ),
      [TYPE, 'no-store', 'noindex, nofollow', 'strict-origin', undefined],
    );
    assert.equal(readCalendar(feed.body)[0]?.uid, eventId);
    const reloaded = await post('/settings/calendar', { version: '' });
    assert.deepEqual(
      [reloaded.statusCode, reloaded.headers.location],
      [303, '/settings/calendar?done=sent-before'],
    );
    assert.equal((await service.get(address ?? '')).status, 200, 'the form that came twice renewed nothing');
    const version = /name="version" value="([^"]+)"/.exec(
      (await service.get('/settings/calendar', { cookie })).body,
    )?.[1];
    const renewed = addressIn((await post('/settings/calendar', { version: version ?? '' })).body);
    const gone = await service.get(address ?? '');
    assert.deepEqual([gone.status, gone.headers['cache-control']], [404, 'no-store']);
    assert.equal((await service.get(renewed ?? '')).status, 200);
    assert.equal((await post('/settings/calendar/revoke', {})).statusCode, 303);
    const dead = await service.get(renewed ?? '');
    const madeUp = await service.get(`/calendar.ics?token=${'x'.repeat(32)}`);
    const bodyOf = ({ body, headers }: typeof dead) => body.replaceAll(String(headers['x-request-id']), '');
    assert.equal(bodyOf(dead), bodyOf(madeUp));
  });

  test('a form from another site can neither create a feed nor turn one off', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site' };
    for (const step of ['', '/revoke'])
      assert.equal((await post(`/settings/calendar${step}`, { version: '' }, foreign)).statusCode, 403);
    assert.deepEqual(await database.db.selectFrom('calendar_feeds').select('made_at').execute(), []);
  });

  test('a private feed is not indexed by search engines, and calendar apps can fetch it within the rate limit', async () => {
    // Calendar services that fetch a feed for a subscriber obey robots.txt.
    assert.doesNotMatch((await service.get('/robots.txt')).body, /calendar/);
    const feed = await service.get(`/calendar.ics?token=${'x'.repeat(32)}`);
    assert.match(String(feed.headers['x-robots-tag']), /noindex/);
    const asked = await Promise.all(Array.from({ length: 31 }, () => service.get('/events.ics')));
    assert.ok(asked.some(({ status }) => status === 429));
    assert.equal(
      (await service.get(`/calendar.ics?token=${'x'.repeat(32)}`)).status,
      429,
      'one limit for all',
    );
  });
});

function addressIn(page: string): string | undefined {
  return /\/calendar\.ics\?token(?:=|&#61;)([\w-]{32})/.exec(page)?.[1]?.replace(/^/, '/calendar.ics?token=');
}
