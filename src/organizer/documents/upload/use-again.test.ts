import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { insertAccount } from '../../../../test/support/account-rows.ts';
import { openDocumentService, samplePdf, sampleUpload } from '../../../../test/support/documents.ts';
import { describeEngines, type TestDatabase } from '../../../../test/support/engines.ts';
import { insertApplication, insertEvent } from '../../../../test/support/ledger-rows.ts';
import type { DocumentService } from '../service.ts';

const INSURANCE = 'insurance_certificate';

describeEngines('a license holder’s confirmed documents', (open) => {
  let database: TestDatabase;
  let documents: DocumentService;
  let license: { license_type: string; license_digits: string; license_number: string };
  let holder: string;
  let before_: { accountId: string; eventId: string; applicationId: string };
  let next: string;
  let digits = 5_000_000;
  before(async () => {
    database = await open();
    documents = openDocumentService(database, { serviceMbMax: 1_000 });
  });
  beforeEach(async () => {
    digits += 1;
    license = { license_type: '2014', license_digits: `${digits}`, license_number: `${digits}` };
    holder = await verifiedHolder(database, license);
    const accountId = await insertAccount(database.db);
    const eventId = await insertEvent(database.db, accountId);
    const held = { ...license, holder_account_id: holder };
    before_ = { accountId, eventId, applicationId: await insertApplication(database.db, eventId, held) };
    next = await insertApplication(
      database.db,
      await insertEvent(database.db, await insertAccount(database.db)),
      held,
    );
  });
  after(() => database.close());

  const confirmOne = async (code: string, expires_on: string, content = samplePdf()) => {
    const { applicationId } = before_;
    assert.ok(
      (await documents.upload(applicationId, code, sampleUpload({ expires_on, file: { name: '', content } })))
        .ok,
    );
    const shown = (await documents.getForOrganizer(before_)).documents.find((each) => each.code === code);
    const typed = { code, file: shown?.files[0]?.id ?? '', expires_on, reason: '' };
    assert.ok((await documents.decide(before_, 'confirm', typed)).ok);
  };
  const offers = async (token = next, accountId: string | null = holder) =>
    (await documents.getByLink(token, accountId ?? undefined)).usable_again.map(({ code }) => code);

  test('can be copied to the next application if they are valid until the event ends, and need a new confirmation there', async () => {
    const content = samplePdf(2_000_000);
    await confirmOne(INSURANCE, '2026-04-10', content);
    await confirmOne('license_copy', '2026-04-09');
    await documents.upload(before_.applicationId, 'generator_details', sampleUpload());
    assert.deepEqual(await offers(), [INSURANCE]);
    assert.deepEqual(await documents.useAgain(next, holder), { ok: true, value: 1 });
    assert.deepEqual(await documents.useAgain(next, holder), { ok: true, value: 0 }, 'sent again');
    assert.deepEqual(await offers(), []);
    const copy = (await documents.getByLink(next)).documents.find(({ code }) => code === INSURANCE);
    assert.deepEqual([copy?.state, copy?.expires_on], ['received', '2026-04-10']);
    const file = await documents.getFileByLink(next, copy?.files[0]?.id ?? '');
    assert.ok(Buffer.from(file.content).equals(content));
    // The copy is independent, so deleting the original does not affect it.
    await database.db.deleteFrom('events').where('id', '=', before_.eventId).execute();
    assert.ok((await documents.getFileByLink(next, copy?.files[0]?.id ?? '')).content.length > 0);
  });

  test('are offered only to the verified holder of both applications, and only for the same license', async () => {
    await confirmOne(INSURANCE, '2027-01-01');
    const stranger = await insertAccount(database.db);
    const other = { ...license, license_digits: '4999999', license_number: '4999999' };
    const eventId = await insertEvent(database.db, await insertAccount(database.db));
    const otherHolder = await verifiedHolder(database, other);
    assert.deepEqual(await offers(next, null), []);
    assert.deepEqual(await offers(next, stranger), []);
    assert.deepEqual(await offers(next, otherHolder), []);
    assert.deepEqual(await documents.useAgain(next, stranger), { ok: true, value: 0 });
    const cases = [
      { ...license, holder_account_id: null },
      { ...license, holder_account_id: stranger },
      { ...other, holder_account_id: holder },
      { ...license, license_type: '2013', holder_account_id: holder },
      { ...license, license_type: null, holder_account_id: holder },
    ];
    for (const columns of cases) {
      const aid = await insertApplication(database.db, eventId, columns);
      for (const who of [holder, stranger, otherHolder])
        assert.deepEqual(await offers(aid, who), [], JSON.stringify(columns));
    }
    await database.db
      .updateTable('claims')
      .set({ state: 'released' })
      .where('account_id', '=', holder)
      .execute();
    assert.deepEqual(await offers(), [], 'the license has another owner now');
  });

  test('are not offered if the document was already sent or the original’s application is closed', async () => {
    await confirmOne(INSURANCE, '2027-01-01');
    await documents.upload(next, INSURANCE, sampleUpload());
    assert.deepEqual(await offers(), []);
    await database.db.deleteFrom('application_documents').where('application_id', '=', next).execute();
    assert.deepEqual(await offers(), [INSURANCE]);
    await database.db
      .updateTable('applications')
      .set({ status: 'withdrawn' })
      .where('id', '=', before_.applicationId)
      .execute();
    assert.deepEqual(await offers(), []);
  });
});

async function verifiedHolder(
  { db }: TestDatabase,
  { license_type, license_digits }: { license_type: string; license_digits: string },
): Promise<string> {
  const account_id = await insertAccount(db);
  const at = '2026-03-01T12:00:00.000Z';
  await db.deleteFrom('claims').where('license_digits', '=', license_digits).execute();
  await db
    .insertInto('claims')
    .values({
      id: randomUUID(),
      account_id,
      license_type,
      license_digits,
      state: 'verified',
      proof: 'document',

      owner_name: 'X',
      owner_license_id: null,
      code_hash: null,
      code_expires_at: null,
      code_attempts: 0,
      code_entered_at: null,
      letter_printed_at: null,
      note: '',
      created_at: at,
      updated_at: at,
    })
    .execute();
  return account_id;
}
