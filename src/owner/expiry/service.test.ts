import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { openDocumentService, sampleUpload } from '../../../test/support/documents.ts';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { englishLines } from '../../../test/support/english-left.ts';
import { insertApplication, insertEvent, TEST_BASE_URL } from '../../../test/support/ledger-rows.ts';
import { licenseRow } from '../../../test/support/regulator-files.ts';
import { insertVerifiedClaim, listMails, PELICAN, publishDay } from '../../../test/support/watch-rows.ts';
import { hashToken } from '../../lib/hash-token.ts';
import { addDays } from '../../lib/time/dates.ts';
import { createExpiryReminders } from './service.ts';

const PUBLISHED = '2026-03-16';
const EXPIRES = '2026-06-01';
const INSURANCE = 'insurance_certificate';

describeBothEngines('reminders of expiry dates', (open) => {
  let database: TestDatabase;
  let account: string;
  beforeEach(async () => {
    database = await open();
    account = await insertAccount(database.db, 'truck@vendor.example');
    await insertVerifiedClaim(database.db, account, PELICAN);
    await publishDay(database, { day: PUBLISHED, licenses: [licenseRow({ expiresOn: EXPIRES })] });
  });

  const clock = (day: string) => () => new Date(`${day}T15:00:00Z`);
  const on = (day: string, secret = 'a secret') =>
    createExpiryReminders({
      ledgerDb: database.db,
      engine: database.engine,
      registry: database.published,
      baseUrl: TEST_BASE_URL,
      linkToken: (id) => id,
      secret,
      now: clock(day),
    });
  const sendOn = async (...days: string[]) => {
    const counts: number[] = [];
    for (const day of days) counts.push(await on(day).send());
    return counts;
  };
  const before = (days: number, day = EXPIRES) => addDays(day, -days);
  const mails = () => listMails(database.db);
  const tokenIn = (body: string) => /reminders\/stop\?token=([\w-]+)/.exec(body)?.[1] ?? '';

  /** Inserts an application of the account, which asks for the documents of a city event. */
  const apply = async (columns: Parameters<typeof insertApplication>[2] = {}, event = {}) => {
    const organizer = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, organizer, {
      event_type: 'city-event',
      starts_at: '2026-12-10T21:00:00.000Z',
      ends_at: '2026-12-11T01:00:00.000Z',
      ...event,
    });
    return insertApplication(database.db, eventId, {
      ...PELICAN,
      license_number: PELICAN.license_digits,
      status: 'approved',
      holder_account_id: account,
      ...columns,
    });
  };
  const upload = async (application: string, code: string, expires_on: string, day = '2026-03-20') => {
    const service = openDocumentService(database, { now: clock(day), serviceMbMax: 1_000 });
    assert.ok((await service.upload(application, code, sampleUpload({ expires_on }))).ok);
  };
  /** Publishes the license as not renewed, so that only documents are due. */
  const endLicense = () =>
    publishDay(database, {
      day: PUBLISHED,
      licenses: [licenseRow({ expiresOn: EXPIRES, primaryStatus: '45' })],
    });

  test('are sent once, 60, 30 and 7 days before a license expires, and not after that day', async () => {
    const days = [-1, 61, 60, 59, 31, 30, 29, 8, 7, 7, 0, -1].map((left) => before(left));
    assert.deepEqual(await sendOn(...days), [0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
  });

  test('say first what expires when, then the day of the license file, and what to do', async () => {
    await sendOn(before(60));
    const [mail, ...more] = await mails();
    assert.deepEqual(more, []);
    assert.equal(mail?.recipient, 'truck@vendor.example');
    assert.equal(mail?.subject, 'License MFD4758801 expires on June 1, 2026');
    const [first, file, renew, home, stop] = `${mail?.body}`.split('\n\n');
    assert.match(`${first}`, /^Your license MFD4758801, “[^”]+”, expires on June 1, 2026\.$/);
    assert.match(`${file}`, /^That date is in DBPR’s license file from March 16, 2026, the latest one/);
    assert.match(`${renew}`, /go to the DBPR site before that day: https:\/\/www2\.myfloridalicense\.com\//);
    assert.equal(home, `See what expires next:\n${TEST_BASE_URL}/home`);
    assert.match(
      `${stop}`,
      /^Turn off these reminders:\nhttps:\/\/vendors\.example\/reminders\/stop\?token=/,
    );
  });

  test('are only about the nearest step if the license is claimed late or a day was missed', async () => {
    assert.deepEqual(await sendOn(before(20), before(19), before(5), before(4)), [1, 0, 1, 0]);
    const days = await database.db.selectFrom('expiry_reminders').select('days').orderBy('days').execute();
    assert.deepEqual(
      days.map((each) => each.days),
      [7, 30],
    );
  });

  test('stop when the record shows a later date, and start again before that one', async () => {
    assert.deepEqual(await sendOn(before(60)), [1]);
    await publishDay(database, {
      day: before(40),
      licenses: [licenseRow({ expiresOn: '2027-06-01' })],
    });
    const later = (left: number) => before(left, '2027-06-01');
    assert.deepEqual(await sendOn(before(30), before(7), later(60)), [0, 0, 1]);
  });

  test('are in one email for licenses with the same date', async () => {
    const second = { license_type: '2014', license_digits: '4758802' };
    await insertVerifiedClaim(database.db, account, second);
    const other = licenseRow({
      licenseNumber: 'MFD4758802',
      businessName: 'HERON TACOS',
      expiresOn: EXPIRES,
    });
    await publishDay(database, { day: PUBLISHED, licenses: [licenseRow({ expiresOn: EXPIRES }), other] });
    assert.deepEqual(await sendOn(before(60)), [1]);
    const [mail] = await mails();
    assert.equal(mail?.subject, '2 licenses expire on June 1, 2026');
    assert.match(
      `${mail?.body}`,
      /^2 of your licenses expire on June 1, 2026:\n- MFD4758801, “.+”\n- MFD4758802, “HERON TACOS”\n\n/,
    );
  });

  test('are not sent without a verified claim, or for a license that is not current', async () => {
    await endLicense();
    assert.deepEqual(await sendOn(before(60)), [0]);
    await publishDay(database, { day: '2026-03-17', licenses: [licenseRow({ expiresOn: EXPIRES })] });
    await database.db.updateTable('claims').set({ state: 'released' }).execute();
    assert.deepEqual(await sendOn(before(60)), [0]);
    await database.db.updateTable('claims').set({ state: 'verified' }).execute();
    assert.deepEqual(await sendOn(before(60)), [1]);
  });

  test('are sent once, 30 and 7 days before a document expires, with a button to send a new one', async () => {
    await endLicense();
    const id = await apply();
    await upload(id, INSURANCE, '2026-08-20');
    const left = (days: number) => before(days, '2026-08-20');
    assert.deepEqual(
      await sendOn(left(60), left(31), left(30), left(7), left(6), left(-1)),
      [0, 0, 1, 1, 0, 0],
    );
    const [mail] = await mails();
    assert.equal(mail?.subject, 'A document expires on August 20, 2026');
    assert.match(
      `${mail?.body}`,
      /^A document for your license MFD4758801 expires on August 20, 2026: Certificate of insurance\.\n\nIt was sent for “Lake Night”/,
    );
    assert.ok(
      `${mail?.body}`.includes(
        `Send the new document:\n${TEST_BASE_URL}/application/documents?token=${id}\n`,
      ),
    );
  });

  test('are not sent for a document that a newer one replaces, even for another event', async () => {
    await endLicense();
    await upload(await apply(), INSURANCE, '2026-08-20');
    await upload(await apply(), INSURANCE, '2027-08-20', '2026-04-01');
    assert.deepEqual(await sendOn(before(30, '2026-08-20')), [0]);
    await database.db
      .updateTable('application_documents')
      .set({ state: 'rejected' })
      .where('expires_on', '=', '2027-08-20')
      .execute();
    assert.deepEqual(await sendOn(before(30, '2026-08-20')), [1], 'a rejected file does not count');
  });

  test('are not sent while the newest document has no expiry date, or for a copy of the license', async () => {
    await endLicense();
    const id = await apply();
    await upload(id, 'city_permit', '2026-08-20');
    await upload(await apply(), 'city_permit', '', '2026-04-01');
    await upload(id, 'license_copy', '2026-08-20');
    assert.deepEqual(await sendOn(before(30, '2026-08-20')), [0]);
  });

  test('ask for the next application if no open one takes the document', async () => {
    await endLicense();
    const id = await apply();
    await upload(id, INSURANCE, '2026-08-20');
    await database.db.updateTable('events').set({ ends_at: '2026-04-11T01:00:00.000Z' }).execute();
    assert.deepEqual(await sendOn(before(30, '2026-08-20')), [1]);
    const [mail] = await mails();
    assert.match(
      `${mail?.body}`,
      /with your next application.*See your applications:\n.*\/home\/applications/s,
    );
    assert.ok(!`${mail?.body}`.includes(id));
  });

  test('are not sent for another account’s documents, another license’s documents, or documents of a closed application', async () => {
    await endLicense();
    const stranger = await insertAccount(database.db);
    for (const columns of [
      { holder_account_id: stranger },
      { license_digits: '4758809' },
      { license_type: '2013' },
      { holder_account_id: null },
    ])
      await upload(await apply(columns), INSURANCE, '2026-08-20');
    const closed = await apply();
    await upload(closed, INSURANCE, '2026-08-20');
    await database.db
      .updateTable('applications')
      .set({ status: 'withdrawn' })
      .where('id', '=', closed)
      .execute();
    assert.deepEqual(await sendOn(before(30, '2026-08-20')), [0]);
    const byAddress = { holder_account_id: null, contact_email: 'truck@vendor.example' };
    await upload(await apply(byAddress), INSURANCE, '2026-08-20');
    const confirm = (email_verified: number) =>
      database.db.updateTable('accounts').set({ email_verified }).where('id', '=', account).execute();
    await confirm(0);
    assert.deepEqual(await sendOn(before(30, '2026-08-20')), [0], 'an address that is not confirmed');
    await confirm(1);
    assert.deepEqual(await sendOn(before(30, '2026-08-20')), [1]);
  });

  test('are sent once if two processes run at the same time', async () => {
    await upload(await apply(), INSURANCE, addDays(before(30), 30));
    const counts = await Promise.all([1, 2, 3].map(() => on(before(30)).send()));
    assert.equal(
      counts.reduce((sum, each) => sum + each),
      2,
    );
    assert.equal((await mails()).length, 2);
  });

  test('are neither stored nor sent if the process is killed before both are', async () => {
    await database.db.schema.alterTable('mails').renameTo('mails_away').execute();
    await assert.rejects(on(before(60)).send());
    await database.db.schema.alterTable('mails_away').renameTo('mails').execute();
    assert.deepEqual(await database.db.selectFrom('expiry_reminders').selectAll().execute(), []);
    assert.deepEqual(await sendOn(before(60), before(60)), [1, 0]);
  });

  test('are in Spanish for an account that chose Spanish', async () => {
    await database.db.updateTable('accounts').set({ language: 'es' }).where('id', '=', account).execute();
    await upload(await apply(), INSURANCE, '2026-08-20');
    await sendOn(before(60), before(30, '2026-08-20'));
    const sent = await mails();
    assert.deepEqual(sent.map(({ subject }) => subject).sort(), [
      'La licencia MFD4758801 vence el 1 de junio de 2026',
      'Un documento vence el 20 de agosto de 2026',
    ]);
    for (const { subject, body } of sent) {
      assert.deepEqual(englishLines(`${subject}\n${body}`.replace(/“[^”]*”/g, '')), []);
      assert.match(body, /vendors\.example\/es\/reminders\/stop\?token=/);
    }
  });

  test('are off after the account turns them off, or opens the link in an email, whose token is stored hashed', async () => {
    await on(PUBLISHED).setOn(account, false);
    assert.equal(await on(PUBLISHED).isOn(account), false);
    assert.deepEqual(await sendOn(before(60)), [0]);
    await on(PUBLISHED).setOn(account, true);
    assert.deepEqual(await sendOn(before(60)), [1]);
    const [mail] = await database.db.selectFrom('mails').select(['body', 'unsubscribe']).execute();
    const token = tokenIn(`${mail?.body}`);
    assert.ok(mail?.unsubscribe?.endsWith(`/reminders/stop?token=${token}`));
    const [stored] = await database.db.selectFrom('expiry_reminder_settings').selectAll().execute();
    assert.deepEqual({ ...stored }, { account_id: account, is_off: 0, token_sha256: hashToken(token) });
    for (const wrong of ['', 'made-up', account]) {
      await assert.rejects(on(PUBLISHED).requireLink(wrong), { code: 'not_found' });
      await assert.rejects(on(PUBLISHED).stop(wrong), { code: 'not_found' });
    }
    await on(PUBLISHED).requireLink(token);
    assert.equal(await on(PUBLISHED).isOn(account), true, 'to look is not to stop');
    await on(PUBLISHED).stop(token);
    await on(PUBLISHED).stop(token);
    assert.equal(await on(PUBLISHED).isOn(account), false);
    assert.deepEqual(await sendOn(before(30)), [0]);
  });

  test('have a new link after the service’s secret changed', async () => {
    await sendOn(before(60));
    await on(before(30), 'another secret').send();
    const tokens = (await mails()).map(({ body }) => tokenIn(body));
    assert.equal(new Set(tokens).size, 2);
    await on(PUBLISHED).stop(`${tokens[1]}`);
    assert.equal(await on(PUBLISHED).isOn(account), false);
  });
});
