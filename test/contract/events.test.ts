import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { requireKey } from '../../src/http/caller.ts';
import { countInMemory } from '../../src/http/limits/rate-limits.ts';
import { openToAnyOrigin } from '../../src/http/proxy/cors.ts';
import { ListEnvelope } from '../../src/http/schemas.ts';
import { buildServer } from '../../src/http/server.ts';
import { eventRoutes, publicEventRoutes } from '../../src/organizer/events/routes.ts';
import { EVENT_STATUSES, EventRecord, PublicEvent } from '../../src/organizer/events/schemas.ts';
import { NO_SUCH_EVENT } from '../../src/organizer/events/service.ts';
import type { StoredEvent } from '../../src/organizer/events/stored-event.ts';
import type { LedgerDb } from '../../src/platform/db/database.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { insertAccount } from '../support/account-rows.ts';
import { assertMatches, field, rows } from '../support/check.ts';
import { countStatements } from '../support/count-statements.ts';
import { describeEngines } from '../support/engines.ts';
import { addEvent, addEvents, EVENTS_NOW } from '../support/event-samples.ts';

const BASE_URL = 'https://vendors.example';
const MADE_UP = '00000000-0000-4000-8000-000000000000';
const FEED = '/api/v1/public/events';
/** An event with every field set, so that a leak of any of them would be visible. */
const FULL: Partial<StoredEvent> = {
  capacity: 5,
  spots_taken: 2,
  deposit_cents: 5_000,
  applications_received: 1_987,
  applications_open_at: '2026-03-01T05:00:00.000Z',
  applications_close_at: '2026-03-20T04:00:00.000Z',
  questions: [
    { id: 'abc', label: 'Which day?', type: 'choice', required: true, options: ['Friday', 'Saturday'] },
  ],
};

