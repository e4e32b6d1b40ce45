import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DecisionResult, EVENT_TYPES } from '../../src/decisions/decide/schemas.ts';
import { VerificationOutcome } from '../../src/decisions/receipts/schemas.ts';
import { SelfCheck } from '../../src/decisions/self-check/schemas.ts';
import { scoredCases } from '../../src/decisions/self-check/scored-record.ts';
import { RESERVED_LICENSES } from '../../src/demo/florida/reserved/reserved-licenses.ts';
import { Envelope } from '../../src/http/schemas.ts';
import { scoreCases } from '../../src/judgment/score/score.ts';
import { describeDay } from '../../src/lib/time/dates.ts';
import { publish } from '../../src/records/publication/service.ts';
import { parseScorecard } from '../../src/records/read/parse-scorecard.ts';
import { completeNumber } from '../../src/regulator/licenses/number.ts';
import { assertMatches, field, rows } from '../support/check.ts';
import {
  DEMO_DAY,
  type DemoApp,
  NOW,
  openDemoApp,
  openTestApp,
  readDemoFiles,
  reservedNumber,
} from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';

/** Contract 2.6, 2.7, 2.8, 4.1: decisions, receipts, verification, and self-checks. */
describeEngines('decisions and self-checks', (open) => {
  let demo: DemoApp;

  before(async () => {
    demo = await openDemoApp(await open());
  });
  after(() => demo.close());

  const decide = (query: string) => demo.get(`/api/v1/decision?${query}`);
  const verify = async (receipt: string) =>
    (await demo.get(`/api/v1/decision/verify?receipt=${receipt}`)).json;
  const post = (payload: string, type = 'application/json') =>
    demo.app.inject({
      method: 'POST',
      url: '/api/v1/decision/verify',
      payload,
      headers: { 'content-type': type },
    });
  const codeOf = (answer: { status: number; json: unknown }) => [
    answer.status,
    field(answer.json, 'error', 'code'),
    field(answer.json, 'error', 'parameter'),
  ];

  const verdicts: readonly (readonly [state: string, verdict: string, reason: string])[] = [
    ['grade-a', 'CLEAR', 'record_in_order'],
    ['grade-b', 'CLEAR', 'record_in_order'],
    ['grade-c', 'CONDITIONAL', 'grade_c'],
    ['grade-d', 'REVIEW', 'grade_d'],
    ['grade-f', 'DECLINE', 'grade_f'],
    ['b-high-priority-last', 'CONDITIONAL', 'high_priority_at_last_inspection'],
    ['emergency-hold', 'DECLINE', 'regulator_hold'],
    ['admin-determination-hold', 'DECLINE', 'regulator_hold'],
    ['recent-emergency-reopened', 'DECLINE', 'recent_emergency_closure'],
    ['open-admin-complaint', 'DECLINE', 'unresolved_enforcement'],
    ['delinquent', 'REVIEW', 'license_not_confirmed'],
    ['transfer-pending', 'REVIEW', 'license_not_confirmed'],
    ['relinquished', 'REVIEW', 'license_not_confirmed'],
    ['not-on-file', 'REVIEW', 'license_not_confirmed'],
    ['insufficient-record', 'REVIEW', 'insufficient_record'],
    ['never-inspected', 'REVIEW', 'insufficient_record'],
    ['prior-owner', 'CLEAR', 'record_in_order'],
    ['hot-dog-cart', 'CLEAR', 'record_in_order'],
    ['caterer', 'CLEAR', 'record_in_order'],
  ];
  for (const [state, verdict, reason] of verdicts)
    test(`contract 2.6: the reserved license “${state}” gets ${verdict}, with ${reason} as the first reason`, async () => {
      const { status, json } = await decide(`license_number=${reservedNumber(state)}`);
      assert.equal(status, 200);
      assertMatches(Envelope(DecisionResult), json);
      assert.deepEqual(
        [field(json, 'data', 'verdict'), field(json, 'data', 'reasons', 0, 'code')],
        [verdict, reason],
      );
    });

  test('contract 4.1: “default food-truck-night”; each event type has its own documents and checklist, and any other returns 400', async () => {
    const number = `license_number=${reservedNumber('grade-a')}`;
    const byDefault = (await decide(number)).json;
    assert.equal(field(byDefault, 'data', 'event_type'), 'food-truck-night');
    let smaller: unknown[] = [];
    for (const type of EVENT_TYPES) {
      const data = field((await decide(`${number}&event_type=${type}`)).json, 'data');
      const codes = rows(field(data, 'required_documents')).map((each) => field(each, 'code'));
      assert.ok(smaller.every((code) => codes.includes(code)) && codes.length > smaller.length);
      assert.equal(field(data, 'checklist_url'), `https://vendors.example/checklists/${type}`);
      smaller = codes;
    }
    const unknown = await decide(`${number}&event_type=wedding`);
    assert.deepEqual(codeOf(unknown), [400, 'invalid_parameter', 'event_type']);
    assert.match(String(field(unknown.json, 'error', 'message')), /food-truck-night, festival, city-event/);
  });

  test('contract 2.2: three spellings of a number, and the vendor ID, get a decision about the same vendor', async () => {
    const number = reservedNumber('grade-a');
    const first = await decide(`license_number=${number}`);
    const id = String(field(first.json, 'data', 'vendor', 'id'));
    for (const query of [
      `license_number=${number.slice(3)}`,
      `license_number=mfd-${number.slice(3)}`,
      `vendor_id=${id}`,
      `vendor_id=${id.toUpperCase()}`,
      `vendor_id=${id}&license_number=${number}`,
    ])
      assert.equal(field((await decide(query)).json, 'data', 'vendor', 'id'), id, query);
  });

  test('contract 2.2: text that contains one license number identifies that vendor on every endpoint', async () => {
    for (const typed of [
      'MFD5890001 exp. 10/2027',
      'Lic# MFD5890001, Orlando 32801',
      'MFD5890001.0',
      'MFD 589 0001 exp 10/2027',
      '5890001 / Tampa 33601',
      'MFD５８９０００１',
      'MFD5890001 (MFD5890001)',
    ]) {
      const encoded = encodeURIComponent(typed);
      const { json } = await decide(`license_number=${encoded}`);
      assert.equal(field(json, 'data', 'vendor', 'license', 'number'), 'MFD5890001', typed);
      const listed = await demo.app.inject({
        method: 'POST',
        url: '/api/v1/decisions',
        payload: { vendors: [{ license_number: typed }] },
      });
      const vendor = field(listed.json(), 'data', 0, 'decision', 'vendor');
      assert.equal(field(vendor, 'license', 'number'), 'MFD5890001', typed);
      const lookUp = await demo.get(`/license-lookup?number=${encoded}`);
      assert.equal(field(lookUp.json, 'license_number'), 'MFD5890001', typed);
      const claimable = await demo.services.claims.findClaimable(undefined, typed);
      assert.equal(claimable.ok && claimable.value.license_number, 'MFD5890001', typed);
    }
    const missing = await decide(`license_number=${encodeURIComponent('MFD5899999 exp. 10/2027')}`);
    assert.deepEqual(codeOf(missing), [404, 'vendor_not_found', 'license_number']);
    assert.match(String(field(missing.json, 'error', 'message')), /can’t find "MFD5899999" in records/);
  });

  test('digits that do not form a single license number get a 400 that asks for just the number', async () => {
    for (const typed of [
      'MFD5890001 or MFD5890012',
      'exp. 10/2027',
      '407-555-0100',
      'MFD589001, phone 5550100',
      'MFD5890001, CAT5890001',
    ]) {
      const refused = await decide(`license_number=${encodeURIComponent(typed)}`);
      assert.deepEqual(codeOf(refused), [400, 'invalid_parameter', 'license_number'], typed);
      assert.match(
        String(field(refused.json, 'error', 'message')),
        /its digits do not form one license number\. Send only the number/,
      );
      const { body } = await demo.get(`/check?license_number=${encodeURIComponent(typed)}`);
      assert.match(body, /Type only the number, such as \d{7}\./);
    }
  });

  test('a query for no vendor, two, or conflicting ones gets its own error code; an unknown number gets a 404 that states the day of the records', async () => {
    const other = field(
      (await decide(`license_number=${reservedNumber('grade-b')}`)).json,
      'data',
      'vendor',
      'id',
    );
    const number = reservedNumber('grade-a');
    assert.deepEqual(codeOf(await decide('')), [400, 'missing_parameter', 'license_number']);
    assert.deepEqual(codeOf(await decide('license_number=')), [400, 'invalid_parameter', 'license_number']);
    assert.deepEqual(codeOf(await decide('license_number=MFD')), [
      400,
      'invalid_parameter',
      'license_number',
    ]);
    assert.deepEqual(codeOf(await decide(`license_number=${'1'.repeat(65)}`)), [
      400,
      'invalid_parameter',
      'license_number',
    ]);
    assert.deepEqual(codeOf(await decide('vendor_id=nothing')), [400, 'invalid_parameter', 'vendor_id']);
    assert.deepEqual(codeOf(await decide(`license_number=${number}&license_number=${number}`)), [
      400,
      'invalid_parameter',
      'license_number',
    ]);
    assert.deepEqual(codeOf(await decide(`license_number=${number}&vendor_id=${other}`)), [
      400,
      'conflicting_identifiers',
      'vendor_id',
    ]);
    assert.deepEqual(codeOf(await decide('vendor_id=00000000-0000-5000-8000-000000000000')), [
      404,
      'vendor_not_found',
      'vendor_id',
    ]);
    const unknown = await decide('license_number=MFD9999999');
    assert.deepEqual(codeOf(unknown), [404, 'vendor_not_found', 'license_number']);
    assert.match(String(field(unknown.json, 'error', 'message')), new RegExp(describeDay(DEMO_DAY)));
    const digits = reservedNumber('ambiguous').slice(3);
    const ambiguous = await decide(`license_number=${digits}`);
    assert.deepEqual(codeOf(ambiguous), [400, 'ambiguous_license', 'license_number']);
    assert.match(
      String(field(ambiguous.json, 'error', 'message')),
      new RegExp(`CAT${digits} and MFD${digits}`),
    );
    const truck = reservedNumber('grade-a');
    for (const letters of ['SEA', 'CAT']) {
      const other = await decide(`license_number=${letters}${truck.slice(3)}`);
      assert.deepEqual(codeOf(other), [404, 'vendor_not_found', 'license_number']);
      assert.match(
        String(field(other.json, 'error', 'message')),
        new RegExp(`the same digits belong to ${truck}`),
      );
    }
    for (const prefix of ['CAT', 'MFD'])
      assert.equal(
        field(
          (await decide(`license_number=${prefix}${digits}`)).json,
          'data',
          'vendor',
          'license',
          'number',
        ),
        `${prefix}${digits}`,
      );
  });

  test('POST /api/v1/decision gets 405 with Allow, and decisions are not cached', async () => {
    const answer = await demo.app.inject({ method: 'POST', url: '/api/v1/decision', payload: {} });
    assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, HEAD, OPTIONS']);
    assert.equal(
      (await decide(`license_number=${reservedNumber('grade-a')}`)).headers['cache-control'],
      'no-store',
    );
  });

  test('contract 2.7: every receipt verifies by GET and POST, contains the decision, and is stored', async () => {
    for (const { license_number: number } of RESERVED_LICENSES) {
      const data = field((await decide(`license_number=${number}&event_type=festival`)).json, 'data');
      const receipt = String(field(data, 'receipt'));
      const outcome = await verify(receipt);
      assertMatches(Envelope(VerificationOutcome), outcome);
      const claims = field(outcome, 'data', 'receipt');
      assert.deepEqual(
        [field(outcome, 'data', 'valid'), field(outcome, 'data', 'reason'), field(outcome, 'data', 'issued')],
        [true, null, true],
      );
      assert.deepEqual(
        [
          field(claims, 'verdict'),
          field(claims, 'grade'),
          field(claims, 'vendor_id'),
          field(claims, 'event_type'),
          field(claims, 'iss'),
        ],
        [
          field(data, 'verdict'),
          field(data, 'evidence', 'grade'),
          field(data, 'vendor', 'id'),
          'festival',
          'https://vendors.example',
        ],
      );
      assert.equal(field(outcome, 'data', 'current', 'changed'), false);
      const posted = await post(JSON.stringify({ receipt }));
      const { checked_at: _, ...byPost } = Object(field(posted.json(), 'data'));
      const { checked_at: __, ...byGet } = Object(field(outcome, 'data'));
      assert.deepEqual(byPost, byGet);
      const wrapped = String(receipt).replace(/.{76}/g, '$&\n');
      const letter = await post(JSON.stringify({ receipt: `Hi,\nour receipt:\n${wrapped}\nBest\nJoe` }));
      assert.equal(field(letter.json(), 'data', 'valid'), true);
    }
  });

  test('contract 2.7: a receipt issued under an earlier policy is still genuine, names that policy, and is compared with today’s decision', async () => {
    const query = `license_number=${reservedNumber('delinquent')}`;
    const today = await verify(String(field((await decide(query)).json, 'data', 'receipt')));
    const { typ: _typ, iss: _iss, jti: _jti, iat: _iat, ...claims } = Object(field(today, 'data', 'receipt'));
    assert.equal(claims.policy_version, 'p3');
    const { receipt } = await demo.services.receipts.issue({ ...claims, policy_version: 'p1' }, NOW());
    const outcome = await verify(receipt);
    assertMatches(Envelope(VerificationOutcome), outcome);
    const data = field(outcome, 'data');
    assert.deepEqual(
      [field(data, 'valid'), field(data, 'issued'), field(data, 'receipt', 'policy_version')],
      [true, true, 'p1'],
    );
    assert.equal(field(data, 'current', 'changed'), false);
  });

  test('a tampered, truncated, foreign, or made-up receipt is reported as not valid with 200, and a malformed body is rejected', async () => {
    const receipt = String(
      field((await decide(`license_number=${reservedNumber('grade-a')}`)).json, 'data', 'receipt'),
    );
    const middle = Math.floor(receipt.length / 2);
    const tampered =
      receipt.slice(0, middle) + (receipt[middle] === 'A' ? 'B' : 'A') + receipt.slice(middle + 1);
    for (const bad of [
      tampered,
      receipt.slice(0, -1),
      receipt.slice(4),
      'x',
      'null',
      `${receipt.slice(0, middle)}.${receipt.slice(middle)}`,
      Buffer.from('{}').toString('base64url'),
    ]) {
      const data = field(await verify(encodeURIComponent(bad)), 'data');
      assert.deepEqual(
        [field(data, 'valid'), field(data, 'receipt'), field(data, 'current')],
        [false, null, null],
        bad.slice(0, 30),
      );
    }
    for (const [url, parameter] of [
      ['/api/v1/decision/verify', 'receipt'],
      ['/api/v1/decision/verify?receipt=', 'receipt'],
      [`/api/v1/decision/verify?receipt=${'x'.repeat(8_193)}`, 'receipt'],
    ] as const)
      assert.deepEqual(
        [(await demo.get(url)).status, field((await demo.get(url)).json, 'error', 'parameter')],
        [400, parameter],
        url.slice(0, 40),
      );
    const bodies: readonly (readonly [payload: string, type: string, status: number])[] = [
      ['{}', 'application/json', 400],
      ['{"receipt":5}', 'application/json', 400],
      ['{"receipt":null}', 'application/json', 400],
      ['{"receipt":""}', 'application/json', 400],
      ['{"receipt":"x","more":1}', 'application/json', 400],
      ['[]', 'application/json', 400],
      ['"x"', 'application/json', 400],
      ['{"receipt"', 'application/json', 400],
      ['', 'application/json', 400],
      ['receipt=x', 'application/x-www-form-urlencoded', 415],
      ['<x/>', 'text/xml', 415],
      [JSON.stringify({ receipt: 'x'.repeat(70_000) }), 'application/json', 413],
    ];
    for (const [payload, type, status] of bodies) {
      const answer = await post(payload, type);
      assert.deepEqual(
        [answer.statusCode, field(answer.json(), 'data')],
        [status, null],
        payload.slice(0, 30),
      );
    }
  });

  test('contract 1: “never exposed by the decision and self-check”: no score, in any format, for any vendor or event type', async () => {
    const records = await demo.database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select(['id', 'scorecard'])
      .execute();
    let checked = 0;
    for (const { id, scorecard } of records) {
      const score = field(JSON.parse(scorecard), 'service_score');
      const answers = [await demo.get(`/api/v1/improve?vendor_id=${id}`)];
      for (const type of EVENT_TYPES) answers.push(await decide(`vendor_id=${id}&event_type=${type}`));
      for (const { status, body, headers } of answers) {
        assert.equal(status, 200);
        const said = withReceiptOpened(body) + JSON.stringify(headers);
        assert.doesNotMatch(said, /"[a-z_]*score[a-z_]*":(?!"v\d+")/i);
        if (typeof score !== 'number' || Number.isInteger(score)) continue;
        checked += 1;
        // The pattern must not match part of a time, in which digits and a colon precede the seconds.
        for (const spelling of [
          score.toFixed(1),
          score.toFixed(1).replace('.', ','),
          (score / 100).toFixed(3),
        ])
          assert.doesNotMatch(
            said,
            new RegExp(`(?<![\\d:])${spelling.replace('.', '\\.')}(?!\\d)`),
            `${spelling} in ${id}`,
          );
      }
    }
    assert.ok(checked > 100);
  });

  const monitoringOf = (answer: unknown) => {
    const monitoring = field(answer, 'data', 'monitoring');
    return ['available', 'price_cents', 'checkout_url'].map((name) => field(monitoring, name));
  };
  const checkoutOf = (number: unknown) =>
    `https://vendors.example/api/vendor-pro/checkout?${new URLSearchParams({ license: String(number) })}`;

  test('contract 2.8: every vendor’s self-check matches its schema, and in a demo offers monitoring through the test checkout', async () => {
    const ids = await demo.database.published.db.selectFrom('vendors').select('id').execute();
    for (const { id } of ids) {
      const { json } = await demo.get(`/api/v1/improve?vendor_id=${id}`);
      assertMatches(Envelope(SelfCheck), json);
      const number = String(field(json, 'data', 'vendor', 'license', 'number'));
      const type = field(json, 'data', 'vendor', 'license', 'type') === 'caterer' ? '2013' : '2014';
      const sold = field(json, 'data', 'vendor', 'license', 'status') !== 'relinquished';
      assert.deepEqual(monitoringOf(json), [
        sold,
        999,
        sold ? checkoutOf(completeNumber(number, type)) : null,
      ]);
    }
    const checkout = await demo.get(new URL(checkoutOf(reservedNumber('grade-a'))).pathname);
    assert.deepEqual([checkout.status, String(checkout.headers.location).split('?')[0]], [303, '/sign-in']);
  });

  test('contract 2.8: outside a demo, monitoring is for sale if Stripe keys are configured, and otherwise only described', async () => {
    const files = { REGULATOR_SOURCE: '/var/regulator' };
    const stripe = { STRIPE_SECRET_KEY: 'sk_test_of_tests', STRIPE_WEBHOOK_SECRET: 'whsec_of_tests' };
    const number = reservedNumber('grade-a');
    const sales = [
      { settings: files, expected: [false, 999, null] },
      { settings: { ...files, STRIPE_SECRET_KEY: stripe.STRIPE_SECRET_KEY }, expected: [false, 999, null] },
      { settings: { ...files, ...stripe }, expected: [true, 999, checkoutOf(number)] },
    ];
    for (const { settings, expected } of sales) {
      const { app, get } = await openTestApp(demo.database, settings);
      const { json } = await get(`/api/v1/improve?license_number=${number}`);
      assertMatches(Envelope(SelfCheck), json);
      assert.deepEqual(monitoringOf(json), expected, Object.keys(settings).join());
      await app.close();
    }
  });

  test('contract 2.8.7: every vendor’s outlook explains the next letter, based on the record that its score is computed from', async () => {
    const records = await demo.database.published.db
      .selectFrom('vendors')
      .innerJoin('records', 'records.position', 'vendors.position')
      .select(['id', 'scorecard'])
      .execute();
    for (const { id, scorecard } of records) {
      const card = parseScorecard(scorecard);
      const score = scoreCases(scoredCases(card.inspections), card.as_of);
      assert.equal(score.scored ? score.value : null, card.service_score);
      const { outlook, grade } = selfCheckIn((await demo.get(`/api/v1/improve?vendor_id=${id}`)).json);
      assert.equal(outlook.missing.length === 0, grade !== null);
      assert.equal(outlook.ways.length > 0, grade !== null && grade !== 'A');
      assert.equal(outlook.letter_until === null, grade === null);
    }
  });

  test('contract 2.8: an active hold comes first and quotes the regulator', async () => {
    const { json } = await demo.get(`/api/v1/improve?license_number=${reservedNumber('emergency-hold')}`);
    const first = field(json, 'data', 'limiting_factors', 0);
    assert.equal(field(first, 'code'), 'regulator_hold');
    assert.match(
      String(field(first, 'issue')),
      /“Emergency Order Callback Not Complied” \([A-Z][a-z]+ \d+, 2026\)/,
    );
  });

  test('a receipt is still valid after the record changes, and its verification says that today’s verdict differs', async () => {
    const own = await open();
    const app = await openDemoApp(own, 100);
    const number = reservedNumber('grade-a');
    const receipt = String(
      field((await app.get(`/api/v1/decision?license_number=${number}`)).json, 'data', 'receipt'),
    );
    await publish(own, { files: await readDemoFiles(100), asOf: '2030-01-01', now: NOW });
    const data = field((await app.get(`/api/v1/decision/verify?receipt=${receipt}`)).json, 'data');
    assert.deepEqual(
      [field(data, 'valid'), field(data, 'current', 'changed'), field(data, 'current', 'verdict')],
      [true, true, 'REVIEW'],
    );
    await app.app.close();
    await own.close();
  });

  test('the public keys are served without a secret among them', async () => {
    const answer = await demo.get('/.well-known/jwks.json');
    const keys = rows(field(JSON.parse(answer.body), 'keys'));
    assert.equal(keys.length, 1);
    assert.deepEqual(Object.keys(Object(keys[0])).sort(), ['alg', 'crv', 'iat', 'kid', 'kty', 'use', 'x']);
  });
});

/** Returns the body with its receipt decoded and its random parts removed. */
function withReceiptOpened(body: string): string {
  const value = JSON.parse(body);
  const receipt = field(value, 'data', 'receipt');
  const random = /[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|"receipt":"[^"]*"|receipt=[\w-]*/g;
  if (typeof receipt !== 'string') return body.replace(random, '');
  const jws = JSON.parse(Buffer.from(receipt, 'base64url').toString());
  const claims = Buffer.from(jws.payload, 'base64url').toString();
  return (body + claims).replace(random, '');
}

/** Returns the self-check in a response. Other tests validate it against its schema. */
function selfCheckIn(answer: unknown): SelfCheck {
  assertMatches(Envelope(SelfCheck), answer);
  return (answer as { data: SelfCheck }).data;
}
