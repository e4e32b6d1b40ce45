import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { countySlug } from '../../src/lib/text/county-slug.ts';
import type { StoredStatistics } from '../../src/records/statistics/schemas.ts';
import { findCountyRecord, listCountyRecords } from '../../src/web/public/citing/county-names.ts';
import { renderCounty } from '../../src/web/public/citing/county-page.ts';
import { countiesCsv, monthsCsv } from '../../src/web/public/citing/csv-files.ts';
import { countyChart, monthsChart } from '../../src/web/public/citing/press-charts.ts';
import { type DemoApp, openDemoApp } from '../support/demo-app.ts';
import { describeEngines } from '../support/engines.ts';

const BASE_URL = 'https://vendors.example';

const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true, bom: true });

describeEngines('statistics to cite', (open) => {
  let demo: DemoApp;
  let statistics: StoredStatistics;
  before(async () => {
    demo = await openDemoApp(await open());
    const row = await demo.database.published.db
      .selectFrom('published_state')
      .select('statistics')
      .executeTakeFirstOrThrow();
    statistics = JSON.parse(row.statistics);
  });
  after(() => demo.close());

  test('each county has a page at its own URL with its numbers and their source', async () => {
    for (const { name, figures } of listCountyRecords(statistics)) {
      const { status, body } = await demo.get(`/florida/${countySlug(name)}`);
      assert.equal(status, 200, name);
      assert.ok(body.includes(`<link rel="canonical" href="${BASE_URL}/florida/${countySlug(name)}">`), name);
      if (figures) assert.ok(body.includes(`<dd>${figures.vendors.toLocaleString('en-US')}</dd>`), name);
      assert.match(body, /Don’t cite them as fact/, name);
    }
    for (const address of ['nowhere', 'Orange', 'constructor', '%3Cb%3E'])
      assert.equal((await demo.get(`/florida/${address}`)).status, 404, address);
  });

  test('the list of counties links to each county and to tables and charts, and none of those links is broken', async () => {
    const { body } = await demo.get('/florida');
    const links = [...body.matchAll(/href="(\/florida\/[^"]+)"/g)].map(([, link = '']) => link);
    assert.ok(links.length >= statistics.by_county.length + 6);
    for (const link of links.filter((each) => !each.endsWith('.png')))
      assert.equal((await demo.get(link)).status, 200, link);
  });

  test('the table has a row for every county, adds up to the state total, and states the data’s date and coverage in each row', async () => {
    const { headers, body } = await demo.get('/florida/counties.csv');
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
    const rows = rowsOf(body);
    assert.equal(rows.length, 67);
    const sum = rows.reduce((total, row) => total + Number(row.vendors), 0);
    assert.equal(
      sum,
      statistics.by_county.reduce((total, { vendors }) => total + vendors, 0),
    );
    assert.ok(
      rows.every((row) => row.fictional === 'yes' && row.cite_as?.includes('not to be cited as fact')),
    );
    assert.equal(rowsOf((await demo.get('/florida/months.csv')).body).length, 36);
  });

  test('each county’s line to copy, and its row in the table, cites the county’s own numbers', async () => {
    const cited = new Map(
      rowsOf((await demo.get('/florida/counties.csv')).body).map((row) => [row.county, row.cite_as]),
    );
    for (const { name, figures, cover } of listCountyRecords(statistics)) {
      if (!figures || !cover) continue;
      const { body } = await demo.get(`/florida/${countySlug(name)}`);
      const line = /<textarea[^>]* id="citation"[^>]*>([^<]*)</.exec(body)?.[1] ?? '';
      const vendors = `${figures.vendors.toLocaleString('en-US')} ${figures.vendors === 1 ? 'vendor' : 'vendors'}`;
      const inspected = `${figures.inspected_12m.toLocaleString('en-US')} of them inspected in the last 12 months`;
      assert.ok(
        line.includes(`/florida/${countySlug(name)}, as of`) &&
          line.includes(`from records up to ${cover.reach_to}; ${name} County, ${vendors}, ${inspected}; `),
        line,
      );
      assert.equal(cited.get(name), line);
    }
  });

  test('charts are available as SVG and PNG files that state their source and date', async () => {
    const [county = ''] = statistics.by_county.map((each) => countySlug(each.county));
    for (const name of ['grades', 'months', county]) {
      const svg = await demo.get(`/florida/charts/${name}.svg`);
      assert.deepEqual([svg.status, svg.headers['content-type']], [200, 'image/svg+xml; charset=utf-8']);
      assert.match(svg.body, /FICTIONAL DEMO DATA[\s\S]*As of March 16, 2026, from records up to/);
      const png = await demo.app.inject(`/florida/charts/${name}.png`);
      assert.deepEqual([png.statusCode, png.headers['content-type']], [200, 'image/png']);
      const bytes = png.rawPayload;
      assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
      assert.deepEqual([bytes.readUInt32BE(16), bytes.length > 10_000], [1_920, true]);
      assert.equal(png.headers['access-control-allow-origin'], '*');
    }
    assert.equal((await demo.get('/florida/charts/nowhere.png')).status, 404);
  });
});

