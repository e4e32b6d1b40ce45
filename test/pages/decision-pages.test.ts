import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Fastify, { type FastifyInstance, type onRequestAsyncHookHandler } from 'fastify';
import { requiredDocuments } from '../../src/features/decisions/documents.ts';
import { RULES } from '../../src/features/decisions/policy.ts';
import { type DecisionResult, EVENT_TYPES } from '../../src/features/decisions/schemas.ts';
import type { Claims, VerificationOutcome } from '../../src/features/receipts/schemas.ts';
import { AppError } from '../../src/http/errors.ts';
import { renderCheck, renderDecision } from '../../src/web/check.ts';
import { renderChecklist } from '../../src/web/checklist.ts';
import { type DecisionPagesOptions, decisionPages } from '../../src/web/decision-routes.ts';
import { renderVerify } from '../../src/web/verify.ts';
import { reasonName } from '../../src/web/words.ts';

const HOSTILE = `<script>alert("1")</script>'"&`;
const ESCAPED = '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#34;&#38;';
const RECEIPT = 'eyJwYXlsb2FkIjoi-_x';

function decision(changes: Partial<DecisionResult> = {}): DecisionResult {
  return {
    vendor: {
      id: '0f8b5a2e-4c1c-4a6e-9c58-0a8f4a4f1c11',
      name: 'Lola’s Tacos',
      aka: null,
      city: 'Orlando',
      county: 'Orange',
      license: {
        number: 'MFD5890123',
        type: 'food_truck',
        status: 'current',
        expires_on: '2026-12-01',
        confirmed: true,
      },
    },
    event_type: 'festival',
    verdict: 'DECLINE',
    reasons: [
      { code: 'license_not_confirmed', text: 'Not confirmed.', severity: 'serious' },
      { code: 'regulator_hold', text: 'Closed by the state.', severity: 'blocking' },
    ],
    evidence: {
      grade: null,
      grade_status: 'hold',
      rollup_12m: {
        inspections: 2,
        violations: 9,
        high_priority: 1,
        intermediate: 3,
        basic: 5,
        emergency_orders: 1,
        admin_complaints: 0,
        warnings: 1,
        last_inspected_on: '2026-01-20',
      },
      last_disposition: { text: 'Emergency order recommended', date: '2026-01-20', result: 'closed' },
      hold: {
        active: true,
        reasons: [{ code: 'emergency_order', text: 'Emergency order recommended', since: '2026-01-20' }],
      },
    },
    required_documents: [...requiredDocuments('festival')],
    checklist_url: 'https://vendors.example/checklists/festival',
    receipt: RECEIPT,
    verify_url: `https://vendors.example/verify?receipt=${RECEIPT}`,
    decided_at: '2026-03-16T15:00:00.000Z',
    as_of: '2026-03-16',
    data_as_of: '2026-03-15',
    policy_version: 'p1',
    fictional: true,
    ...changes,
  };
}

const CLAIMS: Claims = {
  typ: 'vendor-decision-receipt',
  iss: 'https://vendors.example',
  jti: '0f8b5a2e-4c1c-4a6e-9c58-0a8f4a4f1c11',
  iat: 1_773_673_200,
  vendor_id: '0f8b5a2e-4c1c-4a6e-9c58-0a8f4a4f1c11',
  license_type: '2014',
  license_digits: '5890123',
  name: 'Lola’s Tacos',
  event_type: 'festival',
  verdict: 'CLEAR',
  reason_codes: ['record_in_order'],
  grade: 'A',
  grade_status: 'graded',
  policy_version: 'p1',
  score_version: 'v1',
  as_of: '2026-03-16',
  data_as_of: '2026-03-15',
  record_sha256: 'ab'.repeat(32),
  fictional: false,
};

function outcome(changes: Partial<VerificationOutcome> = {}): VerificationOutcome {
  return {
    valid: true,
    reason: null,
    receipt: CLAIMS,
    issued: true,
    checked_at: '2026-03-20T10:00:00.000Z',
    current: { verdict: 'CLEAR', grade: 'A', grade_status: 'graded', changed: false },
    ...changes,
  };
}

const TYPED = { licenseNumber: '5890123', eventType: 'festival' };
const verifyPage = (changes: Partial<VerificationOutcome>) =>
  renderVerify({ receipt: RECEIPT, outcome: outcome(changes), fictional: false });

