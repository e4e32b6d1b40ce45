import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { verdictText } from '../../src/decisions/decide/decision-words.ts';
import { createShortlistService } from '../../src/organizer/shortlist/shortlist-service.ts';
import type { ApplicationsTable } from '../../src/platform/db/schema/ledger-tables/event-tables.ts';
import { displayName } from '../../src/records/record/display-name.ts';
import { signInWith } from '../support/account-service.ts';
import { countStatements } from '../support/count-statements.ts';
import { type DemoApp, NOW, openDemoApp, reservedNumber } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';

/** Tests saving a checked list as an event's shortlisted vendors. */
describeEngines('shortlisted vendors', (open) => {
  let database: TestDatabase;
  let demo: DemoApp;

  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
  });
  after(() => demo.close());

  const makeOrganizer = async (name: string) => {
    const account = { name, email: `${name}@organizer.example`, password: 'a password of tests' };
    const accountId = await demo.services.accounts.createVerifiedAccount(account);
    const cookie = await signInWith(demo.services.accounts, account);
    return {
      accountId,
      cookie,
      eventId: await insertEvent(database.db, accountId, { name: `${name}'s night` }),
    };
  };
  const send = async (
    cookie: string,
    method: 'GET' | 'POST',
    url: string,
    fields: Record<string, string> = {},
  ) => {
    const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams(fields).toString();
    const answer = await demo.app.inject({ method, url, headers, ...(method === 'POST' ? { payload } : {}) });
    return { status: answer.statusCode, location: String(answer.headers.location), body: answer.body };
  };
  const checkList = async (...states: string[]) => {
    const rows = states.map((state, index) => ({ line: index + 1, cells: [reservedNumber(state)] }));
    const fields = { table: JSON.stringify(rows), event_type: 'festival', 'column-0': 'number' };
    const { location } = await send('', 'POST', '/check/list/decide', fields);
    return location.split('/').at(-1) ?? '';
  };
  const rowsOf = (eventId: string) =>
    database.db
      .selectFrom('shortlisted_vendors')
      .selectAll()
      .where('event_id', '=', eventId)
      .orderBy('name')
      .execute();

  test('are saved once each, can be rechecked for the event’s own dates, and can be removed; an older decision never replaces a newer one', async () => {
    const { cookie, eventId } = await makeOrganizer('ana');
    const token = await checkList('grade-a', 'grade-f', 'emergency-hold');
    const choice = await send(cookie, 'GET', `/organizer/save-list?list=${token}`);
    assert.match(choice.body, /3 vendors of this list will be shortlisted/);
    assert.match(choice.body, /ana&#39;s night \(Published\)/);
    const saved = await send(cookie, 'POST', '/organizer/save-list', { list: token, event: eventId });
    assert.deepEqual(
      [saved.status, saved.location],
      [303, `/organizer/events/${eventId}/shortlist?done=saved`],
    );
    const before = await rowsOf(eventId);
    assert.equal(before.length, 3);
    assert.ok(before.every((row) => row.added_by === 'ana' && row.event_date === '2026-03-16'));
    assert.equal(
      (await send(cookie, 'POST', '/organizer/save-list', { list: token, event: eventId })).status,
      303,
    );
    assert.deepEqual(await rowsOf(eventId), before, 'saved again, nothing is doubled');
    const page = (await send(cookie, 'GET', saved.location)).body;
    assert.match(page, /Saved\. These vendors/);
    assert.equal(
      page.split('All of them were decided for another day than this event’s: check again.').length - 1,
      1,
    );
    const order = [
      ...page.matchAll(/<\/span> (Don’t book|Review first|Book with care|Clear to book)<\/span>/g),
    ].map(([, each]) => each);
    assert.equal(order[0], 'Don’t book', String(order));
    assert.equal(order.length, 3);
    assert.match(page, new RegExp(`https://vendors\\.example/events/${eventId}`));
    for (const { name, receipt_number: number } of before) {
      assert.ok(page.includes(displayName(name)) && page.includes(`/v/${number}`));
      assert.equal((await demo.get(`/v/${number}`)).status, 200);
    }
    const checked = await send(cookie, 'POST', `/organizer/events/${eventId}/shortlist/recheck`);
    assert.equal(checked.status, 303);
    const rechecked = (await send(cookie, 'GET', saved.location)).body;
    assert.doesNotMatch(rechecked, /another day than this event/);
    const after = await rowsOf(eventId);
    assert.deepEqual(
      after.map(({ id, event_date }) => [id, event_date]),
      before.map(({ id }) => [id, '2026-04-10']),
    );
    assert.ok(after.every((row, index) => row.receipt_number !== before[index]?.receipt_number));
    await send(cookie, 'POST', '/organizer/save-list', { list: token, event: eventId });
    assert.deepEqual(await rowsOf(eventId), after, 'an older decision does not replace a newer one');
    const [first] = after;
    const remove = `/organizer/events/${eventId}/shortlist/${first?.id}/remove`;
    assert.equal((await send(cookie, 'POST', remove)).status, 303);
    assert.equal((await send(cookie, 'POST', remove)).status, 404);
    assert.equal((await rowsOf(eventId)).length, 2);
  });

  test('are marked, here and on the event’s page, if their record is gone or they would be decided differently today', async () => {
    const { cookie, eventId } = await makeOrganizer('ida');
    const token = await checkList('grade-a', 'grade-f', 'emergency-hold');
    await send(cookie, 'POST', '/organizer/save-list', { list: token, event: eventId });
    const address = `/organizer/events/${eventId}/shortlist`;
    const overview = `/organizer/events/${eventId}`;
    await send(cookie, 'POST', `${address}/recheck`);
    const quiet = (await send(cookie, 'GET', address)).body;
    assert.doesNotMatch(quiet, /no longer on record|today: /);
    assert.doesNotMatch((await send(cookie, 'GET', overview)).body, /of them changed/);
    const rows = await rowsOf(eventId);
    const [gone, other] = rows;
    assert.ok(gone && other);
    const setRow = (id: string, columns: object) =>
      database.db.updateTable('shortlisted_vendors').set(columns).where('id', '=', id).execute();
    // Simulates decisions made before a later publication: one vendor is no longer on record, and another's
    // verdict has changed.
    await setRow(gone.id, { vendor_id: '00000000-0000-7000-8000-000000000000' });
    await setRow(other.id, { verdict: other.verdict === 'REVIEW' ? 'CLEAR' : 'REVIEW' });
    const page = (await send(cookie, 'GET', address)).body;
    assert.match(page, /One vendor is no longer on record: what you see is the decision from before\./);
    assert.match(page, /One vendor would be decided otherwise today for this event’s days: check again\./);
    const [, first = ''] = page.split('<ol class="checked rows">')[1]?.split('<li>') ?? [];
    assert.ok(
      first.includes(displayName(gone.name)) && first.includes('<strong>no longer on record</strong>'),
      first,
    );
    assert.doesNotMatch(first, /href="\/vendor\//, 'there is no record to lead to');
    assert.ok(page.includes(`<strong>today: ${verdictText(other.verdict)}</strong>`));
    assert.match((await send(cookie, 'GET', overview)).body, /the records of 2 of them changed/);
    // Once the event is over, there is nothing left to check.
    await database.db
      .updateTable('events')
      .set({ starts_at: '2026-03-01T15:00:00.000Z', ends_at: '2026-03-01T20:00:00.000Z' })
      .where('id', '=', eventId)
      .execute();
    assert.doesNotMatch((await send(cookie, 'GET', address)).body, /no longer on record|today: /);
  });

  test('can be added to a new event with the list’s event type and date; a visitor who signs in first returns to the list', async () => {
    const { accountId, cookie } = await makeOrganizer('eve');
    const token = await checkList('grade-a', 'grade-f');
    const list = (await send('', 'GET', `/check/list/${token}`)).body;
    const saving = `/organizer/save-list?list=${token}`;
    assert.ok(list.includes(`<a href="${saving.replace('=', '&#61;')}">Save to an event</a>`));
    const making = `/organizer/events/new?list=${token}`;
    for (const address of [saving, making])
      assert.equal(
        (await send('', 'GET', address)).location,
        `/sign-in?next=${encodeURIComponent(address)}`,
        'signing in leads back to the list',
      );
    const choice = (await send(cookie, 'GET', saving)).body;
    assert.ok(choice.includes(`href="${making.replace('=', '&#61;')}"`));
    const form = (await send(cookie, 'GET', making)).body;
    assert.match(form, /Saving it also shortlists the 2 vendors of <a href="[^"]+">the checked list<\/a>/);
    assert.match(form, /value="festival" checked/);
    assert.match(form, /name="starts_at" [^>]*value="2026-03-16T10:00"/);
    assert.match(form, /name="ends_at" [^>]*value="2026-03-16T18:00"/);
    assert.match(form, new RegExp(`<input type="hidden" name="list" value="${token}">`));
    const typed = {
      list: token,
      event_type: 'festival',
      timezone: 'America/New_York',
      notice: 'daily',
      starts_at: '2026-03-16T16:00',
      ends_at: '2026-03-16T21:00',
      waitlist: 'tell',
      name: 'Eve’s fair',
      venue_name: 'Park',
      address: '1 Example Street',
      city: 'Orlando',
      county: 'Orange',
    };
    const wrong = await send(cookie, 'POST', '/organizer/events', { ...typed, name: '' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.body, new RegExp(`name="list" value="${token}"`), 'a refused form keeps the list');
    const made = await send(cookie, 'POST', '/organizer/events', typed);
    assert.match(made.location, /^\/organizer\/events\/[0-9a-f-]{36}\/shortlist\?done=created$/);
    const rows = await rowsOf(made.location.split('/')[3] ?? '');
    assert.equal(rows.length, 2);
    assert.ok(rows.every((row) => row.added_by === 'eve'));
    const page = (await send(cookie, 'GET', made.location)).body;
    assert.match(page, /The event is saved as a draft, and these vendors are on its list\./);
    assert.doesNotMatch(page, /another day than this event/, 'the list was checked for its day');
    const count = async () =>
      (await database.db.selectFrom('events').select('id').where('account_id', '=', accountId).execute())
        .length;
    const before = await count();
    for (const gone of ['x', '0'.repeat(32)]) {
      assert.equal((await send(cookie, 'GET', `/organizer/events/new?list=${gone}`)).status, 404);
      assert.equal((await send(cookie, 'POST', '/organizer/events', { ...typed, list: gone })).status, 404);
    }
    assert.equal(await count(), before, 'no event is made for a list that is not kept');
  });

  test('link to their applications, and many vendors take no more SQL statements than one', async () => {
    const { accountId, cookie, eventId } = await makeOrganizer('dora');
    const token = await checkList('grade-a', 'grade-f', 'emergency-hold');
    await send(cookie, 'POST', '/organizer/save-list', { list: token, event: eventId });
    const other = await makeOrganizer('eli');
    const apply = (event: string, state: string, columns: Partial<ApplicationsTable>) => {
      const license_digits = reservedNumber(state).replace(/\D/g, '');
      return insertApplication(database.db, event, {
        license_number: license_digits,
        license_digits,
        ...columns,
      });
    };
    await apply(other.eventId, 'grade-f', { status: 'approved' });
    const ledger = countStatements(database.db);
    const registry = countStatements(database.published.db);
    const shortlist = createShortlistService({
      randomToken: () => randomUUID(),
      ledgerDb: ledger.db,
      registry: { ...database.published, db: registry.db },
      decide: async () => [],
      baseUrl: 'https://vendors.example',
      now: NOW,
    });
    const statements = async () => {
      const before = [ledger.count(), registry.count()];
      await shortlist.list(accountId, eventId);
      return [ledger.count() - (before[0] ?? 0), registry.count() - (before[1] ?? 0)];
    };
    const older = await apply(eventId, 'grade-a', {
      status: 'withdrawn',
      submitted_at: '2026-03-01T10:00:00.000Z',
    });
    const forOne = await statements();
    const newer = await apply(eventId, 'grade-a', { submitted_at: '2026-03-02T10:00:00.000Z' });
    const booked = await apply(eventId, 'emergency-hold', { status: 'confirmed' });
    assert.deepEqual(await statements(), forOne);
    const page = (await send(cookie, 'GET', `/organizer/events/${eventId}/shortlist`)).body;
    const link = (id: string, status: string) =>
      `<a href="/organizer/events/${eventId}/applications/${id}">${status}</a>`;
    const entryOf = (name: string) =>
      page.split('<li>').find((entry) => entry.includes(displayName(name))) ?? '';
    const rows = await rowsOf(eventId);
    const nameOf = (state: string) =>
      rows.find((row) => row.license_number === reservedNumber(state))?.name ?? 'none';
    assert.ok(
      entryOf(nameOf('grade-a')).includes(
        `applied to this event: ${link(newer, 'New')}, ${link(older, 'Withdrawn')}<`,
      ),
    );
    assert.ok(entryOf(nameOf('emergency-hold')).includes(link(booked, 'Confirmed')));
    assert.match(entryOf(nameOf('grade-f')), /no application with this license/);
    assert.equal(
      (await send(cookie, 'GET', `/organizer/events/${eventId}/applications/${booked}`)).status,
      200,
    );
  });

  test('show an application as ambiguous next to each license that its number matches', async () => {
    const { cookie, eventId } = await makeOrganizer('fay');
    const rows = ['MFD5890023', 'CAT5890023'].map((number, index) => ({ line: index + 1, cells: [number] }));
    const fields = { table: JSON.stringify(rows), event_type: 'festival', 'column-0': 'number' };
    const { location } = await send('', 'POST', '/check/list/decide', fields);
    await send(cookie, 'POST', '/organizer/save-list', { list: location.slice(-32), event: eventId });
    assert.equal((await rowsOf(eventId)).length, 2);
    const columns = { license_number: '5890023', license_digits: '5890023' };
    await insertApplication(database.db, eventId, columns);
    const unclear = (await send(cookie, 'GET', `/organizer/events/${eventId}/shortlist`)).body;
    assert.equal(unclear.split('(its number is that of several licenses: look which)').length - 1, 2);
    await sql`update applications set license_type = '2014' where event_id = ${eventId}`.execute(database.db);
    const clear = (await send(cookie, 'GET', `/organizer/events/${eventId}/shortlist`)).body;
    assert.equal(clear.split('applied to this event').length - 1, 1);
    assert.equal(clear.split('no application with this license').length - 1, 1);
  });

  test('can be invited by email from the page; a link in the email stops further invitations, in both languages', async () => {
    const { cookie, eventId } = await makeOrganizer('ivy');
    const token = await checkList('grade-a', 'grade-f');
    await send(cookie, 'POST', '/organizer/save-list', { list: token, event: eventId });
    const address = `/organizer/events/${eventId}/shortlist`;
    const page = (await send(cookie, 'GET', address)).body;
    const fields = [...page.matchAll(/name="(email-[0-9a-f-]{36})"/g)].map(([, name]) => name ?? '');
    assert.equal(fields.length, 1, 'a vendor that is not to be booked is not offered');
    const typed = { [fields[0] ?? '']: 'ivy@truck.example' };
    const sent = await send(cookie, 'POST', `${address}/invite`, typed);
    assert.deepEqual([sent.status, sent.location], [303, `${address}?done=invited`]);
    const after = (await send(cookie, 'GET', address)).body;
    assert.match(after, /1 of 2 invited\./);
    assert.doesNotMatch(after, /name="email-/);
    assert.equal((await send(cookie, 'POST', `${address}/invite`, typed)).status, 422);
    const { body } = await database.db
      .selectFrom('mails')
      .select('body')
      .where('recipient', '=', 'ivy@truck.example')
      .executeTakeFirstOrThrow();
    const link = /\/invitations\/stop\?token=[\w-]+/.exec(body)?.[0] ?? '';
    assert.match((await send('', 'GET', link)).body, /<h1>Stop invitations\?<\/h1>/);
    assert.match((await send('', 'GET', `/es${link}`)).body, /<h1>¿Dejar de recibir invitaciones\?<\/h1>/);
    const stops = () => database.db.selectFrom('invitation_stops').selectAll().execute();
    assert.deepEqual(await stops(), [], 'to look is not to stop');
    const stopped = await send('', 'POST', '/invitations/stop', { token: link.split('=')[1] ?? '' });
    assert.match(stopped.body, /<h1>No more invitations<\/h1>/);
    assert.equal((await stops()).length, 1);
    assert.equal((await send('', 'GET', '/invitations/stop?token=made-up')).status, 404);
  });

  test('can be saved only by a signed-in user, to the user’s own event, and from a list that still exists', async () => {
    const ana = await makeOrganizer('amy');
    const bea = await makeOrganizer('bea');
    const token = await checkList('grade-a');
    const signIn = await send('', 'GET', `/organizer/save-list?list=${token}`);
    assert.equal(
      signIn.location,
      `/sign-in?next=${encodeURIComponent(`/organizer/save-list?list=${token}`)}`,
    );
    for (const event of [bea.eventId, '00000000-0000-4000-8000-000000000000', 'x', ''])
      assert.equal(
        (await send(ana.cookie, 'POST', '/organizer/save-list', { list: token, event })).status,
        404,
        event,
      );
    for (const list of ['', 'x', '0'.repeat(32)]) {
      assert.equal((await send(ana.cookie, 'GET', `/organizer/save-list?list=${list}`)).status, 404);
      assert.equal(
        (await send(ana.cookie, 'POST', '/organizer/save-list', { list, event: ana.eventId })).status,
        404,
      );
    }
    assert.deepEqual([await rowsOf(ana.eventId), await rowsOf(bea.eventId)], [[], []]);
  });

  test('cannot be saved by a viewer of the event, who is not offered that event', async () => {
    const gus = await makeOrganizer('gus');
    const hal = await makeOrganizer('hal');
    const row = { id: 'hal of gus', account_id: gus.accountId, member_id: hal.accountId, role: 'viewer' };
    await database.db
      .insertInto('team_members')
      .values({ ...row, joined_at: '2026-01-01' })
      .execute();
    const token = await checkList('grade-a');
    const choose = async () => (await send(hal.cookie, 'GET', `/organizer/save-list?list=${token}`)).body;
    assert.match(await choose(), /hal&#39;s night/);
    assert.doesNotMatch(await choose(), /gus&#39;s night/);
    const saved = { list: token, event: gus.eventId };
    const refused = await send(hal.cookie, 'POST', '/organizer/save-list', saved);
    assert.equal(refused.status, 403);
    assert.match(refused.body, /You can read this event, but not change it/);
    assert.deepEqual(await rowsOf(gus.eventId), []);
    await database.db.deleteFrom('events').where('id', '=', hal.eventId).execute();
    assert.match(await choose(), /You have no event that you can change and that is a draft or published/);
    await database.db.updateTable('team_members').set({ role: 'manager' }).where('id', '=', row.id).execute();
    assert.equal((await send(hal.cookie, 'POST', '/organizer/save-list', saved)).status, 303);
    assert.equal((await rowsOf(gus.eventId)).length, 1);
  });

  test('are not checked again after the event, and are deleted with the event and the account', async () => {
    const { accountId, cookie, eventId } = await makeOrganizer('cleo');
    const token = await checkList('grade-a');
    await send(cookie, 'POST', '/organizer/save-list', { list: token, event: eventId });
    const past = { starts_at: '2026-03-01T21:00:00.000Z', ends_at: '2026-03-02T01:00:00.000Z' };
    await database.db.updateTable('events').set(past).where('id', '=', eventId).execute();
    const earlier = await rowsOf(eventId);
    const refused = await send(cookie, 'POST', `/organizer/events/${eventId}/shortlist/recheck`);
    assert.equal(refused.status, 422);
    assert.match(refused.body, /This event is over/);
    assert.deepEqual(await rowsOf(eventId), earlier);
    await database.db.deleteFrom('accounts').where('id', '=', accountId).execute();
    assert.deepEqual(await rowsOf(eventId), []);
  });
});
