import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, mock, test } from 'node:test';
import { ERROR_STATUS } from '../../src/http/errors/errors.ts';
import { field } from '../support/check.ts';
import { type DemoApp, openDemoApp, openTestApp, reservedNumber, type TestApp } from '../support/demo-app.ts';
import { openTestSqlite } from '../support/engines.ts';
import { withoutSwitch } from '../support/page-checks.ts';

const UNKNOWN_ID = '00000000-0000-5000-8000-000000000000';
const ACCOUNT = { name: 'Names', email: 'names@errors.example', password: 'three words together' };

const ALL = 'All addresses of the API: https://vendors.example/docs';
const docUrl = (code: string) => `https://vendors.example/docs/errors#${code}`;

/** Contract 7 and 8: errors in both formats, and rate limits. */
describe('errors', () => {
  let demo: DemoApp;

  before(async () => {
    demo = await openDemoApp(await openTestSqlite(), 120);
  });
  after(() => demo.close());

  const badQueries: readonly (readonly [query: string, parameter: string, was: string])[] = [
    ['limit=0', 'limit', '0'],
    ['limit=101', 'limit', '101'],
    ['limit=-1', 'limit', '-1'],
    ['limit=1.5', 'limit', '"1.5"'],
    ['limit=ten', 'limit', '"ten"'],
    ['limit=', 'limit', '""'],
    ['limit=1&limit=2', 'limit', 'given more than once'],
    ['offset=-1', 'offset', '-1'],
    ['offset=1e9', 'offset', '"1e9"'],
    ['offset=1000001', 'offset', '1000001'],
    ['limit=1e1', 'limit', '"1e1"'],
    ['offset=-0', 'offset', '"-0"'],
    ['limit=005', 'limit', '"005"'],
    ['limit=%2B5', 'limit', '"+5"'],
    ['limit=+5', 'limit', '" 5"'],
    ['limit=0x5', 'limit', '"0x5"'],
    ['limit=5.0', 'limit', '"5.0"'],
    [`q=${'x'.repeat(101)}`, 'q', `"${'x'.repeat(80)}…"`],
    ['q=a&q=b', 'q', 'given more than once'],
  ];
  for (const [query, parameter, was] of badQueries)
    test(`contract 7: ${query.slice(0, 20)} returns 400 and names the parameter, its value, and the accepted values`, async () => {
      const answer = await demo.get(`/api/vendors?${query}`);
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(Object(answer.json)).sort(), ['code', 'doc_url', 'error', 'parameter']);
      assert.deepEqual(
        [field(answer.json, 'code'), field(answer.json, 'parameter')],
        ['invalid_parameter', parameter],
      );
      const message = String(field(answer.json, 'error'));
      assert.ok(message.startsWith(`The parameter "${parameter}" was ${was}. Accepted: `), message);
    });

  const verify = (payload: string, type = 'application/json') =>
    demo.app.inject({
      method: 'POST',
      url: '/api/v1/decision/verify',
      payload,
      headers: { 'content-type': type },
    });

  test('contract 7: a JSON body that is not an object returns 400, and the error names the body', async () => {
    for (const payload of ['[]', '"receipt"', '5', 'null', 'true', '[{"receipt":"x"}]']) {
      const answer = await verify(payload);
      assert.equal(answer.statusCode, 400, payload);
      const error = field(answer.json(), 'error');
      assert.equal(field(error, 'code'), 'invalid_body', payload);
      assert.match(String(field(error, 'message')), /^The body must be a JSON object; it was .*\.$/, payload);
    }
  });

  test('contract 7: a body with a content type other than JSON returns 415, with any content', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/xml',
      'application/ld+json',
    ]) {
      const answer = await verify('{"receipt":"x"}', type);
      assert.equal(answer.statusCode, 415, type);
      assert.equal(field(answer.json(), 'error', 'code'), 'unsupported_media_type');
    }
  });

  test('contract 7: an error names the parameter that was sent, not an equivalent one', async () => {
    const unknown = '00000000-0000-5000-8000-000000000000';
    const cases = [
      [`vendor_id=${unknown}`, 404, 'vendor_id'],
      ['vendor_id=x', 400, 'vendor_id'],
      ['vendor_id=', 400, 'vendor_id'],
      ['license_number=', 400, 'license_number'],
      ['license_number=0000000', 404, 'license_number'],
    ] as const;
    for (const path of ['decision', 'improve'])
      for (const [query, status, parameter] of cases) {
        const { status: got, json } = await demo.get(`/api/v1/${path}?${query}`);
        assert.deepEqual([got, field(json, 'error', 'parameter')], [status, parameter], `${path} ${query}`);
      }
  });

  test('an empty parameter is ignored if another parameter names the vendor', async () => {
    const [{ id }] = (await demo.get('/api/vendors?limit=1')).json as [{ id: string }];
    for (const path of ['decision', 'improve'])
      for (const query of [
        `license_number=&vendor_id=${id}`,
        `vendor_id=&license_number=${reservedNumber('grade-a')}`,
      ])
        assert.equal((await demo.get(`/api/v1/${path}?${query}`)).status, 200, `${path} ${query}`);
  });

  test('an ID is found in any letter case, and the response includes its canonical URL', async () => {
    const [{ id }] = (await demo.get(`/api/vendors?q=${reservedNumber('grade-a')}`)).json as [{ id: string }];
    for (const [before, after] of [
      ['/api/vendors/', ''],
      ['/api/vendors/', '/scorecard'],
      ['/api/badge/', ''],
      ['/vendor/', ''],
      ['/improve/', ''],
      ['/api/v1/improve?vendor_id=', ''],
    ] as const) {
      const lower = await demo.get(`${before}${id}${after}`);
      const upper = await demo.get(`${before}${id.toUpperCase()}${after}`);
      assert.deepEqual(
        [upper.status, withoutSwitch(upper.body), upper.headers.etag],
        [200, withoutSwitch(lower.body), lower.headers.etag],
        before,
      );
      if (before === '/api/vendors/')
        assert.equal(
          upper.headers.link,
          `<https://vendors.example/api/vendors/${id}${after}>; rel="canonical"`,
        );
      assert.equal(lower.headers.link, undefined);
    }
    const number = reservedNumber('grade-a').toLowerCase();
    assert.equal((await demo.get(`/api/v1/decision?license_number=${number}`)).status, 200);
  });

  test('a HEAD request for a decision, on the page or in the API, does not issue a receipt', async () => {
    const count = async () => (await demo.database.db.selectFrom('receipts').selectAll().execute()).length;
    const before = await count();
    const number = reservedNumber('grade-a');
    // No other test uses this day. A repeated request would get the existing receipt.
    const asked = `license_number=${number}&event_date=2026-04-17`;
    for (const url of [`/check?${asked}`, `/api/v1/decision?${asked}`]) {
      const answer = await demo.app.inject({ method: 'HEAD', url });
      const length = answer.headers['content-length'];
      assert.deepEqual([answer.statusCode, answer.body, length], [200, '', undefined], url);
    }
    assert.equal(await count(), before);
    const first = await demo.get(`/check?${asked}`);
    const reload = await demo.get(`/check?${asked}`, {
      'if-none-match': String(first.headers.etag),
    });
    assert.deepEqual([reload.status, await count()], [304, before + 1]);
  });

  const known = 'Known: license_number, vendor_id, event_type, event_date, fields, format.';

  test('contract 4: parameters that no endpoint has are ignored', async () => {
    const number = reservedNumber('grade-a');
    for (const query of ['colour=red', 'utm_source=mail&_=17&v=2&cb=1', 'filter[event_date]=1'])
      assert.equal((await demo.get(`/api/v1/decision?license_number=${number}&${query}`)).status, 200, query);
  });

  test('contract 4: a parameter that differs from a known one in case, by one letter, or by missing words is rejected by name', async () => {
    const number = reservedNumber('grade-a');
    for (const given of [
      'event_date[]',
      'event_date[0]',
      'Event_Date',
      'eventDate',
      'event-date',
      'EVENTDATE',
      'event_dat',
      'evnet_date',
      'events_date',
      'date',
    ]) {
      const query = `license_number=${number}&${encodeURIComponent(given)}=2031-01-01`;
      const { status, json } = await demo.get(`/api/v1/decision?${query}`);
      const message = `The parameter "${given}" is not known here. Did you mean "event_date"? ${known}`;
      assert.deepEqual(
        [status, Object(json).error],
        [400, { message, code: 'invalid_parameter', parameter: given, doc_url: docUrl('invalid_parameter') }],
      );
    }
    assert.equal((await demo.get('/api/vendors?Q=taco')).status, 400);
  });

  test('contract 4: every endpoint rejects parameters that only other endpoints have', async () => {
    const paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>> = Object(
      Object(demo.app.swagger()).paths,
    );
    const own = (parameters: readonly { name: string; in: string }[] = []) =>
      parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    const anywhere = new Set(
      Object.values(paths).flatMap((all) => Object.values(all).flatMap(({ parameters }) => own(parameters))),
    );
    assert.ok(anywhere.size > 15);
    const account = await demo.services.accounts.createVerifiedAccount(ACCOUNT);
    const { key } = await demo.services.apiKeys.create(account, 'One');
    const accepted: string[] = [];
    for (const [path, { get }] of Object.entries(paths))
      if (path.startsWith('/api/') && get)
        for (const name of anywhere)
          if (!own(get.parameters).includes(name)) {
            const address = path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
            const { status, body } = await demo.get(`${address}?${name}=1`, {
              authorization: `Bearer ${key}`,
            });
            if (status !== 400 || !body.includes(`"${name}\\" is not known here`))
              accepted.push(`${path}?${name}`);
          }
    assert.deepEqual(accepted, []);
  });

  test('contract 7: an error under /api/v1 is an envelope with null data, and elsewhere a bare object', async () => {
    assert.deepEqual((await demo.get('/api/v1/nothing?x=1')).json, {
      data: null,
      meta: null,
      error: {
        message: `There is nothing at /api/v1/nothing. ${ALL}`,
        code: 'not_found',
        doc_url: docUrl('not_found'),
      },
    });
    assert.deepEqual((await demo.get('/api/nothing')).json, {
      error: `There is nothing at /api/nothing. ${ALL}`,
      code: 'not_found',
      doc_url: docUrl('not_found'),
    });
  });

  test('contract 7.13: every error code is explained at its doc_url, and a wrong URL leads to the right one', async () => {
    const { body } = await demo.get('/docs/errors');
    for (const code of Object.keys(ERROR_STATUS)) assert.ok(body.includes(`id="${code}"`), code);
    for (const [given, meant] of [
      ['/api/v1/descision', '/api/v1/decision'],
      ['/api/v1/decision/', '/api/v1/decision'],
      ['/v1/decision', '/api/v1/decision'],
    ]) {
      const { status, json } = await demo.get(String(given));
      assert.equal(status, 404);
      assert.match(JSON.stringify(json), new RegExp(`Did you mean ${meant}\\?`));
    }
    assert.match((await demo.get('/api')).body, /https:\/\/vendors\.example\/docs/);
    const { body: refused } = await demo.get('/api/v1/events');
    assert.match(refused, /https:\/\/vendors\.example\/settings\/api-keys/);
  });

  test('every response has its own request ID', async () => {
    const urls = [
      '/',
      '/healthz',
      '/api/vendors',
      '/api/vendors/x',
      '/nothing',
      '/api/vendors/%zz',
      '/openapi.json',
    ];
    const ids = await Promise.all(
      urls.map(async (url) => String((await demo.get(url)).headers['x-request-id'])),
    );
    for (const id of ids) assert.match(id, /^[0-9a-f-]{36}$/);
    assert.equal(new Set(ids).size, urls.length);
  });

  test('an unsupported method gets 405 with Allow, with any body, and OPTIONS lists the supported methods', async () => {
    for (const url of [
      '/api/vendors',
      '/api/vendors/x',
      '/api/vendors/x/scorecard',
      '/api/badge/x',
      '/api/v1/stats/florida',
    ])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
        const answer = await demo.app.inject({
          method,
          url,
          payload: '<x/>',
          headers: { 'content-type': 'text/xml' },
        });
        assert.deepEqual(
          [answer.statusCode, answer.headers.allow],
          [405, 'GET, HEAD, OPTIONS'],
          `${method} ${url}`,
        );
      }
    const options = await demo.app.inject({ method: 'OPTIONS', url: '/api/vendors' });
    assert.deepEqual([options.statusCode, options.headers.allow], [204, 'GET, HEAD, OPTIONS']);
  });

  test('any origin may read the open endpoints, including errors, and pages do not send CORS headers', async () => {
    for (const url of [
      '/api/vendors',
      '/api/vendors?limit=0',
      '/api/vendors/x',
      '/api/badge/x',
      '/api/v1/stats/florida',
    ])
      assert.equal((await demo.get(url)).headers['access-control-allow-origin'], '*', url);
    const exposed = (await demo.get('/api/vendors')).headers['access-control-expose-headers'];
    assert.equal(
      exposed,
      'Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Request-Id, X-Total-Count',
    );
    const preflight = await demo.app.inject({ method: 'OPTIONS', url: '/api/vendors' });
    assert.equal(preflight.headers['access-control-allow-origin'], '*');
    assert.equal((await demo.get('/')).headers['access-control-allow-origin'], undefined);
  });

  test('contract 7: invalid percent-encoding gets a 400, an overlong ID a 404, and an overlong URL a 414, in our error format', async () => {
    assert.deepEqual(
      [(await demo.get('/api/vendors/%zz')).status, field((await demo.get('/api/vendors/%zz')).json, 'code')],
      [400, 'invalid_parameter'],
    );
    for (const url of ['/api/vendors/', '/vendor/', '/nothing/'].map((each) => each + 'x'.repeat(300))) {
      const answer = await demo.get(url);
      assert.deepEqual([answer.status, field(answer.json, 'code')], [404, 'not_found'], url.slice(0, 20));
    }
    const long = await demo.get(`/api/vendors?q=${'x'.repeat(10_300)}`);
    assert.deepEqual([long.status, field(long.json, 'code')], [414, 'url_too_long']);
  });

  test('contract 7: an internal error is a 500 with a fixed message and no details', async () => {
    const broken = await openTestSqlite();
    const { app, get } = await openTestApp(broken);
    await broken.close();
    for (const url of ['/api/vendors', '/api/v1/stats/florida']) {
      const answer = await get(url);
      assert.equal(answer.status, 500);
      assert.doesNotMatch(answer.body, /sqlite|database|select|driver|destroyed/i);
      assert.match(answer.body, /Something went wrong on our side/);
    }
    assert.equal((await get('/readyz')).status, 503);
    await app.close();
  });

  test('garbage sent over the connection is rejected, and the next request succeeds', async () => {
    await demo.app.listen({ port: 0, host: '127.0.0.1' });
    const address = demo.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const status = (path: string, headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        request({ port, path, headers, agent: false }, (answer) => resolve(answer.resume().statusCode ?? 0))
          .on('error', reject)
          .end();
      });
    assert.equal(await status('/healthz', { 'x-big': 'x'.repeat(20_000) }), 431);
    assert.equal(await status('/healthz', {}), 200);
  });
});

