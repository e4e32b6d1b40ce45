import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { field } from '../support/check.ts';
import { type DemoApp, openDemoApp, openTestApp } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';

const ACCEPT = 'application/json, text/event-stream';
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

describeEngines('requests to /mcp that nobody should send', (open) => {
  let demo: DemoApp;

  before(async () => {
    demo = await openDemoApp(await open(), 100);
  });
  after(() => demo.close());

  const post = (payload: unknown, headers: Record<string, string> = {}) =>
    demo.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { accept: ACCEPT, 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });

  test('get an error as the protocol requires, with an explanation, if their JSON or message is invalid or oversized', async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const refused: readonly (readonly [payload: unknown, status: number, code: number])[] = [
      ['{', 400, -32700],
      ['', 400, -32700],
      [[INITIALIZE, INITIALIZE], 400, -32600],
      ['[]', 400, -32600],
      [nested, 400, -32600],
      ['"text"', 400, -32600],
      ['7', 400, -32600],
      ['null', 400, -32600],
      ['{}', 400, -32600],
      [{ jsonrpc: '1.0', id: 1, method: 'tools/list' }, 400, -32600],
      [{ ...INITIALIZE, params: { padding: 'x'.repeat(200_000) } }, 413, -32000],
      ['{"__proto__":{"a":1},"jsonrpc":"2.0"}', 400, -32700],
    ];
    for (const [payload, status, code] of refused) {
      const answer = await post(payload);
      const what = `${JSON.stringify(payload).slice(0, 60)} → ${answer.body}`;
      assert.equal(answer.statusCode, status, what);
      assert.equal(field(answer.json(), 'error', 'code'), code, what);
      assert.equal(field(answer.json(), 'jsonrpc'), '2.0');
    }
    assert.equal((await post(INITIALIZE, { 'content-type': 'text/plain' })).statusCode, 415);
    assert.equal((await post(INITIALIZE, { accept: 'text/html' })).statusCode, 406);
    assert.equal((await post(INITIALIZE, { accept: '*/*' })).statusCode, 200);
    assert.equal((await post(INITIALIZE, { accept: 'application/json, */*;q=0.1' })).statusCode, 200);
    const withSlash = {
      method: 'POST',
      url: '/mcp/',
      headers: { accept: '*/*' },
      payload: INITIALIZE,
    } as const;
    assert.equal((await demo.app.inject(withSlash)).statusCode, 200);
  });

  test('are rejected if their version is unknown or their headers contradict the message', async () => {
    const list = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} };
    const unknown = await post(list, { 'mcp-protocol-version': '1999-01-01' });
    assert.equal(unknown.statusCode, 400, unknown.body);
    const modern = (version: string, headers: Record<string, string>) =>
      post(
        {
          ...list,
          params: {
            _meta: {
              'io.modelcontextprotocol/protocolVersion': version,
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        },
        headers,
      );
    const right = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    assert.equal((await modern('2026-07-28', right)).statusCode, 200);
    const contradicting = await modern('2026-07-28', { ...right, 'mcp-method': 'tools/call' });
    assert.deepEqual([contradicting.statusCode, field(contradicting.json(), 'error', 'code')], [400, -32020]);
    const future = await modern('2099-01-01', { ...right, 'mcp-protocol-version': '2099-01-01' });
    assert.equal(future.statusCode, 400, future.body);
    assert.match(future.body, /2026-07-28/);
  });

  test('are rejected unless they use POST: there are no sessions and no streams to keep open', async () => {
    for (const method of ['GET', 'DELETE', 'PUT'] as const) {
      const answer = await demo.app.inject({ method, url: '/mcp', headers: { accept: ACCEPT } });
      assert.equal(answer.statusCode, 405);
      assert.equal(answer.headers.allow, 'OPTIONS, POST');
    }
    const initialized = await post(INITIALIZE);
    assert.equal(initialized.statusCode, 200);
    assert.equal(initialized.headers['mcp-session-id'], undefined);
    const listen = await post(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    );
    assert.match(listen.body, /"error"/);
  });

  test('are rejected because of their Origin if a page on another site sent them, and because of their Host if it is unknown', async () => {
    for (const origin of ['https://evil.example', 'null', 'https://vendors.example.evil.example', ''])
      assert.equal((await post(INITIALIZE, { origin })).statusCode, 403, origin);
    for (const origin of ['https://vendors.example', 'http://localhost:6274', 'http://127.0.0.1:1'])
      assert.equal((await post(INITIALIZE, { origin })).statusCode, 200, origin);
    assert.equal((await post(INITIALIZE, { host: 'evil.example' })).statusCode, 421);
    const { headers } = await post(INITIALIZE, { origin: 'http://localhost:6274' });
    assert.equal(headers['access-control-allow-origin'], undefined);
  });

  test('never cause a server error', async () => {
    const names = ['find_vendor', 'decide', 'check_list', 'explain_record', 'verify_receipt', 'list_changes'];
    const message = fc.oneof(
      fc.record({
        jsonrpc: fc.constant('2.0'),
        id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.double()),
        method: fc.constantFrom('tools/call', 'tools/list', 'initialize', 'ping', 'x', 'resources/list'),
        params: fc.oneof(
          fc.jsonValue(),
          fc.record({ name: fc.constantFrom(...names), arguments: fc.jsonValue() }),
          fc.record({
            name: fc.constantFrom(...names),
            arguments: fc.dictionary(
              fc.constantFrom('q', 'license_number', 'vendor_id', 'vendors', 'receipt', 'after', 'limit'),
              fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' })),
            ),
          }),
        ),
      }),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(message, async (sent) => {
        const { statusCode, body } = await post(sent);
        assert.ok(statusCode < 500, body);
        assert.doesNotMatch(body, /status 5\d\d/, JSON.stringify(sent));
      }),
      { numRuns: 150 },
    );
  });

  test('have their own rate limit', async () => {
    const limited = await openTestApp(demo.database, { RATE_LIMIT_MCP: '1' });
    const send = () =>
      limited.app.inject({
        method: 'POST',
        url: '/mcp',
        payload: INITIALIZE,
        headers: { accept: ACCEPT },
      });
    assert.equal((await send()).statusCode, 200);
    const refused = await send();
    assert.equal(refused.statusCode, 429);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.match(String(field(refused.json(), 'error', 'message')), /Limit "mcp" of 1 requests a minute/);
    await limited.app.close();
  });
});
