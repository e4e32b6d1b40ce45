import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addDays } from '../../src/lib/time/dates.ts';
import { createLogger } from '../../src/platform/log/log.ts';
import { publish } from '../../src/records/publication/service.ts';
import {
  DEMO_DAY,
  NOW,
  openTestApp,
  readDemoFiles,
  reservedNumber,
  type TestApp,
} from '../support/demo-app.ts';
import { describeEngines, openTestSqlite, type TestDatabase } from '../support/engines.ts';

const DAY_MS = 86_400_000;
/** The day that the demo records reach. */
const REACH = DEMO_DAY;

/**
 * Opens the app with demo records and a clock that tests can move. Moving it publishes the new day, as the
 * service itself would.
 */
async function openAgingApp(database: TestDatabase) {
  let days = 0;
  await publish(database, { files: await readDemoFiles(), asOf: DEMO_DAY, now: NOW });
  const clock = () => new Date(NOW().getTime() + days * DAY_MS);
  const opened = await openTestApp(database, {}, createLogger('silent'), clock);
  return {
    ...opened,
    async setDays(later: number): Promise<void> {
      days = later;
      await publish(database, { files: [], asOf: DEMO_DAY, now: clock });
    },
  };
}

type AgingApp = Awaited<ReturnType<typeof openAgingApp>>;

