import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { DOCUMENT_BYTES_MAX } from '../../src/lib/files/uploaded-file.ts';
import { vendorFileName } from '../../src/web/kit/applications/document-names.ts';
import { signInWith } from '../support/account-service.ts';
import { assertSoundPage, HOSTILE } from '../support/application-samples.ts';
import { multipartForm } from '../support/claim-pages.ts';
import { PDF, PNG } from '../support/claimed-licenses.ts';
import { openTestApp, type TestApp } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';

const INSURANCE = 'insurance_certificate';
const ACCOUNT = { name: 'Olive', email: 'olive@organizer.example', password: 'three words together' };
const OTHER = { name: 'Otto', email: 'otto@organizer.example', password: 'three words together' };

describeEngines('the document pages', (open) => {
  let database: TestDatabase;
  let service: TestApp;
  let cookie: string;
  let otherCookie: string;
  let eventId: string;
  let aid: string;
  before(async () => {
    database = await open();
    service = await openTestApp(database);
    const accountId = await service.services.accounts.createVerifiedAccount(ACCOUNT);
    await service.services.accounts.createVerifiedAccount(OTHER);
    cookie = await signInWith(service.services.accounts, ACCOUNT);
    otherCookie = await signInWith(service.services.accounts, OTHER);
    eventId = await insertEvent(database.db, accountId, { name: HOSTILE });
  });
  beforeEach(async () => {
    aid = await insertApplication(database.db, eventId, { status: 'approved', business_name: HOSTILE });
  });
  after(async () => {
    await service.app.close();
    await database.close();
  });

  const page = (token = aid) => service.get(`/application/documents?token=${token}`);
  const organizerPage = () => `/organizer/events/${eventId}/applications/${aid}/documents`;
  const upload = async (
    content: Buffer,
    {
      code = INSURANCE,
      token = aid,
      filename = 'scan.pdf',
      fields = {},
    }: {
      code?: string;
      token?: string;
      filename?: string;
      fields?: Record<string, string>;
    } = {},
  ) => {
    const typed = { [`${code}_expires_on`]: '2027-03-31', [`${code}_insurer`]: HOSTILE, ...fields };
    const form = multipartForm(typed, { field: `${code}_file`, filename, content });
    return service.app.inject({
      method: 'POST',
      url: `/application/documents?token=${token}`,
      ...form,
    });
  };
  const decide = (decision: string, fields: Record<string, string>) =>
    service.app.inject({
      method: 'POST',
      url: `${organizerPage()}/${decision}`,
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ code: INSURANCE, ...fields }).toString(),
    });
  const accountOf = async (who: string) =>
    (await service.services.accounts.findSession({ cookie: who }))?.accountId ?? '';
  const fileIds = (body: string) =>
    [...body.matchAll(/\/application\/files\/([0-9a-f-]{36})\?/g)].map(([, id]) => id);
  const countFiles = async () =>
    (await database.db.selectFrom('application_document_contents').select('document_id').execute()).length;

  test('let an applicant send a photo without an account and an organizer download and confirm it, and both see the result', async () => {
    const before = await page();
    assert.equal(before.status, 200);
    assertSoundPage(before.body);
    assert.match(before.body, /7 documents still needed\./);
    assert.doesNotMatch(before.body, /<script>alert/);
    const sent = await upload(Buffer.concat([PNG, Buffer.from('whole')]), { filename: '../../x.html' });
    assert.equal(sent.statusCode, 303);
    assert.equal(sent.headers.location, `/application/documents?token=${aid}&done=sent`);
    const { body } = await page();
    assertSoundPage(body);
    assert.match(
      body,
      /Received on March 16, 2026; the organizer hasn’t reviewed it yet\. You said that it expires on March 31, 2027\./,
    );
    const seen = await service.get(organizerPage(), { cookie });
    assertSoundPage(seen.body);
    assert.match(seen.body, /Received on March 16, 2026; you haven’t reviewed it yet\./);
    assert.doesNotMatch(seen.body, /<script>alert/);
    const [id = ''] = fileIds(body);
    for (const [url, headers, name] of [
      [`/application/files/${id}?token=${aid}`, {}, 'insurance-certificate.png'],
      [
        `${organizerPage()}/${id}/file`,
        { cookie },
        `insurance-certificate-${vendorFileName(HOSTILE)}-${aid.slice(0, 8)}.png`,
      ],
    ] as const) {
      const file = await service.app.inject({ url, headers });
      assert.equal(file.statusCode, 200, url);
      assert.ok(file.rawPayload.equals(Buffer.concat([PNG, Buffer.from('whole')])));
      const { headers: h } = file;
      assert.deepEqual(
        [
          h['content-type'],
          h['content-disposition'],
          h['content-security-policy'],
          h['x-content-type-options'],
          h['cache-control'],
        ],
        ['image/png', `attachment; filename="${name}"`, 'sandbox', 'nosniff', 'no-store'],
      );
    }
    assert.match(vendorFileName(HOSTILE), /^[a-z0-9-]+$/);
    assert.equal(vendorFileName('Lola’s Tacos'), 'lolas-tacos');
    const confirmed = await decide('confirm', {
      file: id,
      [`${INSURANCE}_confirm_expires_on`]: '2027-03-31',
    });
    const after = `${organizerPage()}?done=confirm&was=${INSURANCE}`;
    assert.equal(confirmed.headers.location, after);
    const done = await service.get(after, { cookie });
    assertSoundPage(done.body);
    assert.match(done.body, /role="status">Certificate of insurance: Confirmed\.<\/p>/);
    assert.match(
      done.body,
      /<strong>Certificate of insurance<\/strong>: confirmed \(expires on March 31, 2027\) <span class="small">Olive, /,
    );
    assert.match((await page()).body, /<p>Confirmed on March 16, 2026\. It expires on March 31, 2027\./);
    assert.match(
      (await service.get(`/application?token=${aid}`)).body,
      /Certificate of insurance: <strong>Confirmed<\/strong>/,
    );
  });

  test('show the state of each document in the compliance file, the spreadsheet, and the API', async () => {
    await upload(PDF, { fields: { [`${INSURANCE}_expires_on`]: '2026-04-09' } });
    const { body } = await page();
    assert.match(
      body,
      /expires on April 9, 2026, before the event’s last day, April 10, 2026\.<\/p><p><strong>Send one that covers the whole event/,
    );
    const [id = ''] = fileIds(body);
    await decide('override', { file: id, [`${INSURANCE}_override_reason`]: 'They renew it on April 8' });
    const file = await service.get(`/organizer/events/${eventId}/compliance`, { cookie });
    assert.match(file.body, /The organizer accepted it: They renew it on April 8\./);
    const csv = await service.get(`/organizer/events/${eventId}/applications.csv`, { cookie });
    assert.match(csv.body, /"Document: Certificate of insurance"/);
    assert.match(
      csv.body,
      /"Received on March 16, 2026; .* The organizer accepted it: They renew it on April 8\."/,
    );
    const { accountId } = (await service.services.accounts.findSession({ cookie })) ?? { accountId: '' };
    const { key } = await service.services.apiKeys.create(accountId, 'test');
    const { json } = await service.get(`/api/v1/applications?event_id=${eventId}`, {
      authorization: `Bearer ${key}`,
    });
    const { data } = json as { data: { id: string; documents: Record<string, unknown>[] }[] };
    assert.deepEqual(data.find((each) => each.id === aid)?.documents.slice(0, 2), [
      { code: 'license_copy', state: 'to_collect', expires_on: null },
      { code: INSURANCE, state: 'received', expires_on: '2026-04-09' },
    ]);
    assert.doesNotMatch(JSON.stringify(data), /renew|PDF-|insurer/);
  });

  test('warn an organizer who confirms insurance that ends too early, and ask the vendor for a new certificate', async () => {
    await upload(PDF);
    const [id = ''] = fileIds((await page()).body);
    const confirmed = await decide('confirm', {
      file: id,
      [`${INSURANCE}_confirm_expires_on`]: '2026-04-09',
    });
    assert.equal(confirmed.headers.location, `${organizerPage()}?done=confirm-early&was=${INSURANCE}`);
    const { body } = await service.get(`${organizerPage()}?done=confirm-early`, { cookie });
    assert.match(body, /role="status">Confirmed, but it expires before the event is over\.</);
    assert.match(body, /The applicant sees your reason/);
    assert.match(
      (await service.get(`/organizer/events/${eventId}/applications/${aid}`, { cookie })).body,
      /Certificate of insurance: <strong>Confirmed, but it expires before the event is over<\/strong>/,
    );
    const own = (await service.get(`/application?token=${aid}`)).body;
    assert.match(own, /Confirmed, but it expires before the event is over/);
    assert.doesNotMatch(own, /Confirm that I’m coming/);
  });

  test('say, if insurance ends too early, that an unconfirmed spot cannot be confirmed and that a confirmed spot is kept', async () => {
    const read = async (address: string) => (await service.get(address, { cookie })).body;
    await upload(PDF, { fields: { [`${INSURANCE}_expires_on`]: '2026-04-09' } });
    assert.match(await read(organizerPage()), /this spot cannot be confirmed<\/strong> until there is one/);
    assert.match(await read(organizerPage().replace('/documents', '')), /the spot cannot be confirmed until/);
    await database.db
      .updateTable('applications')
      .set({ status: 'confirmed' })
      .where('id', '=', aid)
      .execute();
    const documents = await read(organizerPage());
    assert.match(
      documents,
      /The insurance ends before the event’s last day\..*The spot is confirmed and stays so/,
    );
    const application = await read(organizerPage().replace('/documents', ''));
    assert.match(
      application,
      /The spot is confirmed\. A missing document, or insurance .* does not take it back/,
    );
    assert.doesNotMatch(documents + application, /cannot be confirmed/);
  });

  test('say “the organizer” instead of “you” to a viewer, and show accepted insurance as accepted', async () => {
    await upload(PDF, { fields: { [`${INSURANCE}_expires_on`]: '2026-04-09' } });
    const [file = ''] = fileIds((await page()).body);
    await decide('override', { file, [`${INSURANCE}_override_reason`]: 'They renew it.' });
    const owner = await accountOf(cookie);
    const viewer = await accountOf(otherCookie);
    const row = { id: 'viewer of documents', account_id: owner, member_id: viewer, role: 'viewer' };
    await database.db
      .insertInto('team_members')
      .values({ ...row, joined_at: '2026-01-01' })
      .execute();
    const read = async (who: string, address: string) => (await service.get(address, { cookie: who })).body;
    const seen = await read(otherCookie, organizerPage());
    await database.db.deleteFrom('team_members').where('id', '=', row.id).execute();
    assert.match(seen, /the organizer hasn’t reviewed it yet\..* The organizer accepted it: They renew it\./);
    assert.doesNotMatch(seen, /you have not looked|You accept/);
    assert.match(
      await read(cookie, organizerPage()),
      /you haven’t reviewed it yet\..* You accepted it: They renew it\./,
    );
    assert.match(
      await read(cookie, organizerPage().replace('/documents', '')),
      /before the event is over<\/strong>, and was accepted all the same/,
    );
  });

  test('do not ask for documents once the application is closed', async () => {
    const closed = await insertApplication(database.db, eventId, { status: 'declined' });
    const { body } = await page(closed);
    assert.match(body, /This application is closed, so no documents are needed for it\./);
    assert.doesNotMatch(body, /[Ss]till needed|Must show|<form/);
    assertSoundPage(body);
  });

  test('address the applicant on the applicant’s page and the organizer on the organizer’s page', async () => {
    const own = (await page()).body;
    assert.match(own, /Ask the organizer whether/);
    assert.match(own, /You, the organizer and their team can open these files.*the operator has access/);
    assert.doesNotMatch(own, /Ask your (own )?insurer|not you alone|You and the fire authority/);
    const theirs = (await service.get(`${organizerPage()}?document=${INSURANCE}`, { cookie })).body;
    assert.match(theirs, /Ask your (own )?insurer whether/);
  });

  test('reject hostile files with an error that names the field, and store nothing', async () => {
    const before = await countFiles();
    const large = Buffer.concat([PDF, Buffer.alloc(DOCUMENT_BYTES_MAX)]);
    const refused: readonly (readonly [Buffer, RegExp])[] = [
      [Buffer.from('PK\u0003\u0004 a zip named pdf'), /This file isn’t a PDF, JPEG or PNG/],
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
        /isn’t a PDF, JPEG or PNG/,
      ],
      [Buffer.from('<!doctype html><script>alert(1)</script>'), /isn’t a PDF, JPEG or PNG/],
      [Buffer.from('<html>%PDF-1.7'), /isn’t a PDF, JPEG or PNG/],
      [Buffer.from(`\xff\xd8${'\xff\xe5\0\x02'.repeat(5_000)}`, 'latin1'), /isn’t a PDF, JPEG or PNG/],
      [Buffer.from('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000'), /This photo is in HEIC.*Most Compatible/],
      [large, /This file is larger than 15 MB/],
    ];
    for (const [content, text] of refused) {
      const answer = await upload(content);
      assert.equal(answer.statusCode, 422, String(text));
      assert.match(answer.body, text);
      assert.match(answer.body, new RegExp(`<a href="#${INSURANCE}_file">Certificate of insurance: `));
      assert.match(answer.body, /<title>Error: Documents/);
      assertSoundPage(answer.body);
    }
    // Even for a body this large, the form shows the error and keeps what was typed.
    const long = await upload(Buffer.alloc(20 * 1024 * 1024));
    assert.equal(long.statusCode, 422);
    assert.match(long.body, /This file is larger than 15 MB/);
    assert.match(long.body, new RegExp(`name="${INSURANCE}_expires_on"[^>]* value="2027-03-31"`));
    assert.match(long.body, /action="\/application\/documents\?token=/);
    assertSoundPage(long.body);
    assert.equal(await countFiles(), before);
    // A PDF that is also valid HTML or a valid archive is stored as a PDF for download. The headers on every
    // download make that safe.
    assert.equal(
      (await upload(Buffer.concat([PDF, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]))).statusCode,
      303,
    );
  });

  test('reject too many parts, several files, a broken boundary, and bodies that are not forms', async () => {
    const before = await countFiles();
    const url = `/application/documents?token=${aid}`;
    const parts = (count: number, part: string) => `${part.repeat(count)}--x--\r\n`;
    const file = `--x\r\ncontent-disposition: form-data; name="${INSURANCE}_file"; filename="a"\r\n\r\n%PDF-1\r\n`;
    const field = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n';
    for (const payload of [parts(2, file), parts(500, field), '--y--', `${file}--`, '']) {
      const answer = await service.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      assert.ok([400, 422].includes(answer.statusCode), `${answer.statusCode} ${payload.slice(0, 20)}`);
    }
    for (const type of ['application/json', 'text/plain', 'application/pdf']) {
      const answer = await service.app.inject({
        method: 'POST',
        url,
        payload: '{}',
        headers: { 'content-type': type },
      });
      assert.ok([415, 422].includes(answer.statusCode), `${answer.statusCode} ${type}`);
    }
    const nul = await upload(PDF, { fields: { [`${INSURANCE}_insurer`]: 'a\0b' } });
    assert.equal(nul.statusCode, 400);
    assert.equal(await countFiles(), before);
  });

  test('return the same 404 for an invented link, another application’s link, and another account’s session', async () => {
    await upload(PDF);
    const [id = ''] = fileIds((await page()).body);
    const stranger = await insertApplication(database.db, eventId);
    const answers = [
      await service.get(`/application/files/${id}?token=${stranger}`),
      await service.get(`/application/files/${aid}?token=${stranger}`),
      await service.get(`/application/files/no-id?token=${stranger}`),
    ].map(withoutId);
    assert.equal(answers[0]?.status, 404);
    for (const each of answers) assert.deepEqual(each, answers[0]);
    for (const url of [
      page('x'),
      service.get(`/application/files/${id}?token=x`),
      service.get(`/application/files/${id}`),
    ])
      assert.equal((await url).status, 404);
    assert.equal((await upload(PDF, { token: 'x' })).statusCode, 404);
    const theirs = withoutId(await service.get(`${organizerPage()}/${id}/file`, { cookie: otherCookie }));
    assert.equal(theirs.status, 404);
    assert.deepEqual(
      withoutId(await service.get(`${organizerPage()}/${aid}/file`, { cookie: otherCookie })),
      theirs,
    );
    assert.match(String((await service.get(`${organizerPage()}/${id}/file`)).headers.location), /^\/sign-in/);
  });

  test('reject a form from another site, and have a separate rate limit for uploads', async () => {
    const form = multipartForm({}, { field: 'x', filename: 'x', content: PDF });
    const url = `/application/documents?token=${aid}`;
    const elsewhere = { ...form.headers, origin: 'https://evil.example' };
    assert.equal(
      (await service.app.inject({ method: 'POST', url, payload: form.payload, headers: elsewhere }))
        .statusCode,
      403,
    );
    const limited = await openTestApp(database, { RATE_LIMIT_APPLY: '1' });
    const codes: number[] = [];
    for (let time = 0; time < 2; time += 1)
      codes.push((await limited.app.inject({ method: 'POST', url, ...form })).statusCode);
    assert.deepEqual(codes, [422, 429]);
    await limited.app.close();
  });

  test('show the next pending document after each decision, so that seven documents take seven clicks', async () => {
    const codes = [INSURANCE, 'propane_declaration', 'generator_details'];
    for (const code of codes) await upload(PDF, { code });
    const seen: string[] = [];
    for (let address = organizerPage(), clicks = 0; clicks < codes.length; clicks++) {
      const { body } = await service.get(address, { cookie });
      assertSoundPage(body);
      const code = /<section class="paper" id="(\w+)">/.exec(body)?.[1] ?? '';
      const file = /name="file" value="([0-9a-f-]{36})"/.exec(body)?.[1] ?? '';
      assert.match(body, new RegExp(`<img src="[^"]*/${file}/preview"`));
      seen.push(code);
      const sent = await decide('confirm', { code, file, [`${code}_confirm_expires_on`]: '2027-03-31' });
      assert.equal(sent.statusCode, 303);
      address = String(sent.headers.location);
    }
    assert.deepEqual(seen.toSorted(), codes.toSorted());
    const { body } = await service.get(organizerPage(), { cookie });
    assert.match(body, />3 of \d done</);
  });

  test('let the organizer save facts from a certificate when confirming it, and do not require any', async () => {
    await upload(PDF);
    const [file = ''] = fileIds((await page()).body);
    const confirm = (fields: Record<string, string>) =>
      decide('confirm', {
        file,
        ...Object.fromEntries(
          Object.entries({ expires_on: '2027-03-31', ...fields }).map(([name, value]) => [
            `${INSURANCE}_confirm_${name}`,
            value,
          ]),
        ),
      });
    for (const [name, value] of [
      ['each_occurrence', 'a lot'],
      ['each_occurrence', '1,000,000,001'],
      ['each_occurrence', '-5'],
      ['additional_insured', 'perhaps'],
      ['certificate_holder', 'x'.repeat(121)],
      ['certificate_holder', 'a\u202eb'],
    ] as const) {
      const refused = await confirm({ [name]: value });
      assert.equal(refused.statusCode, 422, value);
      assert.match(refused.body, new RegExp(`<a href="#${INSURANCE}_confirm_${name}">`), value);
      assertSoundPage(refused.body);
    }
    const noted = { each_occurrence: '$1,000,000', additional_insured: 'yes', certificate_holder: HOSTILE };
    assert.equal((await confirm(noted)).statusCode, 303);
    const { body } = await service.get(`${organizerPage()}?document=${INSURANCE}`, { cookie });
    assert.match(body, /<p>\$1,000,000 each occurrence, additional insured, holder: &#60;script/);
    assert.doesNotMatch(body, /<script>alert/);
    assert.match(body, /confirmed \(expires on March 31, 2027; \$1,000,000 each occurrence/);
  });

  test('show a preview as a redrawn image that only the event’s team can see', async () => {
    const photo = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR4nGMQUDAAIgaHgAQgAgAN/gKhIjWbcwAAAABJRU5ErkJggg==',
      'base64',
    );
    const script = Buffer.from('<script>alert(1)</script>');
    await upload(Buffer.concat([photo, script]), { filename: 'a.png' });
    const [id = ''] = fileIds((await page()).body);
    const preview = (headers: Record<string, string>, file = id) =>
      service.app.inject({ url: `${organizerPage()}/${file}/preview`, headers });
    const shown = await preview({ cookie });
    assert.equal(shown.statusCode, 200);
    const { headers: h } = shown;
    assert.deepEqual(
      [h['content-type'], h['content-security-policy'], h['x-content-type-options'], h['cache-control']],
      ['image/png', "default-src 'none'; sandbox", 'nosniff', 'no-store'],
    );
    assert.equal(shown.rawPayload.subarray(1, 4).toString(), 'PNG');
    assert.equal(shown.rawPayload.includes(script), false);
    assert.equal((await preview({ cookie: otherCookie })).statusCode, 404);
    assert.equal((await preview({ cookie }, aid)).statusCode, 404);
    assert.match(String((await preview({})).headers.location), /^\/sign-in/);
    await upload(Buffer.concat([PDF, script]), { code: 'propane_declaration' });
    const broken = fileIds((await page()).body).find((each) => each !== id) ?? '';
    assert.equal((await preview({ cookie }, broken)).statusCode, 404, 'a PDF that cannot be read');
  });

  test('report a missing reason or a replaced file next to the document', async () => {
    await upload(PDF);
    const [id = ''] = fileIds((await page()).body);
    const empty = await decide('reject', { file: id });
    assert.equal(empty.statusCode, 422);
    assertSoundPage(empty.body);
    assert.match(
      empty.body,
      /<a href="#insurance_certificate_reject_reason">Say why you reject it; the applicant reads it\.<\/a>/,
    );
    assert.match(empty.body, /<details open><summary>Reject it/);
    const shown = [...empty.body.matchAll(/<section class="paper" id="(\w+)">/g)].map(([, code]) => code);
    assert.deepEqual(shown, [INSURANCE]);
    const other = await decide('confirm', { file: aid });
    assert.match(other.body, /<a href="#insurance_certificate">The applicant sent another file just now/);
    const unknown = await decide('confirm', { code: 'x', file: id });
    assert.equal(unknown.statusCode, 422);
  });
});

/** Removes the values that differ between any two responses. */
function withoutId({
  status,
  headers,
  body,
}: {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}) {
  const { 'x-request-id': requestId, date: _date, ...rest } = headers;
  return { status, headers: rest, body: body.replaceAll(String(requestId), '') };
}
