import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createLogger } from '../../src/platform/log/log.ts';
import { publish } from '../../src/records/publication/service.ts';
import { wrap } from '../../src/web/public/embeds/share-images.ts';
import { insertAccount } from '../support/account-rows.ts';
import { field, rows } from '../support/check.ts';
import { type DemoApp, NOW, openDemoApp, openTestApp, reservedNumber } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';
import { insertEvent } from '../support/ledger-rows.ts';
import { LIMITS_OFF } from '../support/limits-off.ts';

const BASE_URL = 'https://vendors.example';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describeEngines('embeds on other sites', (open) => {
  let demo: DemoApp;
  before(async () => {
    demo = await openDemoApp(await open());
  });
  after(() => demo.close());

  const idOf = async (state: string) =>
    String(field(rows((await demo.get(`/api/vendors?q=${reservedNumber(state)}`)).json), 0, 'id'));
  const cardOf = async (state: string) => (await demo.get(`/embed/${await idOf(state)}`)).body;

  test('a card can be framed on any site, runs no scripts, sends nothing, and is cached for at most a minute', async () => {
    const { status, headers, body } = await demo.get(`/embed/${await idOf('grade-a')}`);
    assert.equal(status, 200);
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
    );
    assert.equal(headers['cache-control'], 'public, max-age=60');
    assert.doesNotMatch(body, /<script|<form|<iframe| style=/);
    assert.match(body, /tone-good[\s\S]*Demo data[\s\S]*Grade A[\s\S]*Records through March 16, 2026/);
    assert.doesNotMatch(body, /\d\d\.\d/, 'no score');
  });

  test('a card’s style sheet loads in the card’s sandboxed frame', async () => {
    const { headers } = await demo.get('/assets/embed.css');
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
  });

  test('no page other than a card can be framed', async () => {
    const id = await idOf('grade-a');
    for (const url of [
      '/',
      `/vendor/${id}`,
      '/check',
      '/verify',
      '/sign-in',
      '/search',
      '/florida',
      '/docs',
      '/docs/try/getVendor',
      '/nowhere-at-all',
      `/improve/${id}`,
    ])
      assert.match(
        String((await demo.get(url, { accept: 'text/html' })).headers['content-security-policy']),
        /frame-ancestors 'none'/,
        url,
      );
  });

  test('a card for a hold, a withheld grade, or a short record never looks good', async () => {
    const expected: Readonly<Record<string, RegExp>> = {
      'emergency-hold': /tone-bad[\s\S]*Closed[\s\S]*The regulator closed the business/,
      'admin-determination-hold': /tone-bad[\s\S]*On hold[\s\S]*without a license/,
      delinquent: /tone-open[\s\S]*No grade[\s\S]*license isn’t confirmed/,
      'transfer-pending': /tone-open[\s\S]*No grade/,
      superseded: /tone-open[\s\S]*No grade/,
      'not-on-file': /tone-open[\s\S]*No grade/,
      'insufficient-record': /tone-none[\s\S]*No grade/,
      'never-inspected': /tone-none[\s\S]*No grade/,
      'grade-f': /tone-bad[\s\S]*Grade F/,
    };
    for (const [state, pattern] of Object.entries(expected)) {
      const card = await cardOf(state);
      assert.match(card, pattern, state);
      assert.doesNotMatch(card, /tone-good/, state);
    }
  });

  test('a card with old records says so and loses the color for a good record', async () => {
    const now = () => new Date('2026-05-20T15:00:00Z');
    const later = await openTestApp(demo.database, LIMITS_OFF, createLogger('silent'), now);
    await publish(demo.database, { files: [], now });
    const { body } = await later.get(`/embed/${await idOf('grade-a')}`);
    assert.match(body, /tone-open[\s\S]*Old records: they reach only to March 1\d, 2026, \d+ days ago/);
    assert.doesNotMatch(body, /tone-good/);
    await later.app.close();
    await publish(demo.database, { files: [], now: NOW });
  });

  test('a card for an unknown vendor says “unknown”, can be framed, and is not cached', async () => {
    for (const id of [UNKNOWN_ID, 'x', '..%2f..']) {
      const { status, headers, body } = await demo.get(`/embed/${id}`);
      assert.deepEqual([status, headers['cache-control']], [404, 'no-store'], id);
      assert.match(body, /Unknown[\s\S]*says nothing about a license/);
      assert.match(String(headers['content-security-policy']), /frame-ancestors \*/);
    }
  });

  test('the vendor page offers the card’s embed code and links to an oEmbed description that has the same code', async () => {
    const id = await idOf('grade-a');
    const { body } = await demo.get(`/vendor/${id}`);
    const link = /type="application\/json\+oembed" href="([^"]+)"/.exec(body)?.[1] ?? '';
    const address = link.replaceAll('&#61;', '=').replaceAll('&amp;', '&').slice(BASE_URL.length);
    const { status, json, headers } = await demo.get(address);
    assert.equal(status, 200);
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.deepEqual(
      [field(json, 'version'), field(json, 'type'), field(json, 'width')],
      ['1.0', 'rich', 440],
    );
    assert.match(String(field(json, 'html')), new RegExp(`^<iframe src="${BASE_URL}/embed/${id}"`));
    assert.ok(body.includes(`${BASE_URL}/embed/${id}`));
    const narrow = await demo.get(`${address}&maxwidth=300&maxheight=100`);
    assert.deepEqual([field(narrow.json, 'width'), field(narrow.json, 'height')], [300, 100]);
  });

  test('oEmbed describes only this service’s vendor pages', async () => {
    const page = encodeURIComponent(`${BASE_URL}/vendor/${await idOf('grade-a')}`);
    for (const [query, status] of [
      ['', 400],
      [`url=${page}&format=xml`, 400],
      [`url=${page}&maxwidth=-1`, 400],
      ['url=https%3A%2F%2Felsewhere.example%2Fvendor%2Fx', 404],
      [`url=${encodeURIComponent(`${BASE_URL}/settings`)}`, 404],
      [`url=${encodeURIComponent(`${BASE_URL}/vendor/${UNKNOWN_ID}`)}`, 404],
      ['url=nonsense', 404],
    ] as const)
      assert.equal((await demo.get(`/oembed?${query}`)).status, status, query);
  });

  test('the home page, vendor pages, and event pages have a preview picture', async () => {
    const account = await insertAccount(demo.database.db);
    const name = '<b>Night & “Day”</b> \u0007 '.repeat(6);
    const event = await insertEvent(demo.database.db, account, {
      name,
      starts_at: '2099-04-10T21:00:00.000Z',
    });
    for (const page of ['/', `/vendor/${await idOf('emergency-hold')}`, `/events/${event}`]) {
      const image = /property="og:image" content="([^"]+)"/.exec((await demo.get(page)).body)?.[1] ?? '';
      assert.ok(image.startsWith(`${BASE_URL}/og/`), page);
      const answer = await demo.app.inject(image.slice(BASE_URL.length));
      assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'image/png'], page);
      const bytes = answer.rawPayload;
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1_200, 630]);
    }
    for (const url of [`/og/vendor/${UNKNOWN_ID}.png`, `/og/events/${UNKNOWN_ID}.png`])
      assert.equal((await demo.get(url)).status, 404, url);
  });

  test('preview pictures have a rate limit per client', async () => {
    const limited = await openTestApp(demo.database, { RATE_LIMIT_STATS: '2' });
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await limited.get('/og/home.png')).status);
    assert.deepEqual(statuses, [200, 200, 429]);
    await limited.app.close();
  });
});

describe('text in a picture', () => {
  test('wraps between words and ends in an ellipsis if it does not fit', () => {
    assert.deepEqual(wrap('one two three', 7, 2), ['one two', 'three']);
    assert.deepEqual(wrap('one two three four', 7, 2), ['one two', 'three …']);
    assert.deepEqual(wrap('abcdefghij', 5, 1), ['abcd…']);
    assert.deepEqual(wrap('a\u0000b\ud800', 9, 1), ['a b\ufffd']);
    assert.deepEqual(wrap('', 5, 2), ['']);
  });
});
