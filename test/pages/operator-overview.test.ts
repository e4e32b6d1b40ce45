import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Insertable } from 'kysely';
import { rememberFetched } from '../../src/intake/fetch/source-files-service.ts';
import { createOutboxService } from '../../src/operators/email/outbox-overview-service.ts';
import type { SubscriptionsTable } from '../../src/platform/db/schema/ledger-tables/monitoring-tables.ts';
import type { MailsTable } from '../../src/platform/db/schema/ledger-tables/service-tables.ts';
import type { FactName, NotedFact } from '../../src/platform/job-findings.ts';
import { publish } from '../../src/records/publication/service.ts';
import { readRegulatorFile } from '../../src/regulator/florida/read-file.ts';
import { operatorOverviewPages } from '../../src/web/operator/overview/routes.ts';
import { insertAccount } from '../support/account-rows.ts';
import { assertEscaped, assertSoundPage, HOSTILE } from '../support/application-samples.ts';
import { describeEngines, type TestDatabase, type TestDb } from '../support/engines.ts';
import { onlyOperators } from '../support/operators.ts';
import {
  applicationCsv,
  applicationRow,
  inspectionCsv,
  inspectionRow,
  licenseCsv,
  licenseRow,
} from '../support/regulator-files.ts';

const BASE_URL = 'https://vendors.example';
const NOW = () => new Date('2025-12-31T15:00:00Z');
const DAY = '2025-12-31';
const PAGES = ['daily', 'imports', 'mail', 'subscriptions'].map((name) => `/operator/${name}`);

