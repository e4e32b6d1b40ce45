import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { countStatements } from '../../../../test/support/count-statements.ts';
import { NOW, reservedNumber } from '../../../../test/support/demo-app.ts';
import { openDemoApplications } from '../../../../test/support/demo-applications.ts';
import { openDocumentService, sampleUpload } from '../../../../test/support/documents.ts';
import type { TestDatabase } from '../../../../test/support/engines.ts';
import { describeBothEngines } from '../../../../test/support/engines.ts';
import {
  applicationRow,
  insertApplications,
  insertEvent,
  openApplicationService,
} from '../../../../test/support/ledger-rows.ts';
import type { ApplicationsTable } from '../../../platform/db/schema/ledger-tables/event-tables.ts';
import { claimMail } from '../../../platform/mail/outbox.ts';
import type { ApplicationService } from '../service.ts';
import type { BulkForm } from './bulk-service.ts';

const AFTER_A_MINUTE = new Date(NOW().getTime() + 60_000);

describeBothEngines('bulk actions on applications', (open) => {
  let database: TestDatabase;
  let service: ApplicationService;
  let accountId: string;
  before(async () => {
    database = await open();
    ({ service, accountId } = await openDemoApplications(database));
  });
  after(() => database.close());

  const license_number = reservedNumber('grade-a');
  const setUp = async (rows: readonly Partial<ApplicationsTable>[], columns = {}) => {
    const eventId = await insertEvent(database.db, accountId, columns);
    const made = rows.map((row) => applicationRow(eventId, { license_number, ...row }));
    await insertApplications(database.db, made);
    const form = (action: string, changes: Partial<BulkForm> = {}): BulkForm => ({
      chosen: made.map(({ id, status }) => `${id}:${status}`),
      action,
      message: '',
      reason: '',
      ...changes,
    });
    const actionId = randomUUID();
    const apply = (given: BulkForm, id = actionId) => service.applyBulk(accountId, eventId, id, given);
    const undo = () => service.undoBulk(accountId, eventId, actionId);
    const statuses = async () => {
      const list = await database.db
        .selectFrom('applications')
        .select(['id', 'status'])
        .where('event_id', '=', eventId)
        .execute();
      return made.map(({ id }) => list.find((each) => each.id === id)?.status);
    };
    const spots = async () =>
      (
        await database.db
          .selectFrom('events')
          .select('spots_taken')
          .where('id', '=', eventId)
          .executeTakeFirstOrThrow()
      ).spots_taken;
    const mails = () =>
      database.db
        .selectFrom('mails')
        .select(['id', 'subject', 'next_attempt_at'])
        .where(
          'recipient',
          'in',
          made.map(({ contact_email }) => contact_email),
        )
        .execute();
    const history = async (index: number) =>
      (await service.getDetail(accountId, eventId, made[index]?.id ?? '')).application.history;
    return { eventId, made, form, actionId, apply, undo, statuses, spots, mails, history };
  };

  test('make exactly the previewed changes once, with spots in the order shown, one reason for all, and an explanation for each skip', async () => {
    const event = await setUp(
      [
        { license_number: reservedNumber('emergency-hold') },
        {},
        { status: 'declined' },
        { status: 'confirmed' },
        { license_number: '0000000001', status: 'under_review' },
        { business_name: 'Quartz Zebra' },
      ],
      { capacity: 4, spots_taken: 1 },
    );
    const read = await service.previewBulk(accountId, event.eventId, event.form('approved'));
    assert.ok('preview' in read);
    const differing = (index: number) => read.preview.differingNames.get(event.made[index]?.id ?? '');
    assert.match(differing(5) ?? '', /^Applied as Quartz Zebra; the name on /);
    assert.equal(differing(1), undefined);
    const indexOf = ({ id }: { id: string }) => event.made.findIndex((each) => each.id === id);
    const { without, withReason } = read.preview;
    assert.deepEqual(without.does.map(indexOf), [1, 5]);
    assert.deepEqual(
      without.skips.map(({ candidate, why }) => [indexOf(candidate), why]),
      [
        [2, 'closed'],
        [3, 'status'],
        [0, 'reason'],
        [4, 'reason'],
      ],
    );
    assert.deepEqual(withReason.does.map(indexOf), [1, 5, 0]);
    assert.deepEqual(
      withReason.skips.map(({ why }) => why),
      ['closed', 'status', 'full'],
    );
    assert.deepEqual(await event.mails(), [], 'a preview changes nothing');

    const form = event.form('approved', { reason: 'They reopened.', message: 'Welcome' });
    const refusals = await Promise.all([event.apply(form), event.apply(form), event.apply(form)]);
    assert.deepEqual(refusals, [undefined, undefined, undefined]);
    assert.deepEqual(await event.statuses(), [
      'approved',
      'approved',
      'declined',
      'confirmed',
      'under_review',
      'approved',
    ]);
    assert.equal(await event.spots(), 4);
    const mails = await event.mails();
    assert.equal(mails.length, 3);
    assert.ok(mails.every(({ next_attempt_at }) => next_attempt_at === AFTER_A_MINUTE.toISOString()));
    const held = await event.history(0);
    const other = await event.history(1);
    assert.deepEqual([held.length, held.at(-1)?.against?.verdict], [2, 'DECLINE']);
    assert.deepEqual([other.at(-1)?.against, other.at(-1)?.message], [null, 'Welcome']);
    const result = await service.getBulk(accountId, event.eventId, event.actionId);
    assert.deepEqual(
      [result.items.filter(({ mail_id }) => mail_id !== null).length, result.undoUntil],
      [3, AFTER_A_MINUTE.toISOString()],
    );
  });

  test('cannot be undone after a later change, which also withdraws the outdated email', async () => {
    const event = await setUp([{}, {}], { capacity: 2 });
    const first = event.made[0]?.id ?? '';
    const single = (status: string) =>
      service.decide(accountId, event.eventId, first, { status, message: '', reason: '' });
    const waiting = async () => (await event.mails()).map(({ subject }) => subject).sort();
    assert.equal(await event.apply(event.form('approved')), undefined);
    assert.equal(await single('waitlisted'), undefined);
    const approved = 'You’re approved: “Lake Night”';
    assert.equal((await waiting()).length, 2, 'the newer one and the other approval');
    assert.equal(await single('approved'), undefined);
    assert.match(String(await event.undo()), /has changed since/);
    assert.deepEqual(await event.statuses(), ['approved', 'approved']);
    assert.deepEqual(await waiting(), [approved, approved]);
    assert.equal(await service.cancelEvent(accountId, event.eventId), undefined);
    const left = (await event.mails()).filter(
      ({ next_attempt_at }) => next_attempt_at === AFTER_A_MINUTE.toISOString(),
    );
    assert.deepEqual(left, [], 'a cancelled event approves nobody a minute later');
  });

  test('restore statuses and spots, withdraw emails and add a history entry when they are undone', async () => {
    const event = await setUp([{}, { status: 'waitlisted' }], { capacity: 2 });
    assert.equal(await event.apply(event.form('approved')), undefined);
    assert.deepEqual([await event.spots(), (await event.mails()).length], [2, 2]);
    const answers = await Promise.all([event.undo(), event.undo()]);
    assert.deepEqual(
      answers.filter((each) => each !== undefined),
      ['This was already undone.'],
    );
    assert.deepEqual(await event.statuses(), ['submitted', 'waitlisted']);
    assert.deepEqual([await event.spots(), await event.mails()], [0, []]);
    const lines = (await event.history(1)).map(({ kind, status }) => [kind, status]);
    assert.deepEqual(lines.slice(-2), [
      ['taken_back', 'approved'],
      ['undone', 'waitlisted'],
    ]);
    const row = database.db.selectFrom('applications').select('waitlisted_at');
    const { waitlisted_at } = await row.where('id', '=', event.made[1]?.id ?? '').executeTakeFirstOrThrow();
    assert.equal(waitlisted_at, event.made[1]?.waitlisted_at);
  });

  test('are hidden from the applicant if they are undone before the email is sent', async () => {
    const event = await setUp([{}], { capacity: 2 });
    assert.equal(await event.apply(event.form('approved')), undefined);
    const told = async () =>
      (await service.findByLink(event.made[0]?.id ?? ''))?.history.map(({ status }) => status);
    assert.ok((await told())?.includes('approved'));
    assert.equal(await event.undo(), undefined);
    assert.deepEqual((await told())?.includes('approved'), false);
    assert.deepEqual(
      (await event.history(0)).slice(-2).map(({ kind }) => kind),
      ['taken_back', 'undone'],
    );
    const lines = (await service.findByLink(event.made[0]?.id ?? ''))?.history ?? [];
    assert.ok(lines.every(({ kind }) => kind === 'status'));
  });

  test('cannot be undone once an email is being sent, a vendor has acted, or the spots are taken', async () => {
    const sent = await setUp([{}, {}]);
    await sent.apply(sent.form('approved'));
    const [mail] = await sent.mails();
    assert.ok(await claimMail(database.db, mail?.id ?? '', AFTER_A_MINUTE, 1));
    assert.match((await sent.undo()) ?? '', /An email has already gone out/);
    assert.deepEqual(await sent.statuses(), ['approved', 'approved']);
    assert.equal((await sent.mails()).length, 2, 'no mail is lost');

    const acted = await setUp([{}]);
    await acted.apply(acted.form('approved'));
    assert.equal(await service.confirm(acted.made[0]?.id ?? ''), undefined);
    assert.match((await acted.undo()) ?? '', /have changed since/);
    assert.deepEqual(await acted.mails(), [], 'who confirmed needs no mail of the approval');

    const retaken = await setUp([{ status: 'approved' }, {}], { capacity: 1, spots_taken: 1 });
    const [first, second] = retaken.form('declined').chosen;
    await retaken.apply({ ...retaken.form('declined'), chosen: [first ?? ''] });
    await retaken.apply({ ...retaken.form('approved'), chosen: [second ?? ''] }, randomUUID());
    assert.match((await retaken.undo()) ?? '', /given to others/);
    assert.deepEqual(await retaken.statuses(), ['declined', 'approved']);
  });

  test('never overbook if two organizers act at the same time', async () => {
    const event = await setUp(Array(12).fill({}), { capacity: 5 });
    await Promise.all([
      event.apply(event.form('approved')),
      event.apply(event.form('approved'), randomUUID()),
    ]);
    const approved = (await event.statuses()).filter((status) => status === 'approved');
    assert.deepEqual([approved.length, await event.spots(), (await event.mails()).length], [5, 5, 5]);
  });

  test('send a message to open applications without changing their status', async () => {
    const event = await setUp([{}, { status: 'approved' }, { status: 'withdrawn' }]);
    assert.match((await event.apply(event.form('message'))) ?? '', /Type the message/);
    assert.equal(await event.apply(event.form('message', { message: 'Gate 2.' })), undefined);
    assert.deepEqual(await event.statuses(), ['submitted', 'approved', 'withdrawn']);
    const mails = await event.mails();
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      Array(2).fill('A message from the organizer: “Lake Night”'),
    );
    const line = (await event.history(1)).at(-1);
    assert.deepEqual([line?.kind, line?.status, line?.message], ['message', 'approved', 'Gate 2.']);
    assert.equal(await event.undo(), undefined);
    assert.deepEqual(await event.mails(), []);
  });

  test('confirm all vendors except those whose insurance ends before the event, and give the reason for each exception', async () => {
    const documents = openDocumentService(database);
    const event = await setUp(Array(6).fill({ status: 'approved' }), { capacity: 6, spots_taken: 6 });
    const code = 'insurance_certificate';
    const upload = async (index: number, expires_on: string) => {
      const sent = await documents.upload(event.made[index]?.id ?? '', code, sampleUpload({ expires_on }));
      assert.ok(sent.ok);
    };
    const decideOn = async (index: number, decision: 'confirm' | 'reject' | 'waive' | 'override') => {
      const named = { accountId, eventId: event.eventId, applicationId: event.made[index]?.id ?? '' };
      const all = (await documents.getForOrganizer(named)).documents;
      const file = all.find((each) => each.code === code)?.files[0]?.id ?? '';
      const typed = { code, file, expires_on: '2026-04-09', reason: 'They told us why' };
      assert.ok((await documents.decide(named, decision, typed)).ok, decision);
    };
    // The event's last day is April 10. The first vendor sent no insurance, which does not prevent
    // confirmation.
    for (const index of [1, 2, 3, 4]) await upload(index, '2026-04-09');
    await upload(5, '2026-04-10');
    await decideOn(2, 'confirm');
    await decideOn(3, 'override');
    await decideOn(4, 'waive');
    await database.db.deleteFrom('mails').execute();
    const form = event.form('confirmed');
    const read = await service.previewBulk(accountId, event.eventId, form);
    assert.ok('preview' in read);
    const held = [event.made[1]?.id, event.made[2]?.id];
    const { does, skips } = read.preview.without;
    assert.equal(does.length, 4);
    assert.deepEqual(
      skips.map(({ candidate, why }) => [candidate.id, why]),
      held.map((id) => [id, 'documents']),
    );
    assert.match(skips[0]?.candidate.blocked ?? '', /expires on April 9, 2026, before the event’s last day/);
    assert.equal(await event.apply(form), undefined);
    assert.deepEqual(await event.statuses(), [
      'confirmed',
      'approved',
      'approved',
      'confirmed',
      'confirmed',
      'confirmed',
    ]);
    const { items } = await service.getBulk(accountId, event.eventId, event.actionId);
    for (const item of items) {
      const isHeld = held.includes(item.application_id);
      assert.deepEqual(
        [item.skipped, item.mail_id === null],
        [isHeld ? 'documents' : null, isHeld],
        item.status,
      );
    }
    assert.equal((await event.mails()).length, 4);
    assert.equal(await event.undo(), undefined);
    await decideOn(1, 'reject');
    assert.match(
      (await event.apply({ ...form, chosen: form.chosen.slice(1, 2) }, randomUUID())) ?? '',
      /Nothing/,
    );
  });

  test('are rejected for invalid input, and skip applications that have changed since they were shown', async () => {
    const event = await setUp([{}, {}]);
    const cases: [Partial<BulkForm>, RegExp][] = [
      [{ chosen: [] }, /at least one/],
      [{ chosen: ['x', '%00:approved'] }, /at least one/],
      [{ chosen: Array.from({ length: 51 }, () => `${randomUUID()}:submitted`) }, /at most 50/],
      [{ action: 'withdrawn' }, /what to do/],
      [{ message: 'a\u202eb' }, /cannot be sent/],
      [{ reason: 'x'.repeat(501) }, /500 characters/],
      [{ chosen: [`${event.made[0]?.id}:waitlisted`] }, /Nothing can be done/],
    ];
    for (const [changes, expected] of cases)
      assert.match((await event.apply(event.form('declined', changes))) ?? '', expected);
    const other = await setUp([{}]);
    assert.match((await event.apply(other.form('declined'))) ?? '', /Nothing can be done/);
    assert.deepEqual(
      [await event.statuses(), await other.statuses()],
      [Array(2).fill('submitted'), ['submitted']],
    );
    const stranger = await insertAccount(database.db);
    for (const id of [event.eventId, randomUUID(), 'x'])
      for (const ask of [
        () => service.previewBulk(stranger, id, event.form('declined')),
        () => service.applyBulk(stranger, id, randomUUID(), event.form('declined')),
        () => service.getBulk(stranger, id, event.actionId),
        () => service.undoBulk(stranger, id, event.actionId),
      ])
        await assert.rejects(ask(), { code: 'not_found', message: 'There is no such event.' });
  });

  test('run as many statements for 2 applications as for 50', async () => {
    const { db, count } = countStatements(database.db);
    const counted = openApplicationService({ ...database, db });
    const statementsFor = async (applications: number) => {
      const event = await setUp(Array(applications).fill({}));
      // Use messages, which file no decisions. Receipts are committed together, so actions that file
      // decisions run a varying number of statements.
      const start = count();
      const form = event.form('message', { message: 'Hello' });
      assert.equal(await counted.applyBulk(accountId, event.eventId, event.actionId, form), undefined);
      const done = count();
      assert.equal(await counted.undoBulk(accountId, event.eventId, event.actionId), undefined);
      return [done - start, count() - done];
    };
    assert.deepEqual(await statementsFor(50), await statementsFor(2));
  });
});
