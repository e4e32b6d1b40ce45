import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { countStatements } from '../../../../test/support/count-statements.ts';
import { reservedNumber } from '../../../../test/support/demo-app.ts';
import { openDemoApplications } from '../../../../test/support/demo-applications.ts';
import { describeEngines, type TestDatabase } from '../../../../test/support/engines.ts';
import {
  applicationRow,
  insertApplications,
  insertEvent,
  openApplicationService,
} from '../../../../test/support/ledger-rows.ts';
import { insertVerifiedClaim, PELICAN } from '../../../../test/support/watch-rows.ts';
import type { ApplicationsTable } from '../../../platform/db/schema/ledger-tables/event-tables.ts';
import { claimMail } from '../../../platform/mail/outbox.ts';
import { NO_COVERAGE } from '../../documents/insurance-coverage.ts';
import { isOpen } from '../decide/statuses.ts';
import { APPLICATION_STATUSES } from '../schemas.ts';
import type { ApplicationService } from '../service.ts';

const DURING = new Date('2026-04-10T22:00:00Z');

describeEngines('bulk actions', (open) => {
  let database: TestDatabase;
  let service: ApplicationService;
  let during: ApplicationService;
  let accountId: string;
  let holder: string;
  before(async () => {
    database = await open();
    ({ service: service, accountId } = await openDemoApplications(database));
    during = openApplicationService(database, { now: () => DURING });
    holder = await insertAccount(database.db, 'owner@gmail.com');
    await insertVerifiedClaim(database.db, holder, PELICAN);
  });

  const eventWith = async (rows: readonly Partial<ApplicationsTable>[], columns = {}) => {
    const eventId = await insertEvent(database.db, accountId, columns);
    const made = rows.map((row) => applicationRow(eventId, row));
    await insertApplications(database.db, made);
    const actionId = randomUUID();
    return {
      eventId,
      made,
      actionId,
      form: (action: string, reason = '') => ({
        chosen: made.map(({ id, status, outcome }) => `${id}:${status}:${outcome ?? 'none'}`),
        action,
        message: '',
        reason,
      }),
      rows: async () => {
        const all = await database.db
          .selectFrom('applications')
          .selectAll()
          .where('event_id', '=', eventId)
          .execute();
        return made.map(({ id }) => all.find((each) => each.id === id));
      },
      skipped: async () => {
        const { items } = await service.getBulk(accountId, eventId, actionId);
        return made.map(({ id }) => items.find((each) => each.application_id === id)?.skipped);
      },
    };
  };
  const mails = () =>
    database.db
      .selectFrom('mails')
      .select(['id', 'next_attempt_at'])
      .where('recipient', '=', 'owner@gmail.com')
      .orderBy('created_at')
      .execute();
  const own = () => ({ ...PELICAN, license_number: 'MFD4758801', holder_account_id: holder });

  test('record outcomes only once the event has started, notify the same vendors as single outcomes, and can be undone completely', async () => {
    const event = await eventWith([
      { ...own(), status: 'confirmed' },
      {
        status: 'approved',
        outcome: 'no_show',
        outcome_recorded_at: '2026-04-10T21:30:00.000Z',
        outcome_changes: 1,
      },
      { status: 'declined' },
      { status: 'withdrawn' },
      { status: 'approved', outcome: 'attended', outcome_changes: 1 },
      { status: 'approved', outcome: 'late', outcome_changes: 10 },
    ]);
    const early = await service.applyBulk(accountId, event.eventId, event.actionId, event.form('attended'));
    assert.match(early ?? '', /Nothing can be done/);
    const read = await during.previewBulk(accountId, event.eventId, event.form('attended'));
    assert.ok('preview' in read);
    assert.equal(read.preview.without.does.length, 3);
    const apply = () => during.applyBulk(accountId, event.eventId, event.actionId, event.form('attended'));
    assert.deepEqual(await Promise.all([apply(), apply()]), [undefined, undefined]);
    const outcomes = (await event.rows()).map((row) => row?.outcome);
    assert.deepEqual(outcomes, ['attended', 'attended', null, 'attended', 'attended', 'late']);
    assert.deepEqual(await event.skipped(), [
      null,
      null,
      'no_outcome',
      null,
      'same_outcome',
      'outcome_changes',
    ]);
    const [first, second] = await event.rows();
    assert.deepEqual([first?.outcome_told_at, second?.outcome_told_at], [DURING.toISOString(), null]);
    assert.deepEqual(
      (await mails()).map((mail) => mail.next_attempt_at),
      [new Date(DURING.getTime() + 60_000).toISOString()],
    );
    assert.equal(await during.undoBulk(accountId, event.eventId, event.actionId), undefined);
    const after = await event.rows();
    assert.deepEqual(
      after.map((row) => [
        row?.outcome,
        row?.outcome_recorded_at,
        row?.outcome_told_at,
        row?.outcome_changes,
      ]),
      event.made.map((row) => [
        row.outcome,
        row.outcome_recorded_at,
        row.outcome_told_at,
        row.outcome_changes,
      ]),
    );
    assert.deepEqual(await mails(), []);
    assert.match((await during.undoBulk(accountId, event.eventId, event.actionId)) ?? '', /already undone/);
  });

  test('cannot be undone if an email was sent, if the outcome has changed since, or after a minute if there was no email', async () => {
    const told = await eventWith([{ ...own(), status: 'approved' }]);
    await during.applyBulk(accountId, told.eventId, told.actionId, told.form('no_show'));
    const later = new Date(DURING.getTime() + 60_000);
    const [mail] = await mails();
    assert.ok(await claimMail(database.db, mail?.id ?? '', later, 1));
    assert.match((await during.undoBulk(accountId, told.eventId, told.actionId)) ?? '', /gone out/);
    const changed = await eventWith([{ status: 'approved' }]);
    await during.applyBulk(accountId, changed.eventId, changed.actionId, changed.form('no_show'));
    await during.recordOutcome(accountId, changed.eventId, changed.made[0]?.id ?? '', 'attended');
    assert.match(
      (await during.undoBulk(accountId, changed.eventId, changed.actionId)) ?? '',
      /changed since/,
    );
    const old = await eventWith([{ status: 'approved' }]);
    await during.applyBulk(accountId, old.eventId, old.actionId, old.form('late'));
    const afterwards = openApplicationService(database, { now: () => later });
    assert.match((await afterwards.undoBulk(accountId, old.eventId, old.actionId)) ?? '', /gone out/);
    assert.equal((await old.rows())[0]?.outcome, 'late');
  });

  test('change statuses, documents, emails and spots exactly as single actions do', async () => {
    const verdicts = [reservedNumber('grade-a'), reservedNumber('emergency-hold'), '0000000009'];
    const cases = APPLICATION_STATUSES.flatMap((status) =>
      verdicts.flatMap((license_number) =>
        [false, true].map((blocked) => ({ status, license_number, blocked })),
      ),
    );
    for (const to of APPLICATION_STATUSES)
      for (const reason of ['', 'We know them.']) {
        const setUp = async () => {
          const event = await eventWith(
            cases.map(({ status, license_number }) => ({ status, license_number })),
            { spots_taken: 100 },
          );
          const rows = cases.flatMap(({ blocked }, index) => (blocked ? (event.made[index]?.id ?? []) : []));
          await database.db
            .insertInto('application_documents')
            .values(rows.map((id) => earlyInsurance(id, event.eventId)))
            .execute();
          return event;
        };
        const single = await setUp();
        const bulk = await setUp();
        // Declined applications can be reopened only one at a time, so they are skipped here.
        for (const [index, row] of single.made.entries())
          if (isOpen(cases[index]?.status ?? 'declined'))
            await service.decide(accountId, single.eventId, row.id, { status: to, message: '', reason });
        await service.applyBulk(accountId, bulk.eventId, bulk.actionId, bulk.form(to, reason));
        const seen = async ({ eventId, made }: typeof single) => {
          const ids = made.map(({ id }) => id);
          const history = await database.db
            .selectFrom('application_history')
            .selectAll()
            .where('application_id', 'in', ids)
            .execute();
          const filed = await database.db
            .selectFrom('application_decisions')
            .select('application_id')
            .where('application_id', 'in', ids)
            .execute();
          const sent = await database.db
            .selectFrom('mails')
            .select(['recipient', 'subject', 'body'])
            .where(
              'recipient',
              'in',
              made.map(({ contact_email }) => contact_email),
            )
            .execute();
          const event = await database.db
            .selectFrom('events')
            .select(['spots_taken', 'spot_freed'])
            .where('id', '=', eventId)
            .execute();
          return {
            event,
            rows: (await (single.eventId === eventId ? single : bulk).rows()).map((row, index) => [
              cases[index],
              row?.status,
              row?.waitlisted_at,
              history
                .filter((line) => line.application_id === row?.id)
                .map(({ application_id: _, ...line }) => line)
                .sort((a, b) => a.position - b.position),
              filed.filter((line) => line.application_id === row?.id).length,
              sent
                .filter((line) => line.recipient === row?.contact_email)
                .map(({ subject, body }) => [
                  subject,
                  body.replaceAll(row?.id ?? '', 'id').replace(/events\/[\w-]+\.ics/, 'events/event.ics'),
                ]),
            ]),
          };
        };
        const one = await seen(single);
        const many = await seen(bulk);
        assert.deepEqual(many, one, `${to} ${reason}`);
      }
  });

  test('run as many statements for 30 applications as for 2', async () => {
    const { db, count } = countStatements(database.db);
    const statementsFor = async (action: string, applications: number, row: object, now?: Date) => {
      const counted = openApplicationService({ ...database, db }, now ? { now: () => now } : {});
      const event = await eventWith(Array(applications).fill(row));
      const start = count();
      const form = event.form(action);
      assert.equal(await counted.applyBulk(accountId, event.eventId, event.actionId, form), undefined);
      const done = count();
      assert.deepEqual(new Set(await event.skipped()), new Set([null]));
      const undone = count();
      await counted.undoBulk(accountId, event.eventId, event.actionId);
      return [done - start, count() - undone];
    };
    const license_number = reservedNumber('grade-a');
    for (const [action, row, now] of [
      ['approved', { license_number }, undefined],
      ['confirmed', { license_number, status: 'approved' }, undefined],
      ['attended', { status: 'confirmed' }, DURING],
    ] as const)
      assert.deepEqual(
        await statementsFor(action, 30, row, now),
        await statementsFor(action, 2, row, now),
        action,
      );
  });
});

/** Returns a row for insurance that ends before the event does. */
function earlyInsurance(application_id: string, event_id: string) {
  return {
    id: randomUUID(),
    application_id,
    event_id,
    code: 'insurance_certificate',
    position: 1,
    state: 'received',
    media_type: 'application/pdf',
    bytes: 1,
    sha256: randomUUID(),
    insurer: '',
    expires_on: '2026-04-09',
    reason: '',
    override_reason: '',
    override_until: null,
    received_at: DURING.toISOString(),
    decided_at: null,
    copied_from: null,
    file_deleted_at: null,
    ...NO_COVERAGE,
  };
}
