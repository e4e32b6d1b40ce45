import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RESERVED_LICENSES } from '../../src/demo/florida/reserved.ts';
import { Envelope } from '../../src/http/schemas.ts';
import { type ApplicationOutcome, OUTCOMES } from '../../src/ledger/applications/schemas.ts';
import { RiskRecord } from '../../src/ledger/risk-records/schemas.ts';
import { publish } from '../../src/registry/publication/service.ts';
import { insertAccount } from '../support/account-rows.ts';
import { assertMatches, field, rows } from '../support/check.ts';
import { DEMO_DAY, NOW, readDemoFiles, reservedNumber } from '../support/demo-app.ts';
import type { TestDatabase } from '../support/engines.ts';
import { describeEngines } from '../support/engines.ts';
import { type KeyedServer, openKeyedServer } from '../support/keyed-server.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';

/** Contract 2.2, 2.5, 4.3: the keyed vendor look-up. */
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
  const dataOf = async (number: string) => {
    const { status, json } = await lookUp(number);
    assert.equal(status, 200);
    assertMatches(Envelope(RiskRecord), json);
    return field(json, 'data');
  };
  const scorecardOf = async (number: string): Promise<unknown> => {
    const row = await database.db
      .selectFrom('vendor_records')
      .innerJoin('vendors', 'vendors.id', 'vendor_records.vendor_id')
      .select('scorecard')
      .where('digits', '=', number.replace(/\D/g, ''))
      .executeTakeFirstOrThrow();
    return JSON.parse(row.scorecard);
  };
  const applied = async (
    license_number: string,
    outcomes: readonly (ApplicationOutcome | null)[],
    type?: string,
  ) => {
    const eventId = await insertEvent(database.db, await insertAccount(database.db));
    for (const outcome of outcomes)
      await insertApplication(database.db, eventId, { license_number, license_type: type ?? null, outcome });
  };

  for (const { state, license_number } of RESERVED_LICENSES.filter((each) => each.state !== 'ambiguous'))
    test(`contract 2.5: score, tier, recommendation and rollup match the scorecard of "${state}"`, async () => {
      const [data, card] = [await dataOf(license_number), await scorecardOf(license_number)];
      const same = [
        ...['service_score', 'risk_tier', 'recommendation', 'rollup_12m', 'data_as_of', 'as_of'],
        ...['grade', 'grade_status', 'score_version', 'hold', 'fictional'],
      ];
      for (const name of same) assert.deepEqual(field(data, name), field(card, name), name);
      for (const name of ['id', 'name', 'aka', 'license', 'cuisine', 'location'])
        assert.deepEqual(field(data, 'vendor', name), field(card, name), name);
      assert.equal(field(data, 'vendor', 'page_url'), `https://vendors.example/vendor/${field(card, 'id')}`);
    });

  test('contract 2.5: "itemized violation and inspection history is not in this record"', async () => {
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
    test(`contract 7: ${query.slice(0, 40)} gets ${status} ${code}, naming the parameter`, async () => {
      const answer = await server.get(`/api/v1/vendors?${query}`, accountId);
      assert.deepEqual(
        [answer.status, field(answer.json, 'data'), field(answer.json, 'error', 'code')],
        [status, null, code],
      );
      assert.equal(field(answer.json, 'error', 'parameter'), 'license_number');
    });

  test('contract 4.3: a request without a key gets nothing', async () => {
    assert.equal((await server.get('/api/v1/vendors?license_number=1')).status, 401);
  });

  test('contract 2.5: "platform reliability (present when the vendor has applied to events on the service)"', async () => {
    const number = reservedNumber('hot-dog-cart');
    assert.ok(!('platform_reliability' in Object(await dataOf(number))));
    await applied(number, [null]);
    const hidden = { attended: null, late: null, left_early: null, no_show: null, attended_rate: null };
    assert.deepEqual(field(await dataOf(number), 'platform_reliability'), { applications: 1, ...hidden });
    await applied(number, ['attended', 'no_show', 'cancelled_by_vendor']);
    assert.deepEqual(field(await dataOf(number), 'platform_reliability'), { applications: 4, ...hidden });
    await applied(`HTD-${number.replace(/\D/g, '')}`, ['late']);
    assert.deepEqual(field(await dataOf(number), 'platform_reliability'), {
      ...{ applications: 5, attended: 1, late: 1, left_early: 0, no_show: 1, attended_rate: 0.6667 },
    });
  });

  test('outcomes of all accounts are counted, and none of another vendor', async () => {
    const number = reservedNumber('caterer');
    await applied(number, OUTCOMES);
    await applied(number, OUTCOMES);
    await applied(`${number}0`, ['no_show', 'no_show', 'no_show']);
    assert.deepEqual(field(await dataOf(number), 'platform_reliability'), {
      ...{ applications: 12, attended: 2, late: 2, left_early: 2, no_show: 2, attended_rate: 0.75 },
    });
  });

  test('each of two vendors with the same digits has the applications under its own license type', async () => {
    const digits = reservedNumber('ambiguous').replace(/\D/g, '');
    await applied(digits, ['attended', 'attended', 'attended'], '2013');
    await applied(digits, ['no_show', 'no_show', 'no_show', 'no_show'], '2014');
    await applied(digits, ['late', 'late', 'late']);
    const rate = async (number: string) => {
      const reliability = field(await dataOf(number), 'platform_reliability');
      return [field(reliability, 'applications'), field(reliability, 'attended_rate')];
    };
    assert.deepEqual(await rate(`CAT${digits}`), [3, 1]);
    assert.deepEqual(await rate(`MFD${digits}`), [4, 0]);
  });
});