describe('rate limits', () => {
  test('contract 8: a request beyond the limit gets a 429 that names the limit, with Retry-After until the window resets', async () => {
    mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_000_000 });
    const database = await openTestSqlite();
    const { app, get } = await openTestApp(database, { RATE_LIMIT_SEARCH: '3', RATE_LIMIT_STATS: '1' });
    try {
      for (const left of [2, 1, 0]) {
        const answer = await get('/api/vendors');
        assert.equal(answer.headers.ratelimit, `"search";r=${left};t=60`);
        assert.equal(answer.headers['ratelimit-policy'], '"search";q=3;w=60');
      }
      mock.timers.tick(20_000);
      const refused = await get('/api/vendors');
      assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '40']);
      assert.deepEqual(refused.json, {
        error: 'Limit "search" of 3 requests a minute exceeded; try again in 40 s.',
        code: 'rate_limited',
        doc_url: docUrl('rate_limited'),
      });
      mock.timers.tick(40_000);
      assert.notEqual((await get('/api/vendors')).status, 429);

      await get('/api/v1/stats/florida');
      const enveloped = await get('/api/v1/stats/florida');
      assert.deepEqual([enveloped.status, field(enveloped.json, 'data')], [429, null]);
      assert.match(String(field(enveloped.json, 'error', 'message')), /^Limit "stats" of 1 requests/);
    } finally {
      mock.timers.reset();
      await app.close();
      await database.close();
    }
  });

  test('clients are counted separately, an IPv6 network counts as one client, and only a configured proxy is trusted', async () => {
    const database = await openTestSqlite();
    const settings = { RATE_LIMIT_SEARCH: '1' };
    const direct = await openTestApp(database, settings);
    const behind = await openTestApp(database, { ...settings, TRUST_PROXY: '127.0.0.1' });
    const from = async (target: TestApp, remoteAddress: string, forwarded?: string) => {
      const headers = forwarded ? { 'x-forwarded-for': forwarded } : {};
      return (await target.app.inject({ url: '/api/vendors', remoteAddress, headers })).statusCode === 429;
    };
    assert.deepEqual(
      [await from(direct, '10.0.0.1'), await from(direct, '10.0.0.2'), await from(direct, '10.0.0.1')],
      [false, false, true],
    );
    assert.deepEqual(
      [
        await from(direct, '2001:db8::1'),
        await from(direct, '2001:db8::2'),
        await from(direct, '2001:db8:0:1::2'),
      ],
      [false, true, false],
    );
    assert.deepEqual(
      [await from(direct, '10.0.0.9', '1.1.1.1'), await from(direct, '10.0.0.9', '2.2.2.2')],
      [false, true],
    );
    assert.deepEqual(
      [
        await from(behind, '127.0.0.1', '1.1.1.1'),
        await from(behind, '127.0.0.1', '2.2.2.2'),
        await from(behind, '127.0.0.1', '1.1.1.1'),
      ],
      [false, false, true],
    );
    await direct.app.close();
    await behind.app.close();
    await database.close();
  });
});