describeEngines('the operator’s overview', (open) => {
  let database: TestDatabase;
  let db: TestDb;
  let app: FastifyInstance;
  let operatorId: string;
  let noted: Partial<Record<FactName, NotedFact>>;

  beforeEach(async () => {
    database = await open();
    db = database.db;
    noted = {};
    operatorId = await insertAccount(db, 'ola@events.example');
    const otherId = await insertAccount(db, 'max@events.example');
    app = Fastify({ genReqId: () => 'a-request' });
    app.setNotFoundHandler((_request, reply) => reply.code(404).send('nothing here'));
    app.register(operatorOverviewPages, {
      findSession: async ({ cookie }) => {
        const accountId = cookie === 'ola' ? operatorId : otherId;
        const who = { accountId, name: 'Ola', email: 'x@events.example', sessionId: 's' };
        return cookie === 'ola' || cookie === 'max' ? who : undefined;
      },
      operatorAccess: onlyOperators(operatorId),
      ledger: database,
      outbox: createOutboxService({ ledgerDb: db, now: NOW }),
      baseUrl: BASE_URL,
      isFictional: async () => false,
      readNoted: (name) => noted[name],
    });
  });
  afterEach(async () => {
    await app.close();
    await database.close();
  });

  const get = async (url: string, cookie = 'ola') => {
    const { statusCode: status, body, headers } = await app.inject({ url, headers: { cookie } });
    return { status, body, location: headers.location };
  };
  const retry = async (id: string, headers: Record<string, string> = { cookie: 'ola' }) => {
    const url = `/operator/mail/${id}/retry`;
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await app.inject({ method: 'POST', url, payload: '', headers: { ...type, ...headers } });
    return { status: answer.statusCode, location: answer.headers.location };
  };
  const addMail = async (columns: Partial<Insertable<MailsTable>> = {}) => {
    const id = randomUUID();
    const at = '2025-12-30T12:00:00.000Z';
    const mail = { id, recipient: 'anna@vendor.example', subject: 'A subject', body: 'secret-link' };
    const state = { next_attempt_at: at, attempts: 0, sent_at: null, claimed_until: null, last_error: null };
    await db
      .insertInto('mails')
      .values({ ...mail, created_at: at, ...state, ...columns })
      .execute();
    return id;
  };
  const importFile = async (name: string, text: string) =>
    publish(database, {
      files: [await readRegulatorFile({ name, bytes: Buffer.from(text), publishedAt: null }, DAY)],
      asOf: DAY,
      now: NOW,
    });
  /** Returns rows that are rejected for their invalid dates, from a business with HTML in its name. */
  const badRows = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      inspectionRow({ visitId: 100 + index, visitedOn: 'never', businessName: `${HOSTILE} \u202eLIVE` }),
    );

  test('is only for operators: another account gets a 404, and a signed-out visitor is redirected to the sign-in page', async () => {
    await importFile('visits.csv', inspectionCsv([inspectionRow(), ...badRows(1)]));
    const run = await db.selectFrom('import_files').select(['id', 'run_id']).executeTakeFirstOrThrow();
    const inner = [`/operator/imports/${run.run_id}`, `/operator/imports/${run.run_id}/files/${run.id}`];
    const missing = await get('/nothing', 'max');
    for (const url of [...PAGES, ...inner]) {
      const { status, body } = await get(url);
      assert.equal(status, 200, url);
      for (const part of ['claims', 'replies', 'disputes', 'outcomes', 'log'])
        assert.ok(body.includes(`<a href="/operator/${part}" >`), `${url} leads to ${part}`);
      assert.deepEqual(await get(url, 'max'), missing, url);
      assert.match(String((await get(url, 'nobody')).location), /^\/sign-in\?next=/);
    }
    const id = await addMail({ attempts: 2, last_error: 'no answer' });
    assert.equal((await retry(id, { cookie: 'max' })).status, 404);
    assert.equal((await retry(id, { cookie: 'max', 'sec-fetch-site': 'cross-site' })).status, 404);
    assert.equal((await retry(id, { cookie: 'nobody' })).status, 303);
    assert.equal((await retry(id, { cookie: 'ola', 'sec-fetch-site': 'cross-site' })).status, 403);
    const mail = await db.selectFrom('mails').select('next_attempt_at').executeTakeFirstOrThrow();
    assert.equal(mail.next_attempt_at, '2025-12-30T12:00:00.000Z', 'and nothing of it was done');
  });

  test('says on every page when nothing has happened yet', async () => {
    const words = ['Nothing yet', 'Nothing was imported yet', 'Every mail is sent', 'Nobody has subscribed'];
    for (const [index, url] of PAGES.entries()) {
      const { status, body } = await get(url);
      assert.equal(status, 200, url);
      assert.ok(body.includes(words[index] ?? '?'), url);
      assertSoundPage(body);
    }
  });

  test('shows a run’s files, and each rejected row’s reason and stored content, with HTML escaped', async () => {
    await importFile(
      `${HOSTILE}.csv`,
      inspectionCsv([inspectionRow(), inspectionRow({ visitId: 99 }), ...badRows(2)]),
    );
    const list = (await get('/operator/imports')).body;
    assertSoundPage(list);
    const [, address = ''] = /href="(\/operator\/imports\/\d+)"/.exec(list) ?? [];
    const run = (await get(address)).body;
    assertSoundPage(run);
    assertEscaped(run, 1);
    assert.match(run, /Published/);
    assert.match(run, /4 read, 2 kept, 0 of other licenses/);
    assert.match(run, /2 × <span class="code">inspection_date_malformed/);
    const [, rows = ''] = /href="(\/operator\/imports\/\d+\/files\/\d+)"/.exec(run) ?? [];
    const refused = (await get(rows)).body;
    assertSoundPage(refused);
    assert.match(refused, /2 of 4 rows were refused/);
    assert.match(refused, /data-label="Line"/);
    // The file name and the business name both contain HTML, but the business name is not stored.
    assertEscaped(refused, 1);
    assert.doesNotMatch(refused, /LIVE/);
    assert.match(refused.replaceAll('&#34;', '"'), /"license number":"4758801".*"visited on":"AAAAA"/);
  });

  test('names each source file that did not arrive, and says what that means and what to do', async () => {
    const read = await readRegulatorFile(
      {
        name: 'visits.csv',
        bytes: Buffer.from(inspectionCsv([inspectionRow({ visitedOn: DAY })])),
        publishedAt: null,
      },
      DAY,
    );
    const missing = [{ name: 'hrfood1.csv', reason: 'http_404: no such file' }];
    await publish(database, {
      files: [read],
      asOf: DAY,
      now: NOW,
      source: { expected: 2, unchanged: 0, missed: 1, missing },
    });
    const shared = {
      url: 'https://r.example/x',
      etag: null,
      last_modified: null,
      checked_at: NOW().toISOString(),
      kind: null,
      district: null,
      period: null,
      misses: 0,
    };
    await rememberFetched(db, [
      { ...shared, name: 'hrfood1.csv', sha256: null, outcome: 'failed', reason: 'http_404: no such file' },
      { ...shared, name: 'visits.csv', sha256: read.sha256, outcome: 'unchanged', reason: null },
    ]);
    const daily = (await get('/operator/daily')).body;
    assertSoundPage(daily);
    assert.match(daily, /2 files expected: 0 new, 1 checked and unchanged, 1 with a problem/);
    assert.match(daily, /The regulator’s site has no such file\. \(http_404: no such file\)/);
    assert.match(daily, /No copy was ever read/);
    assert.match(daily, /Open its address in a browser/);
    const list = (await get('/operator/imports')).body;
    assert.match(list, /1 file: 1 new, 1 did not come/);
    const [, address = ''] = /href="(\/operator\/imports\/\d+)"/.exec(list) ?? [];
    const run = (await get(address)).body;
    assertSoundPage(run);
    assert.match(run, /hrfood1\.csv: <span class="small">http_404: no such file/);
  });

  test('shows whether the database is intact and when the newest backups started', async () => {
    assert.doesNotMatch((await get('/operator/daily')).body, /Databases and backups/);
    const at = '2025-12-30T12:00:00.000Z';
    noted = {
      'pages-checked': { ledger: { at, sound: true }, registry: { at, sound: false } },
      'backups-seen': { folder: { newest: at, everyHours: 24 }, bucket: { newest: null, everyHours: 1 } },
    };
    const { body } = await get('/operator/daily');
    assertSoundPage(body);
    assert.match(body, /Pages of the ledger<\/dt><dd>Sound \(/);
    assert.match(
      body,
      /Pages of the registry<\/dt><dd><span class="flag">Damaged<\/span> Restore a backup \(/,
    );
    assert.match(
      body,
      /Newest backup in the folder<\/dt><dd><time[^>]+>[^<]+<\/time>, to be made every 24 hours/,
    );
    assert.match(
      body,
      /Newest backup in the bucket<\/dt><dd><span class="flag">None<\/span>, to be made every hour/,
    );
  });

  test('reports a run in which no file arrived as failed, not as “nothing new”', async () => {
    await importFile('visits.csv', inspectionCsv([inspectionRow()]));
    const missing = [{ name: 'hrfood1.csv', reason: 'network: x' }];
    const source = { expected: 1, unchanged: 0, missed: 1, missing };
    await publish(database, { files: [], asOf: DAY, now: NOW, source });
    for (const url of ['/operator/imports', '/operator/daily'])
      assert.match((await get(url)).body, /Failed: no file of the source could be had/);
  });

  test('shows only the line and the reason for a rejected row whose content is no longer stored', async () => {
    await importFile('visits.csv', inspectionCsv([inspectionRow(), ...badRows(1)]));
    await db.updateTable('refused_rows').set({ content: '' }).execute();
    const file = await db.selectFrom('import_files').select(['id', 'run_id']).executeTakeFirstOrThrow();
    const { body } = await get(`/operator/imports/${file.run_id}/files/${file.id}`);
    assert.match(body, /inspection_date_malformed.*Not kept/s);
  });

  test('shows only the line, reason, and license number of rejected rows that contain a holder’s contact details', async () => {
    const contact = {
      mailingStreet: '2 UNPUBLISHED LANE',
      primaryPhone: '850.555.0101',
      street: '7 UNTOLD RD',
    };
    const bad = { ...contact, businessName: 'UNNAMED TRUCK', licenseNumber: 'NONE' };
    const change = { applicationType: 'Approve Change Owner Request' };
    const texts = {
      'licenses.csv': licenseCsv([licenseRow(), licenseRow(bad)]),
      'newfood.csv': applicationCsv([applicationRow(), applicationRow(bad)]),
      'chgofown.csv': applicationCsv([applicationRow(change), applicationRow({ ...bad, ...change })], {
        file: 'change_of_owner',
      }),
    };
    const kinds: string[] = [];
    for (const [name, text] of Object.entries(texts)) {
      await importFile(name, text);
      const file = await db
        .selectFrom('import_files')
        .innerJoin('refused_rows', 'refused_rows.import_file_id', 'import_files.id')
        .select(['import_files.id', 'run_id', 'kind', 'content'])
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      assert.doesNotMatch(file.content, /UNPUBLISHED|850.555|UNTOLD|UNNAMED/, name);
      kinds.push(file.kind);
      const { body } = await get(`/operator/imports/${file.run_id}/files/${file.id}`);
      assertSoundPage(body);
      assert.match(body, /license_number_malformed/, name);
      assert.match(body.replaceAll('&#34;', '"'), /"license number":"NONE"/, name);
      const elsewhere = await get(`/operator/imports/${file.run_id}`);
      assert.doesNotMatch(body + elsewhere.body, /UNPUBLISHED|850.555|UNTOLD|UNNAMED/, name);
    }
    assert.deepEqual(kinds, ['licenses', 'new_licenses', 'ownership_changes']);
  });

  test('splits rejected rows into pages without duplicates, and shows why a file was rejected', async () => {
    await importFile('licenses.csv', licenseCsv([licenseRow()]));
    const run = await importFile('broken.csv', inspectionCsv([inspectionRow(), ...badRows(250)]));
    assert.equal(run.outcome, 'failed');
    const file = await db
      .selectFrom('import_files')
      .select(['id', 'run_id'])
      .where('name', '=', 'broken.csv')
      .executeTakeFirstOrThrow();
    let url: string | undefined = `/operator/imports/${file.run_id}/files/${file.id}`;
    const counts: number[] = [];
    while (url !== undefined && counts.length < 5) {
      const page: string = (await get(url)).body;
      counts.push(page.split('data-label="Line"').length - 1);
      url = /href="([^"]*\?after=\d+)"/.exec(page)?.[1];
    }
    assert.deepEqual(counts, [100, 100, 50]);
    assert.match(
      (await get(`/operator/imports/${file.run_id}`)).body,
      /Refused<br><span class="small">\w+: /,
    );
    const daily = (await get('/operator/daily')).body;
    assertSoundPage(daily);
    assert.match(daily, /Failed: nothing was changed/);
    assert.match(daily, /Refused files/);
    assert.match(daily, /licenses:district-\d/);
    assert.match(daily, /Never read/);
  });

  test('lists what operators accepted and withdrew, with who did it, when, and why, escaped', async () => {
    const fleet = Array.from({ length: 20 }, (_, index) =>
      licenseRow({
        licenseNumber: `MFD47588${String(index).padStart(2, '0')}`,
        businessName: `TRUCK ${index}`,
      }),
    );
    const few = licenseCsv([licenseRow({ licenseNumber: 'MFD4758801', lastInspectedOn: '2025-09-20' })]);
    const old = licenseCsv([licenseRow({ licenseNumber: 'MFD4758801', lastInspectedOn: '2025-09-01' })]);
    await importFile('full.csv', licenseCsv(fleet));
    const decision = { by: `${HOSTILE} ola`, because: `${HOSTILE} sold` };
    const file = await readRegulatorFile(
      { name: 'few.csv', bytes: Buffer.from(few), publishedAt: null },
      DAY,
    );
    const accepted = await publish(database, { files: [file], asOf: DAY, now: NOW, acceptance: decision });
    const fileId = accepted.files[0]?.id ?? 0;
    await importFile('old.csv', old);
    const before = (await get('/operator/imports')).body;
    assertSoundPage(before);
    assert.match(before, /1 set aside/);
    const day = (await get('/operator/daily')).body;
    assertSoundPage(day);
    assert.match(
      day,
      /few\.csv <span class="flag">Accepted<\/span>.*because: .* sold.*Bounds released: far_fewer_rows/s,
    );
    assert.match(day, /Files older than the file in use.*old\.csv/s);
    assert.match(before, /Accepted and withdrawn files/);
    await publish(database, { files: [], now: NOW, withdrawal: { ...decision, fileId } });
    const { body } = await get('/operator/imports');
    assertSoundPage(body);
    assertEscaped(body, 4);
    const [newest = ''] = /<tr>.*?<\/tr>/s.exec(body.slice(body.indexOf('<tbody>'))) ?? [];
    assert.match(newest, /data-label="Files">1 file withdrawn<.*data-label="Verdicts">None changed</s);
    assert.match(body, /data-label="Verdicts">20 new \(Review first \/ Not enough record 20\)</);
    assert.match(
      body,
      /Withdrawn<br>.*Accepted .* ola because: .* sold.*Bounds released: far_fewer_rows.*Withdrawn .* ola because: .* sold/s,
    );
    assert.doesNotMatch(body, /held back/);
    const daily = (await get('/operator/daily')).body;
    assertSoundPage(daily);
    assert.match(daily, /<dt>Files<\/dt><dd>1 file withdrawn</);
    assert.match(
      daily,
      /Files that an operator took back.*few\.csv.* sold.*data-label="Taken in again">No</s,
    );
    const [, address = ''] = /href="(\/operator\/imports\/\d+)"/.exec(body) ?? [];
    const run = (await get(address)).body;
    assertSoundPage(run);
    assert.match(run, new RegExp(`File ${fileId}, SHA-256`));
  });

  test('returns 404 for an unknown run or file or another run’s file, and rejects an invalid page number', async () => {
    await importFile('visits.csv', inspectionCsv([inspectionRow(), ...badRows(1)]));
    const { id, run_id } = await db
      .selectFrom('import_files')
      .select(['id', 'run_id'])
      .executeTakeFirstOrThrow();
    for (const run of ['0', '-1', 'x', '4711', '9999999999', '1e3', '01', '%00'])
      assert.equal((await get(`/operator/imports/${run}`)).status, 404, run);
    for (const file of ['0', 'x', '4711', '9999999999'])
      assert.equal((await get(`/operator/imports/${run_id}/files/${file}`)).status, 404, file);
    assert.equal((await get(`/operator/imports/${run_id + 1}/files/${id}`)).status, 404);
    for (const query of ['after=-1', 'after=x', 'after=99999999999999', 'after=1&after=2'])
      assert.equal((await get(`/operator/imports/${run_id}/files/${id}?${query}`)).status, 200, query);
    for (const list of ['imports', 'mail', 'subscriptions']) {
      for (const query of ['page=-1', 'page=x', 'page=99999999999999'])
        assert.equal((await get(`/operator/${list}?${query}`)).status, 400, query);
      const beyond = await get(`/operator/${list}?page=2`);
      assertSoundPage(beyond.body);
      assert.match(beyond.body, list === 'imports' ? /There is no page 2/ : /Every mail is sent|Nobody has/);
    }
  });

  test('shows pending, failing, and abandoned emails with masked addresses and without their bodies', async () => {
    await addMail({ subject: HOSTILE });
    await addMail({ attempts: 3, last_error: HOSTILE, recipient: 'fred@failing.example' });
    await addMail({ attempts: 9, next_attempt_at: null, body: '', recipient: 'gus@gone.example' });
    await addMail({ next_attempt_at: null, body: '', sent_at: '2025-12-31T05:00:00.000Z' });
    // In Florida, this is still the previous day.
    await addMail({ next_attempt_at: null, body: '', sent_at: '2025-12-31T04:59:59.999Z' });
    const { body } = await get('/operator/mail');
    assertSoundPage(body);
    assertEscaped(body, 2);
    for (const name of ['Waiting', 'Failing', 'Given up', 'Sent today'])
      assert.match(body, new RegExp(`<dt>${name}</dt><dd>1</dd>`), name);
    for (const masked of ['a…@vendor.example', 'f…@failing.example', 'g…@gone.example'])
      assert.ok(body.includes(masked), masked);
    assert.doesNotMatch(body, /anna|fred|gus@|secret-link/);
    assert.equal(body.split('/retry"').length - 1, 2, 'what was emptied cannot be sent again');
  });

  test('retries a pending or abandoned email if its text is still stored, and logs the retry', async () => {
    const failing = await addMail({ attempts: 3, next_attempt_at: '2026-01-03T00:00:00.000Z' });
    const kept = await addMail({ attempts: 9, next_attempt_at: null });
    const emptied = await addMail({ attempts: 9, next_attempt_at: null, body: '' });
    const sent = await addMail({ next_attempt_at: null, sent_at: NOW().toISOString() });
    for (const id of [failing, kept])
      assert.deepEqual(await retry(id), { status: 303, location: '/operator/mail?done=due' });
    for (const id of [emptied, sent, randomUUID(), 'no-id'])
      assert.deepEqual(await retry(id), { status: 303, location: '/operator/mail?done=not' });
    const due = await db
      .selectFrom('mails')
      .select('id')
      .where('next_attempt_at', '=', NOW().toISOString())
      .execute();
    assert.deepEqual(due.map(({ id }) => id).sort(), [failing, kept].sort());
    const log = await db.selectFrom('operator_log').select(['account_id', 'action', 'subject']).execute();
    const entry = { account_id: operatorId, action: 'mail.retry' };
    assert.deepEqual(new Set(log.map((each) => each.subject)), new Set([failing, kept]));
    for (const { subject: _, ...each } of log) assert.deepEqual(each, entry);
    assert.match((await get('/operator/mail?done=due')).body, /role="status">It is tried again now/);
    assert.match((await get('/operator/mail?done=not')).body, /role="status">There is nothing to send/);
    assert.doesNotMatch(
      (await get(`/operator/mail?done=${encodeURIComponent(HOSTILE)}`)).body,
      /role="alert"/,
    );
  });

  test('lists subscriptions by most recent change, in pages, with masked addresses', async () => {
    const accountId = await insertAccount(db, 'paula@payer.example');
    const rows = Array.from({ length: 130 }, (_, index) => subscription(accountId, index));
    rows.push({ ...subscription(randomUUID(), 130), state: 'cancel_requested', provider: 'stripe' });
    await db.insertInto('subscriptions').values(rows).execute();
    const first = (await get('/operator/subscriptions')).body;
    assertSoundPage(first);
    assert.equal(first.split('data-label="License"').length - 1, 100);
    assert.match(first, /<dt>Active<\/dt><dd>130<\/dd>/);
    assert.ok(first.includes('p…@payer.example') && first.includes('Account deleted'));
    assert.doesNotMatch(first, /paula|cus_/);
    assert.ok(first.indexOf('Being ended') < first.indexOf('p…@payer.example'), 'changed last comes first');
    const second = (await get('/operator/subscriptions?page=2')).body;
    assert.equal(second.split('data-label="License"').length - 1, 31);
    assert.doesNotMatch(second, /page=3/);
  });
});

function subscription(accountId: string, index: number): Insertable<SubscriptionsTable> {
  const at = new Date(Date.UTC(2025, 10, 1, 0, index)).toISOString();
  return {
    id: `sub-${String(index).padStart(3, '0')}`,
    account_id: accountId,
    license_type: '2014',
    license_digits: String(1_350_000 + index),
    provider: 'test',
    customer_id: 'cus_1',
    state: 'active',
    period_ends_at: '2026-01-31T00:00:00.000Z',
    grace_ends_at: null,
    cancel_at_period_end: 0,
    revision: 1,
    created_at: at,
    updated_at: at,
  };
}