const PAGES: Readonly<Record<string, string>> = {
  'the empty form': renderCheck({ fictional: undefined }),
  'the form with an error': renderCheck({
    form: { ...TYPED, error: { field: 'license_number', text: 'Unknown.' } },
    fictional: false,
  }),
  'the form with an unknown event type': renderCheck({
    form: { ...TYPED, error: { field: 'event_type', text: 'Unknown.' } },
    fictional: false,
  }),
  'a decision': renderDecision(decision(), TYPED),
  'a verification': verifyPage({}),
  'a verification with an error': renderVerify({ receipt: 'x', error: 'Too long.', fictional: false }),
  'a checklist': renderChecklist('city-event', true),
};

test('every reason of the policy has a name in words', () => {
  for (const { code } of RULES) assert.notEqual(reasonName(code), code);
});

describe('every page', () => {
  for (const [name, page] of Object.entries(PAGES)) {
    test(`${name} has no inline style or script`, () => {
      assert.doesNotMatch(page, /<script|<style|\sstyle=|\son[a-z]+=|javascript:/i);
    });

    test(`${name} has a label for every control, and what describes one is there`, () => {
      for (const [control] of page.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)) {
        const id = /\sid="([^"]+)"/.exec(control)?.[1];
        assert.ok(page.includes(`<label for="${id}">`), control);
      }
      for (const [, ids = ''] of page.matchAll(/aria-describedby="([^"]+)"/g))
        for (const id of ids.split(' ')) assert.ok(page.includes(` id="${id}"`), id);
    });

    test(`${name} uses no id twice and has one main heading`, () => {
      const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
      assert.deepEqual(ids, [...new Set(ids)]);
      assert.equal(page.match(/<h1>/g)?.length, 1);
    });
  }
});

describe('what others wrote is escaped', () => {
  test('in a decision', () => {
    const { vendor, evidence } = decision();
    const page = renderDecision(
      decision({
        vendor: { ...vendor, name: HOSTILE, aka: HOSTILE, city: HOSTILE, county: HOSTILE },
        reasons: [{ code: HOSTILE, text: HOSTILE, severity: 'info' }],
        evidence: {
          ...evidence,
          last_disposition: { text: HOSTILE, date: HOSTILE, result: 'unknown' },
          hold: { active: true, reasons: [{ code: 'emergency_order', text: HOSTILE, since: HOSTILE }] },
        },
        receipt: HOSTILE,
      }),
      TYPED,
    );
    assertEscaped(page);
  });

  test('in a form that keeps what was typed, and in its error', () => {
    assertEscaped(
      renderCheck({
        form: { licenseNumber: HOSTILE, eventType: HOSTILE, error: { field: undefined, text: HOSTILE } },
        fictional: false,
      }),
    );
    assertEscaped(renderVerify({ receipt: HOSTILE, error: HOSTILE, fictional: false }));
  });

  test('in the claims of a receipt', () => {
    const claims = Object.fromEntries(
      Object.entries(CLAIMS).map(([name, value]) => [name, typeof value === 'string' ? HOSTILE : value]),
    );
    const receipt = { ...CLAIMS, ...claims, typ: CLAIMS.typ, reason_codes: [HOSTILE], iat: 1e300 };
    const current = { verdict: HOSTILE, grade: HOSTILE, grade_status: HOSTILE, changed: true };
    assertEscaped(verifyPage({ receipt, current }));
    assertEscaped(verifyPage({ receipt, current: null, valid: false, reason: 'key_compromised' }));
  });
});

describe('a decision page', () => {
  const page = renderDecision(decision(), TYPED);

  test('says the verdict and what it means in words', () => {
    assert.match(page, /<\/span>DECLINE<\/p>/);
    assert.match(page, /Do not book until it changes/);
    assert.match(page, /not a DBPR rating/);
  });

  test('lists every reason, worst first', () => {
    assert.ok(page.indexOf('Closed by the state.') < page.indexOf('Not confirmed.'));
    assert.ok(page.includes('Not confirmed.'));
  });

  test('lists every document with why, what it must show and its official link', () => {
    for (const { name, why, must_show, resource_url } of requiredDocuments('festival')) {
      for (const text of [name, why, must_show]) assert.ok(page.includes(text), text);
      if (resource_url !== null) assert.ok(page.includes(`href="${resource_url}"`));
    }
    assert.match(page, /href="\/checklists\/festival"/);
  });

  test('has the receipt to copy, to verify, and whole on paper', () => {
    assert.ok(page.includes(`<textarea id="receipt" readonly rows="5" spellcheck="false">${RECEIPT}<`));
    assert.ok(page.includes(`href="/verify?receipt=${RECEIPT}"`));
    assert.ok(page.includes(`<p class="receipt-text">${RECEIPT}</p>`));
  });

  test('marks a fictional vendor', () => {
    assert.match(page, /Fictional vendor/);
    assert.doesNotMatch(renderDecision(decision({ fictional: false }), TYPED), /[Ff]ictional/);
  });

  test('shows no score, even where one came along', () => {
    const leaky = { ...decision(), service_score: 73.25, score: 73.25 };
    assert.doesNotMatch(renderDecision(leaky, TYPED), /73\.25|score/i);
  });
});

