import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { NOW, reservedNumber } from '../../../../test/support/demo-app.ts';
import { openDemoApplications } from '../../../../test/support/demo-applications.ts';
import type { TestDatabase } from '../../../../test/support/engines.ts';
import { describeEngines } from '../../../../test/support/engines.ts';
import {
  applicationForm,
  insertApplication,
  insertEvent,
  openApplicationService,
  TEST_BASE_URL,
} from '../../../../test/support/ledger-rows.ts';
import { RESERVED_LICENSES } from '../../../demo/florida/reserved/reserved-licenses.ts';
import type { ApplicationService } from '../service.ts';

const QUESTIONS = JSON.stringify([
  { id: 'a1', label: 'Trucks?', type: 'number', required: true, options: [] },
  { id: 'a2', label: 'Anything else?', type: 'text', required: false, options: [] },
]);

describeEngines('an applicant’s operations', (open) => {
  let database: TestDatabase;
  let service: ApplicationService;
  let accountId: string;

  before(async () => {
    database = await open();
    ({ service, accountId } = await openDemoApplications(database));
  });
  after(() => database.close());

  const eventOf = (columns = {}) => insertEvent(database.db, accountId, columns);
  const rowsOf = (eventId: string) =>
    database.db.selectFrom('applications').selectAll().where('event_id', '=', eventId).execute();
  const receivedBy = async (eventId: string) => {
    const query = database.db.selectFrom('events').select(['applications_received', 'spots_taken']);
    return query.where('id', '=', eventId).executeTakeFirstOrThrow();
  };
  const mailsTo = (recipient: string) =>
    database.db
      .selectFrom('mails')
      .select(['subject', 'body'])
      .where('recipient', '=', recipient)
      .orderBy('subject')
      .execute();
  const setStatus = (id: string, status: string) =>
    database.db.updateTable('applications').set({ status }).where('id', '=', id).execute();

  test('store the application with its answers, and email the private link', async () => {
    const eventId = await eventOf({ questions: QUESTIONS, deposit_cents: 5_000 });
    const form = applicationForm({ contact_email: 'First@Vendor.Example' }, { q_a1: ['2'] });
    const made = await service.submit(eventId, form, { language: 'es' });
    assert.equal(made.outcome, 'submitted');
    const link = made.outcome === 'submitted' ? (made.link ?? '') : '';
    const token = new URL(link).searchParams.get('token') ?? '';
    assert.ok(link.startsWith(`${TEST_BASE_URL}/es/application?token=`) && token.length >= 22);
    const [row, ...others] = await rowsOf(eventId);
    assert.ok(row && others.length === 0);
    assert.deepEqual(
      [row.status, row.contact_email, row.license_digits, row.license_type, row.deposit_status, row.language],
      ['submitted', 'first@vendor.example', '0000000001', '2014', 'due', 'es'],
    );
    assert.deepEqual(JSON.parse(row.custom_responses), [
      { question_id: 'a1', label: 'Trucks?', type: 'number', answer: 2 },
      { question_id: 'a2', label: 'Anything else?', type: 'text', answer: null },
    ]);
    assert.ok(!JSON.stringify(row).includes(token), 'the token is stored as a hash alone');
    const [mail, ...more] = await mailsTo('first@vendor.example');
    assert.ok(mail?.body.includes(`\n${link}\n`) && more.length === 0);
    assert.equal((await receivedBy(eventId)).applications_received, 1);
  });

  test('store a form sent five times at once as one application, which is emailed and counted once', async () => {
    const eventId = await eventOf();
    const form = applicationForm({ contact_email: 'twice@vendor.example' });
    const made = await Promise.all(Array.from({ length: 5 }, () => service.submit(eventId, form)));
    const outcomes = made.map(({ outcome }) => outcome).sort();
    assert.deepEqual(outcomes, [...Array(4).fill('already_submitted'), 'submitted']);
    assert.equal(new Set(made.map((each) => 'applicationId' in each && each.applicationId)).size, 1);
    assert.deepEqual(
      made.flatMap((each) => (each.outcome === 'already_submitted' ? [each.link] : [])),
      [null, null, null, null],
    );
    assert.equal((await rowsOf(eventId)).length, 1);
    assert.equal((await mailsTo('twice@vendor.example')).length, 1);
    assert.equal((await receivedBy(eventId)).applications_received, 1);
  });

  test('recognize the same application despite different spelling of the license number and address, but not with another contact', async () => {
    const eventId = await eventOf();
    const apply = (license_number: string, contact_email: string) =>
      service.submit(eventId, applicationForm({ license_number, contact_email }));
    assert.equal((await apply('MFD-00 42', 'a@vendor.example')).outcome, 'submitted');
    assert.equal((await apply('mfd 0042', 'A@Vendor.example')).outcome, 'already_submitted');
    assert.equal((await apply('0042', 'b@vendor.example')).outcome, 'submitted');
  });

  test('let a vendor apply again after the application was withdrawn, declined or canceled', async () => {
    const eventId = await eventOf();
    const form = applicationForm({ contact_email: 'again@vendor.example' });
    for (const status of ['withdrawn', 'declined', 'cancelled']) {
      const made = await service.submit(eventId, form);
      assert.ok(made.outcome === 'submitted');
      await setStatus(made.applicationId, status);
    }
    assert.equal((await service.submit(eventId, form)).outcome, 'submitted');
  });

  test('fill an event exactly to its limit under concurrent requests, and explain why further forms are rejected', async () => {
    const eventId = await eventOf({ applications_received: 1_995 });
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        service.submit(eventId, applicationForm({ contact_email: `crowd${index}@vendor.example` })),
      ),
    );
    const outcomes = made.map(({ outcome }) => outcome).sort();
    assert.deepEqual(outcomes, [...Array(7).fill('not_taking'), ...Array(5).fill('submitted')]);
    const refused = made.find((each) => each.outcome === 'not_taking');
    assert.ok(refused?.outcome === 'not_taking');
    assert.match(refused.reason, /has received 2,000 applications/);
    assert.equal((await rowsOf(eventId)).length, 5);
    assert.equal((await receivedBy(eventId)).applications_received, 2_000);
  });

  test('limit an email address to ten applications per event, including withdrawn and concurrent applications', async () => {
    const eventId = await eventOf();
    const send = (index: number, contact_email = 'fleet@vendor.example') =>
      service.submit(eventId, applicationForm({ license_number: `MFD88000${index}`, contact_email }));
    const made = await Promise.all(Array.from({ length: 14 }, (_, index) => send(index + 10)));
    assert.equal(made.filter(({ outcome }) => outcome === 'submitted').length, 10);
    const refused = made.find(({ outcome }) => outcome === 'refused');
    assert.ok(refused?.outcome === 'refused');
    assert.match(refused.errors.contact_email ?? '', /already has 10 applications .* Use another address\.$/);
    const [first] = await rowsOf(eventId);
    await setStatus(first?.id ?? '', 'withdrawn');
    assert.equal((await send(77)).outcome, 'refused');
    assert.equal((await send(77, 'second@vendor.example')).outcome, 'submitted');
    assert.equal((await receivedBy(eventId)).applications_received, 11);
    assert.equal((await mailsTo('fleet@vendor.example')).length, 10);
  });

  test('limit a license to ten open applications per event, and allow another once an application is declined', async () => {
    const eventId = await eventOf();
    const send = (index: number) =>
      service.submit(eventId, applicationForm({ contact_email: `claims-it${index}@vendor.example` }));
    const made = await Promise.all(Array.from({ length: 12 }, (_, index) => send(index)));
    assert.equal(made.filter(({ outcome }) => outcome === 'submitted').length, 10);
    const again = await send(20);
    assert.ok(again.outcome === 'refused');
    assert.match(
      again.errors.license_number ?? '',
      /already has 10 open applications .* then apply again\.$/,
    );
    const [first] = await rowsOf(eventId);
    await setStatus(first?.id ?? '', 'declined');
    assert.equal((await send(20)).outcome, 'submitted');
  });

  test('call the `admit` hook only for a valid new form, and store nothing if the hook throws', async () => {
    const eventId = await eventOf();
    let asked = 0;
    const refuse = async () => {
      asked += 1;
      throw new Error('counted out');
    };
    await service.submit(eventId, applicationForm({ contact_phone: '1' }), { admit: refuse });
    assert.equal(asked, 0);
    await assert.rejects(service.submit(eventId, applicationForm(), { admit: refuse }), /counted out/);
    assert.deepEqual([asked, (await rowsOf(eventId)).length], [1, 0]);
    await service.submit(eventId, applicationForm());
    assert.equal(
      (await service.submit(eventId, applicationForm(), { admit: refuse })).outcome,
      'already_submitted',
    );
    assert.equal(asked, 1, 'a form sent twice is counted once');
  });

  test('limit an email address to ten applications an hour, and reject further forms with an explanation, without counting them', async () => {
    const eventId = await eventOf();
    const contact_email = 'often@vendor.example';
    const apply = (truck: number, event = eventId) =>
      service.submit(event, applicationForm({ license_number: `MFD77${truck}`, contact_email }));
    for (let truck = 10; truck < 20; truck += 1) assert.equal((await apply(truck)).outcome, 'submitted');
    const refused = await apply(20, await eventOf());
    assert.ok(refused.outcome === 'refused');
    assert.match(`${refused.errors.contact_email}`, /at most 10 applications an hour and 30 a day/);
    assert.equal((await mailsTo(contact_email)).length, 10);
    assert.equal((await receivedBy(eventId)).applications_received, 10);
    const other = applicationForm({ license_number: 'MFD7720', contact_email: 'other@vendor.example' });
    assert.equal((await service.submit(eventId, other)).outcome, 'submitted');
  });

  const closed = [
    { applications_received: 2_000 },
    { status: 'Completed' },
    { status: 'Cancelled' },
    { capacity: 2, spots_taken: 2 },
    { starts_at: '2026-03-16T15:00:00.000Z' },
    { applications_open_at: '2026-03-16T15:00:00.001Z' },
    { applications_close_at: '2026-03-16T15:00:00.000Z' },
  ];
  for (const columns of closed)
    test(`reject a form for an event with ${JSON.stringify(columns)}, with a reason and without counting it`, async () => {
      const eventId = await eventOf(columns);
      const made = await service.submit(eventId, applicationForm());
      assert.ok(made.outcome === 'not_taking' && made.reason.length > 10);
      assert.deepEqual(
        [(await rowsOf(eventId)).length, (await receivedBy(eventId)).applications_received],
        [0, columns.applications_received ?? 0],
      );
    });

  test('return the existing application for a repeated form even after the event stops taking applications', async () => {
    const eventId = await eventOf();
    await service.submit(eventId, applicationForm());
    const later = openApplicationService(database, { now: () => new Date('2026-05-01T00:00:00Z') });
    assert.equal((await later.submit(eventId, applicationForm())).outcome, 'already_submitted');
  });

  test('throw the same not_found for a draft, a nonexistent id and a malformed id', async () => {
    const draft = await eventOf({ status: 'Draft' });
    for (const id of [draft, '00000000-0000-4000-8000-000000000000', 'x', "' or 1=1", '\u0000'])
      await assert.rejects(service.submit(id, applicationForm()), {
        code: 'not_found',
        message: 'There is no such event.',
      });
  });

  test('report invalid fields and invalid answers together', async () => {
    const eventId = await eventOf({ questions: QUESTIONS });
    const made = await service.submit(
      eventId,
      applicationForm({ contact_phone: '1' }, { q_a2: ['a\u0000'] }),
    );
    assert.ok(made.outcome === 'refused');
    assert.deepEqual(Object.keys(made.errors), ['contact_phone', 'q_a1', 'q_a2']);
  });

  test('reject digits that two licenses share, list both license numbers, and accept either full number', async () => {
    const eventId = await eventOf();
    const pair = RESERVED_LICENSES.filter(({ state }) => state === 'ambiguous');
    const numbers = pair.map(({ license_number: number }) => number);
    const digits = (numbers[0] ?? '').replace(/\D/g, '');
    const made = await service.submit(eventId, applicationForm({ license_number: digits }));
    assert.ok(made.outcome === 'refused');
    assert.deepEqual(Object.keys(made.errors), ['license_number']);
    for (const number of numbers) assert.ok(made.errors.license_number?.includes(number), number);
    for (const [index, license_number] of numbers.entries()) {
      const form = applicationForm({ license_number, contact_email: `pair${index}@vendor.example` });
      assert.equal((await service.submit(eventId, form)).outcome, 'submitted');
    }
    const types = (await rowsOf(eventId)).map(({ license_type: type }) => type).sort();
    assert.deepEqual(types, ['2013', '2014']);
  });

  test('add the license type from the records if the form has only the digits', async () => {
    const eventId = await eventOf();
    const license_number = reservedNumber('caterer').replace(/\D/g, '');
    await service.submit(eventId, applicationForm({ license_number }));
    assert.equal((await rowsOf(eventId))[0]?.license_type, '2013');
  });

  test('show the application, its event and its history only for the private link’s exact token', async () => {
    const id = await insertApplication(database.db, await eventOf());
    const view = await service.findByLink(id);
    assert.deepEqual(
      [view?.application.status, view?.event.name, view?.may_withdraw, view?.may_confirm],
      ['submitted', 'Lake Night', true, false],
    );
    assert.deepEqual(view?.history, [
      {
        changed_at: NOW().toISOString(),
        changed_by: 'applicant',
        kind: 'status',
        status: 'submitted',
        message: '',
      },
    ]);
    for (const token of ['', 'x', id.toUpperCase(), `${id} `])
      assert.equal(await service.findByLink(token), undefined);
    await assert.rejects(service.withdraw('x'), { code: 'not_found' });
  });

  test('free the spot only once when an approved application is withdrawn repeatedly, and notify the organizer', async () => {
    const eventId = await eventOf({ capacity: 2, spots_taken: 2 });
    const id = await insertApplication(database.db, eventId, { status: 'approved' });
    const done = await Promise.all([service.withdraw(id), service.withdraw(id), service.withdraw(id)]);
    assert.equal(done.filter((each) => each === undefined).length, 1);
    assert.equal((await receivedBy(eventId)).spots_taken, 1);
    const history = (await service.findByLink(id))?.history.map(({ status }) => status);
    assert.deepEqual(history, ['submitted', 'approved', 'withdrawn']);
    const notices = (await mailsTo(`${accountId}@organizer.example`)).filter(({ subject }) =>
      /^Withdrawn from/.test(subject),
    );
    assert.equal(notices.length, 1);
  });

  test('keep the spot when an approved application is confirmed, notify the organizer, and reject a second confirmation', async () => {
    const own = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, own, { capacity: 1, spots_taken: 1 });
    const id = await insertApplication(database.db, eventId, { status: 'approved' });
    assert.equal(await service.confirm(id), undefined);
    assert.match((await service.confirm(id)) ?? '', /don’t have an approved spot/);
    assert.equal((await receivedBy(eventId)).spots_taken, 1);
    const subjects = (await mailsTo(`${own}@organizer.example`)).map(({ subject }) => subject);
    assert.deepEqual(subjects, ['Confirmed for “Lake Night”: “Test Tacos”']);
  });

  test('do not email the organizer when an application without a spot is withdrawn', async () => {
    const own = await insertAccount(database.db);
    const id = await insertApplication(database.db, await insertEvent(database.db, own));
    assert.equal(await service.withdraw(id), undefined);
    assert.deepEqual(await mailsTo(`${own}@organizer.example`), []);
    assert.match((await service.withdraw(id)) ?? '', /can no longer be withdrawn/);
  });
});
