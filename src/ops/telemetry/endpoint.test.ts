import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEndpoint } from './endpoint.ts';
import { CONTENT_TYPE, toOpenMetrics } from './exposition.ts';
import type { Family } from './families.ts';

const TOKEN = 'correct-horse-battery';
const log = { error: () => assert.fail('nothing fails') };

async function withEndpoint(token: string | undefined, use: (url: string) => Promise<void>): Promise<void> {
  const read = async () => '# EOF\n';
  const options = { port: 0, host: '127.0.0.1', token, contentType: CONTENT_TYPE, read, log };
  const endpoint = await openEndpoint(options);
  try {
    await use(`http://127.0.0.1:${endpoint.port}`);
  } finally {
    await endpoint.close();
  }
}

const statusOf = async (url: string, options: RequestInit = {}) => (await fetch(url, options)).status;

test('metrics are served only to callers with the token; all other requests get status 401', () =>
  withEndpoint(TOKEN, async (url) => {
    const bearing = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    const answer = await fetch(`${url}/metrics`, bearing(TOKEN));
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type'), await answer.text()],
      [200, 'application/openmetrics-text; version=1.0.0; charset=utf-8', '# EOF\n'],
    );
    for (const options of [{}, bearing(''), bearing(`${TOKEN}x`), bearing(TOKEN.slice(1))])
      assert.deepEqual([await statusOf(`${url}/metrics`, options), await statusOf(url, options)], [401, 401]);
  }));

test('only GET and HEAD requests to /metrics succeed', () =>
  withEndpoint(undefined, async (url) => {
    assert.equal(await statusOf(`${url}/metrics?x=1`), 200);
    assert.equal(await statusOf(`${url}/metrics`, { method: 'HEAD' }), 200);
    assert.equal(await statusOf(`${url}/metrics`, { method: 'POST', body: 'x' }), 405);
    for (const path of ['/', '/metrics/', '/api/vendors']) assert.equal(await statusOf(url + path), 404);
  }));

test('metrics are formatted as OpenMetrics text, where only the values of a counter have the suffix _total', async () => {
  const requests: Family = {
    name: 'requests_total',
    help: 'Requests.',
    type: 'counter',
    values: [{ value: 7, labels: { route: '/a' } }],
  };
  const memory: Family = {
    name: 'memory_bytes',
    help: 'Memory.',
    type: 'gauge',
    values: [{ value: 5, labels: { process: 'service' } }],
  };
  assert.equal(
    await toOpenMetrics([requests, memory]),
    `# HELP requests Requests.
# TYPE requests counter
requests_total{route="/a"} 7
# HELP memory_bytes Memory.
# TYPE memory_bytes gauge
memory_bytes{process="service"} 5
# EOF
`,
  );
});
