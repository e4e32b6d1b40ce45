import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ReceiptOnFile } from '../../src/decisions/receipts/schemas.ts';
import { Envelope } from '../../src/http/schemas.ts';
import { shortNumberOf } from '../../src/lib/text/short-number.ts';
import { addDays } from '../../src/lib/time/dates.ts';
import { html } from '../../src/web/kit/html.ts';
import { assertMatches, field } from '../support/check.ts';
import { type DemoApp, openDemoApp, openTestApp, reservedNumber } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { withoutSwitch } from '../support/page-checks.ts';
import { readQrCode } from '../support/qr-reader.ts';

/** Contract 2.7.8, 4.1.11: looking up a receipt by its short number. */
describeEngines('receipt numbers', (open) => {
  let demo: DemoApp;
  let database: TestDatabase;

  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
  });
  after(() => demo.close());

  let daysAhead = 0;
  /** Makes a decision for a day of its own, so that each decision has its own receipt. */
  const decide = async (state: string) => {
    const day = addDays('2026-04-01', daysAhead++);
    const url = `/api/v1/decision?license_number=${reservedNumber(state)}&event_date=${day}`;
    return Object(field((await demo.get(url)).json, 'data'));
  };
  const find = (number: string) => demo.get(`/api/v1/receipts/${encodeURIComponent(number)}`);

  test('contract 2.7.8: a decision includes its receipt’s number and URL, and both lead to the signed content', async () => {
    const decision = await decide('grade-c');
    assert.equal(decision.receipt_url, `https://vendors.example/v/${decision.receipt_number}`);
    const { json, status, headers } = await find(decision.receipt_number);
    assert.equal(status, 200);
    assert.deepEqual([headers['cache-control'], headers['x-robots-tag']], ['no-store', 'noindex']);
    assertMatches(Envelope(ReceiptOnFile), json);
    const verified = await demo.get(`/api/v1/decision/verify?receipt=${decision.receipt}`);
    const { verification, ...rest } = Object(field(json, 'data'));
    const outcome = Object(field(verified.json, 'data'));
    assert.deepEqual(
      { ...verification, checked_at: null },
      { ...outcome, checked_at: null },
      'one verification, whichever way it is asked for',
    );
    assert.equal(verification.receipt.jti.length, 36);
    assert.equal(shortNumberOf(verification.receipt.jti), decision.receipt_number);
    assert.deepEqual(rest, {
      receipt_number: decision.receipt_number,
      receipt_url: decision.receipt_url,
      vendor_id: decision.vendor.id,
      event_type: decision.event_type,
      verdict: decision.verdict,
      issued_at: decision.decided_at,
      record_sha256: verification.receipt.record_sha256,
      receipt: decision.receipt,
      current: outcome.current,
    });
  });

  test('contract 2.7.8: a number is read in either case, with spaces, without hyphens, and with O and I for 0 and 1', async () => {
    const { receipt_number: number, receipt } = await decide('grade-a');
    for (const typed of [
      number.toLowerCase(),
      number.replaceAll('-', ''),
      number.replaceAll('-', ' '),
      number.replaceAll('0', 'o').replaceAll('1', 'l'),
    ])
      assert.equal(field((await find(typed)).json, 'data', 'receipt'), receipt, typed);
  });

  test('contract 2.7.9: a malformed number gets the same 404, byte for byte, as an unknown number', async () => {
    const { receipt_number: number } = await decide('grade-a');
    const seen = new Set<string>();
    const typed = [
      shortNumberOf('no receipt'),
      'x',
      `${number}0`,
      number.slice(1),
      'ſ'.repeat(16),
      'a'.repeat(190),
    ];
    for (const each of typed) {
      for (const url of [`/api/v1/receipts/${encodeURIComponent(each)}`, `/v/${encodeURIComponent(each)}`]) {
        const answer = await demo.get(url);
        assert.equal(answer.status, 404, url);
        const { 'x-request-id': id, ...rest } = answer.headers;
        const { date: _date, ratelimit: _limit, 'content-length': _length, ...headers } = rest;
        seen.add(JSON.stringify([headers, withoutSwitch(answer.body).replaceAll(String(id), '')]));
      }
    }
    assert.equal(seen.size, 2, 'one API response, one page');
  });

  test('the URL without a number leads to the page where a number can be entered', async () => {
    for (const url of ['/v', '/v/', '/v/%20'])
      assert.equal(
        (await demo.get(url)).headers.location,
        '/verify',
        `${url} leads to where the number is typed`,
      );
  });

  test('a number with one wrong character is reported as mistyped', async () => {
    const { receipt_number: number } = await decide('grade-a');
    const wrong = `${number.startsWith('A') ? 'B' : 'A'}${number.slice(1)}`;
    const answer = await find(wrong);
    assert.equal(answer.status, 404);
    assert.match(
      String(field(answer.json, 'error', 'message')),
      /One character in this receipt number is wrong/,
    );
    assert.match((await demo.get(`/v/${wrong}`)).body, /One of its characters is wrong/);
    for (const [number, says] of [
      [shortNumberOf('x'), 'Compare it with the paper, character by character.'],
      [wrong, 'One of its characters is wrong'],
    ] as const) {
      const { body } = await demo.get(`/v/${number}`);
      assert.deepEqual(body.match(/<h1>.*?<\/h1>/g), ['<h1>No receipt has this number</h1>']);
      assert.match(body, new RegExp(`<p class="lead">${says}`));
      const main = body.slice(body.indexOf('<main'));
      assert.equal(main.split('No receipt has this number').length - 1, 1, 'it is shown once');
      assert.doesNotMatch(body, /Page not found/);
    }
  });

  test('contract 2.7.9: a receipt that predates receipt numbers is shown with its known parts and an explanation', async () => {
    const { receipt_number: number, verdict, event_type, vendor, decided_at } = await decide('grade-f');
    await demo.database.db
      .updateTable('receipts')
      .set({ claims: null, signatures: null })
      .where('number', '=', number)
      .execute();
    const { json } = await find(number);
    assertMatches(Envelope(ReceiptOnFile), json);
    const data = Object(field(json, 'data'));
    assert.deepEqual(
      [data.receipt, data.verification, data.verdict, data.event_type, data.vendor_id, data.issued_at],
      [null, null, verdict, event_type, vendor.id, decided_at],
    );
    assert.deepEqual([data.current.verdict, data.current.changed], [verdict, false]);
    const page = await demo.get(`/v/${number}`);
    assert.match(page.body, /ON RECORD/);
    assert.doesNotMatch(page.body, /GENUINE/);
    for (const form of ['txt', 'pdf']) assert.equal((await demo.get(`/v/${number}.${form}`)).status, 404);
  });

  test('a stored receipt that was altered in the ledger is not reported as genuine', async () => {
    const { receipt_number: number } = await decide('grade-f');
    const row = await demo.database.db
      .selectFrom('receipts')
      .select('claims')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    await demo.database.db
      .updateTable('receipts')
      .set({ claims: String(row.claims).replace('"DECLINE"', '"CLEAR"'), verdict: 'CLEAR' })
      .where('number', '=', number)
      .execute();
    const data = Object(field((await find(number)).json, 'data'));
    assert.deepEqual(
      [data.verification.valid, data.verification.reason, data.verification.receipt],
      [false, 'signature_mismatch', null],
    );
    assert.match((await demo.get(`/v/${number}`)).body, /ALTERED/);
  });

  test('the page puts what people need first, collapses details for programs, and lists the documents that the decision requires', async () => {
    for (const [state, asks] of [
      ['grade-a', true],
      ['grade-f', false],
    ] as const) {
      const { receipt_number: number, required_documents: documents } = await decide(state);
      const { body } = await demo.get(`/v/${number}`);
      const [shown = '', folded = ''] = body.split(/<details><summary>For comparing by program/);
      assert.doesNotMatch(shown, /SHA-256|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/);
      assert.match(folded.split('</details>')[0] ?? '', /SHA-256 [0-9a-f]{64}/);
      assert.equal(shown.includes('<dt>Documents to collect</dt>'), asks, state);
      const names = Object.values(documents).map((document) => String(field(document, 'name')));
      assert.ok(names.length > 3);
      assert.ok(names.every((name) => shown.includes(`<li>${name}</li>`) === asks));
    }
  });

  test('the page shows everyone only what was signed, and reveals nothing to other sites or crawlers', async () => {
    const { receipt_number: number, receipt } = await decide('grade-a');
    const page = await demo.get(`/v/${number.toLowerCase()}`);
    assert.equal(page.status, 200);
    assert.deepEqual(
      [page.headers['cache-control'], page.headers['referrer-policy'], page.headers['x-robots-tag']],
      ['no-store', 'no-referrer', 'noindex, nofollow'],
    );
    for (const text of ['GENUINE', number, 'Pretend Pelican Tacos', 'It’s the same'])
      assert.ok(page.body.includes(text));
    const text = await demo.get(`/v/${number}.txt`);
    assert.equal(text.body, `${receipt}\n`);
    assert.match(String(text.headers['content-disposition']), /^attachment; filename="receipt-[\w-]+\.txt"$/);
    const unknown = await demo.get(`/v/${shortNumberOf('x')}`);
    assert.equal(unknown.headers['referrer-policy'], 'no-referrer');
  });

  test('the decision has a QR code for its URL, and a PDF whose bytes are the same every time', async () => {
    const number = reservedNumber('grade-a');
    const page = (await demo.get(`/check?license_number=${number}`)).body;
    const address = /<a href="\/v\/[\w-]+">([^<]*)<\/a>/.exec(page)?.[1] ?? '';
    assert.match(address, /^https:\/\/vendors\.example\/v\/[\w-]{19}$/);
    assert.equal(readQrCode(page), address);
    const path = new URL(address).pathname;
    const pdf = await demo.app.inject({ url: `${path}.pdf` });
    assert.deepEqual([pdf.statusCode, pdf.headers['content-type']], [200, 'application/pdf']);
    assert.equal(pdf.headers['cache-control'], 'no-store');
    const again = await demo.app.inject({ url: `${path}.pdf` });
    assert.equal(Buffer.compare(pdf.rawPayload, again.rawPayload), 0);
    assert.equal((await demo.get(`/v/${shortNumberOf('x')}.pdf`)).status, 404);
  });

  test('a receipt signs the wording of its reasons and the license’s expiration date, and does not exceed its maximum length', async () => {
    for (const state of ['grade-a', 'grade-c', 'emergency-hold', 'not-on-file', 'prior-owner'] as const) {
      const data = await decide(state);
      const { verification } = Object(field((await find(data.receipt_number)).json, 'data'));
      const { reasons, reason_codes, license_expires_on } = verification.receipt;
      assert.deepEqual(
        reasons,
        data.reasons.map(({ text }: { text: string }) => text),
      );
      assert.deepEqual(
        [reasons.length, license_expires_on],
        [reason_codes.length, data.vendor.license.expires_on],
      );
      const page = (await demo.get(`/v/${data.receipt_number}`)).body;
      for (const text of reasons) assert.ok(page.includes(String(html`${text}`)), text);
      assert.ok(data.receipt.length < 4_000, `${data.receipt.length}`);
    }
  });

  test('a PDF is costly to render, so it has its own rate limit, which is lower than the page’s', async () => {
    const limited = await openTestApp(database, { RATE_LIMIT_VERIFY: '3' });
    const { receipt_number: number } = await decide('grade-a');
    const pdf = await limited.get(`/v/${number}.pdf`);
    assert.match(String(pdf.headers['ratelimit-policy']), /"receipt-pdf";q=3/);
    assert.match(String((await limited.get(`/v/${number}`)).headers['ratelimit-policy']), /"receipt";q=3/);
    await limited.app.close();
  });

  test('the page that verifies a receipt accepts its number or URL', async () => {
    const { receipt_number: number, receipt_url: url } = await decide('grade-a');
    for (const typed of [number, number.toLowerCase().replaceAll('-', ' '), url]) {
      const answer = await demo.get(`/verify?receipt=${encodeURIComponent(typed)}`);
      assert.deepEqual([answer.status, answer.headers.location], [303, `/v/${number}`], typed);
    }
    const wrong = `${number.startsWith('A') ? 'B' : 'A'}${number.slice(1)}`;
    const answer = await demo.get(`/verify?receipt=${wrong}`);
    assert.equal(answer.status, 400);
    assert.match(answer.body, /One character in this receipt number is wrong/);
  });
});
