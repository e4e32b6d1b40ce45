import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { signInWith } from '../support/account-service.ts';
import { assertSoundPage } from '../support/application-samples.ts';
import { PDF, PNG } from '../support/claimed-licenses.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';

const ACCOUNT = { name: 'Olive', email: 'olive@organizer.example', password: 'three words together' };
const HEIC = Buffer.from('\0\0\0\u0018ftypheic\0\0');

describeEngines('sending all documents in one form', (open) => {
  let database: TestDatabase;
  let service: TestApp;
  let cookie: string;
  let eventId: string;
  let otherEventId: string;
  let aid: string;
  before(async () => {
    database = await open();
    service = await openTestApp(database);
    const accountId = await service.services.accounts.createVerifiedAccount(ACCOUNT);
    cookie = await signInWith(service.services.accounts, ACCOUNT);
    eventId = await insertEvent(database.db, accountId, {
      name: 'Lake Night',
      event_type: 'food-truck-night',
    });
    otherEventId = await insertEvent(database.db, accountId, { event_type: 'festival' });
  });
  beforeEach(async () => {
    aid = await insertApplication(database.db, eventId, { status: 'approved', contact_name: 'Rosa Ruiz' });
  });
  after(async () => {
    await service.app.close();
    await database.close();
  });

  const send = async (
    fields: Record<string, string>,
    files: Record<string, Buffer> = {},
    prefix = '',
    headers: Record<string, string> = {},
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const [name, content] of Object.entries(files))
      form.set(name, new File([new Uint8Array(content)], 'a'));
    const { headers: own, body } = new Response(form);
    assert.ok(body);
    const payload = Buffer.from(await new Response(body).arrayBuffer());
    return service.app.inject({
      method: 'POST',
      url: `${prefix}/application/documents?token=${aid}`,
      payload,
      headers: { 'content-type': own.get('content-type') ?? '', ...headers },
    });
  };
  const page = async (prefix = '', token = aid) =>
    (await service.get(`${prefix}/application/documents?token=${token}`)).body;
  const states = async () => {
    const rows = await database.db
      .selectFrom('application_documents')
      .select(['code', 'state', 'media_type', 'expires_on'])
      .where('application_id', '=', aid)
      .orderBy('code')
      .execute();
    return rows.map(({ code, state, media_type, expires_on }) => [code, state, media_type, expires_on]);
  };

  test('accepts seven documents at once: four files and three statements signed with a typed name', async () => {
    const before = await page();
    assertSoundPage(before);
    assert.equal([...before.matchAll(/<form /g)].length, 1);
    assert.equal([...before.matchAll(/<button /g)].length, 1);
    assert.match(before, /name="signed_by"[^>]* value="Rosa Ruiz"/);
    const day = '2027-03-31';
    const sent = await send(
      {
        license_copy_expires_on: day,
        insurance_certificate_expires_on: day,
        food_manager_certificate_expires_on: day,
        propane_declaration_none: 'yes',
        generator_details_none: 'yes',
        generator_details_power: 'One 20 A outlet',
        hood_suppression_certificate_none: 'yes',
        signed_by: 'Rosa Ruiz',
      },
      {
        license_copy_file: PDF,
        insurance_certificate_file: Buffer.concat([PNG, Buffer.from('whole')]),
        fire_extinguisher_tag_file: PDF,
        food_manager_certificate_file: PDF,
      },
    );
    assert.equal(sent.statusCode, 303, sent.body);
    const pdf = 'application/pdf';
    assert.deepEqual(await states(), [
      ['fire_extinguisher_tag', 'received', pdf, null],
      ['food_manager_certificate', 'received', pdf, day],
      ['generator_details', 'received', pdf, null],
      ['hood_suppression_certificate', 'received', pdf, null],
      ['insurance_certificate', 'received', 'image/png', day],
      ['license_copy', 'received', pdf, day],
      ['propane_declaration', 'received', pdf, null],
    ]);
    assert.match(await page(), /Nothing is missing\./);
    const organizer = `/organizer/events/${eventId}/applications/${aid}/documents`;
    const { body } = await service.get(`${organizer}?document=propane_declaration`, { cookie });
    const file = /name="file" value="([0-9a-f-]{36})"/.exec(body)?.[1] ?? '';
    const preview = await service.app.inject({ url: `${organizer}/${file}/preview`, headers: { cookie } });
    assert.equal(preview.statusCode, 200, 'the organizer sees the statement as a page');
  });

  test('stores the valid files, names the ones that failed, and keeps what was typed', async () => {
    const sent = await send(
      {
        license_copy_expires_on: '2027-03-31',
        insurance_certificate_expires_on: '2027-04-30',
        insurance_certificate_insurer: 'Sunshine Mutual',
        food_manager_certificate_expires_on: '2027-05-31',
        propane_declaration_none: 'yes',
        generator_details_none: 'yes',
        signed_by: 'Rosa',
      },
      {
        license_copy_file: PDF,
        insurance_certificate_file: HEIC,
        food_manager_certificate_file: Buffer.concat([PDF, Buffer.alloc(16 * 1024 * 1024)]),
        fire_extinguisher_tag_file: PDF,
      },
    );
    assert.equal(sent.statusCode, 422);
    assertSoundPage(sent.body);
    assert.deepEqual(
      (await states()).map(([code]) => code),
      ['fire_extinguisher_tag', 'license_copy', 'propane_declaration'],
    );
    assert.match(
      sent.body,
      /<a href="#insurance_certificate_file">Certificate of insurance: This photo is in HEIC/,
    );
    assert.match(sent.body, /<a href="#food_manager_certificate_file">[^<]*larger than 15 MB/);
    assert.match(sent.body, /<a href="#generator_details_power">Generator details: Say what power you need/);
    assert.match(sent.body, /name="insurance_certificate_expires_on"[^>]* value="2027-04-30"/);
    assert.match(sent.body, /name="insurance_certificate_insurer"[^>]* value="Sunshine Mutual"/);
    assert.match(sent.body, /name="generator_details_none" value="yes" checked/);
    assert.match(sent.body, /name="signed_by"[^>]* value="Rosa"/);
  });

  test('does not sign a checked statement without a name, and shows an error for an empty form, also in Spanish', async () => {
    const unsigned = await send({ propane_declaration_none: 'yes', signed_by: ' ' }, {}, '/es');
    assert.equal(unsigned.statusCode, 422);
    assert.match(
      unsigned.body,
      /<a href="#signed_by">Escriba su nombre para firmar las declaraciones que marcó\.<\/a>/,
    );
    const empty = await send({ signed_by: 'Rosa' });
    assert.match(empty.body, /Choose at least one file, or turn on a statement that applies to you\./);
    assert.deepEqual(await states(), []);
    const other = await send({ insurance_certificate_none: 'yes', signed_by: 'Rosa' });
    assert.equal(other.statusCode, 422, 'insurance cannot be stated away');
    assert.match(await page('/es'), /No uso gas propano/);
  });

  test('is rejected before the body is read if its content length exceeds the limit', async () => {
    const sent = await send({ signed_by: 'x' }, {}, '', { 'content-length': String(31 * 1024 * 1024) });
    assert.equal(sent.statusCode, 413);
    assert.match(sent.body, /total more than 30 MB/);
  });

  test('fills in expiry dates from the same person’s earlier documents for the same license, and never from other people’s', async () => {
    const person = { contact_email: 'rosa@tacos.example', license_digits: '5890001' };
    aid = await insertApplication(database.db, eventId, person);
    const typed = {
      insurance_certificate_expires_on: '2027-08-01',
      insurance_certificate_insurer: 'Sunshine',
    };
    assert.equal((await send(typed, { insurance_certificate_file: PDF })).statusCode, 303);
    const field = /name="insurance_certificate_expires_on"[^>]* value="2027-08-01"/;
    const same = await insertApplication(database.db, otherEventId, person);
    assert.match(await page('', same), field);
    for (const change of [{ contact_email: 'else@tacos.example' }, { license_digits: '5890002' }]) {
      const other = await insertApplication(database.db, otherEventId, { ...person, ...change });
      assert.doesNotMatch(await page('', other), field);
    }
  });
});
