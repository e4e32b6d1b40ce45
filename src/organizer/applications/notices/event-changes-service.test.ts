import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { countStatements } from '../../../../test/support/count-statements.ts';
import { describeEngines, type TestDatabase } from '../../../../test/support/engines.ts';
import {
  applicationRow,
  insertApplication,
  insertApplications,
  insertEvent,
  openApplicationService,
  TEST_LINKS,
} from '../../../../test/support/ledger-rows.ts';
import { PLAIN_VIEW } from '../../../../test/support/plain-view.ts';
import { AppError } from '../../../http/errors/errors.ts';
import { leaveEverything } from '../../../privacy/erase/erase-service.ts';
import { documentsOfApplications } from '../../documents/service.ts';
import { createEventService, getOwnEvent } from '../../events/service.ts';
import { APPLICATION_STATUSES } from '../schemas.ts';
import { type ApplicationService, cancelEventsOf, tellOfChange } from '../service.ts';

const NOW = new Date('2026-03-16T15:00:00Z');

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : String(error));

describeEngines('an event change', (open) => {
  let database: TestDatabase;
  let service: ApplicationService;
  let accountId: string;

  before(async () => {
    database = await open();
    service = openApplicationService(database);
  });
  after(() => database.close());

  const eventWithAll = async (columns = {}) => {
    accountId = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, accountId, columns);
    const ids: string[] = [];
    for (const status of APPLICATION_STATUSES)
      ids.push(
        await insertApplication(database.db, eventId, { status, contact_email: `${status}-${eventId}` }),
      );
    return { eventId, ids };
  };
  const mailedAbout = async (eventId: string) => {
    const mails = await database.db
      .selectFrom('mails')
      .select(['recipient', 'subject'])
      .where('recipient', 'like', `%-${eventId}`)
      .execute();
    return mails.map(({ recipient, subject }) => `${recipient.split('-')[0]}: ${subject}`).sort();
  };
  const OPEN = ['approved', 'confirmed', 'submitted', 'under_review', 'waitlisted'];
  const CANCELLED = OPEN.map((status) => `${status}: Event canceled: “Lake Night”`);

  test('to canceled cancels every open application, adds a history entry to each, and emails each applicant', async () => {
    const { eventId } = await eventWithAll();
    assert.equal(await service.cancelEvent(accountId, eventId), undefined);
    assert.equal((await getOwnEvent(database.db, accountId, eventId)).status, 'Cancelled');
    const { rows } = await service.listInbox(accountId, eventId, PLAIN_VIEW);
    assert.deepEqual(rows.map(({ status }) => status).sort(), [
      ...Array(6).fill('cancelled'),
      'declined',
      'withdrawn',
    ]);
    assert.deepEqual(await mailedAbout(eventId), CANCELLED);
    const history = await database.db
      .selectFrom('application_history')
      .innerJoin('applications', 'applications.id', 'application_history.application_id')
      .select(['contact_email', 'position', 'changed_by'])
      .where('event_id', '=', eventId)
      .where('application_history.status', '=', 'cancelled')
      .execute();
    const entries = history.map(
      (each) => `${each.contact_email.split('-')[0]} ${each.position} ${each.changed_by}`,
    );
    assert.deepEqual(entries.sort(), [
      'approved 3 organizer',
      'cancelled 2 organizer',
      'confirmed 3 organizer',
      'submitted 2 organizer',
      'under_review 3 organizer',
      'waitlisted 3 organizer',
    ]);
    assert.match((await service.cancelEvent(accountId, eventId)) ?? '', /already/);
    assert.deepEqual(await mailedAbout(eventId), CANCELLED);
  });

  test('to canceled is rejected after the event, and no applicant is notified', async () => {
    const { eventId, ids } = await eventWithAll({
      starts_at: '2026-03-15T20:00:00.000Z',
      ends_at: NOW.toISOString(),
    });
    assert.match((await service.cancelEvent(accountId, eventId)) ?? '', /^This event is over/);
    assert.equal((await getOwnEvent(database.db, accountId, eventId)).status, 'Published');
    const { rows } = await service.listInbox(accountId, eventId, PLAIN_VIEW);
    assert.deepEqual(rows.map(({ status }) => status).sort(), [...APPLICATION_STATUSES].sort());
    assert.equal(rows.length, ids.length);
    assert.deepEqual(await mailedAbout(eventId), []);
  });

  test('to canceled leaves no application open, even with concurrent approvals and withdrawals', async () => {
    const { eventId, ids } = await eventWithAll({ capacity: 50 });
    await Promise.all([
      ...ids.map((id) =>
        service.decide(accountId, eventId, id, { status: 'approved', message: '', reason: 'Known' }),
      ),
      service.cancelEvent(accountId, eventId),
      ...ids.map((id) => service.withdraw(id)),
    ]);
    const { rows } = await service.listInbox(accountId, eventId, PLAIN_VIEW);
    for (const { status } of rows) assert.ok(['cancelled', 'withdrawn', 'declined'].includes(status), status);
  });

  test('due to account deletion first notifies the applicants of upcoming published events', async () => {
    const { eventId } = await eventWithAll();
    const past = await insertEvent(database.db, accountId, { ends_at: '2026-03-01T00:00:00.000Z' });
    await insertApplication(database.db, past, { status: 'confirmed', contact_email: `past-${past}` });
    await database.db.transaction().execute((tx) => cancelEventsOf(tx, accountId, NOW, TEST_LINKS));
    assert.deepEqual(await mailedAbout(eventId), CANCELLED);
    assert.deepEqual(await mailedAbout(past), []);
  });

  test('due to account deletion sends emails in English and Spanish without the organizer’s address or a page link', async () => {
    const email = 'open@organizer.example';
    accountId = await insertAccount(database.db, email);
    const eventId = await insertEvent(database.db, accountId, { organizer_email: email });
    for (const language of ['en', 'es'] as const)
      await insertApplication(database.db, eventId, {
        status: 'confirmed',
        contact_email: `${language}-gone@vendor.example`,
        language,
      });
    await database.db
      .transaction()
      .execute((tx) => leaveEverything(tx, accountId, { now: NOW, links: TEST_LINKS }));
    const bodyTo = async (recipient: string) => {
      const [mail] = await database.db
        .selectFrom('mails')
        .select('body')
        .where('recipient', '=', recipient)
        .execute();
      return mail?.body ?? '';
    };
    const english = await bodyTo('en-gone@vendor.example');
    assert.match(english, /organizer deleted their account\..*private link no longer works/s);
    const spanish = await bodyTo('es-gone@vendor.example');
    assert.match(spanish, /El organizador eliminó su cuenta.*ya no funciona/s);
    assert.doesNotMatch(english + spanish, /\/application|given no address|no dio aquí/);
  });

  test('due to account deletion does not deadlock with concurrent withdrawals', async () => {
    for (let round = 0; round < 3; round++) {
      accountId = await insertAccount(database.db);
      const eventId = await insertEvent(database.db, accountId, { spots_taken: 8 });
      const apply = () => insertApplication(database.db, eventId, { status: 'approved' });
      const ids = await Promise.all(Array.from({ length: 8 }, apply));
      const deleted = database.db.transaction().execute(async (tx) => {
        await cancelEventsOf(tx, accountId, NOW, TEST_LINKS);
        await tx.deleteFrom('accounts').where('id', '=', accountId).execute();
      });
      // The private link to an application of a deleted event is invalid.
      const withdrawals = ids.map((id) => service.withdraw(id).catch((error: unknown) => codeOf(error)));
      const codes = new Set(await Promise.all(withdrawals));
      await deleted;
      codes.delete(undefined);
      codes.delete('not_found');
      assert.ok(
        [...codes].every((code) => /^This application|^There is no/.test(code ?? '')),
        [...codes].join(' '),
      );
    }
  });

  test('to another time or place notifies every open application in the same transaction', async () => {
    const { eventId } = await eventWithAll();
    const unchanged = await getOwnEvent(database.db, accountId, eventId);
    await database.db.transaction().execute((tx) =>
      tellOfChange(tx, unchanged, { ...unchanged, venue_name: 'Hill Park' }, NOW, {
        ...TEST_LINKS,
        documents: documentsOfApplications,
      }),
    );
    assert.deepEqual(
      await mailedAbout(eventId),
      OPEN.map((status) => `${status}: New time or place: “Lake Night”`),
    );
  });

  test('back to a draft is rejected if the event has applications', async () => {
    accountId = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, accountId);
    const form = { license_number: '1', business_name: 'A', contact_name: 'B', contact_email: 'a@b.example' };
    await service.submit(eventId, { ...form, contact_phone: '4075550100', answersTo: () => [] });
    const events = createEventService({ ledgerDb: database.db, now: () => NOW });
    assert.match((await events.unpublish(accountId, eventId)) ?? '', /Vendors have applied/);
  });

  test('to canceled runs as many statements for 1 application as for 150', async () => {
    const { db, count } = countStatements(database.db);
    const counted = openApplicationService({ ...database, db });
    const statementsFor = async (applications: number) => {
      const account = await insertAccount(database.db);
      const eventId = await insertEvent(database.db, account);
      const rows = Array.from({ length: applications }, () => applicationRow(eventId));
      await insertApplications(database.db, rows);
      const before = count();
      await counted.cancelEvent(account, eventId);
      return count() - before;
    };
    assert.equal(await statementsFor(150), await statementsFor(1));
  });
});
