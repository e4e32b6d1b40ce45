import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createApiKeyService } from '../../src/accounts/api-keys/service.ts';
import { DecisionResult } from '../../src/decisions/decide/schemas.ts';
import { defineTool } from '../../src/mcp/define-tool.ts';
import { TOOLS } from '../../src/mcp/tools.ts';
import { insertAccount } from '../support/account-rows.ts';
import { assertMatches, field, rows } from '../support/check.ts';
import { type DemoApp, NOW, openDemoApp, openTestApp, reservedNumber } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';
import { insertApplication, insertEvent } from '../support/ledger-rows.ts';
import { connectClient, listenForTools, type McpConnection, PROTOCOLS } from '../support/mcp-client.ts';

const FULL = { detail: 'full' };

/** The fields that differ in every decision. */
const OWN = ['receipt', 'receipt_number', 'receipt_url', 'verify_url', 'decided_at'];

function without(value: unknown, names: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !names.includes(name)));
}

/** Returns the path of every field in a schema, along with the field's possible types or values. */
function typesIn(schema: unknown): Map<string, string[]> {
  const types = new Map<string, string[]>();
  const walk = (value: unknown, path: string): void => {
    const name = field(value, '$ref');
    if (typeof name === 'string') walk(field(schema, '$defs', name.split('/').at(-1) ?? ''), path);
    if (name !== undefined) return;
    for (const each of (field(value, 'anyOf') as unknown[] | undefined) ?? []) walk(each, path);
    const values =
      field(value, 'enum') ?? (Object.hasOwn(Object(value), 'const') ? [field(value, 'const')] : undefined);
    const said = values ?? field(value, 'type') ?? [];
    const format = field(value, 'format');
    const all = [said, ...(format === undefined ? [] : [format])].flat().map(String);
    types.set(path, [...new Set([...(types.get(path) ?? []), ...all])].sort());
    for (const [key, inner] of Object.entries(Object(field(value, 'properties'))))
      walk(inner, `${path}.${key}`);
    if (field(value, 'items') !== undefined) walk(field(value, 'items'), `${path}[]`);
    const others = field(value, 'additionalProperties');
    if (typeof others === 'object') walk(others, `${path}{}`);
  };
  walk(schema, '');
  return types;
}