describe('pages and files with small or unknown numbers', () => {
  const grades = { A: 1, B: 0, C: 0, D: 0, F: 0, withheld: 0, insufficient_record: 2, hold: 0 };
  const cover = {
    district: 6,
    vendors: 3,
    licenses_to: '2026-03-15',
    whole_year: false,
    reach_to: '2026-03-14',
    inspections_from: '2025-07-10',
    inspections_to: '2026-03-14',
  };
  const statistics = {
    as_of: '2026-03-16',
    data_as_of: '2026-03-15',
    covers: [cover],
    by_county: [
      {
        county: 'Charlotte',
        vendors: 30,
        grades,
        inspected_12m: 24,
        high_priority_12m: 0.3333,
        inspected_prior_12m: 21,
        high_priority_prior_12m: 0.4286,
      },
    ],
    by_month: ['2025-06', '2025-07', '2026-02'].map((month) => ({
      month,
      inspections: 0,
      with_high_priority: 0,
      emergency_orders: 0,
    })),
    violation_rates: { inspected_12m: 3 },
    fictional: false,
  } as unknown as StoredStatistics;
  const pageOf = (name: string, stated = statistics) => {
    const county = findCountyRecord(stated, name);
    assert.ok(county, name);
    return renderCounty(county, { statistics: stated, baseUrl: BASE_URL, language: 'en' }).toString();
  };
  const byDistrict = listCountyRecords(statistics);
  const unread = byDistrict.find((each) => each.cover === undefined);
  const empty = byDistrict.find((each) => each.cover && !each.figures);

  test('show a county as unknown, not empty, if its file was not read', () => {
    const page = pageOf(unread?.name ?? '');
    assert.match(
      page,
      /Unknown: we haven’t loaded any files for District \d[\s\S]*That doesn’t mean that there are no vendors/,
    );
    assert.doesNotMatch(page, /<dd>0<\/dd>/);
    const row = rowsOf(countiesCsv(statistics, BASE_URL)).find(({ county }) => county === unread?.name);
    assert.deepEqual([row?.what_is_known, row?.vendors, row?.grade_a], ['no file read', '', '']);
    assert.match(
      countyChart({ ...unread, figures: undefined } as never, statistics, BASE_URL).toString(),
      /Unknown: no file of the county was read/,
    );
  });

  test('cite a county with its own district’s records, and name the files that are missing', () => {
    const far = { ...cover, district: 7, reach_to: '2026-01-31' };
    const partly = { ...cover, licenses_to: null };
    const lineOf = (name: string, covers: readonly unknown[]) => {
      const stated = { ...statistics, covers } as StoredStatistics;
      return rowsOf(countiesCsv(stated, BASE_URL)).find(({ county }) => county === name)?.cite_as ?? '';
    };
    const { name: own = '', district = 0 } = empty ?? {};
    assert.match(lineOf(own, [cover, far]), /up to 2026-03-14; [^;]* County, 0 vendors; computed/);
    assert.match(
      lineOf(own, [{ ...partly, district }]),
      new RegExp(`${own} County, 0 vendors; no license file of District ${district} read; computed`),
    );
    assert.match(
      lineOf(unread?.name ?? '', [cover]),
      /as of 2026-03-16; [^;,]* County; no file of District \d read; computed/,
    );
    const chart = countyChart({ ...unread, figures: undefined } as never, statistics, BASE_URL).toString();
    assert.doesNotMatch(chart, /from records up to/);
  });

  test('show that a county has no vendors if the files that we read list none', () => {
    assert.match(pageOf(empty?.name ?? ''), /There are no vendors from .* County in our records/);
    const row = rowsOf(countiesCsv(statistics, BASE_URL)).find(({ county }) => county === empty?.name);
    assert.deepEqual([row?.what_is_known, row?.vendors], ['files read', '0']);
  });

  test('mark a percentage as small if it is based on few vendors, and say how much one vendor would change it', () => {
    const page = pageOf('Charlotte');
    assert.match(page, /<strong>33\.3%<\/strong> of the 24 vendors/);
    assert.match(page, /The sample is small\.<\/strong> A single vendor changes this share by 4.2 points/);
    const [own] = statistics.by_county;
    const many = { ...statistics, by_county: own ? [{ ...own, inspected_12m: 40 }] : [] };
    assert.doesNotMatch(pageOf('Charlotte', many), /The sample is small/);
    const few = {
      ...statistics,
      by_county: own ? [{ ...own, inspected_12m: 19, high_priority_12m: 0.5 }] : [],
    };
    assert.match(pageOf('Charlotte', few), /19 vendors were inspected[^<]*a share for fewer than 20/);
    assert.doesNotMatch(pageOf('Charlotte', few), /50\.0%/);
    const unknown = { ...statistics, by_county: own ? [{ ...own, high_priority_12m: null }] : [] };
    assert.match(pageOf('Charlotte', unknown), /Unknown: the counts from these inspections aren’t on file/);
  });

  test('include a quotable sentence that compares with the previous year if the files cover both years', () => {
    const since = (day: string, whole = true) => ({
      ...statistics,
      covers: [{ ...cover, district: 7, whole_year: whole, inspections_from: day }],
    });
    const both = pageOf('Charlotte', since('2024-03-16'));
    assert.match(
      both,
      /<blockquote class="quote">33\.3% of the 24 food trucks, carts and caterers inspected in Charlotte County in the year to March 16, 2026 had a high-priority violation\. In the year before, it was 42\.9% of 21\./,
    );
    assert.match(
      pageOf('Charlotte', since('2024-03-17')),
      /March 16, 2026 had a high-priority violation\.<\/blockquote>/,
    );
    assert.doesNotMatch(pageOf('Charlotte', since('2024-03-16', false)), /<blockquote/);
  });

  test('leave out the number for a month that no file covers, and mark a partly covered month as partial', () => {
    const known = rowsOf(monthsCsv(statistics, BASE_URL)).map((row) => [row.what_is_known, row.inspections]);
    assert.deepEqual(known, [
      ['no file read', ''],
      ['in part', '0'],
      ['files read', '0'],
    ]);
    assert.match(monthsChart(statistics, BASE_URL).toString(), />no file read</);
  });
});