describe('a verification page', () => {
  const findings: readonly (readonly [name: string, changes: Partial<VerificationOutcome>, says: RegExp])[] =
    [
      ['issued by this service', {}, /GENUINE<.*on record that it issued/s],
      ['signed but not issued', { issued: false }, /SIGNED<.*no record of issuing/s],
      ['signed, issue unknown', { issued: null }, /GENUINE<.*cannot be told/s],
      ['malformed', failed('malformed'), /NOT A RECEIPT</],
      ['altered', failed('signature_mismatch'), /ALTERED<.*Do not rely on it/s],
      ['of another key', failed('unknown_key'), /UNKNOWN<.*proves nothing/s],
      [
        'of a compromised key',
        { ...failed('key_compromised'), receipt: CLAIMS },
        /NOT SAFE<.*do not rely on it/s,
      ],
      ['unchanged since', {}, /Nothing has changed/],
      [
        'changed since',
        { current: { verdict: 'REVIEW', grade: null, grade_status: 'withheld', changed: true } },
        /It has changed:.*REVIEW.*Withheld/s,
      ],
      ['of a vendor no longer on record', { current: null }, /not on record today/],
    ];
  for (const [name, changes, says] of findings)
    test(`says in plain words that a receipt is ${name}`, () => assert.match(verifyPage(changes), says));

  function failed(reason: VerificationOutcome['reason']): Partial<VerificationOutcome> {
    return { valid: false, reason, receipt: null, issued: null, current: null };
  }
});

