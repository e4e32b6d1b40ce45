import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { DEMO_ORGANIZERS } from '../../src/accounts/account/demo-organizers.ts';
import { demoKey, seedDemoOrganizers } from '../../src/demo/organizers/seed-organizers.ts';
import { vendorId } from '../../src/records/record/vendor-id.ts';
import { type DemoApp, NOW, openDemoApp, reservedNumber } from '../support/demo-app.ts';
import { openTestSqlite } from '../support/engines.ts';

/**
 * A request that a clause applies to, and the status or header that the clause specifies for the response.
 */
interface Claim {
  readonly clause: string;
  readonly ask: InjectOptions & { readonly url: string };
  readonly keyed?: boolean;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | RegExp>>;
  /** The pattern that the response body must match. */
  readonly body?: RegExp;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const NUMBER = reservedNumber('grade-a');
const DIGITS = NUMBER.slice(3);
const SHARED = reservedNumber('ambiguous').slice(3);
/** The ID of a different vendor than {@link ID}, derived from its number. */
const OTHER_ID = vendorId('2014', reservedNumber('grade-b').slice(3));
const NOBODY = '00000000-0000-4000-8000-000000000000';
const DECIDE = `/api/v1/decision?license_number=${NUMBER}`;
const LIST = '/api/v1/decisions';
const LONG = 'y'.repeat(100);
const CUT = /y{80}…/;
const post = (url: string, payload: string | object, type = 'application/json') =>
  ({ method: 'POST', url, payload, headers: { 'content-type': type } }) as const;

const CLAIMS: readonly Claim[] = [
  { clause: '7.1', ask: { url: '/api/v1/nothing' }, status: 404 },
  { clause: '2.1.1', ask: { url: DECIDE }, status: 200, body: /^\{"data":\{.*"meta":null,"error":null\}$/ },
  {
    clause: '2.2.3',
    ask: { url: `/api/v1/decision?license_number=${SHARED}` },
    status: 400,
    body: /ambiguous_license/,
  },
  ...['SEA', 'NOS', 'VEN', 'PAR', 'CAT'].map((prefix) => ({
    clause: '2.2.4',
    ask: { url: `/api/v1/decision?license_number=${prefix}${DIGITS}` },
    status: 404,
    body: new RegExp(NUMBER),
  })),
  ...['HTD', 'XYZ', 'No. '].map((prefix) => ({
    clause: '2.2.4',
    ask: { url: `/api/v1/decision?license_number=${prefix}${DIGITS}` },
    status: 200,
  })),
  {
    clause: '2.2.5',
    ask: { url: '/api/v1/decision?license_number=none' },
    status: 400,
    body: /invalid_parameter/,
  },
  {
    clause: '2.2.5',
    ask: { url: '/api/v1/decision?license_number=1' },
    status: 404,
    body: /vendor_not_found/,
  },
  {
    clause: '2.2.6',
    ask: { url: `/api/v1/decision?license_number=${NUMBER}&vendor_id=${OTHER_ID}` },
    status: 400,
    body: /conflicting_identifiers/,
  },
  { clause: '2.7.4', ask: { url: '/api/v1/decision/verify?receipt=x' }, status: 200, body: /"malformed"/ },
  { clause: '2.7.7', ask: { url: '/api/v1/decision/verify' }, status: 400 },
  { clause: '2.7.7', ask: { url: `/api/v1/decision/verify?receipt=${'x'.repeat(8_193)}` }, status: 400 },
  { clause: '2.7.9', ask: { url: '/api/v1/receipts/x' }, status: 404, body: /not_found/ },
  {
    clause: '2.11.4',
    ask: { url: '/api/v1/changes?after=yesterday' },
    status: 400,
    body: /invalid_parameter/,
  },
  {
    clause: '2.11.4',
    ask: { url: '/api/v1/changes?after=1-0123456789ab' },
    status: 410,
    body: /cursor_gone/,
  },
  {
    clause: '4.1.1',
    ask: { url: `${DECIDE}&event_type=party` },
    status: 400,
    body: /food-truck-night, festival, city-event/,
  },
  {
    clause: '4.1.13',
    ask: { url: '/data/latest/vendors.xlsx' },
    status: 503,
    headers: { 'retry-after': '60' },
  },
  {
    clause: '4.2.1',
    ask: { url: '/api/vendors?limit=1' },
    status: 200,
    headers: { 'x-total-count': /^\d+$/, link: /rel="next"/ },
  },
  {
    clause: '4.2.8',
    ask: { url: `/api/badge/${NOBODY}` },
    status: 404,
    headers: { 'content-type': /^image\/svg/ },
  },
  { clause: '4.2.9', ask: { url: '/api/vendors/x' }, status: 404 },
  {
    clause: '4.3.1',
    keyed: true,
    ask: { url: '/api/v1/events?status=Open' },
    status: 400,
    body: /Published.*Draft.*Completed.*Cancelled/,
  },
  { clause: '4.3.2', keyed: true, ask: { url: `/api/v1/events/${NOBODY}` }, status: 404 },
  { clause: '4.3.3', keyed: true, ask: { url: `/api/v1/applications?event_id=${NOBODY}` }, status: 404 },
  { clause: '4.3.3', keyed: true, ask: { url: '/api/v1/applications?event_id=1' }, status: 400 },
  { clause: '4.3.5', ask: { url: '/api/v1/events' }, status: 401 },
  {
    clause: '4.3.8',
    keyed: true,
    ask: { url: '/api/v1/events' },
    status: 200,
    headers: { etag: /./, 'cache-control': 'private, no-cache' },
  },
  {
    clause: '4.3.12',
    keyed: true,
    ask: { url: '/api/v1/events?fields=score' },
    status: 400,
    body: /"parameter":"fields"/,
  },
  {
    clause: '4.4.2',
    ask: { url: `${DECIDE}&format=csv` },
    status: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
  },
  { clause: '5.1', ask: { url: `/api/v1/events?api_key=${demoKey(DEMO_ORGANIZERS[0]).text}` }, status: 401 },
  {
    clause: '5.6',
    ask: { url: '/api/vendors?limit=0' },
    status: 400,
    headers: { 'access-control-allow-origin': '*' },
  },
  {
    clause: '7.2',
    ask: { url: '/api/v1/decision' },
    status: 400,
    body: /^\{"data":null,"meta":null,"error":\{"message"/,
  },
  {
    clause: '7.3',
    ask: { url: '/api/vendors?limit=0' },
    status: 400,
    body: /^\{"error":".*"code".*"parameter":"limit".*"doc_url"/,
  },
  {
    clause: '7.4',
    ask: { url: '/api/v1/events', headers: { authorization: 'Bearer x' } },
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
  },
  { clause: '7.5', keyed: true, ask: { url: '/api/v1/events/x' }, status: 404 },
  { clause: '7.6', ask: { url: DECIDE, method: 'DELETE' }, status: 405, headers: { allow: /GET/ } },
  { clause: '7.6', ask: { url: `/api/vendors?q=${'x'.repeat(11_000)}` }, status: 414 },
  { clause: '7.6', ask: post(LIST, 'a=b', 'application/x-www-form-urlencoded'), status: 415 },
  { clause: '8.8', ask: post(LIST, `"${'x'.repeat(170_000)}"`), status: 413 },
  { clause: '7.8', ask: { url: `${DECIDE}&event_type=${LONG}` }, status: 400, body: CUT },
  { clause: '7.8', ask: { url: `${DECIDE}&event_date=${LONG}` }, status: 400, body: CUT },
  { clause: '7.8', ask: { url: `/api/v1/decision?vendor_id=${LONG}` }, status: 400, body: CUT },
  { clause: '7.8', ask: { url: `/api/v1/changes?license_numbers=${LONG}` }, status: 400, body: CUT },
  { clause: '7.8', ask: { url: `/api/vendors?limit=${LONG}` }, status: 400, body: CUT },
  { clause: '7.8', ask: { url: `${DECIDE}&event_date=1&event_date=2` }, status: 400 },
  { clause: '7.8', ask: { url: '/api/vendors/%E0%A4%A' }, status: 400 },
  {
    clause: '7.8',
    ask: { url: `/search?q=&kind=${LONG}`, headers: { accept: 'text/html' } },
    status: 400,
    body: CUT,
  },
  { clause: '7.9', ask: { url: '/healthz' }, status: 200, headers: { 'x-request-id': /./ } },
  { clause: '7.13', ask: { url: '/api/v1/descision' }, status: 404, body: /\/api\/v1\/decision.*\/docs/ },
  {
    clause: '8.5',
    ask: { url: '/api/v1/coverage' },
    status: 200,
    headers: { 'cache-control': /max-age=60\b/, etag: /./ },
  },
  {
    clause: '8.5',
    ask: { url: '/.well-known/jwks.json' },
    status: 200,
    headers: { 'cache-control': /max-age=300\b/, etag: /./ },
  },
  {
    clause: '8.5',
    ask: { url: '/api/v1/methodology' },
    status: 200,
    headers: { 'cache-control': /max-age=3600\b/, etag: /./ },
  },
  {
    clause: '8.4',
    ask: { url: '/api/v1/public/events' },
    status: 200,
    headers: { 'cache-control': /s-maxage=.*stale-while-revalidate=60/ },
  },
  ...[
    DECIDE,
    `/api/v1/improve?license_number=${NUMBER}`,
    '/api/v1/changes',
    '/api/v1/decision/verify?receipt=x',
    '/healthz',
  ].map((url) => ({ clause: '8.6', ask: { url }, status: 200, headers: { 'cache-control': 'no-store' } })),
  { clause: '8.6', ask: { url: '/api/v1/decision' }, status: 400, headers: { 'cache-control': 'no-store' } },
  {
    clause: '8.6',
    keyed: true,
    ask: { url: '/api/v1/webhooks' },
    status: 200,
    headers: { 'cache-control': /^(private, no-cache|no-store)$/ },
  },
];

/** Clauses that take more than one request to test, each with the test that covers it. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, title: string]>> = {
  '2.12.2': ['test/contract/data-files.test.ts', 'the manifest has each file’s hash, size, and row count'],
  '4.1.12': [
    'test/contract/changes.test.ts',
    'waiting requests with any of an account’s keys count toward the same client’s limit',
  ],
  '4.3.9': [
    'test/contract/webhooks.test.ts',
    'can be added, tested, rotated, replayed, switched, and deleted',
  ],
  '4.3.11': ['test/contract/webhooks.test.ts', 'reject a repeated rotation'],
  '4.4.3': [
    'test/contract/idempotency.test.ts',
    'return 422 and issue nothing for a different request with the same key',
  ],
  '7.7': ['test/contract/outages.test.ts', 'returns 503 with Retry-After in its own error format'],
  '7.11': ['src/http/limits/open-bodies.test.ts', 'are rejected beyond a limit per client'],
  '8.2': ['test/contract/errors.test.ts', 'a request beyond the limit gets a 429 that names the limit'],
  '8.3': ['test/contract/errors.test.ts', 'only a configured proxy is trusted'],
  '8.9': [
    'test/contract/decision-lists.test.ts',
    'rejects a whole list that exceeds what is left of the limit',
  ],
  '9.5': ['test/contract/versioning.test.ts', 'rejected requests get the announcement too'],
};

describe('docs/contract.md', () => {
  let demo: DemoApp;
  before(async () => {
    demo = await openDemoApp(await openTestSqlite());
    await seedDemoOrganizers(demo.database.db, NOW());
  });
  after(() => demo.close());

  for (const { clause, ask, keyed, status, headers = {}, body } of CLAIMS)
    test(`contract ${clause}: ${ask.method ?? 'GET'} ${ask.url.slice(0, 70)} is ${status}`, async () => {
      const key = keyed ? { authorization: `Bearer ${demoKey(DEMO_ORGANIZERS[0]).text}` } : {};
      const answer = await demo.app.inject({ ...ask, headers: { ...ask.headers, ...key } });
      assert.equal(answer.statusCode, status, answer.body.slice(0, 300));
      for (const [name, expected] of Object.entries(headers)) {
        const value = String(answer.headers[name]);
        if (typeof expected === 'string') assert.equal(value, expected, name);
        else assert.match(value, expected, name);
      }
      if (body) assert.match(answer.body, body);
    });

  test('every clause that specifies a status or a header is tested here or by the listed test', () => {
    const text = readFileSync(path.join(ROOT, 'docs/contract.md'), 'utf8');
    const stating = [...text.matchAll(/^- \*\*([\d.]+)\*\*(.*(?:\n {2}.*)*)/gm)].flatMap(
      ([, clause = '', words = '']) => (STATES.test(words) ? [clause] : []),
    );
    const asked = new Set(CLAIMS.map((each) => each.clause));
    const left = stating.filter((clause) => !asked.has(clause) && ELSEWHERE[clause] === undefined);
    assert.deepEqual(left, []);
    for (const [clause, [file, title]] of Object.entries(ELSEWHERE))
      assert.ok(readFileSync(path.join(ROOT, file), 'utf8').includes(title), clause);
  });
});

/** Matches an HTTP status or the name of a header. */
const STATES =
  /(?<![\d,.])\b(?:200|30[34]|4(?:0\d|1\d|2\d|31)|50[03])\b(?! (?:receipts|Published|vendors|license|changes|badge))|`(?:ETag|Link|Allow|Retry-After|WWW-Authenticate|X-[A-Za-z-]+|RateLimit[A-Za-z-]*|no-store|Deprecation|Sunset)`/;
