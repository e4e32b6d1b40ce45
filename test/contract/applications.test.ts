import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RESERVED_LICENSES } from '../../src/demo/florida/reserved/reserved-licenses.ts';
import { ListEnvelope } from '../../src/http/schemas.ts';
import { ApplicationRecord } from '../../src/organizer/applications/schemas.ts';
import type { ApplicationsTable } from '../../src/platform/db/schema/ledger-tables/event-tables.ts';
import { publish } from '../../src/records/publication/service.ts';
import { insertAccount } from '../support/account-rows.ts';
import { assertMatches, field, rows } from '../support/check.ts';
import { countStatements } from '../support/count-statements.ts';
import { DEMO_DAY, NOW, readDemoFiles, reservedNumber } from '../support/demo-app.ts';
import { openDocumentService, sampleUpload } from '../support/documents.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import { type KeyedServer, openKeyedServer } from '../support/keyed-server.ts';
import {
  applicationRow,
  insertApplication,
  insertApplications,
  insertEvent,
  openApplicationService,
} from '../support/ledger-rows.ts';

/** Contract 2.1, 2.2, 2.4, 4.3: the list of applications for a caller with an API key. */
describeEngines('GET /api/v1/applications', (open) => {
  let database: TestDatabase;
  let server: KeyedServer;

  before(async () => {
    database = await open();
    await publish(database, { files: await readDemoFiles(120), asOf: DEMO_DAY, now: NOW });
    server = await openKeyedServer(database);
  });
  after(async () => {
    await server.app.close();
    await database.close();
  });

  const accountWith = async (applications: readonly Partial<ApplicationsTable>[], db = database.db) => {
    const accountId = await insertAccount(db);
    const eventId = await insertEvent(db, accountId, { name: 'Lake Night' });
    for (const columns of applications) await insertApplication(db, eventId, columns);
    return { accountId, eventId };
  };
  const list = async (accountId: string, query = '', from = server) => {
    const { status, json } = await from.get(`/api/v1/applications${query}`, accountId);
    assert.equal(status, 200);
    assertMatches(ListEnvelope(ApplicationRecord), json);
    return rows(field(json, 'data'));
  };
  const scorecardOf = async (digits: string): Promise<unknown> => {
    const row = await database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select('scorecard')
      .where('digits', '=', digits)
      .executeTakeFirstOrThrow();
    return JSON.parse(row.scorecard);
  };

  test('contract 2.1: “meta holds count (integer, row count of the full result)”: the list is unpaginated, in order of arrival', async () => {
    const at = (second: number) => new Date(NOW().getTime() + second * 1_000).toISOString();
    const { accountId } = await accountWith([
      { license_number: '3', submitted_at: at(3) },
      { license_number: '1', submitted_at: at(1) },
      ...Array.from({ length: 250 }, (_, index) => ({ license_number: '9', submitted_at: at(10 + index) })),
      { license_number: '2', submitted_at: at(2) },
    ]);
    const { json } = await server.get('/api/v1/applications', accountId);
    assert.deepEqual([field(json, 'meta'), field(json, 'error')], [{ count: 253 }, null]);
    const listed = rows(field(json, 'data'));
    assert.equal(listed.length, 253);
    assert.deepEqual(
      listed.slice(0, 4).map((row) => field(row, 'license_number')),
      ['1', '2', '3', '9'],
    );
  });

  test('an account without applications gets an empty list', async () => {
    const { json } = await server.get('/api/v1/applications', await insertAccount(database.db));
    assert.deepEqual(json, { data: [], meta: { count: 0 }, error: null });
  });

  test('contract 2.4: a row has the score, tier, outcome, deposit status, and custom responses', async () => {
    const response = { question_id: 'a1', label: 'Trucks?', type: 'number', answer: 2 };
    const { accountId, eventId } = await accountWith([
      {
        license_number: reservedNumber('grade-a'),
        outcome: 'late',
        outcome_recorded_at: NOW().toISOString(),
        deposit_status: 'paid',
        custom_responses: JSON.stringify([response]),
      },
    ]);
    const [row] = await list(accountId);
    const card = await scorecardOf(reservedNumber('grade-a').replace(/\D/g, ''));
    const of = (name: string) => field(row, name);
    assert.deepEqual([of('event_id'), of('event_name'), of('outcome')], [eventId, 'Lake Night', 'late']);
    assert.deepEqual([of('deposit_status'), of('custom_responses')], ['paid', [response]]);
    assert.deepEqual(of('service_score'), field(card, 'service_score'));
    assert.deepEqual(of('risk_tier'), 'low');
    assert.deepEqual(field(row, 'vendor', 'id'), field(card, 'id'));
    assert.deepEqual(field(row, 'vendor', 'page_url'), `https://vendors.example/vendor/${field(card, 'id')}`);
  });

  test('contract 2.2: “three spellings that reduce to the same digits … identify the same vendor”', async () => {
    const number = reservedNumber('grade-b');
    const digits = number.replace(/\D/g, '');
    const spellings = [
      number,
      `MFD-${digits}`,
      `mfd ${digits.slice(0, 3)} ${digits.slice(3)}`,
      digits,
      `CAT${digits}`,
    ];
    const { accountId } = await accountWith(spellings.map((license_number) => ({ license_number })));
    const vendors = (await list(accountId)).map((row) => field(row, 'vendor', 'id'));
    assert.deepEqual(vendors, Array(spellings.length).fill(field(await scorecardOf(digits), 'id')));
  });

  for (const { state, license_number } of RESERVED_LICENSES.filter((each) => each.state !== 'ambiguous'))
    test(`contract 2.4: “null when the vendor has no scored regulator record”: the score equals the scorecard’s for “${state}”`, async () => {
      const { accountId } = await accountWith([{ license_number }]);
      const [row] = await list(accountId);
      const card = await scorecardOf(license_number.replace(/\D/g, ''));
      const score = field(card, 'service_score');
      assert.deepEqual(field(row, 'service_score'), score);
      assert.deepEqual(field(row, 'risk_tier'), score === null ? null : field(card, 'risk_tier'));
    });

  test('contract 2.4: an unknown number and digits that two vendors share match no vendor, but a prefix distinguishes the two', async () => {
    const digits = reservedNumber('ambiguous').replace(/\D/g, '');
    const { accountId } = await accountWith([
      { license_number: '0000000001' },
      { license_number: digits },
      { license_number: `CAT${digits}`, license_type: '2013' },
      { license_number: `MFD${digits}`, license_type: '2014' },
    ]);
    const listed = await list(accountId);
    const types = new Map(
      listed.map((row) => [field(row, 'license_number'), field(row, 'vendor', 'license', 'type')]),
    );
    assert.equal(types.get(`CAT${digits}`), 'caterer');
    assert.equal(types.get(`MFD${digits}`), 'food_truck');
    for (const row of listed.filter((each) => field(each, 'vendor') === null))
      assert.deepEqual([field(row, 'service_score'), field(row, 'risk_tier')], [null, null]);
    assert.equal(listed.filter((each) => field(each, 'vendor') === null).length, 2);
  });

  test('contract 2.4: the score comes from the current record and changes with a new publication', async () => {
    const own = await open();
    const files = await readDemoFiles(100);
    await publish(own, { files, asOf: DEMO_DAY, now: NOW });
    const { accountId } = await accountWith([{ license_number: reservedNumber('grade-a') }], own.db);
    const from = await openKeyedServer(own);
    const scores = async () => field(await list(accountId, '', from), 0, 'service_score');
    assert.equal(typeof (await scores()), 'number');
    await publish(own, { files, asOf: '2030-01-01', now: NOW });
    const [row] = await list(accountId, '', from);
    assert.deepEqual([field(row, 'service_score'), field(row, 'risk_tier')], [null, null]);
    assert.equal(typeof field(row, 'vendor', 'id'), 'string');
    await from.app.close();
    await own.close();
  });

  test('contract 5: “a key sees only events owned by its account, applications on those events”', async () => {
    const mine = await accountWith([{ license_number: '1' }]);
    const other = await accountWith([{ license_number: '2' }]);
    const second = await insertEvent(database.db, mine.accountId);
    await insertApplication(database.db, second, { license_number: '3' });
    const numbers = async (query: string) =>
      (await list(mine.accountId, query)).map((row) => field(row, 'license_number')).sort();
    assert.deepEqual(await numbers(''), ['1', '3']);
    assert.deepEqual(await numbers(`?event_id=${second}`), ['3']);
    assert.deepEqual(await numbers(`?event_id=${second.toUpperCase()}`), ['3']);
    assert.deepEqual((await list(other.accountId)).length, 1);
  });

  test('contract 7: another account’s event and a nonexistent one get the same 404, byte for byte, as from /api/v1/events/:id', async () => {
    const { accountId } = await accountWith([]);
    const foreign = (await accountWith([{}])).eventId;
    const expected = await server.get(`/api/v1/events/${foreign}`, accountId);
    assert.equal(expected.status, 404);
    for (const id of [foreign, '00000000-0000-4000-8000-000000000000'])
      assert.deepEqual(await server.get(`/api/v1/applications?event_id=${id}`, accountId), expected);
  });

  for (const query of [
    'event_id=x',
    'event_id=',
    'event_id=%00',
    'event_id=a&event_id=b',
    'event_id=urn:uuid:1',
  ])
    test(`contract 7: ${query} returns 400 and names the parameter`, async () => {
      const { accountId } = await accountWith([]);
      const { status, json } = await server.get(`/api/v1/applications?${query}`, accountId);
      assert.deepEqual(
        [status, field(json, 'data'), field(json, 'error', 'code'), field(json, 'error', 'parameter')],
        [400, null, 'invalid_parameter', 'event_id'],
      );
      assert.match(String(field(json, 'error', 'message')), /Accepted: the id of one of your events, a UUID/);
    });

  test('contract 4.3: a request without a key does not get any data', async () => {
    const { status, body } = await server.get('/api/v1/applications');
    assert.equal(status, 401);
    assert.match(body, /"data":null/);
  });

  test('a row contains only its documented fields: no link, no account, and no organizer’s note', async () => {
    const { accountId, eventId } = await accountWith([{ license_number: reservedNumber('grade-a') }]);
    const { body } = await server.get('/api/v1/applications', accountId);
    const row = await database.db
      .selectFrom('applications')
      .select('link_sha256')
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow();
    for (const secret of [row.link_sha256, accountId]) assert.ok(!body.includes(secret));
    assert.doesNotMatch(body, /link_sha256|license_digits|"inspections"|"facts"|account_id|message/);
  });

  test('contract 4.3.12: “fields” returns the named fields in their usual order, and every row has them', async () => {
    const response = { question_id: 'a1', label: 'Trucks?', type: 'number', answer: 2 };
    const { accountId, eventId } = await accountWith([
      { license_number: reservedNumber('grade-a'), custom_responses: JSON.stringify([response]) },
      { license_number: '0000000001' },
    ]);
    const whole = await list(accountId);
    const all = Object.keys(ApplicationRecord.properties);
    for (const names of [['id'], ['status', 'id'], ['custom_responses', 'vendor', 'vendor'], all]) {
      const { json } = await server.get(`/api/v1/applications?fields=${names.join(',')}`, accountId);
      const expected = whole.map((row) =>
        Object.fromEntries(Object.entries(Object(row)).filter(([name]) => names.includes(name))),
      );
      assert.deepEqual(json, { data: expected, meta: { count: 2 }, error: null });
    }
    const { json } = await server.get(`/api/v1/applications?event_id=${eventId}&fields=event_id`, accountId);
    assert.deepEqual(field(json, 'data'), [{ event_id: eventId }, { event_id: eventId }]);
  });

  for (const fields of [
    '',
    'x',
    'id,',
    ',id',
    'id, status',
    'id,link_sha256',
    'ID',
    'id&fields=status',
    'vendor.id',
  ])
    test(`contract 4.3.12: fields=${fields} returns 400 and names the parameter and what it accepts`, async () => {
      const { accountId } = await accountWith([]);
      const { status, json } = await server.get(`/api/v1/applications?fields=${fields}`, accountId);
      assert.deepEqual(
        [status, field(json, 'data'), field(json, 'error', 'code'), field(json, 'error', 'parameter')],
        [400, null, 'invalid_parameter', 'fields'],
      );
      assert.match(String(field(json, 'error', 'message')), /any of id, event_id, /);
    });

  test('contract 4.3.8: an unchanged list returns 304, based on a weak ETag for the whole list', async () => {
    const { accountId, eventId } = await accountWith([{ license_number: reservedNumber('grade-a') }]);
    for (const url of ['/api/v1/applications', `/api/v1/applications?event_id=${eventId}`]) {
      const whole = await server.ask(url, accountId);
      const etag = String(whole.headers.etag);
      assert.match(etag, /^W\/"[\w-]{27}"$/);
      assert.equal(whole.headers['cache-control'], 'private, no-cache');
      for (const held of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
        const same = await server.ask(url, accountId, held);
        assert.deepEqual([same.status, same.body, same.headers.etag], [304, '', etag], held);
      }
      assert.equal((await server.ask(url, accountId, 'W/"x"')).status, 200);
    }
  });

  test('contract 4.3.8: the ETag differs after every change to the list, even one that was later reverted', async () => {
    const own = await open();
    const files = await readDemoFiles(100);
    await publish(own, { files, asOf: DEMO_DAY, now: NOW });
    const from = await openKeyedServer(own);
    const { accountId, eventId } = await accountWith([{ license_number: reservedNumber('grade-a') }], own.db);
    const [id = ''] = (await own.db.selectFrom('applications').select('id').execute()).map((row) => row.id);
    const documents = openDocumentService(own);
    const service = openApplicationService(own);
    const edited = (columns: object) => () =>
      own.db.updateTable('applications').set(columns).where('id', '=', id).execute();
    const waived = (decision: 'waive' | 'unwaive') => () => {
      const typed = { code: 'license_copy', file: '', expires_on: '', reason: 'Seen on site.' };
      return documents.decide({ accountId, eventId, applicationId: id }, decision, typed);
    };
    const decided = (status: string) => () =>
      service.decide(accountId, eventId, id, { status, message: '', reason: 'Known to us.' });
    const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['an application came', () => insertApplication(own.db, eventId)],
      ['a status', decided('under_review')],
      ['another status', decided('approved')],
      ['a deposit', () => service.setDeposit(accountId, eventId, id, 'paid')],
      ['an outcome', edited({ outcome: 'late' })],
      ['its time', edited({ outcome_recorded_at: NOW().toISOString() })],
      ['a document', () => documents.upload(id, 'insurance_certificate', sampleUpload())],
      [
        'its day',
        () => own.db.updateTable('application_documents').set({ expires_on: '2028-01-01' }).execute(),
      ],
      ['its state', () => own.db.updateTable('application_documents').set({ state: 'rejected' }).execute()],
      ['a waiver', waived('waive')],
      ['its end', waived('unwaive')],
      [
        'an event',
        () => own.db.updateTable('events').set({ updated_at: '2026-03-16T16:00:00.000Z' }).execute(),
      ],
      ['a second event', () => insertEvent(own.db, accountId)],
      ['a publication', () => publish(own, { files, asOf: '2030-01-01', now: NOW })],
    ];
    const versions = new Set<unknown>();
    const read = async () => String((await from.ask('/api/v1/applications', accountId)).headers.etag);
    let held = await read();
    for (const [what, change] of changes) {
      versions.add(held);
      await change();
      assert.equal((await from.ask('/api/v1/applications', accountId, held)).status, 200, what);
      held = await read();
      assert.ok(!versions.has(held), what);
    }
    const foreign = await accountWith([{}], own.db);
    await insertApplication(own.db, foreign.eventId);
    assert.equal((await from.ask('/api/v1/applications', accountId, held)).status, 304);
    await from.app.close();
    await own.close();
  });

  test('the ETag of 2,000 applications takes one ledger statement, and a 304 does not read any rows', async () => {
    const { accountId, eventId } = await accountWith([]);
    await insertApplications(
      database.db,
      Array.from({ length: 2_000 }, () => applicationRow(eventId)),
    );
    const counting = countStatements(database.db);
    const list = await openApplicationService(database, { ledger: counting.db }).openApplicationList(
      accountId,
      undefined,
    );
    assert.equal(counting.count(), 1);
    assert.match(list.version, /^[\w-]{27}$/);
  });
});
