import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createPackRenderer } from '../../src/decisions/evidence-pack/service.ts';
import { countInMemory } from '../../src/http/limits/rate-limits.ts';
import { buildServer } from '../../src/http/server.ts';
import { createReliabilityService } from '../../src/owner/reliability/service.ts';
import { createContestService } from '../../src/owner/statements/contests/service.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { operatorOutcomePages } from '../../src/web/operator/outcomes/routes.ts';
import { applicationInboxPages } from '../../src/web/organizer/applications/inbox-routes.ts';
import { outcomePages } from '../../src/web/owner/outcomes/routes.ts';
import { insertAccount } from '../support/account-rows.ts';
import { assertEscaped, assertSoundPage, HOSTILE } from '../support/application-samples.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';
import { englishLeft, englishLines } from '../support/english-left.ts';
import {
  insertApplication,
  insertEvent,
  openApplicationService,
  TEST_BASE_URL,
} from '../support/ledger-rows.ts';
import { onlyOperators } from '../support/operators.ts';
import { inspectionRow, licenseRow } from '../support/regulator-files.ts';
import { insertVerifiedClaim, listMails, PELICAN, publishDay } from '../support/watch-rows.ts';

const NOW = () => new Date('2026-04-11T12:00:00Z');

describeEngines('event outcomes on pages', (open) => {
  let database: TestDatabase;
  let app: FastifyInstance;
  let owner = '';
  let organizer = '';
  let operator = '';
  let claim = '';
  let application = '';
  let organizersPage = '';

  before(async () => {
    database = await open();
    const { db } = database;
    await publishDay(database, { day: '2026-03-16', licenses: [licenseRow()], visits: [inspectionRow()] });
    owner = await insertAccount(db, 'owner@gmail.com');
    organizer = await insertAccount(db, 'fair@outlook.com');
    operator = await insertAccount(db);
    claim = await insertVerifiedClaim(db, owner, PELICAN);
    const event = await insertEvent(db, organizer, { name: HOSTILE });
    application = await insertApplication(db, event, {
      ...PELICAN,
      license_number: 'MFD4758801',
      status: 'approved',
      holder_account_id: owner,
    });
    organizersPage = `/organizer/events/${event}/applications/${application}`;
    const isOperator = async (id: string) => id === operator;
    const context = {
      ledgerDb: db,
      registry: database.published,
      isOperator,
      baseUrl: TEST_BASE_URL,
      now: NOW,
    };
    const shared = {
      reliability: createReliabilityService(context),
      contests: createContestService(context),
      operatorAccess: onlyOperators(operator),
      baseUrl: TEST_BASE_URL,
      now: NOW,
      isFictional: async () => false,
      findSession: async ({ cookie }: { cookie?: string | undefined }) =>
        cookie ? { accountId: cookie, name: 'Somebody', email: 'x@x.example', sessionId: 's' } : undefined,
    };
    app = await buildServer({
      logger: createLogger('silent'),
      trustProxy: [],
      makeCounter: countInMemory,
      routes: (server) => {
        server.register(outcomePages, { ...shared, limits: { ACCOUNT: 0 } });
        server.register(operatorOutcomePages, shared);
        server.register(applicationInboxPages, {
          ...shared,
          applications: openApplicationService(database, { now: NOW }),
          renderPack: createPackRenderer(),
          booked: { describe: async () => new Map(), resolve: async () => true },
        });
      },
    });
  });
  after(async () => {
    await app.close();
    await database.close();
  });

  const get = (url: string, cookie: string) => app.inject({ url, headers: { cookie } });
  const post = (url: string, fields: Record<string, string>, cookie: string) =>
    app.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    });

  test('show the vendor, organizer, and operator one another’s text, escaped, and state reliability in one sentence', async () => {
    const page = `/settings/licenses/${claim}/outcomes`;
    assert.equal(
      (await post(`${organizersPage}/outcome`, { outcome: 'no_show' }, organizer)).statusCode,
      303,
    );
    const first = await get(page, owner);
    assertSoundPage(first.body);
    assertEscaped(first.body, 1);
    assert.match(first.body, /Recorded: didn’t show up.*It counts\./s);
    const field = `text-${application}`;
    const words = { application_id: application, [field]: `We were there. ${HOSTILE}` };
    const short = await post(page, { ...words, [field]: 'No.' }, owner);
    assert.equal(short.statusCode, 422);
    assert.match(short.body, /at least 10 characters/);
    assert.equal((await post(page, words, owner)).statusCode, 303);
    assert.equal((await post(page, words, owner)).statusCode, 422);
    assert.equal(
      (await post(`${organizersPage}/answer`, { answer: `Nobody came. ${HOSTILE}` }, organizer)).statusCode,
      303,
    );
    const pages = [
      await get(page, owner),
      await get(organizersPage, organizer),
      await get('/operator/outcomes', operator),
    ];
    for (const { statusCode, body } of pages) {
      assert.equal(statusCode, 200);
      assertSoundPage(body);
      assertEscaped(body, 2);
      for (const part of ['We were there.', 'Nobody came.']) assert.ok(body.includes(part), part);
    }
    const sentence = 'Unknown: no outcomes count so far. We need 3 events by 2 independent organizers.';
    for (const { body } of pages.slice(0, 2)) assert.ok(body.includes(sentence));
    const id = /\/operator\/outcomes\/([\da-f-]{36})/.exec(pages[2]?.body ?? '')?.[1];
    const decide = (fields: Record<string, string>) => post(`/operator/outcomes/${id}`, fields, operator);
    assert.equal((await decide({ outcome: 'upheld' })).statusCode, 422);
    assert.equal((await decide({ outcome: 'upheld', [`note-${id}`]: HOSTILE })).statusCode, 303);
    const decided = await get(page, owner);
    assertEscaped(decided.body, 3);
    assert.match(decided.body, /we agree with the vendor: it doesn’t count/);
  });

  test('give a vendor who chose Spanish pages, errors, and emails in Spanish, while the organizer’s emails remain in English', async () => {
    const { db } = database;
    await db.updateTable('accounts').set({ language: 'es' }).where('id', '=', owner).execute();
    for (const table of ['outcome_contests', 'mails', 'kept_counts'] as const)
      await db.deleteFrom(table).execute();
    await post(`${organizersPage}/outcome`, { outcome: 'late' }, organizer);
    const page = `/es/settings/licenses/${claim}/outcomes`;
    const assertSpanish = ({ body }: { readonly body: string }, says: RegExp) => {
      assert.match(body, says);
      assert.deepEqual(englishLeft(body, [HOSTILE, 'We were there.', 'Nobody came.']), []);
    };
    assertSpanish(await get(page, owner), /Se registró: llegó tarde.*Cuenta\./s);
    const words = { application_id: application, [`text-${application}`]: 'We were there.' };
    const short = await post(page, { ...words, [`text-${application}`]: 'No.' }, owner);
    assertSpanish(short, /en al menos 10 caracteres/);
    const sent = await post(page, words, owner);
    assert.equal(sent.headers.location, `${page}?done=contested`);
    assertSpanish(await get(`${page}?done=contested`, owner), /Impugnado: “llegó tarde”/);
    await post(`${organizersPage}/answer`, { answer: 'Nobody came.' }, organizer);
    const queue = await get('/operator/outcomes', operator);
    const id = /\/operator\/outcomes\/([\da-f-]{36})/.exec(queue.body)?.[1];
    await post(`/operator/outcomes/${id}`, { outcome: 'dismissed', [`note-${id}`]: 'No.' }, operator);
    assertSpanish(await get(page, owner), /le damos la razón al organizador/);
    const mails = await listMails(db);
    const told = mails.filter(({ recipient }) => recipient === 'owner@gmail.com');
    for (const { subject, body } of told) assert.deepEqual(englishLines(`${subject}\n${body}`), []);
    assert.deepEqual(told.map(({ subject }) => subject).sort(), [
      'Decidimos sobre un resultado impugnado',
      'El organizador respondió a su impugnación',
      'Recibimos su impugnación',
      'Un organizador registró cómo fue su participación',
    ]);
    assert.deepEqual(
      mails.flatMap(({ recipient, subject }) => (recipient === 'owner@gmail.com' ? [] : [subject])).sort(),
      ['A vendor disputes an outcome: “Test Tacos”', 'We decided a dispute about an outcome'],
    );
  });

  test('return 404 to everyone else', async () => {
    const page = `/settings/licenses/${claim}/outcomes`;
    assert.equal((await get(page, organizer)).statusCode, 404);
    assert.equal((await get('/operator/outcomes', owner)).statusCode, 404);
    assert.equal((await get(organizersPage, owner)).statusCode, 404);
    assert.equal((await post(`${organizersPage}/answer`, { answer: 'x'.repeat(20) }, owner)).statusCode, 404);
    assert.equal((await post(page, { application_id: application }, organizer)).statusCode, 404);
    assert.equal((await post(page, { application_id: 'none', 'text-none': 'x' }, owner)).statusCode, 404);
  });
});
