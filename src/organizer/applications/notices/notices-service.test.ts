import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { openDemoApplications } from '../../../../test/support/demo-applications.ts';
import type { TestDatabase } from '../../../../test/support/engines.ts';
import { describeEngines } from '../../../../test/support/engines.ts';
import {
  applicationForm,
  insertEvent,
  openApplicationService,
} from '../../../../test/support/ledger-rows.ts';
import type { NoticeSetting } from '../../events/stored-event.ts';

describeEngines('emails to organizers about new applications', (open) => {
  let database: TestDatabase;
  before(async () => {
    database = await open();
    await openDemoApplications(database);
  });
  after(() => database.close());

  const at = (instant: string) => openApplicationService(database, { now: () => new Date(instant) });
  const apply = async (eventId: string, name: string, instant = '2026-03-16T15:00:00Z') => {
    const form = applicationForm({
      contact_email: `${name}@vendor.example`,
      business_name: name,
      license_number: `00${[...name].map((letter) => letter.charCodeAt(0) % 10).join('')}`,
    });
    const made = await at(instant).submit(eventId, form);
    assert.equal(made.outcome, 'submitted');
  };
  const setUp = async (notice: NoticeSetting) => {
    const accountId = await insertAccount(database.db);
    const account = await database.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const eventId = await insertEvent(database.db, accountId, { notice });
    const mails = () =>
      database.db
        .selectFrom('mails')
        .select(['subject', 'body'])
        .where('recipient', '=', account.email)
        .orderBy('created_at')
        .execute();
    return { eventId, mails };
  };

  test('are sent once a day from 7 a.m. local time with the `daily` setting, and list each application only once', async () => {
    const { eventId, mails } = await setUp('daily');
    await apply(eventId, 'ann');
    await apply(eventId, 'bob', '2026-03-16T15:00:01Z');
    assert.deepEqual(await mails(), []);
    await at('2026-03-17T10:59:00Z').sendNotices();
    assert.deepEqual(await mails(), [], 'before seven');
    await Promise.all([1, 2, 3].map(() => at('2026-03-17T11:01:00Z').sendNotices()));
    const [first, ...others] = await mails();
    assert.deepEqual(others, []);
    assert.equal(first?.subject, '2 new applications to “Lake Night”');
    assert.match(first?.body ?? '', /has 2 new applications:\n- “bob”, license \d+\n- “ann”, license/);
    assert.ok(first?.body.includes(`/organizer/events/${eventId}/edit#notice`));
    await apply(eventId, 'cid', '2026-03-17T12:00:00Z');
    await at('2026-03-18T03:00:00Z').sendNotices();
    assert.equal((await mails()).length, 1, 'the same day at the place');
    await at('2026-03-18T12:00:00Z').sendNotices();
    const [, second] = await mails();
    assert.match(second?.body ?? '', /has 1 new application:/);
    assert.doesNotMatch(second?.body ?? '', /> ann/);
    await at('2026-03-19T12:00:00Z').sendNotices();
    assert.equal((await mails()).length, 2, 'nothing new, no mail');
  });

  test('leave out applications that are already decided, with the `daily` setting', async () => {
    const { eventId, mails } = await setUp('daily');
    for (const name of ['approved', 'confirmed', 'waitlisted', 'undecided']) await apply(eventId, name);
    for (const status of ['approved', 'confirmed', 'waitlisted'] as const)
      await database.db
        .updateTable('applications')
        .set({ status })
        .where('event_id', '=', eventId)
        .where('business_name', '=', status)
        .execute();
    await at('2026-03-17T12:00:00Z').sendNotices();
    const [only, ...others] = await mails();
    assert.deepEqual([only?.subject, others], ['1 new application to “Lake Night”', []]);
    assert.match(only?.body ?? '', /has 1 new application:\n- “undecided”, .*Review the application:\n/s);
    assert.doesNotMatch(only?.body ?? '', /> (approved|confirmed|waitlisted)/);
  });

  test('are sent immediately for up to twenty applications an hour with the `each` setting, and the daily email lists the rest', async () => {
    const { eventId, mails } = await setUp('each');
    for (let index = 0; index < 22; index++) await apply(eventId, `each-${index}`);
    const now = await mails();
    assert.deepEqual([now.length, now[0]?.subject], [20, 'New application to “Lake Night”: “each-0”']);
    await at('2026-03-17T12:00:00Z').sendNotices();
    assert.match((await mails()).at(-1)?.body ?? '', /has 2 new applications/);
  });

  test('are not sent with the `never` setting, and never list an application that was already withdrawn', async () => {
    const { eventId, mails } = await setUp('never');
    await apply(eventId, 'nobody');
    await at('2026-03-17T12:00:00Z').sendNotices();
    assert.deepEqual(await mails(), []);
    const daily = await setUp('daily');
    await apply(daily.eventId, 'gone');
    await database.db
      .updateTable('applications')
      .set({ status: 'withdrawn' })
      .where('event_id', '=', daily.eventId)
      .execute();
    await at('2026-03-17T12:00:00Z').sendNotices();
    assert.deepEqual(await daily.mails(), []);
  });
});
