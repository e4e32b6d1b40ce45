import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Fastify, { type FastifyInstance, type onRequestAsyncHookHandler } from 'fastify';
import { requiredDocuments } from '../../src/decisions/decide/documents/required-documents.ts';
import { type DecisionResult, EVENT_TYPES } from '../../src/decisions/decide/schemas.ts';
import { parseEventType } from '../../src/decisions/decide/service.ts';
import { AppError } from '../../src/http/errors/errors.ts';
import { isNoNumber, namesNoVendor } from '../../src/records/read/named-vendor.ts';
import { type DecisionPagesOptions, decisionPages } from '../../src/web/public/decisions/decision-routes.ts';
import { decision, outcome, RECEIPT } from './support/decision-samples.ts';

describe('the decision pages over HTTP', () => {
  let app: FastifyInstance;
  const asked: unknown[] = [];
  let issued = 0;
  const limits: { check?: Error } = {};
  const checkLimit: onRequestAsyncHookHandler = async () => {
    if (limits.check) throw limits.check;
  };
  const options: DecisionPagesOptions = {
    decisionForPage: async (query) => {
      asked.push(query);
      const made = answerTo(query.license_number);
      const issue = async () => {
        issued += 1;
        return made;
      };
      return { tag: 'tag-of-facts', issue };
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
    checklistLimit: [],
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

  test('serve the empty form under the strict content security policy and look nothing up', async () => {
    asked.length = 0;
    const answer = await get('/check');
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/);
    assert.deepEqual(asked, []);
  });

  test('pass the query on unchanged, and keep the decision out of shared caches', async () => {
    asked.length = 0;
    const answer = await get('/check?license_number=%205890123%20&event_type=festival');
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['cache-control'], 'private, no-cache');
    assert.deepEqual(asked, [{ license_number: '5890123', event_type: 'festival' }]);
    assert.match(answer.body, /Don’t book/);
  });

  test('do not issue a receipt for HEAD or when a browser that already has the page reloads it', async () => {
    const url = '/check?license_number=5890123';
    issued = 0;
    const head = await app.inject({ method: 'HEAD', url });
    assert.deepEqual([head.statusCode, head.body, head.headers['content-length']], [200, '', undefined]);
    assert.equal(issued, 0);
    const first = await get(url);
    assert.equal(issued, 1);
    const headers = { 'if-none-match': String(first.headers.etag) };
    const reload = await app.inject({ method: 'GET', url, headers });
    assert.deepEqual([reload.statusCode, reload.body, issued], [304, '', 1]);
    // Another browser does not have the page yet, so it gets a decision of its own.
    await get(url);
    assert.equal(issued, 2);
  });

  const errors: readonly (readonly [number: string, status: number, says: RegExp])[] = [
    ['', 400, /Type the vendor’s license number/],
    [
      'abc',
      400,
      /Please check:<\/strong> This license number has no digits\. Type the digits, such as \d{7}\.</,
    ],
    ['0000000', 404, /No vendor/],
  ];
  for (const [number, status, says] of errors)
    test(`return ${status} for “${number}” with an error next to the field, and keep what was typed`, async () => {
      const answer = await get(`/check?license_number=${number}&event_type=city-event`);
      assert.equal(answer.statusCode, status);
      assert.match(answer.body, /role="alert"/);
      assert.match(answer.body, says);
      assert.ok(answer.body.includes(`value="${number}"`));
      assert.match(answer.body, /value="city-event" checked/);
      assert.match(answer.body, /aria-invalid="true"/);
    });

  test('offer both full numbers as buttons when a number is ambiguous', async () => {
    const answer = await get('/check?license_number=2399070&event_type=festival');
    assert.equal(answer.statusCode, 400);
    const links = [
      ...answer.body.matchAll(/<a class="button quiet" href="(\/check\?[^"]+)">[A-Z][a-z ]+ (\w+)<\/a>/g),
    ].map(([, href = '', text]) => [href.replaceAll('&#61;', '=').replaceAll('&#38;', '&'), text]);
    assert.deepEqual(
      links,
      ['CAT2399070', 'MFD2399070'].map((number) => [
        `/check?license_number=${number}&event_type=festival`,
        number,
      ]),
    );
  });

  test('show an error next to the choices for an unknown event type', async () => {
    const answer = await get('/check?license_number=party&event_type=party');
    assert.equal(answer.statusCode, 400);
    assert.match(answer.body, /<fieldset aria-describedby="type-error">/);
    assert.match(
      answer.body,
      /Please check:<\/strong> “party” isn’t one of our event types\. Choose one from the list\.</,
    );
  });

  test('show a page with the request id, and no internals, when the rate limit is reached or the server fails', async () => {
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
    assert.match(limited.body, /Wait 12 seconds, then try again/);
  });

  test('verify a receipt from the URL or the form, whether it is on one line or several', async () => {
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

  test('return 400 with an error next to the field for a missing or overlong receipt, and a 413 page for a huge one', async () => {
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

  test('handle garbage without a server error', async () => {
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

  test('have a checklist for each event type, and return 404 for any other type', async () => {
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

/** Returns a decision, or throws the error that the service would throw for that license number. */
function answerTo(number: string | undefined): DecisionResult {
  const parameter = 'license_number';
  switch (number) {
    case '':
    case undefined:
      throw namesNoVendor();
    case 'abc':
      throw isNoNumber('abc');
    case 'party':
      return decision({ event_type: parseEventType(number) });
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
