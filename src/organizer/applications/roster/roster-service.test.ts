import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { reservedNumber } from '../../../../test/support/demo-app.ts';
import { openDemoApplications } from '../../../../test/support/demo-applications.ts';
import { describeBothEngines, type TestDatabase } from '../../../../test/support/engines.ts';
import {
  applicationRow,
  insertApplications,
  insertEvent,
  openApplicationService,
} from '../../../../test/support/ledger-rows.ts';
import type { ApplicationsTable } from '../../../platform/db/schema/ledger-tables/event-tables.ts';
import type { ApplicationService } from '../service.ts';
import { rosterDueOn, rosterEmail, rosterRemindedOn } from './roster.ts';

describeBothEngines('the list of vendors for the regulator', (open) => {
  let database: TestDatabase;
  let service: ApplicationService;
  let accountId: string;
  before(async () => {
    database = await open();
    ({ service, accountId } = await openDemoApplications(database));
  });
  after(() => database.close());

  const setUp = async (rows: readonly Partial<ApplicationsTable>[], columns = {}) => {
    const eventId = await insertEvent(database.db, accountId, { spots_taken: rows.length, ...columns });
    await insertApplications(
      database.db,
      rows.map((row) => applicationRow(eventId, row)),
    );
    return eventId;
  };

  test('lists every vendor with a spot by name, with its license on record and its food', async () => {
    const eventId = await setUp([
      { status: 'confirmed', business_name: 'Zoe’s', license_number: '0000000001' },
      {
        status: 'approved',
        business_name: 'Ámbar',
        license_number: reservedNumber('grade-a').replace(/\D/g, ''),
        food_kind: 'tacos',
        food: 'Birria',
      },
      ...(['submitted', 'waitlisted', 'declined', 'withdrawn', 'cancelled'] as const).map((status) => ({
        status,
      })),
    ]);
    const { entries } = await service.getRoster(accountId, eventId);
    assert.deepEqual(
      entries.map(({ business_name, license_number, is_on_record, food }) => [
        business_name,
        license_number,
        is_on_record,
        food,
      ]),
      [
        ['Ámbar', reservedNumber('grade-a'), true, { kind: 'tacos', text: 'Birria' }],
        ['Zoe’s', '0000000001', false, null],
      ],
    );
    const { subject, text } = rosterEmail(await service.getRoster(accountId, eventId), () => 'Tacos');
    assert.match(subject, /^Temporary food service event on April 10, 2026: /);
    assert.match(
      text,
      new RegExp(`1\\. Ámbar \\(Test Person\\), license ${reservedNumber('grade-a')}: Tacos`),
    );
    await assert.rejects(service.getRoster(await insertAccount(database.db), eventId), { code: 'not_found' });
  });

  test('is announced to the organizer in a single reminder five business days before the event, from 7 a.m.', async () => {
    // The event is on Friday, April 10, 2026. Five business days earlier is Friday, April 3.
    const eventId = await setUp([{ status: 'approved' }]);
    const none = await setUp([{ status: 'submitted' }], { spots_taken: 0 });
    const draft = await setUp([{ status: 'approved' }], { status: 'Draft' });
    const remind = (instant: string) =>
      openApplicationService(database, { now: () => new Date(instant) }).sendRosterReminders();
    await database.db
      .updateTable('events')
      .set({ roster_reminded_at: '2026-01-01T00:00:00.000Z' })
      .where('id', 'not in', [eventId, none, draft])
      .execute();
    assert.equal(await remind('2026-04-02T20:00:00Z'), 0, 'the day before');
    assert.equal(await remind('2026-04-03T10:59:00Z'), 0, 'before seven');
    const told = await Promise.all([1, 2, 3].map(() => remind('2026-04-03T11:00:00Z')));
    assert.equal(
      told.reduce((sum, each) => sum + each, 0),
      1,
    );
    assert.equal(await remind('2026-04-04T11:00:00Z'), 0);
    const mails = await database.db
      .selectFrom('mails')
      .select(['subject', 'body'])
      .where('subject', 'like', 'Send your vendor list%')
      .execute();
    assert.equal(mails.length, 1);
    assert.match(mails[0]?.subject ?? '', /by April 7, 2026$/);
    assert.match(mails[0]?.body ?? '', new RegExp(`/organizer/events/${eventId}/roster`));
  });
});

test('roster deadlines exclude weekends and use the event’s time zone', () => {
  const on = (starts_at: string) => {
    const event = { starts_at, timezone: 'America/New_York' };
    return [rosterDueOn(event), rosterRemindedOn(event)];
  };
  // The events are on a Saturday, on a Monday, and late on a Wednesday that is already Thursday in UTC.
  assert.deepEqual(on('2026-05-02T21:00:00.000Z'), ['2026-04-29', '2026-04-27']);
  assert.deepEqual(on('2026-05-04T21:00:00.000Z'), ['2026-04-29', '2026-04-27']);
  assert.deepEqual(on('2026-05-07T02:00:00.000Z'), ['2026-05-01', '2026-04-29']);
});
