import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { loadVendorExtras } from '../../src/web/owner/replies/extras.ts';
import { assertEscaped, assertSoundPage, HOSTILE } from '../support/application-samples.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import {
  insertClaim,
  openStatementPages,
  openStatements,
  type StatementBench,
  vendorOfTruck,
  visitOf,
} from '../support/vendor-statements.ts';

const TABLES = ['replies', 'disputes', 'mails', 'operator_log'] as const;

describeEngines('replies and disputes on pages', (open) => {
  let database: TestDatabase;
  let bench: StatementBench;
  let app: FastifyInstance;
  before(async () => {
    database = await open();
    bench = await openStatements(database);
    app = await openStatementPages(bench);
  });
  beforeEach(async () => {
    for (const table of TABLES) await database.db.deleteFrom(table).execute();
  });
  after(async () => {
    await app.close();
    await database.close();
  });

  const get = (url: string, account?: string) =>
    app.inject({ url, headers: account ? { cookie: `session=${account}` } : {} });
  const post = (
    url: string,
    fields: Record<string, string>,
    account?: string,
    headers: Record<string, string> = {},
  ) =>
    app.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(account ? { cookie: `session=${account}` } : {}),
        ...headers,
      },
    });
  const replyPage = () => `/settings/licenses/${bench.claim}/reply`;
  const disputesPage = () => `/settings/licenses/${bench.claim}/disputes`;
  const REPORT = `/vendor/${vendorOfTruck(1)}/report-reply`;
  const FORM = {
    visit_id: String(visitOf(1)),
    category: '35',
    text: `Wrong. ${HOSTILE}`,
    told_regulator: HOSTILE,
  };
  const dump = () =>
    Promise.all(TABLES.map((table) => database.db.selectFrom(table).selectAll().orderBy('id').execute()));
  const queuedIds = async () => [
    (await bench.replies.listQueue(bench.operator))[0]?.id ?? '',
    (await bench.disputes.listQueue(bench.operator))[0]?.id ?? '',
  ];

  test('let an owner write a reply, which an operator reviews and publishes as the vendor’s own words, always escaped', async () => {
    const text = `We fixed it.\nSee https://tacos.example\n\n${HOSTILE}`;
    const sent = await post(replyPage(), { text }, bench.owner);
    assert.deepEqual([sent.statusCode, sent.headers.location], [303, `${replyPage()}?done=sent`]);
    const waiting = await get(`${replyPage()}?done=sent`, bench.owner);
    assertSoundPage(waiting.body);
    assert.match(waiting.body, /In review/);
    assertEscaped(waiting.body, 2);
    const queue = await get('/operator/replies', bench.operator);
    assertSoundPage(queue.body);
    assertEscaped(queue.body, 1);
    const [id] = await queuedIds();
    const decided = await post(`/operator/replies/${id}`, { decision: 'publish' }, bench.operator);
    assert.deepEqual([decided.statusCode, decided.headers.location], [303, '/operator/replies?done=decided']);
    const extras = await loadVendorExtras(database.db)({ license_type: '2014', digits: '1350001' });
    const reply = String(extras.reply);
    assert.match(reply, /Published <time datetime="2026-01-02">/);
    assert.doesNotMatch(reply, /not verified/, 'its heading says that, once');
    assert.match(reply, /We fixed it\.<br>See https:\/\/tacos\.example<\/p>/, 'and no link is made of it');
    assertEscaped(reply, 1);
    assert.ok(reply.includes(`href="${REPORT}"`));
    assert.match((await get(replyPage(), bench.owner)).body, /On your record now/);
  });

  test('return 422 for overlong text and keep it in the form, and withdraw a reply that is in review', async () => {
    const long = await post(replyPage(), { text: `${HOSTILE}${'x'.repeat(1_000)}` }, bench.owner);
    assert.equal(long.statusCode, 422);
    assertSoundPage(long.body);
    assertEscaped(long.body, 1);
    assert.match(long.body, /<a href="#text">Please use at most 1,000 characters/);
    await post(replyPage(), { text: 'Fine.' }, bench.owner);
    const withdrawn = await post(`${replyPage()}/withdraw`, {}, bench.owner);
    assert.equal(withdrawn.headers.location, `${replyPage()}?done=withdrawn`);
    assert.deepEqual(await bench.replies.listQueue(bench.operator), []);
  });

  test('let anyone report a published reply, and respond identically to every report about a vendor without one', async () => {
    await post(replyPage(), { text: HOSTILE }, bench.owner);
    const none = await Promise.all(
      [
        REPORT,
        REPORT.replace(vendorOfTruck(1), vendorOfTruck(2)),
        '/vendor/x/report-reply',
        '/vendor/%00/report-reply',
      ]
        .flatMap((url) => [get(url), post(url, {})])
        .map(async (asked) => {
          const answer = await asked;
          return [answer.statusCode, answer.body.replace(String(answer.headers['x-request-id']), '')];
        }),
    );
    assert.equal(new Set(none.map((each) => JSON.stringify(each))).size, 1);
    assert.equal(none[0]?.[0], 404);
    const [id] = await queuedIds();
    await post(`/operator/replies/${id}`, { decision: 'publish' }, bench.operator);
    const form = await get(REPORT);
    assertSoundPage(form.body);
    assertEscaped(form.body, 1);
    for (let times = 0; times < 3; times++) {
      const reported = await post(REPORT, {});
      assert.deepEqual([reported.statusCode, reported.headers.location], [303, `${REPORT}?done=reported`]);
    }
    assertSoundPage((await get(`${REPORT}?done=reported`)).body);
    assert.match((await get('/operator/replies', bench.operator)).body, /Published, reported 3 times/);
  });

  test('limit the rate of reports', async () => {
    const limited = await openStatementPages(bench, 2);
    const statuses = [];
    for (let times = 0; times < 3; times++)
      statuses.push((await limited.inject({ method: 'POST', url: REPORT })).statusCode);
    assert.deepEqual(statuses, [404, 404, 429]);
    await limited.close();
  });

  test('let an owner dispute a visit, which an operator answers and the record then marks, always escaped', async () => {
    const list = await get(disputesPage(), bench.owner);
    assertSoundPage(list.body);
    assert.ok(list.body.includes(`href="${disputesPage()}?visit=${visitOf(1)}"`));
    const form = await get(`${disputesPage()}?visit=${visitOf(1)}`, bench.owner);
    assertSoundPage(form.body);
    assert.match(form.body, /<option value="35">35: No insects/);
    for (const { body } of [list, form]) assert.match(body, /“Routine - Food”.*“[A-Z]/s);
    const sent = await post(disputesPage(), FORM, bench.owner);
    assert.deepEqual([sent.statusCode, sent.headers.location], [303, `${disputesPage()}?done=disputed`]);
    const own = await get(`${disputesPage()}?done=disputed`, bench.owner);
    assertSoundPage(own.body);
    assertEscaped(own.body, 1);
    assert.match(own.body, /waiting for our answer.*we’ll answer by <time datetime="2026-02-01">/s);
    assert.ok(!own.body.includes(`?visit=${visitOf(1)}"`));
    const queue = await get('/operator/disputes', bench.operator);
    assertSoundPage(queue.body);
    assertEscaped(queue.body, 2);
    assert.match(queue.body, /“Routine - Food”: “[A-Z]/);
    const extras = loadVendorExtras(database.db);
    const license = { license_type: '2014', digits: '1350001' };
    assert.match(
      String((await extras(license)).disputes?.get(visitOf(1))),
      /^Disputed by the vendor on January 2, 2026 ?; review pending/,
    );
    const [, id] = await queuedIds();
    const without = await post(`/operator/disputes/${id}`, { outcome: 'upheld' }, bench.operator);
    assert.equal(without.statusCode, 422);
    assertSoundPage(without.body);
    assert.ok(without.body.includes(`<a href="#note-${id}">Please write a note`));
    await post(`/operator/disputes/${id}`, { outcome: 'upheld', [`note-${id}`]: HOSTILE }, bench.operator);
    const marked = await extras(license);
    assert.ok(marked.disputes?.get(visitOf(1))?.endsWith(`Our note: ${HOSTILE}`));
    assertEscaped((await get(disputesPage(), bench.owner)).body, 2);
  });

  test('return 422 for an invalid dispute, with errors next to its fields, and keep what was typed', async () => {
    const answer = await post(disputesPage(), { ...FORM, category: '99', told_regulator: '' }, bench.owner);
    assert.equal(answer.statusCode, 422);
    assertSoundPage(answer.body);
    assertEscaped(answer.body, 1);
    for (const name of ['category', 'told_regulator']) assert.ok(answer.body.includes(`<a href="#${name}">`));
  });

  test('let the author withdraw a dispute', async () => {
    await post(disputesPage(), FORM, bench.owner);
    const [, id] = await queuedIds();
    const answer = await post(`${disputesPage()}/${id}/withdraw`, {}, bench.owner);
    assert.equal(answer.headers.location, `${disputesPage()}?done=dispute-withdrawn`);
    assert.deepEqual(
      (await loadVendorExtras(database.db)({ license_type: '2014', digits: '1350001' })).disputes,
      undefined,
    );
    const again = await post(`${disputesPage()}/${id}/withdraw`, {}, bench.owner);
    assert.equal(again.headers.location, `${disputesPage()}?done=closed`);
  });

  test('respond identically for a license that is another’s, pending, released, invented, or malformed, and change nothing', async () => {
    await post(disputesPage(), FORM, bench.owner);
    const [, id] = await queuedIds();
    const before = await dump();
    const pending = await insertClaim(database.db, bench.other, 3, 'pending');
    const released = await insertClaim(database.db, bench.other, 4, 'released');
    const bodies = new Set<string>();
    for (const claim of [bench.claim, pending, released, crypto.randomUUID(), 'x', '%00', "'"]) {
      const at = `/settings/licenses/${claim}`;
      const answers = [
        await get(`${at}/reply`, bench.other),
        await get(`${at}/disputes?visit=${visitOf(1)}`, bench.other),
        await post(`${at}/reply`, { text: 'Text.' }, bench.other),
        await post(`${at}/reply/withdraw`, {}, bench.other),
        await post(`${at}/disputes`, FORM, bench.other),
        await post(`${at}/disputes/${id}/withdraw`, {}, bench.other),
      ];
      for (const answer of answers) {
        assert.equal(answer.statusCode, 404);
        bodies.add(answer.body.replace(String(answer.headers['x-request-id']), ''));
      }
    }
    assert.equal(bodies.size, 1);
    // Under the account's own license, requests a dispute by another account and a visit to another vendor.
    const mine = `/settings/licenses/${bench.otherClaim}/disputes`;
    for (const dispute of [id, crypto.randomUUID(), 'x'])
      assert.equal((await post(`${mine}/${dispute}/withdraw`, {}, bench.other)).statusCode, 404);
    for (const visit of [visitOf(1), 999_999, 'x'])
      assert.equal((await get(`${mine}?visit=${visit}`, bench.other)).statusCode, 404);
    assert.deepEqual(await dump(), before);
  });

  test('return 404 at operator URLs to a user who is not an operator, as if the page did not exist', async () => {
    await post(replyPage(), { text: 'Text.' }, bench.owner);
    await post(disputesPage(), FORM, bench.owner);
    const before = await dump();
    const [reply, dispute] = await queuedIds();
    for (const url of ['/operator/replies', '/operator/disputes'])
      assert.equal((await get(url, bench.owner)).statusCode, 404);
    for (const [url, fields] of [
      [`/operator/replies/${reply}`, { decision: 'publish' }],
      [`/operator/disputes/${dispute}`, { outcome: 'dismissed', [`note-${dispute}`]: 'No.' }],
    ] as const)
      assert.equal((await post(url, fields, bench.owner)).statusCode, 404);
    assert.deepEqual(await dump(), before);
  });

  test('redirect a signed-out visitor to the sign-in page, and ignore a form from another site', async () => {
    await post(replyPage(), { text: 'Text.' }, bench.owner);
    await post(disputesPage(), FORM, bench.owner);
    const before = await dump();
    const [reply, dispute] = await queuedIds();
    const forms = [
      [replyPage(), bench.owner],
      [`${replyPage()}/withdraw`, bench.owner],
      [disputesPage(), bench.owner],
      [`${disputesPage()}/${dispute}/withdraw`, bench.owner],
      [`/operator/replies/${reply}`, bench.operator],
      [`/operator/disputes/${dispute}`, bench.operator],
      [REPORT, undefined],
    ] as const;
    const fields = { ...FORM, decision: 'publish', outcome: 'upheld', [`note-${dispute}`]: 'Because.' };
    for (const [url, account] of forms) {
      for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as const)
        assert.equal((await post(url, fields, account, { ...headers })).statusCode, 403, url);
      if (account) assert.match(String((await post(url, fields)).headers.location), /^\/sign-in/);
    }
    for (const url of [replyPage(), disputesPage(), '/operator/replies', '/operator/disputes'])
      assert.match(String((await get(url)).headers.location), /^\/sign-in\?next=/);
    assert.deepEqual(await dump(), before);
  });
});
