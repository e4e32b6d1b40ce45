import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { reservedNumber } from '../../../../test/support/demo-app.ts';
import { openDemoApplications } from '../../../../test/support/demo-applications.ts';
import { describeBothEngines, type TestDatabase } from '../../../../test/support/engines.ts';
import {
  insertApplication,
  insertEvent,
  openApplicationService,
} from '../../../../test/support/ledger-rows.ts';
import { POLICY_VERSION } from '../../../judgment/policy/policy.ts';
import type { ApplicationsTable } from '../../../platform/db/schema/ledger-tables/event-tables.ts';
import type { ApplicationService } from '../service.ts';

describeBothEngines('filed decisions', (open) => {
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

  test('an approval files a decision with a receipt, stores the message, and emails it to the applicant', async () => {
    const eventId = await eventOf({ event_type: 'festival' });
    const license_number = reservedNumber('grade-c');
    const id = await apply(eventId, { license_number });
    assert.equal(await decide(eventId, id, 'approved', ' Welcome!\r\nGate 2. '), undefined);
    const { decisions, history } = await detailOf(eventId, id);
    assert.deepEqual(
      decisions.map(({ verdict, event_type }) => [verdict, event_type]),
      [['CONDITIONAL', 'festival']],
    );
    assert.equal(history.at(-1)?.message, 'Welcome!\nGate 2.');
    const [mail] = await mailsTo(`${id}@vendor.example`);
    assert.equal(mail?.subject, 'You’re approved: “Lake Night”');
    assert.ok(mail?.body.includes('> Welcome!\n> Gate 2.'));
    const receipts = await database.db
      .selectFrom('receipts')
      .innerJoin('application_decisions', 'application_decisions.jti', 'receipts.jti')
      .select('receipts.verdict')
      .where('application_id', '=', id)
      .execute();
    assert.deepEqual(
      receipts.map(({ verdict }) => verdict),
      ['CONDITIONAL'],
    );
  });

  test('an approval is rejected if the event was moved after the verdict was computed, and no decision is filed for the old dates', async () => {
    const eventId = await eventOf();
    const id = await apply(eventId, { license_number: reservedNumber('grade-a') });
    const moved = { starts_at: '2027-09-01T20:00:00.000Z', ends_at: '2027-09-02T02:00:00.000Z' };
    const racing = openApplicationService(database, {
      afterDecision: async () => {
        await database.db.updateTable('events').set(moved).where('id', '=', eventId).execute();
      },
    });
    const approve = () => racing.decide(accountId, eventId, id, { status: 'approved', message: '' });
    assert.match((await approve()) ?? '', /^The event has just changed/);
    assert.deepEqual([(await detailOf(eventId, id)).status, await spotsTaken(eventId)], ['submitted', 0]);
    assert.equal(await approve(), undefined);
    const { decisions } = await detailOf(eventId, id);
    assert.deepEqual(
      decisions.map(({ event_date, verdict }) => [event_date, verdict]),
      [['2027-09-01', 'CLEAR']],
    );
  });

  test('a spot for a vendor with DECLINE or an unknown vendor requires a reason, both to approve and to confirm it', async () => {
    const eventId = await eventOf();
    const held = await apply(eventId, { license_number: reservedNumber('emergency-hold') });
    const unknown = await apply(eventId);
    const receipts = () => database.db.selectFrom('receipts').select('jti').execute();
    const before = (await receipts()).length;
    for (const [id, asked] of [
      [held, /^The verdict is “Don’t book”\. Say why/],
      [unknown, /^No single vendor is on record under this license number\. Say why/],
    ] as const) {
      assert.match((await decide(eventId, id, 'approved', '', ' \r\n')) ?? '', asked);
      assert.equal((await detailOf(eventId, id)).status, 'submitted');
    }
    assert.equal((await receipts()).length, before, 'no receipt of a decision that was not made');
    assert.match(
      (await decide(eventId, held, 'approved', '', 'x'.repeat(501))) ?? '',
      /at most 500 characters/,
    );
    assert.match((await decide(eventId, held, 'approved', '', 'a\u202eb')) ?? '', /cannot be kept/);
    assert.equal(await decide(eventId, held, 'approved', '', ' They reopen\r\nin April. '), undefined);
    assert.match((await decide(eventId, held, 'confirmed', '', '')) ?? '', /^The verdict is “Don’t book”/);
    assert.equal(await decide(eventId, unknown, 'waitlisted', '', ''), undefined);
    assert.equal(await decide(eventId, unknown, 'approved', 'Hello', 'A new license.'), undefined);
    const against = async (id: string) => (await detailOf(eventId, id)).history.map((each) => each.against);
    const policy_version = POLICY_VERSION;
    const reason = 'They reopen\nin April.';
    assert.deepEqual(await against(held), [null, { verdict: 'DECLINE', policy_version, reason }]);
    assert.deepEqual((await against(unknown)).at(-1), {
      verdict: 'unknown',
      policy_version,
      reason: 'A new license.',
    });
    const { entries } = await service.getComplianceFile(accountId, eventId, 1);
    assert.deepEqual(entries.map(({ application }) => application.reason?.reason).toSorted(), [
      'A new license.',
      reason,
    ]);
    const exported = await service.exportApplications(accountId, eventId);
    for await (const rows of exported.parts)
      assert.deepEqual(rows.map((row) => row.reason?.verdict).sort(), ['DECLINE', 'unknown']);
    const seen = JSON.stringify(await service.findByLink(held));
    assert.ok(!seen.includes('reopen') && !seen.includes('against'), 'the applicant sees no reason');
  });

  test('a spot for a vendor with a CLEAR verdict does not require or store a reason', async () => {
    const eventId = await eventOf();
    const id = await apply(eventId, { license_number: reservedNumber('grade-a') });
    assert.equal(await decide(eventId, id, 'approved', '', 'Just so'), undefined);
    assert.deepEqual((await detailOf(eventId, id)).reason, null);
  });

  test('approving an unknown vendor does not file a decision', async () => {
    const eventId = await eventOf();
    const id = await apply(eventId);
    assert.equal(await decide(eventId, id, 'approved'), undefined);
    assert.deepEqual((await detailOf(eventId, id)).decisions, []);
  });

  test('each open application whose vendor is on record gets a decision with its own receipt', async () => {
    const eventId = await eventOf();
    const license_number = reservedNumber('grade-a');
    await apply(eventId, { license_number });
    await apply(eventId, { license_number, status: 'approved' });
    await apply(eventId, { license_number: reservedNumber('emergency-hold') });
    await apply(eventId, { license_number, status: 'declined' });
    await apply(eventId);
    assert.equal(await service.fileDecisions(accountId, eventId), 3);
    const { entries } = await service.getComplianceFile(accountId, eventId, 1);
    const filed = entries.flatMap(({ decision }) => decision ?? []);
    assert.deepEqual(filed.map(({ verdict }) => verdict).sort(), ['CLEAR', 'CLEAR', 'DECLINE']);
    assert.equal(new Set(filed.map(({ receipt }) => receipt)).size, 3);
    assert.equal(entries.filter(({ decision }) => decision === null).length, 2);
  });

  test('an unchanged decision is filed only once a day, even if the organizer requests it again', async () => {
    const eventId = await eventOf();
    await apply(eventId, { license_number: reservedNumber('grade-a') });
    const fileAt = (instant: string) =>
      openApplicationService(database, { now: () => new Date(instant) }).fileDecisions(accountId, eventId);
    assert.equal(await fileAt('2026-03-16T12:00:00Z'), 1);
    assert.equal(await fileAt('2026-03-17T03:00:00Z'), 0, 'still the same day in Florida');
    assert.equal(await fileAt('2026-03-17T12:00:00Z'), 1);
    const changed = { event_type: 'festival' };
    await database.db.updateTable('events').set(changed).where('id', '=', eventId).execute();
    assert.equal(await fileAt('2026-03-17T13:00:00Z'), 1);
  });

  test('the compliance file shows the most recent decision about each vendor', async () => {
    const eventId = await eventOf();
    const id = await apply(eventId, { license_number: reservedNumber('grade-a') });
    await service.fileDecisions(accountId, eventId);
    const later = openApplicationService(database, { now: () => new Date('2026-03-17T00:00:00Z') });
    await later.decide(accountId, eventId, id, { status: 'under_review', message: '' });
    const { entries } = await service.getComplianceFile(accountId, eventId, 1);
    assert.equal(entries[0]?.decision?.decided_at, '2026-03-17T00:00:00.000Z');
    assert.equal((await detailOf(eventId, id)).decisions.length, 2);
  });
});
