import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
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
import { toEventFields } from '../../events/form/event-form.ts';
import { createEventService } from '../../events/service.ts';
import type { ApplicationService } from '../service.ts';

const NOW = new Date('2026-03-16T15:00:00Z');
const AFTER_A_MINUTE = new Date(NOW.getTime() + 60_000);
const CLEAR = reservedNumber('grade-a');
const HELD = reservedNumber('emergency-hold');

describeBothEngines('the waitlist', (open) => {
  let database: TestDatabase;
  let service: ApplicationService;
  before(async () => {
    database = await open();
    ({ service } = await openDemoApplications(database));
  });

  /**
   * Inserts an event with these applications. Rows without a status are on the waitlist in the given order.
   */
  const setUp = async (rows: readonly Partial<ApplicationsTable>[], columns = {}) => {
    const accountId = await insertAccount(database.db);
    const { email } = await database.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const taken = rows.filter(({ status }) => status === 'approved' || status === 'confirmed').length;
    const eventId = await insertEvent(database.db, accountId, {
      capacity: taken,
      spots_taken: taken,
      waitlist_moves: 1,
      ...columns,
    });
    const made = rows.map((row, index) =>
      applicationRow(eventId, {
        license_number: CLEAR,
        status: 'waitlisted',
        business_name: `Truck ${index}`,
        waitlisted_at: row.status === undefined ? `2026-03-0${index + 1}T12:00:00.000Z` : null,
        ...row,
      }),
    );
    await insertApplications(database.db, made);
    const id = (index: number) => made[index]?.id ?? '';
    return {
      accountId,
      eventId,
      made,
      id,
      statuses: async () => {
        const all = await database.db
          .selectFrom('applications')
          .select(['id', 'status'])
          .where('event_id', '=', eventId)
          .execute();
        return made.map((each) => all.find((row) => row.id === each.id)?.status);
      },
      event: async () => {
        const query = database.db.selectFrom('events').select(['spots_taken', 'spot_freed']);
        return { ...(await query.where('id', '=', eventId).executeTakeFirstOrThrow()) };
      },
      mails: (to: string = email) =>
        database.db
          .selectFrom('mails')
          .select(['subject', 'body'])
          .where('recipient', '=', to)
          .orderBy('created_at')
          .execute(),
      history: async (index: number) =>
        (await service.getDetail(accountId, eventId, id(index))).application.history,
    };
  };
  /**
   * Returns a service that runs `meddle` once between the first choice of vendors and the lock. `looks`
   * returns how many times the service chose vendors.
   */
  const meddledBy = (meddle: () => Promise<unknown>) => {
    let looks = 0;
    const afterDecision = async () => {
      looks += 1;
      if (looks === 1) await meddle();
    };
    return {
      service: openApplicationService(database, { now: () => NOW, afterDecision }),
      looks: () => looks,
    };
  };
  const moveAll = (now = NOW) => openApplicationService(database, { now: () => now }).moveWaitlists();

  test('notifies the organizer of each freed spot once, and moves no vendor up, if automatic moves are off', async () => {
    const { id, mails, statuses, event } = await setUp(
      [{ status: 'confirmed' }, { status: 'approved' }, {}, {}],
      { waitlist_moves: 0 },
    );
    assert.equal(await service.withdraw(id(0)), undefined);
    assert.match(
      (await mails()).at(-1)?.body ?? '',
      /spot is free again\. You decide who gets it\.\n\nOpen the application:/,
    );
    assert.equal((await event()).spot_freed, 1, 'a kill here loses nothing');
    await Promise.all([moveAll(), moveAll(), moveAll()]);
    await moveAll();
    const about = async () =>
      (await mails()).filter(({ subject }) => subject === 'A spot is free at “Lake Night”');
    assert.equal((await about()).length, 1);
    assert.match((await about())[0]?.body ?? '', /^A spot is free at your event\. 2 vendors are waiting\./);
    assert.equal(await service.withdraw(id(1)), undefined);
    await moveAll();
    assert.match((await about())[1]?.body ?? '', /^2 spots are free at your event\. 2 vendors are waiting\./);
    assert.deepEqual(await statuses(), ['withdrawn', 'withdrawn', 'waitlisted', 'waitlisted']);
  });

  test('gives the spot to the first vendor whose verdict does not require a reason, with a receipt and an email, and lists skipped vendors', async () => {
    const { id, made, accountId, eventId, mails, statuses, event, history } = await setUp([
      { status: 'confirmed' },
      { license_number: HELD },
      { license_number: '0000000007' },
      {},
      {},
    ]);
    assert.equal(await service.withdraw(id(0)), undefined);
    const [withdrew] = await mails();
    assert.match(
      withdrew?.body ?? '',
      /If vendors are waiting, the next one moves up, and we’ll email you the result\./,
    );
    assert.doesNotMatch(withdrew?.body ?? '', /choose who gets the spot/);
    assert.equal(await moveAll(), 1);
    assert.equal(await moveAll(), 0);
    assert.deepEqual(await statuses(), ['withdrawn', 'waitlisted', 'waitlisted', 'approved', 'waitlisted']);
    assert.deepEqual(await event(), { spots_taken: 1, spot_freed: 0 });
    const last = (await history(3)).at(-1);
    assert.deepEqual(
      [last?.changed_by, last?.status, last?.actor_name, last?.by_reader],
      ['waitlist', 'approved', null, false],
    );
    const { decisions } = (await service.getDetail(accountId, eventId, id(3))).application;
    assert.deepEqual(
      decisions.map(({ verdict }) => verdict),
      ['CLEAR'],
    );
    const [told, ...others] = await mails(made[3]?.contact_email);
    assert.deepEqual([told?.subject, others], ['You have a spot now: “Lake Night”', []]);
    assert.match(told?.body ?? '', /Confirm by March 23, 2026/);
    const notice = (await mails()).at(-1);
    assert.equal(notice?.subject, '1 vendor moved up from the waitlist of “Lake Night”');
    assert.match(
      notice?.body ?? '',
      /got a spot.*- “Truck 3”.*still waiting.*- “Truck 1”.*verdict is “?Don’t book”?.*- “Truck 2”.*no vendor is on record.*All spots of your event are taken\. 3 vendors are waiting/s,
    );
  });

  test('notifies the organizer once, with the reason, if no vendor can move up', async () => {
    const { id, mails, statuses } = await setUp([{ status: 'approved' }, { license_number: HELD }]);
    await service.withdraw(id(0));
    await Promise.all([moveAll(), moveAll()]);
    const notices = (await mails()).filter(
      ({ subject }) => subject === 'A spot is free at “Lake Night”, and no vendor moved up',
    );
    assert.equal(notices.length, 1);
    assert.match(
      notices[0]?.body ?? '',
      /A spot is free.*1 vendor is waiting.*This vendor is still waiting.*“?Don’t book”?/s,
    );
    assert.deepEqual(await statuses(), ['withdrawn', 'waitlisted']);
  });

  test('moves up two vendors and notifies each of them once if two spots are freed and three processes run', async () => {
    const { id, made, mails, statuses, event } = await setUp([
      { status: 'approved' },
      { status: 'confirmed' },
      {},
      {},
      {},
    ]);
    await Promise.all([service.withdraw(id(0)), service.withdraw(id(1)), moveAll(), moveAll()]);
    await Promise.all([moveAll(), moveAll(), moveAll()]);
    assert.deepEqual((await statuses()).slice(2), ['approved', 'approved', 'waitlisted']);
    assert.deepEqual(await event(), { spots_taken: 2, spot_freed: 0 });
    for (const index of [2, 3]) assert.equal((await mails(made[index]?.contact_email)).length, 1);
  });

  test('never exceeds the number of spots while the organizer approves other vendors', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, accountId, eventId, statuses, event } = await setUp([
        { status: 'approved' },
        {},
        { status: 'submitted' },
      ]);
      await service.withdraw(id(0));
      const form = { status: 'approved', message: '' };
      await Promise.all([moveAll(), service.decide(accountId, eventId, id(2), form), moveAll()]);
      await moveAll();
      assert.equal((await statuses()).filter((status) => status === 'approved').length, 1);
      assert.deepEqual(await event(), { spots_taken: 1, spot_freed: 0 });
    }
  });

  test('chooses again if a vendor leaves the waitlist between the choice and the lock', async () => {
    const { id, statuses, event } = await setUp([{ status: 'approved' }, {}, {}]);
    await service.withdraw(id(0));
    const meddled = meddledBy(() => service.withdraw(id(1)));
    assert.equal(await meddled.service.moveWaitlists(), 1);
    assert.deepEqual([await statuses(), meddled.looks()], [['withdrawn', 'withdrawn', 'approved'], 2]);
    assert.equal((await event()).spots_taken, 1);
  });

  test('also fills a spot that is freed between the choice and the lock', async () => {
    const { id, statuses, event } = await setUp([{ status: 'approved' }, { status: 'approved' }, {}, {}]);
    await service.withdraw(id(0));
    const meddled = meddledBy(() => service.withdraw(id(1)));
    assert.equal(await meddled.service.moveWaitlists(), 2);
    assert.deepEqual(await statuses(), ['withdrawn', 'withdrawn', 'approved', 'approved']);
    assert.deepEqual(await event(), { spots_taken: 2, spot_freed: 0 });
  });

  test('fills a spot freed by declining, canceling or more capacity, but not by moving a vendor to the waitlist', async () => {
    const columns = { waitlist_moves: 1 };
    for (const status of ['declined', 'cancelled'] as const) {
      const { id, accountId, eventId, statuses } = await setUp([{ status: 'approved' }, {}], columns);
      assert.equal(await service.decide(accountId, eventId, id(0), { status, message: '' }), undefined);
      assert.equal(await moveAll(), 0, 'it can be taken back');
      assert.equal(await moveAll(AFTER_A_MINUTE), 1);
      assert.deepEqual(await statuses(), [status, 'approved']);
    }
    const own = await setUp([{ status: 'approved' }], columns);
    await service.decide(own.accountId, own.eventId, own.id(0), { status: 'waitlisted', message: '' });
    assert.equal(await moveAll(AFTER_A_MINUTE), 0);
    assert.deepEqual(await own.statuses(), ['waitlisted']);

    const more = await setUp([{ status: 'approved' }, {}, {}], columns);
    const events = createEventService({ ledgerDb: database.db, now: () => NOW });
    const { event } = await events.get(more.accountId, more.eventId);
    const saved = await events.update(
      more.accountId,
      more.eventId,
      { ...toEventFields(event), capacity: '2' },
      event.updated_at,
    );
    assert.ok(saved.ok, JSON.stringify(saved));
    assert.equal(await moveAll(), 1);
    assert.deepEqual(await more.statuses(), ['approved', 'approved', 'waitlisted']);
  });

  test('fills a spot freed by a bulk decline only once the decline can no longer be undone', async () => {
    const { id, accountId, eventId, statuses } = await setUp([{ status: 'approved' }, {}]);
    const actionId = randomUUID();
    const form = { chosen: [`${id(0)}:approved`], action: 'declined', message: '', reason: '' };
    assert.equal(await service.applyBulk(accountId, eventId, actionId, form), undefined);
    assert.equal(await moveAll(), 0);
    assert.equal(await service.undoBulk(accountId, eventId, actionId), undefined);
    assert.equal(await moveAll(), 0, 'the spot is taken again');
    assert.equal(await service.applyBulk(accountId, eventId, randomUUID(), form), undefined);
    assert.equal(await moveAll(AFTER_A_MINUTE), 1);
    assert.deepEqual(await statuses(), ['declined', 'approved']);
  });

  test('reports an event that fails as an error, handles the other events, and retries the failed event in the next run', async () => {
    const events: Awaited<ReturnType<typeof setUp>>[] = [];
    for (let index = 0; index < 3; index++) events.push(await setUp([{ status: 'approved' }, {}]));
    for (const { id } of events) assert.equal(await service.withdraw(id(0)), undefined);
    const away = new Error('the database is away');
    const failing = meddledBy(() => Promise.reject(away));
    await assert.rejects(failing.service.moveWaitlists(), { errors: [away] });
    assert.equal(failing.looks(), 3);
    const standings = async () => {
      const all = await Promise.all(
        events.map(async (each) => [(await each.statuses())[1], (await each.event()).spot_freed]),
      );
      return all.toSorted();
    };
    const moved = ['approved', 0];
    assert.deepEqual(await standings(), [moved, moved, ['waitlisted', 1]]);
    assert.equal(await moveAll(), 1);
    assert.deepEqual(await standings(), [moved, moved, moved]);
  });

  test('moves up no vendor and sends no email if the event has started, is over or was canceled', async () => {
    for (const [columns, now] of [
      [{}, new Date('2026-04-10T22:00:00Z')],
      [{ status: 'Completed' }, NOW],
      [{ status: 'Cancelled' }, NOW],
    ] as const) {
      const { statuses, event, mails } = await setUp([{}], { capacity: 1, spot_freed: 1, ...columns });
      assert.equal(await moveAll(now), 0);
      assert.deepEqual(
        [await statuses(), (await event()).spot_freed, await mails()],
        [['waitlisted'], 0, []],
      );
    }
  });
});
