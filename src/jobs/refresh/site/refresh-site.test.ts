import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { orderCsv, orderRow } from '../../../../test/support/order-files.ts';
import {
  inspectionCsv,
  inspectionRow,
  licenseCsv,
  licenseRow,
} from '../../../../test/support/regulator-files.ts';
import { readRowsInForce } from '../../../../test/support/rows-in-force.ts';
import {
  EXTRACTS,
  file,
  inspectionsOf,
  LICENSES,
  PAGE,
  type SiteSetup,
  setUpSite,
  YEAR_2526,
} from '../../../../test/support/site-setup.ts';
import { buildApp } from '../../../compose/app.ts';
import { openKeyRing } from '../../../decisions/receipts/key-file-service.ts';
import { generateKey } from '../../../decisions/receipts/key-ring-service.ts';
import { createLogger } from '../../../platform/log/log.ts';
import type { Fetcher } from '../../../platform/net/fetcher.ts';
import { findPublishedState } from '../../../published-state/service.ts';
import { REGULATOR } from '../../../regulator/source/regulator.ts';
import type { RefreshContext } from '../refresh-context.ts';

async function openApp({ context, database }: SiteSetup, now: () => Date) {
  const { server } = await buildApp({
    config: context.config,
    ledger: database,
    recheckMs: 0,
    now,
    keys: openKeyRing({ keys: [generateKey(now())] }),
    sessionSecret: 's'.repeat(43),
    logger: createLogger('silent'),
  });
  return server;
}

describe('a first refresh from the site', () => {
  test('publishes licenses and this year first, then each older year, and always reports what is still loading', async (t) => {
    const site = await setUpSite(t);
    const now = () => new Date('2026-11-27T12:20:00Z');
    site.regulator.plan('/hr/inspections/fdinspi_2526.xlsx', file(YEAR_2526));
    const app = await openApp(site, now);
    t.after(() => app.close());
    const seen = new Map<
      string,
      {
        readonly status: number;
        readonly loading: unknown;
        readonly years: unknown;
        readonly home: string;
        readonly reason: string;
      }
    >();
    const look = async (when: string) => {
      const ready = await app.inject('/readyz');
      const { data } = (await app.inject('/api/v1/coverage')).json();
      const decision = await app.inject('/api/v1/decision?license_number=MFD4758801');
      const reasons: { code: string; text: string }[] = decision.json().data?.reasons ?? [];
      seen.set(when, {
        status: ready.statusCode,
        loading: ready.json().loading,
        years: data?.loading_years,
        home: /<p role="status">(.*?)<\/p>/.exec((await app.inject('/')).body)?.[1] ?? '',
        reason: reasons.find(({ code }) => code === 'insufficient_record')?.text ?? '',
      });
    };
    const fetcher: RefreshContext['fetcher'] = {
      async download(request) {
        const name = request.url.pathname.split('/').at(-1) ?? '';
        if (/^hrfood1|^fdinspi_2[45]|^EOS_Weekly_Extract_2026-11-22/.test(name) && !seen.has(name))
          await look(name);
        return site.context.fetcher?.download(request) ?? assert.fail('no fetcher');
      },
    };
    await site.run('2026-11-27T12:20:00Z', { fetcher });
    await look('end');
    const before = seen.get('hrfood1.csv');
    assert.deepEqual([before?.status, before?.years], [503, undefined]);
    const first = seen.get('fdinspi_2526.xlsx');
    const years = ['2025-26', '2024-25', '2023-24', '2022-23'];
    assert.deepEqual(
      [first?.status, first?.loading, first?.years],
      [200, { inspections_before: '2026-11-20', fiscal_years: years }, years],
    );
    assert.match(
      first?.home ?? '',
      /Inspections back to November 20, 2026; loading 2025–26, 2024–25, 2023–24 and 2022–23\./,
    );
    assert.equal(
      first?.reason,
      'There is no grade yet because inspections before November 20, 2026 are still being loaded.',
    );
    const second = seen.get('fdinspi_2425.xlsx');
    assert.deepEqual(second?.loading, { inspections_before: '2025-07-15', fiscal_years: years.slice(1) });
    assert.deepEqual(second?.reason, '', 'three inspections are enough for a grade');
    const end = seen.get('end');
    assert.deepEqual([end?.loading, end?.years, end?.home], [null, [], '']);
    const page = (await app.inject('/coverage')).body;
    assert.match(page, /Not on the regulator’s site: inspections, 2024-25, 2023-24 and 2022-23\./);
    const runs = await site.database.db.selectFrom('import_runs').select('outcome').orderBy('id').execute();
    assert.deepEqual(
      runs.map(({ outcome }) => outcome),
      ['published', 'published', 'published'],
    );
  });

  test('requests the page first, then the regularly updated files, the years from newest to oldest, the weeks, and the rest', async (t) => {
    const site = await setUpSite(t);
    const paths = await site.run('2026-11-27T12:20:00Z');
    const placeOf = (part: string) => paths.findIndex((path) => path.includes(part));
    const order = [
      PAGE,
      'hrfood1',
      '1fdinspi.csv',
      'newfood',
      'chgownr',
      'fdinspi_2526',
      '1fdinspi_2526',
      'fdinspi_2425',
    ];
    const places = [
      ...order,
      'fdinspi_2223',
      'EOS_Weekly_Extract_2026-11-22',
      '2026-EOS.zip',
      'rdar1126',
    ].map(placeOf);
    assert.ok(
      places.every((place) => place >= 0),
      places.join(),
    );
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
  });

  test('uses URLs from the page, including ones that are not in the list', async (t) => {
    const site = await setUpSite(t);
    site.regulator.plan(PAGE, {
      kind: 'html',
      contentType: 'text/html; charset=utf-8',
      body: '<a href="/new/fdinspi_2526.xlsx">2025-26</a> <a href="https://evil.example/hrfood6.csv">x</a>',
    });
    site.regulator.plan('/new/fdinspi_2526.xlsx', file(YEAR_2526));
    const paths = await site.run('2026-11-27T12:20:00Z');
    assert.ok(paths.includes('/new/fdinspi_2526.xlsx'));
    assert.ok(!paths.includes('/hr/inspections/fdinspi_2526.xlsx'));
    assert.ok((await site.coverage()).files.some(({ name }) => name === 'fdinspi_2526.xlsx'));
  });

  test('requests district files only for a year without a workbook', async (t) => {
    const site = await setUpSite(t);
    site.regulator.plan(
      '/sto/file_download/hr/fdinspi_2425.xlsx',
      file(inspectionsOf(['2024-09-02'], 9_700_100)),
    );
    site.regulator.plan('/sto/file_download/hr/6fdinspi_2526.csv', file(YEAR_2526));
    const paths = await site.run('2026-11-27T12:20:00Z');
    assert.ok(paths.includes('/sto/file_download/hr/6fdinspi_2526.csv'));
    assert.ok(!paths.some((path) => /\dfdinspi_2425\.csv/.test(path)));
    const { loading_years: loading, districts } = await site.coverage();
    assert.deepEqual(loading, []);
    assert.equal(districts.find(({ district }) => district === 6)?.inspections_from, '2024-09-02');
  });

  test('reads monthly final orders, and holds back a file whose name is the only sign that it is one', async (t) => {
    const site = await setUpSite(t);
    site.regulator.plan(
      `${EXTRACTS}/rdar1026.csv`,
      file(orderCsv([orderRow({ orderedOn: '2026-10-02', violationOn: '2026-03-02' })])),
    );
    site.regulator.plan(`${EXTRACTS}/rdar0926.csv`, file('"Dear visitor","this list moved"\r\n'));
    await site.run('2026-11-27T12:20:00Z');
    const coverage = await site.coverage();
    assert.deepEqual(
      coverage.held_back.map(({ name }) => name),
      ['rdar0926.csv'],
    );
    const { orders } = await readRowsInForce(site.database.db);
    assert.deepEqual(
      orders.map(({ orderedOn }) => orderedOn),
      ['2026-10-02'],
    );
  });
});

