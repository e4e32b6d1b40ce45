import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { reservedNumber } from '../../../../test/support/demo-app.ts';
import { openDemoApplications } from '../../../../test/support/demo-applications.ts';
import { describeEngines, type TestDatabase } from '../../../../test/support/engines.ts';
import {
  applicationRow,
  insertApplications,
  insertEvent,
  openApplicationService,
} from '../../../../test/support/ledger-rows.ts';
import { insertWebhook } from '../../../../test/support/webhook-receiver.ts';
import type { ApplicationsTable } from '../../../platform/db/schema/ledger-tables/event-tables.ts';
import type { ApplicationService } from '../service.ts';

/** The status that each email to an applicant reports, by the start of its subject. */
const SAID_BY = [
  ['You’re approved: “Lake Night”', 'approved'],
  ['You’re on the waitlist: “Lake Night”', 'waitlisted'],
  ['Your application was turned down: “Lake Night”', 'declined'],
  ['Your spot is confirmed: “Lake Night”', 'confirmed'],
  ['You have a spot now: “Lake Night”', 'approved'],
] as const;

describeEngines('webhooks about applications', (open) => {
  let database: TestDatabase;
  let service: ApplicationService;
  before(async () => {
    database = await open();
    ({ service } = await openDemoApplications(database));
  });
  after(() => database.close());

  const setUp = async (rows: readonly Partial<ApplicationsTable>[], columns = {}) => {
    const accountId = await insertAccount(database.db);
    await insertWebhook(database.db, accountId);
    const eventId = await insertEvent(database.db, accountId, columns);
    const made = rows.map((row) =>
      applicationRow(eventId, { license_number: reservedNumber('grade-a'), ...row }),
    );
    await insertApplications(database.db, made);
    const indexOf = (id: unknown) => made.findIndex((each) => each.id === id);
    return {
      accountId,
      eventId,
      made,
      decide: (index: number, status: string) =>
        service.decide(accountId, eventId, made[index]?.id ?? '', { status, message: '', reason: '' }),
      bulk: (action: string, id: string, message = '') =>
        service.applyBulk(accountId, eventId, id, {
          chosen: made.map((each) => `${each.id}:${each.status}`),
          action,
          message,
          reason: '',
        }),
      /** Returns the webhooks as `<application index> <status> <actor>`, sorted. */
      told: async () => {
        const messages = await database.db
          .selectFrom('webhook_messages')
          .select('body')
          .where('account_id', '=', accountId)
          .execute();
        return messages
          .map(({ body }) => JSON.parse(body))
          .map(({ type, data }) => {
            assert.deepEqual([type, data.event_id], ['application.changed', eventId]);
            return `${indexOf(data.application_id)} ${data.status} ${data.changed_by}`;
          })
          .sort();
      },
      /** Returns the emails to applicants as `<application index> <status>`, sorted. */
      mailed: async () => {
        const mails = await database.db.selectFrom('mails').select(['recipient', 'subject']).execute();
        return made
          .flatMap(({ contact_email }, index) =>
            mails
              .filter(({ recipient }) => recipient === contact_email)
              .map(({ subject }) => `${index} ${statusIn(subject)}`),
          )
          .sort();
      },
    };
  };
  const withoutWho = (told: readonly string[]) => told.map((each) => each.split(' ').slice(0, 2).join(' '));

  test('report the same status as the email about a decision', async () => {
    const event = await setUp([{}, {}, {}], { capacity: 3 });
    for (const [index, status] of ['approved', 'waitlisted', 'declined'].entries())
      assert.equal(await event.decide(index, status), undefined);
    const told = await event.told();
    assert.deepEqual(told, ['0 approved organizer', '1 waitlisted organizer', '2 declined organizer']);
    assert.deepEqual(withoutWho(told), await event.mailed());
    assert.equal(await event.decide(0, 'confirmed'), undefined);
    assert.ok((await event.told()).includes('0 confirmed organizer'));
    // The approval's email was still pending and was withdrawn, because its status was outdated.
    const mailed = withoutWho(await event.told()).filter((each) => each !== '0 approved');
    assert.deepEqual(mailed, await event.mailed());
  });

  test('are sent for each change by a bulk decision, but not for a bulk message', async () => {
    const event = await setUp([{}, {}, { status: 'declined' }, {}], { capacity: 2 });
    assert.equal(await event.bulk('message', randomUUID(), 'Bring a generator.'), undefined);
    assert.deepEqual(await event.told(), []);
    await database.db
      .deleteFrom('mails')
      .where(
        'recipient',
        'in',
        event.made.map(({ contact_email }) => contact_email),
      )
      .execute();
    assert.equal(await event.bulk('approved', randomUUID()), undefined);
    const told = await event.told();
    assert.deepEqual(
      told,
      ['0 approved organizer', '1 approved organizer'],
      'one is closed, one has no spot',
    );
    assert.deepEqual(withoutWho(told), await event.mailed());
  });

  test('report the previous status in one more webhook when a change is undone and its email withdrawn', async () => {
    const event = await setUp([{}, { status: 'waitlisted' }], { capacity: 2 });
    const action = randomUUID();
    assert.equal(await event.bulk('approved', action), undefined);
    await Promise.all([1, 2].map(() => service.undoBulk(event.accountId, event.eventId, action)));
    assert.deepEqual(await event.told(), [
      '0 approved organizer',
      '0 submitted organizer',
      '1 approved organizer',
      '1 waitlisted organizer',
    ]);
    assert.deepEqual(await event.mailed(), []);
    const states = await database.db
      .selectFrom('applications')
      .select(['id', 'status'])
      .where('event_id', '=', event.eventId)
      .execute();
    for (const { id, status } of states)
      assert.ok(
        (await event.told()).includes(
          `${event.made.findIndex((each) => each.id === id)} ${status} organizer`,
        ),
      );
  });

  test('are sent with the actor when a vendor withdraws, the waitlist moves a vendor up, and that vendor confirms', async () => {
    const event = await setUp(
      [{ status: 'confirmed' }, { status: 'waitlisted', waitlisted_at: '2026-03-01T12:00:00.000Z' }],
      { capacity: 1, spots_taken: 1, waitlist_moves: 1 },
    );
    const [first, second] = event.made.map(({ id }) => id);
    assert.equal(await service.withdraw(first ?? ''), undefined);
    await Promise.all([1, 2].map(() => service.moveWaitlists()));
    assert.deepEqual(await event.told(), ['0 withdrawn applicant', '1 approved waitlist']);
    assert.deepEqual(await event.mailed(), ['1 approved']);
    assert.equal(await service.confirm(second ?? ''), undefined);
    assert.notEqual(await service.confirm(second ?? ''), undefined);
    assert.deepEqual((await event.told()).slice(2), ['1 confirmed applicant']);
  });

  test('have a timestamp that is read while holding the event’s lock, so timestamps follow the order of the changes', async () => {
    const event = await setUp([{}, {}, { status: 'confirmed' }, { status: 'approved' }], { spots_taken: 2 });
    const { accountId, eventId, made } = event;
    let isLocked = false;
    const watched = database.db.withPlugin({
      transformQuery: ({ node }) => {
        isLocked ||= node.kind === 'UpdateQueryNode' && JSON.stringify(node.table).includes('"events"');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const early = '2026-03-16T15:00:00.000Z';
    const late = '2026-03-16T15:00:01.000Z';
    const slow = openApplicationService(database, {
      ledger: watched,
      now: () => new Date(isLocked ? late : early),
    });
    const [first = '', second = '', third = '', fourth = ''] = made.map(({ id }) => id);
    const form = { chosen: [`${first}:submitted`], action: 'declined', message: '', reason: '' };
    const action = randomUUID();
    const one = { status: 'declined', message: '', reason: '' };
    for (const act of [
      () => slow.applyBulk(accountId, eventId, action, form),
      () => slow.undoBulk(accountId, eventId, action),
      () => slow.decide(accountId, eventId, second, one),
      () => slow.withdraw(third),
      () => slow.confirm(fourth),
      () => slow.cancelEvent(accountId, eventId),
    ]) {
      isLocked = false;
      assert.equal(await act(), undefined);
    }
    const messages = await database.db
      .selectFrom('webhook_messages')
      .select('body')
      .where('account_id', '=', accountId)
      .execute();
    const times = messages.map(({ body }) => JSON.parse(body).timestamp);
    assert.deepEqual(times, Array(7).fill(late));
  });

  test('are not sent for a rejected decision', async () => {
    const event = await setUp([{}], { capacity: 0 });
    assert.notEqual(await event.decide(0, 'approved'), undefined);
    assert.notEqual(await event.bulk('approved', randomUUID()), undefined);
    assert.deepEqual(await event.told(), []);
    assert.deepEqual(await event.mailed(), []);
  });
});

function statusIn(subject: string): string {
  const found = SAID_BY.find(([begins]) => subject.startsWith(begins));
  assert.ok(found, `no status in “${subject}”`);
  return found[1];
}
