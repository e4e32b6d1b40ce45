import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { insertAccount } from '../../../test/support/account-rows.ts';
import { openDocumentService, samplePdf, sampleUpload } from '../../../test/support/documents.ts';
import { describeBothEngines, type TestDatabase } from '../../../test/support/engines.ts';
import { insertApplication, insertEvent, openApplicationService } from '../../../test/support/ledger-rows.ts';
import { type DocumentService, documentsOfApplications } from './service.ts';

const INSURANCE = 'insurance_certificate';
const LATER = () => new Date('2026-03-17T15:00:00Z');

describeBothEngines('documents', (open) => {
  let database: TestDatabase;
  let documents: DocumentService;
  let accountId: string;
  let eventId: string;
  let aid: string;
  before(async () => {
    database = await open();
    documents = openDocumentService(database);
  });
  beforeEach(async () => {
    accountId = await insertAccount(database.db);
    eventId = await insertEvent(database.db, accountId);
    aid = await insertApplication(database.db, eventId, { status: 'approved' });
  });
  after(() => database.close());

  const named = () => ({ accountId, eventId, applicationId: aid });
  const find = async (code = INSURANCE, token = aid) => {
    const { documents: all } = await documents.getByLink(token);
    const found = all.find((each) => each.code === code);
    assert.ok(found);
    return found;
  };
  const decide = async (
    decision: Parameters<DocumentService['decide']>[1],
    changes: Partial<Parameters<DocumentService['decide']>[2]> = {},
  ) => {
    const file = (await documents.getForOrganizer(named())).documents.find(({ code }) => code === INSURANCE);
    const typed = { code: INSURANCE, file: file?.files[0]?.id ?? '', expires_on: '2027-03-31', reason: '' };
    return documents.decide(named(), decision, { ...typed, ...changes });
  };
  const countOf = async (table: 'application_documents' | 'application_document_contents' | 'mails') =>
    (
      await database.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirst()
    )?.n;

  test('include the renewed license in every list if the license on record ends before the event, and keep it once it was sent', async () => {
    const ends = { confirmed: true, expires_on: '2026-04-01' };
    const license = { number: 'MFD5890001', type: 'food_truck', status: 'current', ...ends } as const;
    const ending = openDocumentService(database, { licensesOf: async () => new Map([[aid, license]]) });
    const codesOf = (all: readonly { readonly code: string }[]) => all.map(({ code }) => code);
    const lists = async (service: DocumentService, licenses: Map<string, typeof license>) => {
      const entries = await documentsOfApplications.listEntries(
        database.db,
        database.engine,
        [aid],
        licenses,
      );
      return [
        codesOf((await service.getByLink(aid)).documents),
        codesOf((await service.getForOrganizer(named())).documents),
        codesOf(entries.get(aid) ?? []),
      ];
    };
    for (const codes of await lists(documents, new Map())) assert.ok(!codes.includes('renewed_license'));
    await assert.rejects(
      documents.upload(aid, 'renewed_license', sampleUpload()),
      /doesn’t ask for that document/,
    );
    for (const codes of await lists(ending, new Map([[aid, license]])))
      assert.deepEqual(codes.slice(0, 2), ['license_copy', 'renewed_license']);
    assert.deepEqual(await ending.upload(aid, 'renewed_license', sampleUpload()), {
      ok: true,
      value: undefined,
    });
    const sent = (await ending.getForOrganizer(named())).documents[1];
    const typed = {
      code: 'renewed_license',
      file: sent?.files[0]?.id ?? '',
      expires_on: '2027-03-31',
      reason: '',
    };
    assert.deepEqual(await documents.decide(named(), 'confirm', typed), { ok: true, value: undefined });
    for (const codes of await lists(documents, new Map())) assert.equal(codes[1], 'renewed_license');
  });

  test('are stored completely when they are uploaded, and wait for the organizer’s review', async () => {
    const content = samplePdf(3_000_000);
    assert.equal((await find()).state, 'to_collect');
    const sent = await documents.upload(
      aid,
      INSURANCE,
      sampleUpload({ file: { name: 'x', content }, insurer: ' Sure Co ' }),
    );
    assert.deepEqual(sent, { ok: true, value: undefined });
    const { state, detail, insurer, files } = await find();
    assert.deepEqual([state, insurer], ['received', 'Sure Co']);
    assert.equal(
      detail,
      'Received on March 16, 2026; the organizer hasn’t reviewed it yet. You said that it expires on March 31, 2027.',
    );
    const file = await documents.getFileForOrganizer(named(), files[0]?.id ?? '');
    assert.equal(file.media_type, 'application/pdf');
    assert.ok(Buffer.from(file.content).equals(content));
  });

  test('do not change if the same file is sent again, and are replaced and deleted if a different file is sent', async () => {
    const first = sampleUpload();
    await documents.upload(aid, INSURANCE, first);
    const before = await documents.getForOrganizer(named());
    await documents.upload(aid, INSURANCE, first);
    assert.deepEqual(await documents.getForOrganizer(named()), before);
    const contents = await countOf('application_document_contents');
    await documents.upload(aid, INSURANCE, sampleUpload());
    const { history, documents: all } = await documents.getForOrganizer(named());
    assert.equal(history.length, 2);
    assert.notDeepEqual(all.find(({ code }) => code === INSURANCE)?.files, before.documents[1]?.files);
    assert.equal(await countOf('application_document_contents'), contents);
  });

  test('remain rejected if the same file is sent again, with an explanation, but are reviewed again with a different last day', async () => {
    const first = sampleUpload();
    await documents.upload(aid, INSURANCE, first);
    assert.ok((await decide('reject', { reason: 'It is cut off' })).ok);
    const before = await documents.getForOrganizer(named());
    assert.deepEqual(errorsOf(await documents.upload(aid, INSURANCE, first)), {
      [`${INSURANCE}_file`]: 'The organizer already rejected this file. Send a different one.',
    });
    assert.deepEqual(await documents.getForOrganizer(named()), before);
    assert.ok((await documents.upload(aid, INSURANCE, { ...first, expires_on: '2027-04-30' })).ok);
    const { state, expires_on, files } = await find();
    assert.deepEqual([state, expires_on, files.length], ['received', '2027-04-30', 1]);
  });

  test('are rejected with errors by field for a wrong file type, and for an expiration date that is past, missing or invalid', async () => {
    const refused = async (changes: Parameters<typeof sampleUpload>[0], code = INSURANCE) => {
      const answer = await documents.upload(aid, code, sampleUpload(changes));
      assert.ok(!answer.ok);
      return answer.errors;
    };
    const file = (text: string) => ({ name: 'a.pdf', content: Buffer.from(text) });
    const OTHER = {
      [`${INSURANCE}_file`]: 'This file isn’t a PDF, JPEG or PNG. A photo or scan of the document will do.',
    };
    for (const text of ['PK\u0003\u0004', '<svg onload="x"/>', '<html>%PDF-', 'GIF89a', ' %PDF-1.7', '%PDF'])
      assert.deepEqual(await refused({ file: file(text) }), OTHER, text);
    assert.deepEqual(await refused({ file: file('') }), {
      [`${INSURANCE}_file`]: 'Choose a file.',
    });
    assert.deepEqual(await refused({ file: 'tooLarge' }), {
      [`${INSURANCE}_file`]:
        'This file is larger than 15 MB. Take the photo again at a lower quality, or send a screenshot of it.',
    });
    assert.deepEqual(await refused({ file: undefined, expires_on: '2026-03-15' }), {
      [`${INSURANCE}_file`]: 'Choose a file.',
      [`${INSURANCE}_expires_on`]: 'March 15, 2026 is in the past. We can’t accept an expired document.',
    });
    for (const day of ['', '2026-02-30', '31.12.2026', '2026-12-31T00:00'])
      assert.deepEqual(Object.keys(await refused({ expires_on: day })), [`${INSURANCE}_expires_on`], day);
    assert.deepEqual(Object.keys(await refused({ expires_on: '2066-01-01' })), [`${INSURANCE}_expires_on`]);
    assert.deepEqual(Object.keys(await refused({ insurer: 'x'.repeat(101) })), [`${INSURANCE}_insurer`]);
    assert.equal((await find()).state, 'to_collect');
    // This document has no last day, so the field can be empty.
    assert.ok((await documents.upload(aid, 'propane_declaration', sampleUpload({ expires_on: '' }))).ok);
    await assert.rejects(documents.upload(aid, 'city_permit', sampleUpload()), { code: 'not_found' });
  });

  test('remain confirmed until a replacement is confirmed, and are in use again if the replacement is rejected', async () => {
    await documents.upload(aid, INSURANCE, sampleUpload());
    assert.ok((await decide('confirm')).ok);
    const [kept] = (await find()).files;
    await documents.upload(aid, INSURANCE, sampleUpload({ expires_on: '2028-01-01' }));
    const both = await find();
    assert.deepEqual(
      [both.state, both.files.map(({ state }) => state)],
      ['received', ['received', 'confirmed']],
    );
    assert.match(
      both.detail,
      /An earlier one was confirmed on March 16, 2026; we’ll keep it until this one is confirmed\.$/,
    );
    assert.ok((await decide('reject', { reason: 'It is cut off' })).ok);
    const back = await find();
    assert.deepEqual([back.state, back.expires_on, back.files[0]], ['confirmed', '2027-03-31', kept]);
    assert.match(back.detail, /A newer one was rejected on March 16, 2026: It is cut off\.$/);
    await documents.upload(aid, INSURANCE, sampleUpload({ expires_on: '2028-01-01' }));
    assert.ok((await decide('confirm', { expires_on: '2028-01-02' })).ok);
    const last = await find();
    assert.deepEqual([last.state, last.expires_on, last.files.length], ['confirmed', '2028-01-02', 1]);
    const [line] = (await documents.getForOrganizer(named())).history;
    assert.equal(line?.detail, 'expires on January 2, 2028; the applicant wrote January 1, 2028');
  });

  test('are rejected with an email that quotes the organizer’s reason, and a repeated rejection changes nothing', async () => {
    await documents.upload(aid, INSURANCE, sampleUpload());
    const mails = (await countOf('mails')) ?? 0;
    for (const time of ['once', 'twice'])
      assert.ok((await decide('reject', { reason: 'Not\nreadable' })).ok, time);
    assert.equal(await countOf('mails'), mails + 1);
    const mail = await database.db
      .selectFrom('mails')
      .select(['subject', 'body'])
      .where('recipient', '=', `${aid}@vendor.example`)
      .executeTakeFirstOrThrow();
    assert.equal(mail.subject, 'Please send a new document (Certificate of insurance): “Lake Night”');
    assert.match(mail.body, /\n> Not\n> readable\n/);
    const { history } = await documents.getForOrganizer(named());
    assert.deepEqual(
      history.map(({ action, done_by, name, detail }) => [action, done_by, name !== null, detail]),
      [
        ['rejected', 'organizer', true, 'Not\nreadable'],
        ['uploaded', 'applicant', false, 'expires on March 31, 2027'],
      ],
    );
    for (const reason of ['', ' \n', 'x'.repeat(501), 'a\u202eb'])
      assert.deepEqual(Object.keys(errorsOf(await decide('reject', { reason }))), ['reason'], reason);
  });

  test('cannot be confirmed or rejected if a newer file arrived after the organizer viewed the old one', async () => {
    await documents.upload(aid, INSURANCE, sampleUpload());
    const [seen] = (await find()).files;
    await documents.upload(aid, INSURANCE, sampleUpload());
    for (const decision of ['confirm', 'reject'] as const)
      assert.deepEqual(errorsOf(await decide(decision, { file: seen?.id ?? '', reason: 'x' })), {
        file: 'The applicant sent another file just now. Look at it, then decide.',
      });
    assert.equal((await find()).state, 'received');
  });

  test('are not needed while they are waived, and are needed again once the waiver is removed', async () => {
    assert.ok((await decide('waive', { reason: 'The city insures all vendors' })).ok);
    assert.equal((await find()).detail, 'Waived on March 16, 2026: The city insures all vendors.');
    assert.match(
      Object.values(errorsOf(await documents.upload(aid, INSURANCE, sampleUpload()))).join(),
      /doesn’t need this document/,
    );
    assert.ok((await decide('unwaive')).ok);
    assert.equal((await find()).state, 'to_collect');
    assert.equal(errorsOf(await decide('unwaive')).file, 'This document is not waived.');
  });

  test('prevent both sides from confirming a spot if insurance ends before the event, unless the organizer accepts it with a reason', async () => {
    const applications = openApplicationService(database);
    await documents.upload(aid, INSURANCE, sampleUpload({ expires_on: '2026-04-09' }));
    const confirm = () =>
      applications.decide(accountId, eventId, aid, { status: 'confirmed', message: '', reason: 'x' });
    const blocked =
      /certificate of insurance expires on April 9, 2026, before the event’s last day, April 10, 2026\./;
    assert.match((await confirm()) ?? '', blocked);
    assert.match((await applications.confirm(aid)) ?? '', blocked);
    assert.ok((await decide('confirm', { expires_on: '2026-04-09' })).ok);
    assert.match((await confirm()) ?? '', blocked);
    assert.deepEqual(Object.keys(errorsOf(await decide('override'))), ['reason']);
    assert.ok((await decide('override', { reason: 'The insurer renews it on April 8' })).ok);
    const { documents: entries } = (await applications.getDetail(accountId, eventId, aid)).application;
    assert.equal(
      entries.find(({ code }) => code === INSURANCE)?.detail,
      'Confirmed on March 16, 2026. It expires on April 9, 2026, before the event’s last day, April 10, 2026. The organizer accepted it: The insurer renews it on April 8.',
    );
    assert.equal(await confirm(), undefined);
  });

  test('are not accepted for a later event date or another file if the organizer accepted early-ending insurance before', async () => {
    const applications = openApplicationService(database);
    await documents.upload(aid, INSURANCE, sampleUpload({ expires_on: '2026-04-09' }));
    await decide('override', { reason: 'x' });
    const later = { starts_at: '2026-04-20T21:00:00.000Z', ends_at: '2026-04-21T01:00:00.000Z' };
    await database.db.updateTable('events').set(later).where('id', '=', eventId).execute();
    assert.match((await applications.confirm(aid)) ?? '', /before the event’s last day, April 20/);
    await decide('override', { reason: 'still' });
    await documents.upload(aid, INSURANCE, sampleUpload({ expires_on: '2026-04-08' }));
    assert.match((await applications.confirm(aid)) ?? '', /expires on April 8/);
    await decide('waive', { reason: 'x' });
    assert.equal(await applications.confirm(aid), undefined);
  });

  test('remain accepted if insurance is confirmed with the accepted last day, but not with a different one', async () => {
    const applications = openApplicationService(database);
    await documents.upload(aid, INSURANCE, sampleUpload({ expires_on: '2026-04-09' }));
    assert.ok((await decide('override', { reason: 'The insurer renews it on April 8' })).ok);
    assert.ok((await decide('confirm', { expires_on: '2026-04-09' })).ok);
    const { is_blocked, documents: all } = await documents.getForOrganizer(named());
    const accepted = all.find(({ code }) => code === INSURANCE)?.detail ?? '';
    assert.equal(is_blocked, false);
    assert.match(accepted, /You accepted it: The insurer renews it on April 8\.$/);
    assert.ok((await decide('confirm', { expires_on: '2026-04-05' })).ok);
    assert.doesNotMatch((await find()).detail, /accepts/);
    assert.match((await applications.confirm(aid)) ?? '', /expires on April 5, 2026/);
    // Confirming the earlier day again does not restore the acceptance.
    assert.ok((await decide('confirm', { expires_on: '2026-04-09' })).ok);
    assert.match((await applications.confirm(aid)) ?? '', /expires on April 9, 2026/);
    assert.ok((await decide('override', { reason: 'Renewed' })).ok);
    assert.equal(await applications.confirm(aid), undefined);
  });

  test('do not prevent approval or confirmation if they are missing, but do if rejected insurance ends early', async () => {
    const applications = openApplicationService(database);
    await documents.upload(aid, INSURANCE, sampleUpload({ expires_on: '2026-04-09' }));
    await decide('reject', { reason: 'x' });
    assert.match((await applications.confirm(aid)) ?? '', /expires on April 9/);
    const other = await insertApplication(database.db, eventId, { status: 'submitted' });
    for (const status of ['approved', 'confirmed'])
      assert.equal(
        await applications.decide(accountId, eventId, other, { status, message: '', reason: 'x' }),
        undefined,
      );
  });

  test('are not stored if an upload exceeds the limit for the application or the service, and earlier files are kept', async () => {
    const five = openDocumentService(database, { serviceMbMax: 0 });
    const full = errorsOf(await five.upload(aid, INSURANCE, sampleUpload()));
    assert.match(full[`${INSURANCE}_file`] ?? '', /^This site has no room/);
    const large = () => sampleUpload({ file: { name: 'x', content: samplePdf(10 * 1024 * 1024) } });
    const codes = (await documents.getByLink(aid)).documents.map(({ code }) => code);
    for (const code of codes.slice(0, 6)) assert.ok((await documents.upload(aid, code, large())).ok, code);
    const rows = await countOf('application_documents');
    const refused = errorsOf(await documents.upload(aid, codes[6] ?? '', sampleUpload()));
    assert.match(Object.values(refused).join(), /^The files for one application can total at most 60 MB/);
    assert.equal(await countOf('application_documents'), rows);
    assert.equal((await documents.getForOrganizer(named())).history.length, 6);
  });

  test('are not_found for another account, another application and a nonexistent id', async () => {
    await documents.upload(aid, INSURANCE, sampleUpload());
    const [file] = (await find()).files;
    const other = await insertAccount(database.db);
    const otherEvent = await insertEvent(database.db, other);
    const otherAid = await insertApplication(database.db, otherEvent);
    const id = file?.id ?? '';
    for (const wrong of [{ accountId: other }, { eventId: otherEvent }, { applicationId: otherAid }])
      await assert.rejects(documents.getFileForOrganizer({ ...named(), ...wrong }, id), {
        code: 'not_found',
      });
    await assert.rejects(documents.getFileByLink(otherAid, id), {
      code: 'not_found',
      message: 'There is no such file.',
    });
    for (const bad of ['no-id', '00000000-0000-4000-8000-000000000000'])
      await assert.rejects(documents.getFileByLink(aid, bad), {
        code: 'not_found',
        message: 'There is no such file.',
      });
    await assert.rejects(documents.getByLink('no-token'), { code: 'not_found' });
    const mine = { ...named(), accountId: other };
    const typed = { code: INSURANCE, file: id, expires_on: '2027-03-31', reason: 'x' };
    await assert.rejects(documents.decide(mine, 'confirm', typed), { code: 'not_found' });
  });

  test('are hidden as soon as the application is closed and deleted a day later, with a history entry', async () => {
    await documents.upload(aid, INSURANCE, sampleUpload());
    const [file] = (await find()).files;
    assert.equal(await openApplicationService(database).withdraw(aid), undefined);
    await assert.rejects(documents.getFileByLink(aid, file?.id ?? ''), { code: 'not_found' });
    await assert.rejects(documents.getFileForOrganizer(named(), file?.id ?? ''), { code: 'not_found' });
    assert.match(
      Object.values(errorsOf(await documents.upload(aid, INSURANCE, sampleUpload()))).join(),
      /is closed/,
    );
    await documents.deleteOld();
    assert.equal(await countRows(database, aid), 1);
    await openDocumentService(database, { now: LATER }).deleteOld();
    assert.equal(await countRows(database, aid), 0);
    const { history } = await documents.getForOrganizer(named());
    assert.deepEqual(
      history.map(({ action, done_by }) => `${action} ${done_by}`),
      ['deleted service', 'uploaded applicant'],
    );
  });

  test('lose their files 90 days after the event but keep their decisions, and are deleted with the organizer’s account', async () => {
    await documents.upload(aid, INSURANCE, sampleUpload());
    await decide('confirm');
    const on = (day: string) => openDocumentService(database, { now: () => new Date(`${day}T12:00:00Z`) });
    await on('2026-07-09').deleteOld();
    assert.equal((await find()).files.length, 1);
    await on('2026-07-11').deleteOld();
    const { state, detail, files } = await find();
    assert.deepEqual([state, files], ['confirmed', []]);
    assert.match(
      detail,
      /^Confirmed on March 16, 2026\..* The file was deleted on July 11, 2026, after the event\.$/,
    );
    const contents = await countOf('application_document_contents');
    const again = await insertApplication(database.db, eventId);
    await documents.upload(again, INSURANCE, sampleUpload());
    await database.db.deleteFrom('accounts').where('id', '=', accountId).execute();
    assert.equal(await countRows(database, aid), 0);
    assert.equal(await countOf('application_document_contents'), contents);
  });

  test('are rejected once the history has 200 entries', async () => {
    await database.db
      .insertInto('application_document_history')
      .values(
        Array.from({ length: 200 }, (_, index) => ({
          application_id: aid,
          position: index + 1,
          at: '2026-03-16T15:00:00.000Z',
          done_by: 'applicant',
          account_id: null,
          code: INSURANCE,
          action: 'uploaded',
          detail: '',
        })),
      )
      .execute();
    const errors = errorsOf(await documents.upload(aid, INSURANCE, sampleUpload()));
    assert.match(errors[`${INSURANCE}_file`] ?? '', /changed 200 times/);
  });
});

function errorsOf(answer: Awaited<ReturnType<DocumentService['decide']>>): Readonly<Record<string, string>> {
  assert.ok(!answer.ok, 'nothing was refused');
  return answer.errors;
}

async function countRows({ db }: TestDatabase, applicationId: string): Promise<number> {
  const rows = await db
    .selectFrom('application_documents')
    .select('id')
    .where('application_id', '=', applicationId)
    .execute();
  return rows.length;
}