describeEngines('records become old as time passes (contract 2.6, 2.9)', (open) => {
  let database: TestDatabase;
  let aging: AgingApp;
  let id: string;
  const number = reservedNumber('grade-a');

  before(async () => {
    database = await open();
    aging = await openAgingApp(database);
    id = (await decision()).vendor.id;
  });
  after(async () => {
    await aging.app.close();
    await database.close();
  });

  async function decision(query = '') {
    const { json } = await aging.get(`/api/v1/decision?license_number=${number}${query}`);
    return (json as { data: Record<string, never> & Decided }).data;
  }

  test('every response about a record is marked as old from the 15th day on, and no cache returns the previous day’s response', async () => {
    for (const [days, old] of [
      [0, null],
      [14, null],
      [15, { reach_to: REACH, days: 15 }],
      [61, { reach_to: REACH, days: 61 }],
      [14, null],
    ] as const) {
      await aging.setDays(days);
      for (const [address, pick] of ANSWERS) {
        const { json } = await aging.get(address.replace('NUMBER', number).replace('ID', id));
        assert.deepEqual(pick(json as never)?.records_old, old, `${address} after ${days} days`);
      }
    }
  });

  test('the best possible verdict after 60 days is REVIEW: in the decision, record, and badge and on the page', async () => {
    await aging.setDays(15);
    assert.equal((await decision()).verdict, 'CLEAR');
    await aging.setDays(61);
    const { verdict, reasons, receipt } = await decision();
    assert.equal(verdict, 'REVIEW');
    assert.ok(reasons.some(({ code }) => code === 'records_too_old'));
    const { json: verified } = await aging.get(`/api/v1/decision/verify?receipt=${receipt}`);
    const { data } = verified as {
      data: { receipt: { reason_codes: string[] }; current: { changed: boolean } };
    };
    assert.ok(data.receipt.reason_codes.includes('records_too_old'));
    assert.equal(data.current.changed, false);
    const card = (await aging.get(`/api/vendors/${id}/scorecard`)).json as {
      recommendation: { code: string };
    };
    assert.equal(card.recommendation.code, 'review');
    const page = await aging.get(`/vendor/${id}`);
    assert.match(
      page.body,
      /Old records\.<\/strong> Our records go only through March 16, 2026, 61 days ago/,
    );
    assert.doesNotMatch(page.body, /verdict tone-good/);
    const search = await aging.get(`/search?q=${number}`);
    assert.match(search.body, /<p class="grade tone-open"><span[^>]*>Grade<\/span> A<\/p>/);
  });

  test('a CLEAR based on old records is not shown in green on any page', async () => {
    const pages = [`/check?license_number=${number}`, `/search?q=${number}`];
    for (const [days, isGreen] of [
      [0, true],
      [15, false],
    ] as const) {
      await aging.setDays(days);
      assert.equal((await decision()).verdict, 'CLEAR');
      for (const page of pages) {
        const { body } = await aging.get(page);
        assert.match(body, /Clear to book/);
        assert.equal(/tone-good/.test(body), isGreen, `${page} after ${days} days`);
      }
    }
    await aging.setDays(0);
  });

  test('an ETag from the previous day gets the new response, not a 304', async () => {
    for (const address of [
      `/api/vendors/${id}`,
      `/api/vendors/${id}/scorecard`,
      `/vendor/${id}`,
      `/api/badge/${id}`,
    ]) {
      await aging.setDays(14);
      const { headers } = await aging.get(address);
      const etag = { 'if-none-match': String(headers.etag) };
      assert.equal((await aging.get(address, etag)).status, 304, address);
      await aging.setDays(15);
      assert.equal((await aging.get(address, etag)).status, 200, address);
    }
  });

  test('a cached decision page is not served again if a banner has been added since', async () => {
    const own = await open();
    const day = await openAgingApp(own);
    await day.setDays(1);
    const address = `/check?license_number=${number}`;
    const { headers, body } = await day.get(address);
    assert.doesNotMatch(body, /Records from an earlier day/);
    const kept = { 'if-none-match': String(headers.etag) };
    assert.equal((await day.get(address, kept)).status, 304);
    await publish(own, { files: [], asOf: DEMO_DAY, keepAsOf: true, now: NOW });
    const again = await day.get(address, kept);
    assert.equal(again.status, 200);
    assert.match(again.body, /Records from an earlier day/);
    await day.app.close();
    await own.close();
  });

  test('a badge for old records has no favorable color and shows the date', async () => {
    await aging.setDays(14);
    assert.match((await aging.get(`/api/badge/${id}`)).body, /#1d5f38/);
    await aging.setDays(15);
    const { body } = await aging.get(`/api/badge/${id}`);
    assert.doesNotMatch(body, /#1d5f38/);
    assert.match(body, /grade A, old records: 2026-03-16/);
  });

  test('every page has the banner until there are newer records, including error pages and text for programs', async () => {
    const pages = [
      '/',
      '/search?q=taco',
      `/vendor/${id}`,
      `/improve/${id}`,
      `/check?license_number=${number}`,
    ];
    const others = [
      '/florida',
      '/coverage',
      '/methodology',
      '/verify',
      '/events',
      '/sign-in',
      '/vendor/nobody',
    ];
    for (const address of [...pages, ...others, '/checklists/nothing', '/llms.txt']) {
      await aging.setDays(14);
      assert.doesNotMatch((await aging.get(address)).body, /Old records\./, address);
      await aging.setDays(20);
      assert.match((await aging.get(address)).body, /go only through (<time[^>]*>)?March 16, 2026/, address);
    }
  });

  test('a decision, its receipt, and its page state the event day, or today’s date if none was given', async () => {
    await aging.setDays(0);
    assert.equal((await decision()).event_date, DEMO_DAY);
    const { event_date, receipt } = await decision('&event_date=2026-05-01');
    assert.equal(event_date, '2026-05-01');
    const { json } = await aging.get(`/api/v1/decision/verify?receipt=${receipt}`);
    assert.equal(
      (json as { data: { receipt: { event_date: string } } }).data.receipt.event_date,
      '2026-05-01',
    );
    const page = await aging.get(`/verify?receipt=${receipt}`);
    assert.match(page.body, /<time datetime="2026-05-01">May 1, 2026<\/time>/);
  });

  test('a license that expires before the event is a reason without effect, and a past or invalid event_date gets a 400 naming it', async () => {
    await aging.setDays(0);
    const expires = (await decision()).vendor.license.expires_on;
    assert.equal((await decision(`&event_date=${expires}`)).verdict, 'CLEAR');
    const late = await decision(`&event_date=${addDays(expires, 1)}`);
    assert.equal(late.verdict, 'CLEAR');
    assert.ok(late.reasons.some(({ code }) => code === 'expires_before_event'));
    for (const bad of ['2026-03-15', '2026-02-30', 'tomorrow', '2031-01-01', '']) {
      const { status, json } = await aging.get(`/api/v1/decision?license_number=${number}&event_date=${bad}`);
      assert.equal(status, 400, bad);
      const { error } = json as { error: { code: string; parameter: string } };
      assert.deepEqual([error.code, error.parameter], ['invalid_parameter', 'event_date'], bad);
    }
    const page = await aging.get(`/check?license_number=${number}&event_date=2026-03-15`);
    assert.equal(page.status, 400);
    assert.match(page.body, /id="date-error" role="alert"/);
    assert.match(page.body, /name="event_date" type="date" value="2026-03-15"/);
  });
});

describe('file coverage', () => {
  let database: TestDatabase;
  let opened: TestApp;
  before(async () => {
    database = await openTestSqlite();
    const files = (await readDemoFiles()).filter(({ district }) => district === 6);
    await publish(database, { files, asOf: DEMO_DAY, now: NOW });
    opened = await openTestApp(database);
  });
  after(async () => {
    await opened.app.close();
    await database.close();
  });

  test('is stated wherever there are totals: statistics, citation, home page, /florida, and /coverage', async () => {
    const { data } = (await opened.get('/api/v1/stats/florida')).json as {
      data: { covers: { district: number; vendors: number }[]; cite_as: string; vendors: { total: number } };
    };
    assert.deepEqual(
      data.covers.map(({ district }) => district),
      [6],
    );
    const words = new RegExp(`District 6 only, ${data.covers[0]?.vendors} vendors`);
    assert.match(data.cite_as, words);
    for (const address of ['/', '/florida', '/coverage'])
      assert.match((await opened.get(address)).body, words, address);
    assert.match((await opened.get('/coverage')).body, /Never loaded: licenses, district 5\./);
  });
});

interface Decided {
  readonly vendor: { readonly id: string; readonly license: { readonly expires_on: string } };
  readonly verdict: string;
  readonly event_date: string;
  readonly receipt: string;
  readonly reasons: { readonly code: string }[];
}

type Aged = { readonly records_old: unknown };
type Picked = (json: never) => Aged | undefined;
const data: Picked = (json: { data: Aged }) => json.data;
/** Responses about records and decisions, and how to find the field in each. */
const ANSWERS: readonly (readonly [address: string, pick: Picked])[] = [
  ['/api/v1/decision?license_number=NUMBER', data],
  ['/api/v1/improve?license_number=NUMBER', data],
  ['/api/v1/stats/florida', data],
  ['/api/v1/coverage', data],
  ['/api/vendors/ID', (json: Aged) => json],
  ['/api/vendors/ID/scorecard', (json: Aged) => json],
  ['/api/vendors?q=NUMBER', ([first]: Aged[]) => first],
];
