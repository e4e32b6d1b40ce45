import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { openDocumentService, sampleUpload } from '../../../../test/support/documents.ts';
import { describeEngines, type TestDatabase } from '../../../../test/support/engines.ts';
import { insertApplication, insertEvent } from '../../../../test/support/ledger-rows.ts';

const INSURANCE = 'insurance_certificate';
const ALL_BUT_INSURANCE = [
  'license_copy',
  'fire_extinguisher_tag',
  'hood_suppression_certificate',
  'propane_declaration',
  'generator_details',
  'food_manager_certificate',
];

describeEngines('document reminders', (open) => {
  let database: TestDatabase;
  let eventId: string;
  let aid: string;
  before(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await database.db.deleteFrom('accounts').execute();
    await database.db.deleteFrom('mails').execute();
    // The event starts on the evening of April 10.
    eventId = await insertEvent(database.db, await insertAccount(database.db));
    aid = await insertApplication(database.db, eventId, { status: 'approved' });
  });
  after(() => database.close());

  const on = (day: string) =>
    openDocumentService(database, { now: () => new Date(`${day}T15:00:00Z`), serviceMbMax: 1_000 });
  const mails = async () => {
    const rows = await database.db.selectFrom('mails').select(['recipient', 'subject', 'body']).execute();
    return rows.filter(({ recipient }) => recipient === `${aid}@vendor.example`);
  };
  const send = async (code: string, expires_on: string, day = '2026-03-16') =>
    assert.ok((await on(day).upload(aid, code, sampleUpload({ expires_on }))).ok);
  const sendAllButInsurance = async () => {
    for (const code of ALL_BUT_INSURANCE) await send(code, '2027-03-31');
  };

  test('are in Spanish, with the documents’ Spanish names, if the applicant applied in Spanish', async () => {
    await database.db.updateTable('applications').set({ language: 'es' }).where('id', '=', aid).execute();
    await sendAllButInsurance();
    await send(INSURANCE, '2026-04-09');
    await on('2026-03-27').sendReminders();
    const [mail] = await mails();
    assert.equal(mail?.subject, 'Un documento vence antes de que termine el evento: “Lake Night”');
    assert.match(
      mail?.body ?? '',
      /Este documento no cubre todo el evento:\n- Certificado de seguro: vence el 9 de abril de 2026\nEnvíe uno que sí lo cubra\./,
    );
    assert.doesNotMatch(mail?.body ?? '', /\b(?:the|your|please|document)\b/i);
  });

  test('are sent once 14 days and once 3 days before the event’s first day while a document is missing', async () => {
    await sendAllButInsurance();
    const counts: number[] = [];
    for (const day of [
      '2026-03-26',
      '2026-03-27',
      '2026-03-27',
      '2026-04-06',
      '2026-04-07',
      '2026-04-10',
      '2026-04-11',
    ])
      counts.push(await on(day).sendReminders());
    assert.deepEqual(counts, [0, 1, 0, 0, 1, 0, 0]);
    const [first, second] = await mails();
    assert.equal(first?.subject, 'Documents still needed: “Lake Night”');
    assert.match(
      first?.body ?? '',
      /^The event starts on April 10, 2026\. The organizer still needs this document:\n- Certificate of insurance\n\nSend documents:\nhttps:\/\/vendors\.example\/application\/documents\?token=/,
    );
    assert.equal(first?.body, second?.body);
  });

  test('are sent only 3 days before the event if the applicant is approved late', async () => {
    assert.equal(await on('2026-04-08').sendReminders(), 1);
    const [mail] = await mails();
    assert.match(mail?.body ?? '', /still needs these documents:\n(- .+\n){7}\n/);
    const days = await database.db
      .selectFrom('application_document_reminders')
      .select(['days', 'due_on'])
      .execute();
    assert.deepEqual([...new Set(days.map((each) => `${each.days} ${each.due_on}`))], ['3 2026-04-10']);
  });

  test('are sent 14 and 3 days before a document’s expiration date if it expires before the event', async () => {
    await sendAllButInsurance();
    await send(INSURANCE, '2026-04-02');
    const counts: number[] = [];
    for (const day of ['2026-03-18', '2026-03-19', '2026-03-29', '2026-03-30', '2026-04-02'])
      counts.push(await on(day).sendReminders());
    assert.deepEqual(counts, [0, 1, 0, 1, 0]);
    const [mail] = await mails();
    assert.equal(mail?.subject, 'A document expires before the event is over: “Lake Night”');
    assert.match(
      mail?.body ?? '',
      /^This document doesn’t cover the whole event:\n- Certificate of insurance: expires on April 2, 2026\nPlease send a new one that does\.\n/,
    );
    // The document has now expired and counts as missing, so it is due on the event's first day.
    assert.equal(await on('2026-04-03').sendReminders(), 1);
    assert.match((await mails()).at(-1)?.body ?? '', /Certificate of insurance: expired on April 2, 2026/);
  });

  test('are not sent for applications without a spot, for documents that were received, or for a canceled event', async () => {
    await sendAllButInsurance();
    await send(INSURANCE, '2027-03-31');
    for (const status of ['submitted', 'waitlisted', 'declined', 'withdrawn'])
      await insertApplication(database.db, eventId, { status });
    assert.equal(await on('2026-04-09').sendReminders(), 0);
    await insertApplication(database.db, eventId, { status: 'confirmed' });
    await database.db.updateTable('events').set({ status: 'Cancelled' }).where('id', '=', eventId).execute();
    assert.equal(await on('2026-04-09').sendReminders(), 0);
    await database.db.updateTable('events').set({ status: 'Published' }).where('id', '=', eventId).execute();
    assert.equal(await on('2026-04-09').sendReminders(), 1);
  });

  test('are sent only once if several processes run at the same time', async () => {
    await insertApplication(database.db, eventId, { status: 'confirmed' });
    const counts = await Promise.all([1, 2, 3].map(() => on('2026-03-28').sendReminders()));
    assert.equal(
      counts.reduce((sum, each) => sum + each),
      2,
    );
    assert.equal((await database.db.selectFrom('mails').select('id').execute()).length, 2);
  });

  test('are sent to all applicants to an event in one run', async () => {
    for (let count = 0; count < 20; count += 1)
      await insertApplication(database.db, eventId, { status: 'approved' });
    assert.equal(await on('2026-03-28').sendReminders(), 21);
  });
});