describe('the pages over HTTP', () => {
  let app: FastifyInstance;
  const asked: unknown[] = [];
  const limits: { check?: Error } = {};
  const checkLimit: onRequestAsyncHookHandler = async () => {
    if (limits.check) throw limits.check;
  };
  const options: DecisionPagesOptions = {
    decisionForPage: async (query) => {
      asked.push(query);
      return answerTo(query.license_number);
    },
    verifyForPage: async (receipt) => {
      asked.push(receipt);
      if (receipt.length > 8_192)
        throw new AppError('invalid_parameter', 'Too long.', { parameter: 'receipt' });
      return outcome(receipt === RECEIPT ? {} : { valid: false, reason: 'malformed', receipt: null });
    },
    isFictional: async () => true,
    baseUrl: 'https://vendors.example',
    checkLimit: [checkLimit],
    verifyLimit: [],
  };

  before(async () => {
    app = Fastify({ genReqId: () => 'request-7' });
    await app.register(decisionPages, options);
  });
  after(() => app.close());

  const get = (url: string) => app.inject({ method: 'GET', url });
  const post = (payload: string) =>
    app.inject({
      method: 'POST',
      url: '/verify',
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  test('the form alone asks nothing and is a page under the strict policy', async () => {
    asked.length = 0;
    const answer = await get('/check');
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/);
    assert.deepEqual(asked, []);
  });

  test('a query is handed on as given and its decision is not stored', async () => {
    asked.length = 0;
    const answer = await get('/check?license_number=%205890123%20&event_type=festival');
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.deepEqual(asked, [{ license_number: '5890123', event_type: 'festival' }]);
    assert.match(answer.body, /DECLINE/);
  });

  const errors: readonly (readonly [number: string, status: number, says: RegExp])[] = [
    ['', 400, /Type the vendor’s license number/],
    ['abc', 400, /No digit/],
    ['0000000', 404, /No vendor/],
  ];
  for (const [number, status, says] of errors)
    test(`"${number}" is answered ${status}, beside the field, keeping what was typed`, async () => {
      const answer = await get(`/check?license_number=${number}&event_type=city-event`);
      assert.equal(answer.statusCode, status);
      assert.match(answer.body, /role="alert"/);
      assert.match(answer.body, says);
      assert.ok(answer.body.includes(`value="${number}"`));
      assert.match(answer.body, /value="city-event" checked/);
      assert.match(answer.body, /aria-invalid="true"/);
    });

  test('an ambiguous number offers both full numbers as links', async () => {
    const answer = await get('/check?license_number=2399070&event_type=festival');
    assert.equal(answer.statusCode, 400);
    const links = [...answer.body.matchAll(/<a href="(\/check\?[^"]+)">(\w+)<\/a>/g)].map(
      ([, href = '', text]) => [href.replaceAll('&#61;', '=').replaceAll('&#38;', '&'), text],
    );
    assert.deepEqual(
      links,
      ['CAT2399070', 'MFD2399070'].map((number) => [
        `/check?license_number=${number}&event_type=festival`,
        number,
      ]),
    );
  });

  test('an unknown event type is named beside the choices', async () => {
    const answer = await get('/check?license_number=party&event_type=party');
    assert.equal(answer.statusCode, 400);
    assert.match(answer.body, /<fieldset aria-describedby="type-error">/);
  });

  test('a full limit and a failure of ours are pages; a failure shows the request id and nothing inside', async () => {
    const failed = await get('/check?license_number=500');
    assert.equal(failed.statusCode, 500);
    assert.match(failed.body, /went wrong on our side.*request-7/s);
    assert.doesNotMatch(failed.body, /secret/);
    limits.check = new AppError('rate_limited', 'Try again in 12 s.', { headers: { 'retry-after': '12' } });
    const limited = await get('/check').finally(() => delete limits.check);
    assert.equal(limited.statusCode, 429);
    assert.equal(limited.headers['retry-after'], '12');
    for (const { headers, body } of [failed, limited]) {
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.match(body, /^<!doctype html>/);
    }
    assert.match(limited.body, /Try again in 12 s/);
  });

  test('a receipt is verified from the address and from the form, spread over lines or not', async () => {
    asked.length = 0;
    const answers = [
      await get(`/verify?receipt=${RECEIPT}`),
      await post(
        new URLSearchParams({ receipt: `${RECEIPT.slice(0, 5)}\r\n ${RECEIPT.slice(5)}\n` }).toString(),
      ),
      await post(new URLSearchParams({ receipt: `https://x.example/verify?receipt=${RECEIPT}` }).toString()),
    ];
    assert.deepEqual(asked, [RECEIPT, RECEIPT, RECEIPT]);
    for (const answer of answers) {
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.match(answer.body, /GENUINE/);
    }
  });

  test('no or an overlong receipt is a 400 beside the field, a far too long one a 413 page', async () => {
    for (const payload of ['', 'receipt=', 'other=1', `receipt=${'x'.repeat(8_193)}`]) {
      const answer = await post(payload);
      assert.equal(answer.statusCode, 400, payload.slice(0, 20));
      assert.match(answer.body, /role="alert"/);
    }
    assert.equal((await get('/verify?receipt=')).statusCode, 400);
    const huge = await post(`receipt=${'x'.repeat(17_000)}`);
    assert.equal(huge.statusCode, 413);
    assert.match(huge.body, /^<!doctype html>/);
  });

  test('garbage is never a failure', async () => {
    for (const garbage of ['%', '%zz%00%ff', '<script>', '%F0%9F%8C%AE', '&receipt=2', '[]=1']) {
      assert.equal((await get(`/verify?receipt=x${garbage}`)).statusCode, 200, garbage);
      assert.equal((await post(`receipt=x${garbage}`)).statusCode, 200, garbage);
    }
    assert.equal(
      (await app.inject({ method: 'POST', url: '/verify', payload: { receipt: 1 } })).statusCode,
      400,
    );
    const text = { method: 'POST', url: '/verify', headers: { 'content-type': 'text/xml' }, payload: '<a/>' };
    assert.equal((await app.inject({ ...text, method: 'POST' })).statusCode, 415);
  });

  test('there is a checklist for each event type and a 404 page for any other', async () => {
    for (const eventType of EVENT_TYPES) {
      const answer = await get(`/checklists/${eventType}`);
      assert.equal(answer.statusCode, 200);
      for (const { code } of requiredDocuments(eventType))
        assert.ok(answer.body.includes(`id="doc-${code}"`));
    }
    const unknown = await get('/checklists/wedding');
    assert.equal(unknown.statusCode, 404);
    assert.match(unknown.body, /^<!doctype html>/);
  });
});

function assertEscaped(page: string): void {
  assert.doesNotMatch(page, /<script|alert\("|'"&/);
  assert.ok(page.includes(ESCAPED));
}

/** A decision, or what the service throws for such a number. */
function answerTo(number: string | undefined): DecisionResult {
  const parameter = 'license_number';
  switch (number) {
    case '':
    case undefined:
      throw new AppError('missing_parameter', 'The parameter is missing.', { parameter });
    case 'abc':
      throw new AppError('invalid_parameter', 'No digit in it.', { parameter });
    case 'party':
      throw new AppError('invalid_parameter', 'Not a kind of event.', { parameter: 'event_type' });
    case '0000000':
      throw new AppError('vendor_not_found', 'No vendor has this number.');
    case '2399070':
      throw new AppError('ambiguous_license', 'Either CAT2399070 or MFD2399070.', { parameter });
    case '500':
      throw new Error('secret');
    default:
      return decision();
  }
}
