import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RESERVED_LICENSES } from '../../src/demo/florida/reserved/reserved-licenses.ts';
import { Envelope } from '../../src/http/schemas.ts';
import type { ApplicationOutcome } from '../../src/organizer/applications/schemas.ts';
import { RiskRecord, RiskRecordListEnvelope } from '../../src/owner/risk-records/schemas.ts';
import { listRiskRecords } from '../../src/owner/risk-records/service.ts';
import { publish } from '../../src/records/publication/service.ts';
import { insertAccount } from '../support/account-rows.ts';
import { assertMatches, field, rows } from '../support/check.ts';
import { countStatements } from '../support/count-statements.ts';
import { DEMO_DAY, NOW, readDemoFiles, reservedNumber } from '../support/demo-app.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import { type KeyedServer, openKeyedServer } from '../support/keyed-server.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';
import { insertVerifiedClaim } from '../support/watch-rows.ts';

/** Contract 2.2, 2.5, 4.3: the keyed vendor lookup. */
/** A reader that does not cache anything. */
const NO_EDITION = {
  version: () => undefined,
  edition: () => undefined,
  latestEdition: async () => undefined,
};

describeEngines('GET /api/v1/vendors', (open) => {
  let database: TestDatabase;
  let server: KeyedServer;
  let accountId: string;

  before(async () => {
    database = await open();
    await publish(database, { files: await readDemoFiles(120), asOf: DEMO_DAY, now: NOW });
    server = await openKeyedServer(database);
    accountId = await insertAccount(database.db);
  });
  after(async () => {
    await server.app.close();
    await database.close();
  });

  const lookUp = (number: string) =>
    server.get(`/api/v1/vendors?${new URLSearchParams({ license_number: number })}`, accountId);
  /** Looks up one vendor, and asserts that a list with the number returns the same record. */
  const dataOf = async (number: string) => {
    const { status, json } = await lookUp(number);
    assert.equal(status, 200);
    assertMatches(Envelope(RiskRecord), json);
    const data = field(json, 'data');
    const list = await server.post('/api/v1/vendors', { license_numbers: [number] }, accountId);
    assert.deepEqual(field(list.json, 'data', 0, 'record'), data);
    return data;
  };
  const scorecardOf = async (number: string): Promise<unknown> => {
    const row = await database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select('scorecard')
      .where('digits', '=', number.replace(/\D/g, ''))
      .executeTakeFirstOrThrow();
    return JSON.parse(row.scorecard);
  };
  /**
   * Creates a license's verified owner, along with a function that applies to an event on a given day as the
   * owner or without an account.
   */
  const holderOf = async (license_number: string, kind: 'hot-dog-cart' | 'caterer') => {
    const license = {
      license_type: kind === 'caterer' ? '2013' : '2014',
      license_digits: license_number.replace(/\D/g, ''),
    };
    const owner = await insertAccount(database.db);
    await insertVerifiedClaim(database.db, owner, license);
    const applied = async (
      organizer: string,
      day: number,
      outcome: ApplicationOutcome | null,
      by: string | null,
    ) => {
      const id = await accountOf(organizer);
      const starts_at = `2026-03-0${day}T17:00:00.000Z`;
      const eventId = await insertEvent(database.db, id, { starts_at });
      const told = outcome && `2026-03-1${day}T17:00:00.000Z`;
      await insertApplication(database.db, eventId, {
        ...license,
        license_number,
        status: 'approved',
        submitted_at: '2026-02-01T12:00:00.000Z',
        outcome,
        outcome_recorded_at: told,
        outcome_told_at: told,
        holder_account_id: by,
      });
    };
    return { owner, applied };
  };
  const accountOf = async (address: string): Promise<string> => {
    const known = await database.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', address)
      .executeTakeFirst();
    return known?.id ?? insertAccount(database.db, address);
  };

  for (const { state, license_number } of RESERVED_LICENSES.filter((each) => each.state !== 'ambiguous'))
    test(`contract 2.5: score, tier, recommendation, and rollup match the scorecard of “${state}”`, async () => {
      const data = await dataOf(license_number);
      const card = await scorecardOf(license_number);
      const same = [
        'service_score',
        'risk_tier',
        'recommendation',
        'rollup_12m',
        'data_as_of',
        'as_of',
        'grade',
        'grade_status',
        'score_version',
        'hold',
        'fictional',
      ];
      for (const name of same) assert.deepEqual(field(data, name), field(card, name), name);
      for (const name of ['id', 'name', 'aka', 'license', 'cuisine', 'location'])
        assert.deepEqual(field(data, 'vendor', name), field(card, name), name);
      assert.equal(field(data, 'vendor', 'page_url'), `https://vendors.example/vendor/${field(card, 'id')}`);
    });

  test('contract 2.5: “itemized violation and inspection history is not in this record”', async () => {
    for (const state of ['grade-d', 'grade-f', 'open-admin-complaint', 'prior-owner']) {
      const number = reservedNumber(state);
      const card = await scorecardOf(number);
      const inspections = rows(field(card, 'inspections'));
      assert.ok(inspections.length > 2);
      const { body } = await lookUp(number);
      for (const inspection of inspections) {
        assert.ok(!body.includes(String(field(inspection, 'visit_id'))));
        assert.ok(!body.includes(`"${field(inspection, 'type')}"`));
        for (const violation of rows(field(inspection, 'violations')))
          assert.ok(!body.includes(String(field(violation, 'title'))));
      }
      assert.doesNotMatch(
        body,
        /inspections":\[|violations":\[|narrative|trend|disposition|visit_id|case_id/,
      );
    }
  });

  test('contract 2.2: any spelling finds the same vendor', async () => {
    const number = reservedNumber('grade-b');
    const digits = number.replace(/\D/g, '');
    const expected = await dataOf(number);
    for (const spelling of [`MFD-${digits}`, `mfd ${digits.slice(0, 4)}.${digits.slice(4)}`, digits])
      assert.deepEqual(await dataOf(spelling), expected);
  });

  const failures: readonly (readonly [query: string, status: number, code: string])[] = [
    ['', 400, 'missing_parameter'],
    ['license_number=', 400, 'invalid_parameter'],
    ['license_number=MFD', 400, 'invalid_parameter'],
    [`license_number=${'1'.repeat(65)}`, 400, 'invalid_parameter'],
    ['license_number=1&license_number=2', 400, 'invalid_parameter'],
    ['license_number=0000000001', 404, 'vendor_not_found'],
    [`license_number=${reservedNumber('ambiguous').replace(/\D/g, '')}`, 400, 'ambiguous_license'],
  ];
  for (const [query, status, code] of failures)
    test(`contract 7: ${query.slice(0, 40)} returns ${status} ${code} and names the parameter`, async () => {
      const answer = await server.get(`/api/v1/vendors?${query}`, accountId);
      assert.deepEqual(
        [answer.status, field(answer.json, 'data'), field(answer.json, 'error', 'code')],
        [status, null, code],
      );
      assert.equal(field(answer.json, 'error', 'parameter'), 'license_number');
    });

  test('contract 4.3: a request without a key does not get any data', async () => {
    assert.equal((await server.get('/api/v1/vendors?license_number=1')).status, 401);
  });

  test('contract 4.3.7: a list returns for each number, in order, the same record or error as a single lookup', async () => {
    const numbers = [
      ...RESERVED_LICENSES.map(({ license_number }) => license_number),

      reservedNumber('grade-a').slice(3),
      `mfd-${reservedNumber('grade-a').slice(3)} `,
      reservedNumber('grade-a'),
      '',
      'MFD',
      'N/A',
      '0000000001',
      '1'.repeat(65),
      '\u202e"',
      '<b>9</b>',
    ];
    const { status, json } = await server.post('/api/v1/vendors', { license_numbers: numbers }, accountId);
    assert.equal(status, 200);
    assertMatches(RiskRecordListEnvelope, json);
    const answers = rows(field(json, 'data'));
    for (const [index, number] of numbers.entries()) {
      const one = await lookUp(number);
      assert.deepEqual(answers[index], {
        license_number: number,
        record: field(one.json, 'data'),
        error: field(one.json, 'error'),
      });
    }
    const failed = answers.filter((each) => field(each, 'record') === null).length;
    assert.equal(failed, 7);
    const count = numbers.length;
    assert.deepEqual(field(json, 'meta'), { count, found: count - failed, failed });
  });

  test('contract 4.3.7: “fields” omits all other fields, and an unknown name is rejected', async () => {
    const asked = { license_numbers: [reservedNumber('grade-b'), '1'], fields: ['hold', 'grade', 'hold'] };
    const { json } = await server.post('/api/v1/vendors', asked, accountId);
    const [first, second] = rows(field(json, 'data'));
    const { grade, hold } = Object(await dataOf(reservedNumber('grade-b')));
    assert.deepEqual(field(first, 'record'), { grade, hold, fictional: true });
    assert.equal(field(second, 'error', 'code'), 'vendor_not_found');
    for (const fields of [['inspections'], [], 'grade', ['grade', null]]) {
      const refused = await server.post('/api/v1/vendors', { ...asked, fields }, accountId);
      assert.equal(refused.status, 400);
      assert.match(String(field(refused.json, 'error', 'parameter')), /^fields/);
    }
  });

  test('contract 4.3.7: accepts one to two hundred numbers, with the same number of statements for one as for all', async () => {
    const numbersOf = (count: number) =>
      Array.from({ length: count }, (_, index) => RESERVED_LICENSES[index % 10]?.license_number ?? '');
    const ledger = countStatements(database.db);
    const published = countStatements(database.published.db);
    const count = () => ledger.count() + published.count();
    const context = {
      registry: { db: published.db, engine: database.published.engine },
      ledger: { db: ledger.db, engine: database.engine },

      records: { today: () => DEMO_DAY, find: async () => undefined, ...NO_EDITION },
      baseUrl: 'https://vendors.example',
    };
    for (const records of [1, 200]) {
      const before = count();
      assert.equal((await listRiskRecords(context, numbersOf(records))).length, records);
      assert.equal(count() - before, 6);
    }
    for (const records of [0, 201]) {
      const { status, json } = await server.post(
        '/api/v1/vendors',
        { license_numbers: numbersOf(records) },
        accountId,
      );
      assert.deepEqual([status, field(json, 'error', 'parameter')], [400, 'license_numbers']);
    }
  });

  test('an unchanged record returns 304 to a client that has it, and shared caches must not store it', async () => {
    const url = `/api/v1/vendors?license_number=${reservedNumber('grade-b')}`;
    const ask = (headers: Record<string, string>) =>
      server.app.inject({ url, headers: { authorization: `Bearer ${accountId}`, ...headers } });
    const first = await ask({});
    assert.equal(first.headers['cache-control'], 'private, no-cache');
    const again = await ask({ 'if-none-match': String(first.headers.etag) });
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', first.headers.etag]);
    assert.equal((await ask({ 'if-none-match': '"other"' })).body, first.body);
    const wrong = await server.app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } });
    assert.equal(wrong.statusCode, 401);
  });

  test('contract 2.5.4: platform reliability is present if the verified owner has applied to events on this service', async () => {
    const number = reservedNumber('hot-dog-cart');
    const { owner, applied } = await holderOf(number, 'hot-dog-cart');
    const reliability = async () => field(await dataOf(number), 'platform_reliability');
    await applied('a@gmail.com', 1, 'no_show', null);
    assert.ok(!('platform_reliability' in Object(await dataOf(number))), 'a stranger’s application');
    await applied('a@gmail.com', 1, null, owner);
    const none = { attended: null, late: null, left_early: null, no_show: null, attended_rate: null };
    assert.deepEqual(await reliability(), {
      status: 'unknown',
      applications: 1,
      events: 0,
      organizers: 0,
      ...none,
      text: 'Unknown: no outcomes count so far. We need 3 events by 2 independent organizers.',
    });
    await applied('a@gmail.com', 2, 'attended', owner);
    await applied('b@gmail.com', 3, 'no_show', owner);
    await applied('b@gmail.com', 4, 'cancelled_by_vendor', owner);
    assert.deepEqual(field(await reliability(), 'attended_rate'), null);
    await applied('b@gmail.com', 5, 'late', owner);
    assert.deepEqual(await reliability(), {
      status: 'known',
      applications: 5,
      events: 3,
      organizers: 2,
      attended: 1,
      late: 1,
      left_early: 0,
      no_show: 1,
      attended_rate: 0.6667,
      text: 'Came to 2 of 3 events by 2 independent organizers on this service.',
    });
  });

  test('contract 2.5.5: one account cannot create a rate for a vendor, with any number of events, email addresses, or outcomes', async () => {
    const number = reservedNumber('caterer');
    const { owner, applied } = await holderOf(number, 'caterer');
    for (const [index, address] of ['eve@gmail.com', 'e.ve@gmail.com', 'eve+1@googlemail.com'].entries())
      for (const by of [owner, null]) await applied(address, index + 1, 'no_show', by);
    const found = field(await dataOf(number), 'platform_reliability');
    assert.deepEqual(
      ['status', 'organizers', 'no_show', 'attended_rate'].map((name) => field(found, name)),
      ['unknown', 1, null, null],
    );
  });

  test('each of two vendors with the same digits has only the applications for its own license type', async () => {
    const digits = reservedNumber('ambiguous').replace(/\D/g, '');
    const { owner, applied } = await holderOf(`CAT${digits}`, 'caterer');
    await applied('a@gmail.com', 1, 'attended', owner);
    assert.ok(!('platform_reliability' in Object(await dataOf(`MFD${digits}`))));
    assert.equal(field(await dataOf(`CAT${digits}`), 'platform_reliability', 'applications'), 1);
  });
});
