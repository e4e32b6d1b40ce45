import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { reservedNumber } from '../../../../test/support/demo-app.ts';
import { openDemoApplications } from '../../../../test/support/demo-applications.ts';
import { describeBothEngines, type TestDatabase } from '../../../../test/support/engines.ts';
import {
  applicationRow,
  insertApplication,
  insertApplications,
  insertEvent,
  openApplicationService,
} from '../../../../test/support/ledger-rows.ts';
import { PLAIN_VIEW } from '../../../../test/support/plain-view.ts';
import type { ApplicationsTable } from '../../../platform/db/schema/ledger-tables/event-tables.ts';
import { APPLICATION_STATUSES, DEPOSIT_STATUSES } from '../schemas.ts';
import type { ApplicationService } from '../service.ts';
import { holdsSpot, nextStatuses } from './statuses.ts';

/** The status and end of the test events. */
const ON = { status: 'Published', ends_at: '2026-04-11T01:00:00.000Z' } as const;
const DURING = () => new Date('2026-04-10T22:00:00Z');

describeBothEngines('an organizer’s decisions', (open) => {
  let database: TestDatabase;
  let service: ApplicationService;
  let accountId: string;

  before(async () => {
    database = await open();
    ({ service, accountId } = await openDemoApplications(database));
  });
  after(() => database.close());

  const eventOf = (columns = {}) => insertEvent(database.db, accountId, columns);
  const apply = (eventId: string, columns: Partial<ApplicationsTable> = {}) =>
    insertApplication(database.db, eventId, columns);
  // Giving a spot to a vendor that is not on record requires a reason.
  const decide = (eventId: string, id: string, status: string, message = '', reason = 'We know them.') =>
    service.decide(accountId, eventId, id, { status, message, reason });
  const detailOf = async (eventId: string, id: string) =>
    (await service.getDetail(accountId, eventId, id)).application;
  const spotsTaken = async (eventId: string) => {
    const query = database.db.selectFrom('events').select('spots_taken').where('id', '=', eventId);
    return (await query.executeTakeFirstOrThrow()).spots_taken;
  };
  const mailsTo = (recipient: string) =>
    database.db.selectFrom('mails').select(['subject', 'body']).where('recipient', '=', recipient).execute();

  test('change statuses only as the rules allow, and take and free spots accordingly', async () => {
    const eventId = await eventOf({ spots_taken: 100 });
    const rows = APPLICATION_STATUSES.flatMap((from) =>
      APPLICATION_STATUSES.map((to) => ({ from, to, row: applicationRow(eventId, { status: from }) })),
    );
    await insertApplications(
      database.db,
      rows.map(({ row }) => row),
    );
    for (const { from, to, row } of rows) {
      const before = await spotsTaken(eventId);
      const allowed = nextStatuses(from, ON, new Date('2026-03-16T15:00:00Z')).includes(to);
      const refusal = await decide(eventId, row.id, to);
      assert.equal(refusal === undefined, allowed, `${from} to ${to}: ${refusal}`);
      assert.equal((await detailOf(eventId, row.id)).status, allowed ? to : from);
      const change = allowed ? Number(holdsSpot(to)) - Number(holdsSpot(from)) : 0;
      assert.equal(await spotsTaken(eventId), before + change, `${from} to ${to}`);
      assert.equal((await mailsTo(row.contact_email)).length, allowed ? 1 : 0);
    }
  });

  test('are rejected after the event, both single and bulk, but an outcome can still be recorded', async () => {
    const eventId = await eventOf({ ends_at: '2026-04-11T01:00:00.000Z' });
    const id = await apply(eventId, { status: 'approved' });
    const over = openApplicationService(database, { now: () => new Date(ON.ends_at) });
    for (const status of APPLICATION_STATUSES)
      assert.equal(
        await over.decide(accountId, eventId, id, { status, message: '', reason: 'We know them.' }),
        'The event is over, so the status of an application no longer changes. Record the outcome instead.',
      );
    const form = { chosen: [`${id}:approved`], action: 'cancelled', message: '', reason: '' };
    assert.ok('refusal' in (await over.previewBulk(accountId, eventId, form)));
    assert.match((await over.applyBulk(accountId, eventId, randomUUID(), form)) ?? '', /Nothing can be done/);
    const { application } = await over.getDetail(accountId, eventId, id);
    assert.deepEqual(
      [application.status, application.next_statuses, application.history.length],
      ['approved', [], 2],
    );
    assert.equal(await over.recordOutcome(accountId, eventId, id, 'attended'), undefined);
  });

  test('can be undone within a minute, which frees the spot, deletes the email and marks the history entry', async () => {
    const eventId = await eventOf({ capacity: 1 });
    const row = applicationRow(eventId, { license_number: reservedNumber('grade-a') });
    await insertApplications(database.db, [row]);
    const actionId = randomUUID();
    const form = { status: 'approved', message: 'Welcome', note: 'By the gate', seen: 'submitted', actionId };
    // Sending a form twice changes the application only once.
    for (let sent = 0; sent < 2; sent++)
      assert.equal(await service.decide(accountId, eventId, row.id, form), undefined);
    assert.equal(await spotsTaken(eventId), 1);
    assert.equal((await mailsTo(row.contact_email)).length, 1);
    const answers = await Promise.all([1, 2, 3].map(() => service.undoBulk(accountId, eventId, actionId)));
    assert.equal(answers.filter((each) => each === undefined).length, 1);
    const { status, history } = await detailOf(eventId, row.id);
    assert.deepEqual(
      [status, await spotsTaken(eventId), await mailsTo(row.contact_email)],
      ['submitted', 0, []],
    );
    assert.deepEqual(
      history.map(({ kind }) => kind),
      ['status', 'taken_back', 'note', 'undone'],
    );
    const later = openApplicationService(database, { now: () => new Date('2026-03-16T15:01:00Z') });
    const again = randomUUID();
    assert.equal(await service.decide(accountId, eventId, row.id, { ...form, actionId: again }), undefined);
    await database.db
      .updateTable('mails')
      .set({ sent_at: '2026-03-16T15:01:00.000Z' })
      .where('recipient', '=', row.contact_email)
      .execute();
    assert.match(String(await later.undoBulk(accountId, eventId, again)), /has already gone out/);
    assert.equal(await spotsTaken(eventId), 1);
  });

  test('are rejected if another organizer has changed the status that they are based on', async () => {
    const eventId = await eventOf({ capacity: 5 });
    const id = await apply(eventId, { license_number: reservedNumber('grade-a') });
    const as = (status: string) =>
      service.decide(accountId, eventId, id, { status, message: '', seen: 'submitted' });
    const refusals = await Promise.all(['approved', 'declined', 'waitlisted'].map(as));
    assert.equal(refusals.filter((each) => each === undefined).length, 1);
    for (const status of ['approved', 'declined', 'waitlisted'])
      assert.match(String(await as(status)), /changed/, status);
  });

  test('can include notes that the team can see and the applicant cannot', async () => {
    const eventId = await eventOf();
    const id = await apply(eventId);
    assert.equal(await service.addNote(accountId, eventId, id, ' Called twice.\nNo answer. '), undefined);
    const at = (
      await Promise.all(['a', 'b', 'c'].map((text) => service.addNote(accountId, eventId, id, text)))
    ).filter((each) => each !== undefined);
    assert.deepEqual(at, []);
    const { history, status } = await detailOf(eventId, id);
    assert.equal(status, 'submitted');
    assert.deepEqual(history.map(({ note }) => note).toSorted(), [
      '',
      'Called twice.\nNo answer.',
      'a',
      'b',
      'c',
    ]);
    const shown = await service.findByLink(id);
    assert.deepEqual(
      shown?.history.map(({ kind }) => kind),
      ['status'],
    );
    for (const bad of ['x'.repeat(2_001), 'a\u202eb'])
      assert.equal(typeof (await service.addNote(accountId, eventId, id, bad)), 'string', bad.slice(0, 5));
    const stranger = await insertAccount(database.db);
    assert.equal(await service.addNote(accountId, eventId, id, '  '), undefined);
    await assert.rejects(service.addNote(stranger, eventId, id, ''), { code: 'not_found' });
    await assert.rejects(service.addNote(stranger, eventId, id, 'x'), { code: 'not_found' });
    await assert.rejects(service.addNote(accountId, await eventOf(), id, 'x'), { code: 'not_found' });
  });

  test('approve exactly five of twenty concurrent applications if five spots are left', async () => {
    const eventId = await eventOf({ capacity: 5 });
    const rows = Array.from({ length: 20 }, () => applicationRow(eventId));
    await insertApplications(database.db, rows);
    const refusals = await Promise.all(rows.map(({ id }) => decide(eventId, id, 'approved')));
    assert.equal(refusals.filter((each) => each === undefined).length, 5);
    for (const refusal of refusals.filter((each) => each !== undefined))
      assert.match(refusal, /All spots are taken\. Raise the number of spots .* waitlist/);
    assert.equal(await spotsTaken(eventId), 5);
    const approved = (await service.listInbox(accountId, eventId, PLAIN_VIEW)).rows.filter(
      ({ status }) => status === 'approved',
    );
    assert.equal(approved.length, 5);
  });

  test('succeed for only one of several different concurrent requests', async () => {
    const eventId = await eventOf({ capacity: 1 });
    const id = await apply(eventId, { license_number: reservedNumber('grade-a') });
    const statuses = ['approved', 'declined', 'waitlisted', 'approved'];
    // All requests must read the application before any of them writes. If one reads another's result, they
    // are not concurrent anymore, and both may be allowed.
    const read = Promise.withResolvers<void>();
    let waiting = statuses.length;
    const atOnce = openApplicationService(database, {
      async afterDecision() {
        waiting -= 1;
        if (waiting === 0) read.resolve();
        await read.promise;
      },
    });
    const refusals = await Promise.all(
      statuses.map((status) => atOnce.decide(accountId, eventId, id, { status, message: '' })),
    );
    assert.equal(refusals.filter((each) => each === undefined).length, 1);
    const { status, history } = await detailOf(eventId, id);
    assert.equal(await spotsTaken(eventId), status === 'approved' ? 1 : 0);
    assert.deepEqual(
      history.map((entry) => entry.status),
      ['submitted', status],
    );
  });

  test('take the right number of spots if an approval and a withdrawal are concurrent', async () => {
    for (let round = 0; round < 5; round++) {
      const eventId = await eventOf({ capacity: 3 });
      const id = await apply(eventId);
      await Promise.all([decide(eventId, id, 'approved'), service.withdraw(id)]);
      const { status } = await detailOf(eventId, id);
      assert.equal(await spotsTaken(eventId), status === 'approved' ? 1 : 0);
    }
  });

  test('are rejected with an explanation if the message is too long or has control characters, or if the status is unknown', async () => {
    const eventId = await eventOf();
    const id = await apply(eventId);
    assert.match((await decide(eventId, id, 'approved', 'x'.repeat(2_001))) ?? '', /2,000 characters/);
    assert.match((await decide(eventId, id, 'approved', 'a\u0000b')) ?? '', /cannot be sent/);
    for (const status of ['', 'Approved', 'withdrawn', 'toString'])
      assert.match((await decide(eventId, id, status)) ?? '', /cannot get that status/);
    assert.equal((await detailOf(eventId, id)).status, 'submitted');
  });

  test('do not reopen a declined application if the same vendor and contact have a newer one', async () => {
    const eventId = await eventOf();
    const contact_email = 'again@vendor.example';
    const id = await apply(eventId, { status: 'declined', contact_email });
    await apply(eventId, { contact_email });
    assert.match((await decide(eventId, id, 'under_review')) ?? '', /has applied again/);
  });

  test('reopen only one of several declined applications if the same vendor and contact sent them', async () => {
    const eventId = await eventOf();
    const columns = { status: 'declined', contact_email: 'both@vendor.example' } as const;
    const ids = [await apply(eventId, columns), await apply(eventId, columns), await apply(eventId, columns)];
    const outcomes = await Promise.all(ids.map((id) => decide(eventId, id, 'under_review')));
    assert.equal(outcomes.filter((refusal) => refusal === undefined).length, 1);
    assert.equal(outcomes.filter((refusal) => refusal?.includes('has applied again')).length, 2);
  });

  test('can change an application’s status at most a hundred times', async () => {
    const eventId = await eventOf();
    const id = await apply(eventId);
    for (let change = 0; change < 100; change++) {
      const refusal = await decide(eventId, id, change % 2 === 0 ? 'under_review' : 'waitlisted');
      assert.equal(refusal, undefined);
    }
    assert.match((await decide(eventId, id, 'declined')) ?? '', /changed 100 times/);
    const { status, history } = await detailOf(eventId, id);
    assert.deepEqual([status, history.length], ['waitlisted', 101]);
  });

  test('can set a deposit to any listed status, but not to other values', async () => {
    const eventId = await eventOf();
    const id = await apply(eventId);
    for (const status of DEPOSIT_STATUSES) {
      assert.equal(await service.setDeposit(accountId, eventId, id, status), undefined);
      assert.equal((await detailOf(eventId, id)).deposit_status, status);
    }
    assert.match((await service.setDeposit(accountId, eventId, id, 'gone')) ?? '', /choose one/);
  });

  test('can record an outcome once the event has started, and can change or clear it later', async () => {
    const eventId = await eventOf();
    const id = await apply(eventId, { status: 'approved' });
    assert.match((await service.recordOutcome(accountId, eventId, id, 'late')) ?? '', /has started/);
    const during = openApplicationService(database, { now: DURING });
    const record = (outcome: string) => during.recordOutcome(accountId, eventId, id, outcome);
    const stored = async () => {
      const { outcome, outcome_recorded_at } = await detailOf(eventId, id);
      return [outcome, outcome_recorded_at];
    };
    for (const outcome of ['late', 'no_show']) {
      assert.equal(await record(outcome), undefined);
      assert.deepEqual(await stored(), [outcome, DURING().toISOString()]);
    }
    assert.match((await record('vanished')) ?? '', /choose one/);
    assert.equal(await record(''), undefined);
    assert.deepEqual(await stored(), [null, null]);
  });

  test('throw the same not_found for another account’s id, a nonexistent id and a malformed id', async () => {
    const other = await insertAccount(database.db);
    const eventId = await eventOf();
    const id = await apply(eventId);
    const elsewhere = await apply(await eventOf());
    const missing = '00000000-0000-4000-8000-000000000000';
    const onEvent: ((account: string, event: string) => Promise<unknown>)[] = [
      (account, event) => service.listInbox(account, event, PLAIN_VIEW),
      (account, event) => service.findNeighbors(account, event, id, PLAIN_VIEW),
      (account, event) => service.getComplianceFile(account, event, 1),
      (account, event) => service.fileDecisions(account, event),
      (account, event) => service.cancelEvent(account, event),
      (account, event) => service.openApplicationList(account, event),
      (account, event) => service.exportApplications(account, event),
    ];
    const onApplication: ((account: string, event: string, application: string) => Promise<unknown>)[] = [
      (account, event, application) => service.getDetail(account, event, application),
      (account, event, application) =>
        service.decide(account, event, application, { status: 'approved', message: '' }),
      (account, event, application) => service.setDeposit(account, event, application, 'paid'),
      (account, event, application) => service.recordOutcome(account, event, application, 'late'),
    ];
    const notFound = { code: 'not_found', message: 'There is no such event.', parameter: undefined };
    for (const event of [eventId, missing, 'x', '\u0000', ''])
      for (const ask of [...onEvent, ...onApplication]) await assert.rejects(ask(other, event, id), notFound);
    for (const application of [elsewhere, missing, 'x', '\u0000', ''])
      for (const ask of onApplication) await assert.rejects(ask(accountId, eventId, application), notFound);
    assert.equal((await detailOf(eventId, id)).status, 'submitted');
  });
});