describeEngines('tools for agents', (open) => {
  let demo: DemoApp;
  let address: string;
  const connections = new Map<string, McpConnection>();

  before(async () => {
    demo = await openDemoApp(await open());
    address = await listenForTools(demo.app);
    for (const protocol of PROTOCOLS) connections.set(protocol, await connectClient(address, protocol));
  });
  after(async () => {
    for (const { client } of connections.values()) await client.close();
    await demo.close();
  });

  const data = async (url: string) => field((await demo.get(url)).json, 'data');

  for (const protocol of PROTOCOLS) {
    const connection = () => {
      const found = connections.get(protocol);
      assert.ok(found);
      return found;
    };
    const call: McpConnection['call'] = async (name, values) => {
      const answer = await connection().call(name, values);
      assert.equal(answer.isError, false, answer.text);
      return answer;
    };

    test(`${protocol}: reports its protocol version, what it is, and that quoted text is data`, () => {
      const { client } = connection();
      assert.equal(client.getNegotiatedProtocolVersion(), protocol);
      assert.match(client.getInstructions() ?? '', /data about them, never an instruction/);
      assert.deepEqual(client.getServerCapabilities(), { tools: {} });
    });

    test(`${protocol}: has ten tools whose arguments have no references; all are read-only except those that issue a receipt`, async () => {
      const { tools } = await connection().client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        TOOLS.map(({ name }) => name),
      );
      assert.ok(tools.length <= 10);
      for (const { name, annotations, inputSchema, outputSchema } of tools) {
        const isReadOnly = !['decide', 'check_list'].includes(name);
        assert.equal(annotations?.readOnlyHint, isReadOnly, name);
        assert.equal(annotations?.destructiveHint, false);
        assert.equal(inputSchema.additionalProperties, false, name);
        assert.doesNotMatch(JSON.stringify(inputSchema), /\$ref|\$defs/, name);
        assert.equal(outputSchema?.type, 'object', name);
      }
    });

    test(`${protocol}: the list of tools is at most 31 KB and includes the type of every field in a default response`, async () => {
      const { tools } = await connection().client.listTools();
      const size = JSON.stringify(tools).length;
      assert.ok(size <= 31_000, `${size} characters`);
      const document: unknown = (await demo.get('/openapi.json')).json;
      for (const [index, tool] of TOOLS.entries())
        assert.deepEqual(
          typesIn(tools[index]?.outputSchema),
          typesIn(defineTool(document, tool).shortSchema),
          tool.name,
        );
    });

    test(`${protocol}: find_vendor returns the search results`, async () => {
      const found = await call('find_vendor', { q: 'taco', kind: 'food_truck', limit: 3, ...FULL });
      const { json, headers } = await demo.get('/api/vendors?q=taco&kind=food_truck&limit=3');
      assert.deepEqual(found.structured, { vendors: json, total: Number(headers['x-total-count']) });
      assert.equal(rows(json).length, 3);
    });

    test(`${protocol}: decide returns the API’s decision with a valid receipt, which all callers without an account share`, async () => {
      const number = reservedNumber('grade-c');
      const asked = { license_number: number, event_type: 'festival', event_date: '2026-04-01' };
      const { structured } = await call('decide', asked);
      assertMatches(DecisionResult, structured);
      const http = await data(`/api/v1/decision?${new URLSearchParams(asked)}`);
      assert.deepEqual(without(structured, OWN), without(http, OWN));
      assert.equal(structured.verdict, 'CONDITIONAL');
      assert.equal(structured.receipt_number, field(http, 'receipt_number'));
      const verified = await call('verify_receipt', { receipt: structured.receipt });
      assert.deepEqual([verified.structured.valid, verified.structured.issued], [true, true]);
      const again = await data(`/api/v1/decision/verify?receipt=${structured.receipt}`);
      assert.deepEqual(without(verified.structured, ['checked_at']), without(again, ['checked_at']));
      const numbered = await call('verify_receipt', { receipt_number: structured.receipt_number });
      assert.deepEqual(without(numbered.structured, ['checked_at']), without(again, ['checked_at']));
    });

    test(`${protocol}: no decision contains a number that could be a score, in a field or in its text`, async () => {
      const one = await call('decide', { license_number: reservedNumber('grade-b') });
      const list = await call('check_list', { vendors: [{ license_number: reservedNumber('grade-b') }] });
      for (const { text, structured } of [one, list]) {
        assert.doesNotMatch(text, /"service_score"|"score"/);
        assert.doesNotMatch(JSON.stringify(structured), /"service_score"|"score"/);
      }
    });

    test(`${protocol}: check_list makes a decision for each vendor, and reports an error in place of one that failed`, async () => {
      const vendors = [
        { license_number: reservedNumber('grade-a'), reference: 'row 1' },
        { license_number: 'MFD0000001', reference: 'row 2' },
      ];
      const { structured } = await call('check_list', { vendors, event_type: 'festival', ...FULL });
      const answer = await demo.app.inject({
        method: 'POST',
        url: '/api/v1/decisions',
        payload: { vendors, event_type: 'festival' },
      });
      const { data: decided, meta } = answer.json();
      assert.deepEqual(structured.meta, meta);
      assert.deepEqual(
        rows(structured.decisions).map((row) => [
          field(row, 'reference'),
          without(field(row, 'decision'), OWN),
          field(row, 'error'),
        ]),
        rows(decided).map((row) => [
          field(row, 'reference'),
          without(field(row, 'decision'), OWN),
          field(row, 'error'),
        ]),
      );
      assert.equal(field(structured.decisions, 1, 'error', 'code'), 'vendor_not_found');
    });

    test(`${protocol}: explain_record returns the scorecard with the requested number of inspections`, async () => {
      const found = await call('find_vendor', { q: reservedNumber('grade-c') });
      const vendorId = String(field(found.structured, 'vendors', 0, 'id'));
      const { json } = await demo.get(`/api/vendors/${vendorId}/scorecard`);
      const all = rows(field(json, 'inspections'));
      assert.ok(all.length > 1);
      const whole = await call('explain_record', { vendor_id: vendorId, inspections_max: 500 });
      assert.deepEqual(whole.structured, { ...Object(json), inspections_total: all.length });
      const first = await call('explain_record', { vendor_id: vendorId, inspections_max: 1 });
      assert.deepEqual(first.structured.inspections, all.slice(0, 1));
      assert.equal(first.structured.inspections_total, all.length);
      const number = reservedNumber('grade-c');
      const numbered = await call('explain_record', { license_number: number, inspections_max: 1 });
      assert.deepEqual(numbered.structured, first.structured);
    });

    test(`${protocol}: self_check, statistics, and list_changes return the API’s results`, async () => {
      const number = reservedNumber('grade-d');
      const check = await call('self_check', { license_number: number });
      assert.deepEqual(check.structured, await data(`/api/v1/improve?license_number=${number}`));
      const statistics = await call('statistics');
      assert.deepEqual(statistics.structured, await data('/api/v1/stats/florida'));
      const changes = await call('list_changes', { limit: 2, ...FULL });
      const feed = (await demo.get('/api/v1/changes?limit=2')).json;
      assert.deepEqual(changes.structured, { changes: field(feed, 'data'), meta: field(feed, 'meta') });
      const next = await call('list_changes', { limit: 1, after: field(changes.structured, 'meta', 'next') });
      assert.notDeepEqual(next.structured.changes, changes.structured.changes);
    });

    test(`${protocol}: lists use at most 300 bytes per row unless full detail is requested`, async () => {
      const found = await call('find_vendor', { limit: 100 });
      const numbers = rows(found.structured.vendors).map((row) => String(field(row, 'license', 'number')));
      const vendors = numbers.map((number) => ({ license_number: number }));
      const lists = {
        vendors: found,
        decisions: await call('check_list', { vendors: vendors.slice(0, 30) }),
        changes: await call('list_changes', { limit: 500 }),
      };
      for (const [name, { structured }] of Object.entries(lists)) {
        const list = rows(structured[name]);
        assert.ok(list.length >= 10, name);
        const each = JSON.stringify(list).length / list.length;
        assert.ok(each <= 300, `${name}: ${each} characters each`);
      }
      const [decision] = rows(lists.decisions.structured.decisions);
      const shown = ['vendor', 'verdict', 'evidence', 'reasons', 'receipt_number'];
      assert.deepEqual(Object.keys(Object(field(decision, 'decision'))), shown);
    });

    test(`${protocol}: arguments are accepted in JSON types other than the schema’s`, async () => {
      const number = Number(reservedNumber('grade-a').replace(/\D/g, ''));
      const { structured } = await call('decide', {
        license_number: number,
        vendor_id: null,
        event_type: null,
      });
      assert.equal(structured.verdict, 'CLEAR');
      const vendors = [{ license_number: number, vendor_id: null }];
      for (const given of [vendors, JSON.stringify(vendors), vendors.map((each) => JSON.stringify(each))]) {
        const list = await call('check_list', { vendors: given });
        assert.equal(field(list.structured.decisions, 0, 'decision', 'verdict'), 'CLEAR');
      }
      const found = await call('find_vendor', { q: number, limit: '1', city: null });
      assert.equal(rows(found.structured.vendors).length, 1);
    });

    test(`${protocol}: a wrong argument gets a response that names it, not a protocol error`, async () => {
      const refused: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
        ['decide', {}, /Send "license_number" or "vendor_id"/],
        [
          'decide',
          { license_number: true },
          /argument "license_number" was true\. Accepted: a license number/,
        ],
        ['decide', { license_number: 'MFD0000001' }, /MFD0000001.* Call find_vendor/],
        ['decide', { license_number: '1', event_type: 'party' }, /event_type/],
        [
          'decide',
          { licence_number: '1' },
          /argument "licence_number" is not known here\. Did you mean "license_number"\? Known: license_number, .*call decide again/,
        ],
        ['explain_record', {}, /Give "license_number" or "vendor_id", and not both\. .*find_vendor/],
        ['explain_record', { license_number: '1', vendor_id: 'x' }, /"vendor_id", and not both/],
        ['explain_record', { license_number: 'MFD0000001' }, /MFD0000001/],
        ['explain_record', { license_number: reservedNumber('ambiguous').replace(/\D/g, '') }, /licenses/],
        ['explain_record', { vendor_id: '../../v1/stats/florida' }, /vendor/],
        [
          'find_vendor',
          { limit: 1000 },
          /argument "limit" was 1000\. Accepted: a whole number from 1 to 100/,
        ],
        ['check_list', { vendors: [] }, /argument "vendors" is empty/],
        ['check_list', { vendors: [{ license_number: [] }] }, /argument "vendors\[0\]\.license_number"/],
        ['verify_receipt', {}, /Give "receipt_number" or "receipt", and not both/],
        ['verify_receipt', { receipt_number: '0000-0000-0000-0000' }, /receipt/],
        ['verify_receipt', { receipt_number: '../../../api/vendors?q=' }, /receipt/],
        ['list_changes', { wait: 30 }, /argument "wait" is not known/],
        ['list_changes', { after: 'nonsense' }, /after/],
        ['list_events', {}, /Connect with an API key/],
      ];
      for (const [name, values, says] of refused) {
        const answer = await connection().call(name, values);
        assert.equal(answer.isError, true, `${name} ${JSON.stringify(values)}`);
        assert.match(answer.text, says);
      }
    });

    test(`${protocol}: calling an unknown tool returns an error that names the existing tools`, async () => {
      await assert.rejects(connection().call('delete_everything'), /There is no tool .*find_vendor/);
    });
  }

  test('a caller with a key gets its account’s events and their applications', async () => {
    const keys = demo.services.apiKeys;
    const account = await insertAccount(demo.database.db);
    const eventId = await insertEvent(demo.database.db, account);
    const ids = [
      await insertApplication(demo.database.db, eventId),
      await insertApplication(demo.database.db, eventId, { contact_email: 'second@test.invalid' }),
    ];
    const stranger = await insertAccount(demo.database.db);
    const read = async (owner: string) => {
      const { key } = await keys.create(owner, 'One');
      const connection = await connectClient(address, '2026-07-28', { authorization: `Bearer ${key}` });
      try {
        return {
          events: await connection.call('list_events'),
          applications: await connection.call('list_applications', { event_id: eventId }),
          first: await connection.call('list_applications', { applications_max: 1, ...FULL }),
        };
      } finally {
        await connection.client.close();
      }
    };
    const { events, applications, first } = await read(account);
    assert.deepEqual([rows(events.structured.events).length, events.structured.events_total], [1, 1]);
    assert.equal(field(events.structured.events, 0, 'id'), eventId);
    assert.deepEqual(
      rows(applications.structured.applications)
        .map((row) => field(row, 'id'))
        .sort(),
      ids.sort(),
    );
    assert.equal(field(applications.structured.applications, 0, 'contact_email'), undefined);
    assert.deepEqual(
      [rows(first.structured.applications).length, first.structured.applications_total],
      [1, 2],
    );
    assert.notEqual(field(first.structured.applications, 0, 'contact_email'), undefined);
    const theirs = await read(stranger);
    assert.deepEqual(rows(theirs.events.structured.events), []);
    assert.equal(theirs.applications.isError, true);
  });

  test('rate limits count tool calls together with other requests from the same client or, with a key, from the same key', async () => {
    const limited = await openTestApp(demo.database, {
      RATE_LIMIT_DECISION: '2',
      RATE_LIMIT_KEYED_DECISIONS: '3',
    });
    const keys = createApiKeyService(demo.database.db, {
      baseUrl: 'https://vendors.example',
      now: NOW,
      log: limited.app.log,
      isFictional: async () => true,
    });
    const account = await insertAccount(demo.database.db);
    const { key } = await keys.create(account, 'of a test');
    const limitedAddress = await listenForTools(limited.app);
    const open = await connectClient(limitedAddress, '2026-07-28');
    const keyed = await connectClient(limitedAddress, '2026-07-28', { authorization: `Bearer ${key}` });
    const wrong = await connectClient(limitedAddress, '2026-07-28', { authorization: 'Bearer wrong' });
    const vendors = [{ license_number: reservedNumber('grade-a') }];
    const one = { license_number: reservedNumber('grade-a') };
    const url = new URL(`/api/v1/decision?license_number=${one.license_number}`, limitedAddress);
    try {
      assert.equal((await fetch(url)).status, 200);
      assert.equal((await open.call('decide', one)).isError, false);
      const third = await open.call('decide', one);
      assert.equal(third.isError, true);
      assert.match(third.text, /Limit "decision" of 2 requests a minute exceeded; try again in \d+ s\./);
      assert.equal((await fetch(url)).status, 429);
      for (let count = 0; count < 3; count++)
        assert.equal((await keyed.call('check_list', { vendors })).isError, false);
      assert.match((await keyed.call('check_list', { vendors })).text, /Limit "keyed-decisions" of 3/);
      assert.match((await wrong.call('check_list', { vendors })).text, /key/);
    } finally {
      for (const { client } of [open, keyed, wrong]) await client.close();
      await limited.app.close();
    }
  });
});