describe('the days after', () => {
  test('begin with the new day’s records, even if downloads fail', async (t) => {
    const site = await setUpSite(t);
    await site.run('2026-11-27T12:20:00Z');
    const days: unknown[] = [];
    const fetcher: Fetcher = {
      async download({ url }) {
        days.push((await findPublishedState(site.database.published.db))?.as_of);
        return {
          status: 'failed',
          reason: 'too_slow',
          message: `${url}: fewer than 10000 bytes a second came`,
        };
      },
    };
    await site.run('2026-11-28T12:20:00Z', { fetcher });
    assert.deepEqual(new Set(days), new Set(['2026-11-28']));
  });

  test('keep the as-of day that an operator chose', async (t) => {
    const site = await setUpSite(t);
    const day = { asOf: '2026-11-25', keepAsOf: true };
    await site.run('2026-11-27T12:20:00Z', { day, force: true });
    await site.run('2026-11-28T12:20:00Z');
    const { as_of, as_of_chosen } = await site.coverage();
    assert.deepEqual([as_of, as_of_chosen], ['2026-11-25', true]);
  });

  test('request a past year once more after a week, conditionally, and then never again', async (t) => {
    const site = await setUpSite(t);
    site.regulator.plan('/hr/inspections/fdinspi_2526.xlsx', file(YEAR_2526, '"2526"'));
    const isAsked = async (day: string) =>
      (await site.run(`${day}T12:20:00Z`)).includes('/hr/inspections/fdinspi_2526.xlsx');
    const asked = [];
    for (const day of ['2026-11-27', '2026-11-28', '2026-12-03', '2026-12-04', '2026-12-05', '2027-01-20'])
      asked.push(await isAsked(day));
    assert.deepEqual(asked, [true, false, false, true, false, false]);
    const requests = site.regulator.requests.filter(({ path }) => path.endsWith('fdinspi_2526.xlsx'));
    assert.deepEqual(
      requests.map(({ headers }) => headers['if-none-match']),
      [undefined, '"2526"'],
    );
  });

  test('request the year that has just ended until it is final, while this year’s file starts over', async (t) => {
    const site = await setUpSite(t);
    const june = inspectionsOf(['2025-07-15', '2026-06-29'], 9_800_100);
    site.regulator.plan(
      `${EXTRACTS}/hrfood6.csv`,
      file(licenseCsv([licenseRow({ lastInspectedOn: '2026-06-20', expiresOn: '2027-06-01' })])),
    );
    site.regulator.plan(`${EXTRACTS}/6fdinspi.csv`, file(june, '"june"'));
    await site.run('2026-06-30T12:20:00Z');
    site.regulator.plan(`${EXTRACTS}/6fdinspi.csv`, file(inspectionsOf(['2026-07-02'], 9_900_100), '"july"'));
    const early = await site.run('2026-07-03T12:20:00Z');
    assert.ok(early.includes('/hr/inspections/fdinspi_2526.xlsx'));
    // Fifteen days later, the file is still requested, although it has been missing every time.
    await site.run('2026-07-10T12:20:00Z');
    site.regulator.plan(
      '/hr/inspections/fdinspi_2526.xlsx',
      file(inspectionsOf(['2025-07-15', '2026-06-29', '2026-06-30'], 9_800_100), '"2526"'),
    );
    for (const day of ['2026-07-18', '2026-07-19', '2026-09-30'])
      assert.ok((await site.run(`${day}T12:20:00Z`)).includes('/hr/inspections/fdinspi_2526.xlsx'), day);
    const { files, source } = await site.coverage();
    assert.ok(files.some(({ name }) => name === 'fdinspi_2526.xlsx'));
    assert.equal(source.find(({ name }) => name === 'fdinspi_2526.xlsx')?.problem, null);
  });

  test('request only failed and held-back files again after six hours, the latter in full', async (t) => {
    const site = await setUpSite(t);
    for (const { path } of REGULATOR.listFiles())
      if (!/6fdinspi|hrfood6/.test(path)) site.regulator.plan(path, file(LICENSES, '"same"'));
    site.regulator.plan(`${EXTRACTS}/1fdinspi.csv`, { kind: 'status', status: 500 });
    site.regulator.plan(`${EXTRACTS}/2fdinspi.csv`, file('not,a,file\n', '"bad"'));
    await site.run('2026-11-27T12:20:00Z');
    assert.deepEqual(await site.run('2026-11-27T17:00:00Z'), []);
    assert.deepEqual(await site.run('2026-11-27T18:30:00Z'), [
      `${EXTRACTS}/1fdinspi.csv`,
      `${EXTRACTS}/2fdinspi.csv`,
    ]);
    const [, again] = site.regulator.requests.filter(({ path }) => path.endsWith('/2fdinspi.csv'));
    assert.equal(again?.headers['if-none-match'], undefined);
    assert.deepEqual(await site.run('2026-11-27T19:00:00Z'), []);
  });

  test('request a file in full while its unusual changes are waiting for a second download to confirm them', async (t) => {
    const site = await setUpSite(t);
    const ten = (disposition: string) =>
      inspectionCsv(
        Array.from({ length: 10 }, (_, index) =>
          inspectionRow({
            visitedOn: '2026-11-05',
            visitId: 9_900_200 + index,
            caseId: 7_000_200 + index,
            disposition: index < 4 ? disposition : 'Inspection Completed - No Further Action',
          }),
        ),
      );
    const path = `${EXTRACTS}/6fdinspi.csv`;
    site.regulator.plan(path, file(ten('Emergency order recommended'), '"graver"'));
    await site.run('2026-11-27T12:20:00Z');
    site.regulator.plan(path, file(ten('Inspection Completed - No Further Action'), '"milder"'));
    const orders = async () => {
      const { visits } = await readRowsInForce(site.database.db);
      return visits.filter(({ disposition }) => disposition === 'Emergency order recommended');
    };
    const left = [];
    for (const day of ['2026-11-28', '2026-11-29', '2026-11-30']) {
      await site.run(`${day}T12:20:00Z`);
      left.push((await orders()).length);
    }
    assert.deepEqual(left, [4, 0, 0]);
    const conditions = site.regulator.requests
      .filter((request) => request.path === path)
      .map(({ headers }) => headers['if-none-match']);
    assert.deepEqual(conditions, [undefined, '"graver"', undefined, '"milder"']);
  });

  test('import the same bytes again if they were held back the day before, always from a full download', async (t) => {
    const site = await setUpSite(t);
    await site.run('2026-11-26T12:20:00Z');
    site.regulator.plan(`${EXTRACTS}/6fdinspi.csv`, file('not,a,file\n', '"bad"'));
    for (const day of ['2026-11-27', '2026-11-28']) await site.run(`${day}T12:20:00Z`);
    const held = await site.database.db
      .selectFrom('import_files')
      .select('outcome')
      .where('name', '=', '6fdinspi.csv')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      held.map(({ outcome }) => outcome),
      ['published', 'held_back', 'held_back'],
    );
    const requests = site.regulator.requests.filter(({ path }) => path.endsWith('/6fdinspi.csv'));
    assert.deepEqual(
      requests.map(({ headers }) => headers['if-none-match']),
      [undefined, '"running"', undefined],
    );
  });
});
