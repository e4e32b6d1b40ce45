import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { openDocumentService, sampleUpload } from '../../../test/support/documents.ts';
import { describeEngines, type TestDatabase } from '../../../test/support/engines.ts';
import {
  applicationForm,
  insertApplication,
  insertEvent,
  openApplicationService,
  TEST_LINKS,
} from '../../../test/support/ledger-rows.ts';
import { tellOfChange } from '../applications/service.ts';
import { toEventFields } from '../events/form/event-form.ts';
import { createEventService } from '../events/service.ts';
import type { NoticeSetting } from '../events/stored-event.ts';
import { type DocumentService, documentsOfApplications } from './service.ts';

const INSURANCE = 'insurance_certificate';
const NOON = '2026-03-16T15:00:00Z';
const LATER = '2026-03-16T15:15:00Z';
const NEXT_DAY = '2026-03-17T11:01:00Z';

describeEngines('emails to organizers about documents', (open) => {
  let database: TestDatabase;
  let documents: DocumentService;
  before(async () => {
    database = await open();
    documents = openDocumentService(database);
  });
  after(() => database.close());

  const at = (instant: string) => openApplicationService(database, { now: () => new Date(instant) });
  const setUp = async (notice: NoticeSetting, status = 'approved') => {
    const accountId = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, accountId, { notice, capacity: 9, spots_taken: 2 });
    const apply = (name: string) => insertApplication(database.db, eventId, { status, business_name: name });
    const ids = [await apply('Ann’s'), await apply('Bob’s')] as const;
    const { email } = await database.db
      .selectFrom('accounts')
      .select('email')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const mails = (to = email) =>
      database.db.selectFrom('mails').select(['subject', 'body']).where('recipient', '=', to).execute();
    const todos = async () => at(NOON).countTodos(accountId, eventId);
    return { accountId, eventId, ids, mails, todos };
  };
  const send = async (id: string, codes: readonly string[], expires_on = '2027-03-31') => {
    for (const code of codes) {
      const sent = await documents.upload(id, code, sampleUpload({ expires_on }));
      assert.ok(sent.ok, JSON.stringify(sent));
    }
  };
  const decide = async (
    named: { accountId: string; eventId: string; applicationId: string },
    decision: 'confirm' | 'override',
    expires_on = '2027-03-31',
  ) => {
    const { documents: all } = await documents.getForOrganizer(named);
    const file = all.find(({ code }) => code === INSURANCE)?.files[0]?.id ?? '';
    const typed = { code: INSURANCE, file, expires_on, reason: 'They renew it.' };
    assert.deepEqual(await documents.decide(named, decision, typed), { ok: true, value: undefined });
  };

  test('are sent once for all documents that arrive within 15 minutes with the `each` setting, even by several processes', async () => {
    const { eventId, ids, mails } = await setUp('each');
    await send(ids[0], [INSURANCE, 'license_copy']);
    await send(ids[1], [INSURANCE]);
    assert.equal(await at('2026-03-16T15:14:59Z').sendDocumentNotices(), 0, 'more may follow');
    const sent = await Promise.all([1, 2, 3].map(() => at(LATER).sendDocumentNotices()));
    assert.equal(
      sent.reduce((sum, each) => sum + each, 0),
      1,
    );
    const [mail, ...others] = await mails();
    assert.deepEqual([mail?.subject, others], ['Documents to check for “Lake Night”', []]);
    const page = `https://vendors.example/organizer/events/${eventId}/applications`;
    assert.match(mail?.body ?? '', /^2 vendors sent documents for you to check:/);
    assert.ok(
      mail?.body.includes(`- “Ann’s”, license 0000000001, 2 documents: ${page}/${ids[0]}/documents\n`),
    );
    assert.ok(mail?.body.includes(`${page}?todo=documents`));
    assert.equal(await at(NEXT_DAY).sendNotices(), 0, 'nothing is told twice');
  });

  test('are combined with the daily email about applications with the `daily` setting, and are not sent with `never`', async () => {
    const { eventId, ids, mails } = await setUp('daily');
    await send(ids[0], [INSURANCE]);
    const made = await at(NOON).submit(
      eventId,
      applicationForm({ contact_email: `${eventId}@vendor.example` }),
    );
    assert.equal(made.outcome, 'submitted');
    assert.equal(await at(LATER).sendDocumentNotices(), 0);
    assert.equal(await at(NEXT_DAY).sendNotices(), 1);
    assert.equal(await at(NEXT_DAY).sendNotices(), 0);
    const [mail, ...others] = await mails();
    assert.deepEqual([mail?.subject, others], ['1 new application to “Lake Night”', []]);
    assert.match(mail?.body ?? '', /1 new application:.*1 vendor sent documents.*- “Ann’s”/s);

    const silent = await setUp('never');
    await send(silent.ids[0], [INSURANCE]);
    await at(LATER).sendDocumentNotices();
    await at(NEXT_DAY).sendNotices();
    assert.deepEqual(await silent.mails(), []);
    assert.equal((await silent.todos()).documents, 1, 'the count is there all the same');
  });

  test('do not list or count documents that are already reviewed or that belong to a closed application', async () => {
    const { accountId, eventId, ids, mails, todos } = await setUp('each');
    await send(ids[0], [INSURANCE]);
    await send(ids[1], [INSURANCE]);
    assert.equal((await todos()).documents, 2);
    await decide({ accountId, eventId, applicationId: ids[0] }, 'confirm');
    assert.equal((await todos()).documents, 1);
    await at(NOON).decide(accountId, eventId, ids[1], { status: 'declined', message: '' });
    assert.equal((await todos()).documents, 0);
    assert.equal(await at(LATER).sendDocumentNotices(), 0);
    assert.deepEqual(await mails(), []);
  });

  test('are sent to both sides if the event moves past the end of accepted insurance, which must be accepted again before confirmation', async () => {
    const { accountId, eventId, ids, mails, todos } = await setUp('daily');
    const named = { accountId, eventId, applicationId: ids[0] };
    await send(ids[0], [INSURANCE], '2026-04-20');
    await decide(named, 'confirm', '2026-04-20');
    await send(ids[1], [INSURANCE], '2026-06-30');
    await decide({ ...named, applicationId: ids[1] }, 'confirm', '2026-06-30');
    assert.equal((await todos()).insurance, 0);
    const events = createEventService({
      ledgerDb: database.db,
      now: () => new Date(NOON),
      onChanged: (tx, before, after) =>
        tellOfChange(tx, before, after, new Date(NOON), {
          ...TEST_LINKS,
          documents: documentsOfApplications,
        }),
    });
    const { event } = await events.get(accountId, eventId);
    const fields = { ...toEventFields(event), starts_at: '2026-05-08T17:00', ends_at: '2026-05-08T21:00' };
    const moved = await events.update(accountId, eventId, fields, event.updated_at);
    assert.ok(moved.ok, JSON.stringify(moved));
    assert.equal((await todos()).insurance, 1);
    const bodyTo = async (id: string) => (await mails(`${id}@vendor.example`)).at(-1)?.body ?? '';
    assert.match(
      await bodyTo(ids[0]),
      /Your certificate of insurance expires on April 20, 2026, before the event’s last day, May 8, 2026\. Send one/,
    );
    assert.doesNotMatch(await bodyTo(ids[1]), /insurance/);
    assert.equal(await at(NEXT_DAY).sendNotices(), 1);
    const [mail] = await mails();
    assert.equal(mail?.subject, 'Insurance ends before “Lake Night” is over');
    assert.match(mail?.body ?? '', /insurance of 1 vendor ends before the event is over.*- “Ann’s”/s);
    assert.doesNotMatch(mail?.body ?? '', /Bob’s/);
    const confirm = () =>
      at(NOON).decide(accountId, eventId, ids[0], { status: 'confirmed', message: '', reason: 'Known.' });
    assert.match((await confirm()) ?? '', /before the event’s last day/);
    await decide(named, 'override');
    assert.equal((await todos()).insurance, 0);
    assert.equal(await confirm(), undefined);
  });
});