describeEngines('events over HTTP', (open) => {
  let db: LedgerDb;
  let app: FastifyInstance;
  let now = EVENTS_NOW;
  const opened: FastifyInstance[] = [];
  const serve = async (on: LedgerDb, perMinute = 0) => {
    const server = await buildServer({
      logger: createLogger('silent'),
      trustProxy: [],
      makeCounter: countInMemory,
      routes: (root) => {
        root.register(async (keyed) => {
          // In this test, an account's key is the account's name.
          requireKey(keyed, async (token) =>
            ['owner', 'other'].includes(token) ? { accountId: token, keyId: 'k' } : undefined,
          );
          keyed.register(eventRoutes, { ledgerDb: on });
        });
        root.register(async (anybody) => {
          openToAnyOrigin(anybody);
          const limits = { PUBLIC_EVENTS: perMinute };
          anybody.register(publicEventRoutes, { ledgerDb: on, now: () => now, baseUrl: BASE_URL, limits });
        });
      },
    });
    opened.push(server);
    return server;
  };
  const get = async (url: string, headers: Record<string, string> = {}, server = app) => {
    const answer = await server.inject({ url, headers });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body,
      json: answer.body ? answer.json() : undefined,
    };
  };
  const as = (account: string) => ({ authorization: `Bearer ${account}` });
  const idsIn = (answer: { json: unknown }) =>
    rows(field(answer.json, 'data')).map((row) => field(row, 'id'));

  beforeEach(async () => {
    now = EVENTS_NOW;
    ({ db } = await open());
    await insertAccount(db, 'owner@example.com', 'owner');
    await insertAccount(db, 'other@example.com', 'other');
    app = await serve(db);
  });
  after(async () => {
    for (const server of opened) await server.close();
  });

  test('contract 2.3: “Only events owned by the key’s account are visible”', async () => {
    const own = await addEvent(db);
    const foreign = await addEvent(db, { account_id: 'other' });
    assert.deepEqual(idsIn(await get('/api/v1/events', as('owner'))), [own]);
    assert.deepEqual(idsIn(await get('/api/v1/events', as('other'))), [foreign]);
    assert.equal((await get(`/api/v1/events/${own}`, as('owner'))).status, 200);
    assert.equal((await get('/api/v1/events')).status, 401);
    assert.equal((await get(`/api/v1/events/${own}`)).status, 401);
  });

  test('contract 4.3: “List of the caller’s events; meta.count”, with every documented field and no other', async () => {
    const id = await addEvent(db, FULL);
    const answer = await get('/api/v1/events', as('owner'));
    assertMatches(ListEnvelope(EventRecord), answer.json);
    assert.deepEqual(answer.json, {
      data: [
        {
          id,
          name: 'Lake Eola Food Truck Night',
          description: 'Twelve trucks.\n\nPower on site.',
          event_type: 'food-truck-night',
          status: 'Published',
          starts_at: '2026-03-21T21:00:00.000Z',
          ends_at: '2026-03-22T01:00:00.000Z',
          timezone: 'America/New_York',
          venue_name: 'Lake Eola Park',
          address: '512 E Washington St',
          city: 'Orlando',
          county: 'Orange',
          applications_open_at: '2026-03-01T05:00:00.000Z',
          applications_close_at: '2026-03-20T04:00:00.000Z',
          capacity: 5,
          spots_left: 3,
          deposit_cents: 5_000,
          currency: 'USD',
          questions: FULL.questions,
          created_at: '2026-03-01T12:00:00.000Z',
          updated_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      meta: { count: 1 },
      error: null,
    });
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['access-control-allow-origin'], undefined);
  });

  test('contract 4.3.12: “fields” returns exactly the listed fields, and an unknown name gets a 400 that names the parameter', async () => {
    await addEvent(db, FULL);
    const [whole] = rows(field((await get('/api/v1/events', as('owner'))).json, 'data'));
    const pairs = Object.entries(Object(whole));
    for (const names of [['id'], ['questions', 'name'], Object.keys(EventRecord.properties)]) {
      const { json } = await get(`/api/v1/events?status=Published&fields=${names.join(',')}`, as('owner'));
      const data = [Object.fromEntries(pairs.filter(([name]) => names.includes(name)))];
      assert.deepEqual(json, { data, meta: { count: 1 }, error: null });
    }
    for (const fields of ['', 'account_id', 'id,spots_taken', 'id;name', 'id&fields=name']) {
      const { status, json } = await get(`/api/v1/events?fields=${fields}`, as('owner'));
      assert.deepEqual([status, field(json, 'error', 'parameter')], [400, 'fields'], fields);
    }
  });

  test('no response contains internal fields', async () => {
    const id = await addEvent(db, FULL);
    for (const url of ['/api/v1/events', `/api/v1/events/${id}`, FEED]) {
      const { status, body } = await get(url, as('owner'));
      assert.equal(status, 200);
      assert.ok(body.includes(id));
      assert.doesNotMatch(body, /account|owner|spots_taken|received|:1987[,}]|folded/, url);
    }
  });

  test('contract 4.3: status is one of Published, Draft, Completed, Cancelled; any other gets a 400 that names the parameter', async () => {
    const ids = new Map<string, string>();
    for (const status of EVENT_STATUSES) ids.set(status, await addEvent(db, { status }));
    for (const status of EVENT_STATUSES)
      assert.deepEqual(idsIn(await get(`/api/v1/events?status=${status}`, as('owner'))), [ids.get(status)]);
    for (const query of ['status=published', 'status=', 'status=Draft&status=Draft', 'status=%00']) {
      const { status, json } = await get(`/api/v1/events?${query}`, as('owner'));
      assert.equal(status, 400, query);
      assert.deepEqual(
        [field(json, 'error', 'code'), field(json, 'error', 'parameter'), field(json, 'data')],
        ['invalid_parameter', 'status', null],
      );
      assert.match(String(field(json, 'error', 'message')), /Published, Draft, Completed, Cancelled/);
    }
  });

  test('contract 8: “Unpaginated; full set returned”, with as many statements for 500 events as for one', async () => {
    const counting = countStatements(db);
    const server = await serve(counting.db);
    const statements = async (url: string) => {
      const before = counting.count();
      const { json } = await get(url, as('owner'), server);
      return { statements: counting.count() - before, count: field(json, 'meta', 'count') };
    };
    const id = await addEvent(db);
    const urls = ['/api/v1/events', '/api/v1/events?status=Published', FEED, `${FEED}?city=Orlando`];
    for (const url of urls) assert.deepEqual(await statements(url), { statements: 1, count: 1 }, url);
    assert.equal((await statements(`/api/v1/events/${id}`)).statements, 1);
    await addEvents(
      db,
      Array.from({ length: 499 }, () => FULL),
    );
    for (const url of urls) assert.deepEqual(await statements(url), { statements: 1, count: 500 }, url);
  });

  test('contract 7: “Event id not owned by the caller: 404”, byte for byte the same as for a nonexistent or malformed ID', async () => {
    const foreign = await addEvent(db, { account_id: 'other' });
    const doc_url = 'http://localhost/docs/errors#not_found';
    const expected = {
      data: null,
      meta: null,
      error: { message: NO_SUCH_EVENT, code: 'not_found', doc_url },
    };
    const bodies = new Set<string>();
    for (const id of [foreign, MADE_UP, 'x', '%00', "'--", foreign.slice(1), '%F0%9F%8C%AE']) {
      const answer = await get(`/api/v1/events/${id}`, as('owner'));
      assert.equal(answer.status, 404, id);
      assert.deepEqual(answer.json, expected);
      bodies.add(`${answer.body} ${answer.headers['content-type']} ${answer.headers['content-length']}`);
    }
    assert.equal(bodies.size, 1);
  });

  test('contract 4.1: the feed lists published events “currently taking vendor applications, ordered by date, each with apply_url”', async () => {
    const past = EVENTS_NOW.toISOString();
    const future = '2026-03-18T00:00:00.000Z';
    for (const status of EVENT_STATUSES) if (status !== 'Published') await addEvent(db, { status });
    await addEvent(db, { starts_at: past });
    await addEvent(db, { applications_open_at: future });
    await addEvent(db, { applications_close_at: past });
    await addEvent(db, { capacity: 2, spots_taken: 2 });
    const late = await addEvent(db, { starts_at: '2026-05-01T00:00:00.000Z', account_id: 'other' });
    const soon = await addEvent(db, { starts_at: '2026-03-17T00:00:00.000Z', ...FULL });
    const answer = await get(FEED);
    assertMatches(ListEnvelope(PublicEvent), answer.json);
    assert.deepEqual(
      rows(field(answer.json, 'data')).map((row) => field(row, 'apply_url')),
      [soon, late].map((id) => `${BASE_URL}/events/${id}`),
    );
    assert.equal(field(answer.json, 'meta', 'count'), 2);
    assert.equal(answer.headers['access-control-allow-origin'], '*');
  });

  test('contract 4.1: city is a “case-insensitive exact match”, in any Unicode spelling', async () => {
    const orlando = await addEvent(db, { city: 'Orlando' });
    const canas = await addEvent(db, { city: 'Caña City', starts_at: '2026-03-30T00:00:00.000Z' });
    const found = async (city: string) => idsIn(await get(`${FEED}?city=${encodeURIComponent(city)}`));
    for (const city of ['Orlando', 'ORLANDO', ' orlando ', 'orlando\u0000'])
      assert.deepEqual(await found(city), [orlando], city);
    for (const city of ['caña city', 'CAN\u0303A CITY']) assert.deepEqual(await found(city), [canas], city);
    for (const city of ['Orland', 'Orlando, FL', '%', '_rlando', "'", 'x'.repeat(80)])
      assert.deepEqual(await found(city), [], city);
    assert.deepEqual(await found(''), [orlando, canas]);
    const long = await get(`${FEED}?city=${'x'.repeat(81)}`);
    assert.deepEqual([long.status, field(long.json, 'error', 'parameter')], [400, 'city']);
  });

  test('contract 8: “Cached at the edge for 5 minutes”, or less if an event stops taking applications sooner', async () => {
    const control = async (at: string) => {
      now = new Date(at);
      return (await get(FEED)).headers['cache-control'];
    };
    const cached = (seconds: number) => `public, max-age=60, s-maxage=${seconds}, stale-while-revalidate=60`;
    assert.equal(await control('2026-03-16T15:00:00.000Z'), cached(300));
    await addEvent(db, { applications_close_at: '2026-03-20T04:00:00.000Z' });
    await addEvent(db, { starts_at: '2026-03-19T00:00:00.000Z' });
    assert.equal(await control('2026-03-18T23:55:00.000Z'), cached(300));
    assert.equal(await control('2026-03-18T23:55:00.001Z'), cached(299));
    assert.equal(await control('2026-03-18T23:59:59.999Z'), cached(1));
    assert.equal(await control('2026-03-19T00:00:00.000Z'), cached(300));
    assert.equal(await control('2026-03-20T03:59:00.000Z'), cached(60));
  });

  test('an event that has stopped taking applications is absent from every later response, cached or not', async () => {
    const closing = await addEvent(db, { applications_close_at: '2026-03-20T04:00:00.000Z' });
    const full = await addEvent(db, { capacity: 1 });
    const before = await get(FEED);
    const etag = String(before.headers.etag);
    assert.deepEqual(new Set(idsIn(before)), new Set([closing, full]));
    const same = await get(FEED, { 'if-none-match': etag });
    assert.deepEqual([same.status, same.body, same.headers.etag], [304, '', etag]);
    assert.match(String(same.headers['cache-control']), /s-maxage=300/);
    await db.updateTable('events').set({ spots_taken: 1 }).where('id', '=', full).execute();
    const fewer = await get(FEED, { 'if-none-match': `W/${etag}, "x"` });
    assert.deepEqual([fewer.status, idsIn(fewer)], [200, [closing]]);
    now = new Date('2026-03-20T04:00:00.000Z');
    assert.deepEqual(idsIn(await get(FEED, { 'if-none-match': String(fewer.headers.etag) })), []);
  });

  test('contract 8: the feed has its own limit and does not require a key', async () => {
    const server = await serve(db, 1);
    assert.equal((await get(FEED, {}, server)).status, 200);
    const refused = await get(FEED, {}, server);
    assert.deepEqual([refused.status, refused.headers['cache-control']], [429, 'no-store']);
    assert.match(String(field(refused.json, 'error', 'message')), /^Limit "public-events" of 1 requests/);
  });
});
