import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLocalJWKSet, generalVerify } from 'jose';
import { DecisionListEnvelope } from '../../src/decisions/decide/list/schemas.ts';
import { decideList } from '../../src/decisions/decide/list/service.ts';
import { openKeyRing } from '../../src/decisions/receipts/key-file-service.ts';
import { generateKey } from '../../src/decisions/receipts/key-ring-service.ts';
import { createReceiptService } from '../../src/decisions/receipts/service.ts';
import { RESERVED_LICENSES } from '../../src/demo/florida/reserved/reserved-licenses.ts';
import { assertMatches, field, rows } from '../support/check.ts';
import { countAllStatements } from '../support/count-statements.ts';
import { type DemoApp, NOW, openDemoApp, openTestApp, reservedNumber } from '../support/demo-app.ts';
import { describeEngines, type TestDatabase } from '../support/engines.ts';

type Payload = Readonly<Record<string, unknown>> | string;

/** Contract 4.1.10: decisions about many vendors in one request. */
describeEngines('a list of decisions', (open) => {
  let database: TestDatabase;
  let demo: DemoApp;

  before(async () => {
    database = await open();
    demo = await openDemoApp(database);
  });
  after(() => demo.close());

  const post = async (payload: Payload, headers: Record<string, string> = {}, app = demo.app) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/decisions',
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
    return { status: answer.statusCode, headers: answer.headers, json: answer.json() as unknown };
  };
  const codeOf = ({ status, json }: { status: number; json: unknown }) => [
    status,
    field(json, 'error', 'code'),
    field(json, 'error', 'parameter'),
  ];
  const receiptsOnFile = async () =>
    (await database.db.selectFrom('receipts').select('jti').execute()).length;
  const numbers = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      license_number: RESERVED_LICENSES[index % 10]?.license_number ?? '',
    }));

  test('returns a result for each vendor in request order, with the same decision or error as a single request', async () => {
    const id = String(
      field(
        (await demo.get(`/api/v1/decision?license_number=${reservedNumber('grade-a')}`)).json,
        'data',
        'vendor',
        'id',
      ),
    );
    const vendors = [
      ...RESERVED_LICENSES.map(({ license_number }) => ({ license_number })),
      { vendor_id: id },
      { vendor_id: id.toUpperCase() },
      { vendor_id: id, license_number: reservedNumber('grade-a') },
      { vendor_id: id, license_number: '' },
      { vendor_id: '', license_number: reservedNumber('grade-a') },
      { license_number: ` mfd-${reservedNumber('grade-a').slice(3)} ` },
      {},
      { license_number: '' },
      { license_number: '', vendor_id: '' },
      { license_number: 'N/A' },
      { license_number: '1'.repeat(65) },
      { license_number: 'MFD9999999' },
      { license_number: '<b>9999999</b>' },
      { license_number: `SEA${reservedNumber('grade-a').slice(3)}` },
      { license_number: reservedNumber('ambiguous').slice(3) },
      { vendor_id: 'nothing' },
      { vendor_id: '00000000-0000-5000-8000-000000000000' },
      { vendor_id: '00000000-0000-5000-8000-000000000000', license_number: 'x' },
      { vendor_id: id, license_number: 'x' },
      { vendor_id: id, license_number: reservedNumber('grade-b') },
    ];
    const asked = { event_type: 'festival', event_date: '2026-05-03' };
    const { status, json, headers } = await post({ vendors, ...asked });
    assert.deepEqual([status, headers['cache-control']], [200, 'no-store']);
    assertMatches(DecisionListEnvelope, json);
    const answers = rows(field(json, 'data'));
    assert.equal(answers.length, vendors.length);
    for (const [index, vendor] of vendors.entries()) {
      const one = await demo.get(
        `/api/v1/decision?${new URLSearchParams({ ...vendor, ...asked } as Record<string, string>)}`,
      );
      const what = JSON.stringify(vendor);
      assert.deepEqual(field(answers[index], 'error'), field(one.json, 'error'), what);
      assert.deepEqual(
        shared(field(answers[index], 'decision')),
        shared(field(one.json, 'data')),
        `${what}: the decision`,
      );
    }
    const failed = answers.filter((each) => field(each, 'error') !== null).length;
    assert.deepEqual(field(json, 'meta'), {
      count: vendors.length,
      decided: vendors.length - failed,
      failed,
    });
    assert.ok(failed >= 13 && failed < vendors.length - 15, `${failed} failed`);
  });

  test('returns the caller’s reference unchanged, or null if there was none', async () => {
    const reference = '=HYPERLINK("x") \u202e "row 7" 🌮';
    const { json } = await post({ vendors: [{ license_number: '1', reference }, ...numbers(1)] });
    assert.deepEqual(
      rows(field(json, 'data')).map((each) => field(each, 'reference')),
      [reference, null],
    );
  });

  test('issues an account a receipt for each of 200 vendors, even duplicates; each is stored and verified by an independent program', async () => {
    const earlier = await receiptsOnFile();
    const { accounts, apiKeys } = demo.services;
    const account = { name: 'Olive', email: 'olive@lists.example', password: 'three words together' };
    const { key } = await apiKeys.create(await accounts.createVerifiedAccount(account), 'a key');
    const headers = { authorization: `Bearer ${key}` };
    const { status, json } = await post({ vendors: numbers(200), event_type: 'city-event' }, headers);
    assert.equal(status, 200);
    const receipts = rows(field(json, 'data')).map((each) => String(field(each, 'decision', 'receipt')));
    assert.equal(new Set(receipts).size, 200);
    assert.equal(await receiptsOnFile(), earlier + 200);
    const findKey = createLocalJWKSet(JSON.parse((await demo.get('/.well-known/jwks.json')).body));
    const ids = new Set<unknown>();
    for (const [index, receipt] of receipts.entries()) {
      const jws = JSON.parse(Buffer.from(receipt, 'base64url').toString());
      const { payload } = await generalVerify(jws, findKey);
      const claims: unknown = JSON.parse(Buffer.from(payload).toString());
      const decision = field(rows(field(json, 'data'))[index], 'decision');
      assert.equal(field(claims, 'vendor_id'), field(decision, 'vendor', 'id'));
      assert.equal(field(claims, 'verdict'), field(decision, 'verdict'));
      ids.add(field(claims, 'jti'));
    }
    assert.equal(ids.size, 200);
    const verified = await demo.get(`/api/v1/decision/verify?receipt=${receipts[137]}`);
    assert.equal(field(verified.json, 'data', 'issued'), true);
  });

  test('takes three statements for one vendor or for two hundred', async () => {
    const counting = countAllStatements(database);
    const { db, published } = counting.database;
    const context = {
      ...demo.services.decisions,
      published,
      receipts: createReceiptService(
        { db },
        openKeyRing({ keys: [generateKey(NOW())] }),
        'https://x.example',
      ),
    };
    const takes = async (count: number) => {
      const earlier = counting.count();
      const event = { first: '2026-05-03', last: '2026-05-03' };
      const outcomes = await decideList(context, numbers(count), 'festival', event, 'account');
      assert.equal(outcomes.length, count);
      return counting.count() - earlier;
    };
    assert.deepEqual([await takes(1), await takes(2), await takes(200)], [3, 3, 3]);
  });

  test('rejects the whole request and issues nothing if the body has the wrong type, shape, or size', async () => {
    const earlier = await receiptsOnFile();
    const [vendor] = numbers(1);
    const cases: readonly (readonly [Payload, readonly unknown[]])[] = [
      [{}, [400, 'missing_parameter', 'vendors']],
      [{ vendors: [] }, [400, 'invalid_parameter', 'vendors']],
      [{ vendors: numbers(201) }, [400, 'invalid_parameter', 'vendors']],
      [{ vendors: vendor }, [400, 'invalid_parameter', 'vendors']],
      [{ vendors: [vendor, 'MFD5890001'] }, [400, 'invalid_parameter', 'vendors[1]']],
      [{ vendors: [vendor, null] }, [400, 'invalid_parameter', 'vendors[1]']],
      [{ vendors: [{ license_number: 5890001 }] }, [400, 'invalid_parameter', 'vendors[0].license_number']],
      [{ vendors: [{ ...vendor, vendor_id: null }] }, [400, 'invalid_parameter', 'vendors[0].vendor_id']],
      [{ vendors: [{ ...vendor, note: 'x' }] }, [400, 'invalid_parameter', 'vendors[0].note']],
      [
        { vendors: [{ ...vendor, reference: 'x'.repeat(101) }] },
        [400, 'invalid_parameter', 'vendors[0].reference'],
      ],
      [{ vendors: [vendor], license_number: 'x' }, [400, 'invalid_parameter', 'license_number']],
      [{ vendors: [vendor], event_type: 'wedding' }, [400, 'invalid_parameter', 'event_type']],
      [{ vendors: [vendor], event_date: '2026-03-15' }, [400, 'invalid_parameter', 'event_date']],
      [{ vendors: [vendor], event_date: 'soon' }, [400, 'invalid_parameter', 'event_date']],
      [{ vendors: [{ license_number: 'a\u0000b' }] }, [400, 'invalid_parameter', 'vendors']],
      ['[]', [400, 'invalid_body', undefined]],
      ['{', [400, 'invalid_body', undefined]],
      ['', [400, 'invalid_body', undefined]],
      [`{"vendors":[${' '.repeat(170_000)}]}`, [413, 'body_too_large', undefined]],
    ];
    for (const [payload, expected] of cases) {
      const answer = await post(payload);
      assert.deepEqual(codeOf(answer), expected, JSON.stringify(payload).slice(0, 100));
      assert.deepEqual([field(answer.json, 'data'), field(answer.json, 'meta')], [null, null]);
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/csv', 'multipart/form-data'])
      assert.deepEqual(codeOf(await post({ vendors: [vendor] }, { 'content-type': type })), [
        415,
        'unsupported_media_type',
        undefined,
      ]);
    assert.equal(await receiptsOnFile(), earlier);
    const get = await demo.get('/api/v1/decisions');
    assert.deepEqual([get.status, get.headers.allow], [405, 'OPTIONS, POST']);
  });

  test('reports what was sent and what is accepted if a parameter has the wrong shape, never that it was sent more than once', async () => {
    const said = async (payload: Payload) => field((await post(payload)).json, 'error', 'message');
    assert.match(
      String(await said({ vendors: numbers(201) })),
      /^The field "vendors" has 201 vendors; at most 200 are accepted\. Accepted: 1 to 200 vendors/,
    );
    assert.match(String(await said({ vendors: [] })), /^The field "vendors" is empty\. Accepted: 1 to 200/);
    assert.equal(await said('[]'), 'The body must be a JSON object; it was an empty list.');
    assert.equal(await said([1] as never), 'The body must be a JSON object; it was a list.');
    assert.match(
      String(await said({ vendors: [[]] })),
      /"vendors\[0\]" was an empty list\. Accepted: an object/,
    );
    assert.match(
      String(await said({ vendors: [{ license_number: 5890001 }] })),
      /was 5890001\. Accepted: a string with a license number/,
    );
  });

  test('contract 8: counts every vendor, and rejects a whole list that exceeds what is left of the limit', async () => {
    const limited = await openTestApp(database, { RATE_LIMIT_DECISION: '10' });
    const ask = (count: number) => post({ vendors: numbers(count) }, {}, limited.app);
    const earlier = await receiptsOnFile();
    const stateOf = ({ status, headers }: Awaited<ReturnType<typeof post>>) => [
      status,
      /r=\d+/.exec(String(headers.ratelimit))?.[0],
    ];
    assert.deepEqual(stateOf(await ask(4)), [200, 'r=6']);
    // A request for a single decision counts toward the same limit.
    assert.match(
      String(
        (await limited.get(`/api/v1/decision?license_number=${reservedNumber('grade-a')}`)).headers.ratelimit,
      ),
      /r=5/,
    );
    const refused = await ask(6);
    assert.deepEqual(stateOf(refused), [429, 'r=4'], 'a rejected request counts as one');
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
    assert.equal(field(refused.json, 'error', 'code'), 'rate_limited');
    const never = await ask(11);
    assert.deepEqual(
      [never.status, never.headers['retry-after']],
      [429, undefined],
      'waiting would not help',
    );
    assert.match(String(field(never.json, 'error', 'message')), /Send at most 10 at once/);
    assert.deepEqual(stateOf(await ask(3)), [200, 'r=0'], 'the remaining limit can be used up');
    assert.deepEqual(stateOf(await ask(1)), [429, 'r=0']);
    // The other requests repeated the same one, so they got its receipt.
    assert.equal(await receiptsOnFile(), earlier + 4);
    await limited.app.close();
  });

  test('is counted by key and vendor if sent with a key, and is rejected if the key is invalid', async () => {
    const limited = await openTestApp(database, {
      RATE_LIMIT_DECISION: '2',
      RATE_LIMIT_KEYED_DECISIONS: '300',
      RATE_LIMIT_ACCOUNT: '2',
    });
    const accountId = await limited.services.accounts.createVerifiedAccount({
      name: 'Keyed',
      email: 'keyed@organizer.example',
      password: 'a password of tests',
    });
    const one = await limited.services.apiKeys.create(accountId, 'one');
    const other = await limited.services.apiKeys.create(accountId, 'other');
    const ask = (count: number, key: string) =>
      post({ vendors: numbers(count) }, { authorization: `Bearer ${key}` }, limited.app);
    assert.match(String((await ask(200, one.key)).headers.ratelimit), /^"keyed-decisions";r=100;/);
    assert.equal((await ask(200, one.key)).status, 429);
    assert.equal((await ask(200, other.key)).status, 200, 'each key has its own limit');
    assert.equal(
      (await post({ vendors: numbers(2) }, {}, limited.app)).status,
      200,
      'and nobody is not counted',
    );
    const wrong = await ask(1, 'svc_pk_forged.forged');
    assert.deepEqual(
      [...codeOf(wrong), wrong.headers['www-authenticate']],
      [401, 'unauthorized', undefined, 'Bearer'],
    );
    assert.equal(
      (await post({ vendors: numbers(1) }, { authorization: 'Basic eDp5' }, limited.app)).status,
      401,
    );
    assert.equal((await ask(1, 'x')).status, 429, 'requests with wrong keys are counted');
    await limited.app.close();
  });
});

/** Returns the decision without the fields that differ every time. */
function shared(decision: unknown): unknown {
  if (decision === null) return null;
  const { receipt, receipt_number, receipt_url, verify_url, decided_at, ...others } = Object(decision);
  assert.ok(typeof receipt === 'string' && typeof verify_url === 'string' && typeof decided_at === 'string');
  assert.equal(receipt_url, `https://vendors.example/v/${receipt_number}`);
  return others;
}
