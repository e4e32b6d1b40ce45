import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import Fastify from 'fastify';
import { reasonName, verdictGroupText, verdictText } from '../../src/decisions/decide/decision-words.ts';
import type { Coverage } from '../../src/intake/coverage/schemas.ts';
import { describeMethod } from '../../src/judgment/methodology/describe-methodology.ts';
import { RULES } from '../../src/judgment/policy/policy.ts';
import { citationOf } from '../../src/open-data/statistics/cite.ts';
import { StatisticsCount } from '../../src/records/statistics/count-statistics.ts';
import type { StoredStatistics } from '../../src/records/statistics/schemas.ts';
import { REGULATOR } from '../../src/regulator/source/regulator.ts';
import { listTiles, renderCountyMap } from '../../src/web/kit/counties/county-map.ts';
import { countiesCsv } from '../../src/web/public/citing/csv-files.ts';
import { renderCoverage } from '../../src/web/public/coverage-page.ts';
import { statisticsPages } from '../../src/web/public/statistics/statistics-routes.ts';

const BASE_URL = 'https://vendors.example';
const GRADES = { A: 4, B: 3, C: 2, D: 1, F: 0, withheld: 5, insufficient_record: 6, hold: 7 };
const county = (name: string, vendors: number, rate: number | null) => ({
  county: name,
  vendors,
  grades: { ...GRADES, A: vendors },
  inspected_12m: vendors,
  high_priority_12m: rate,
  inspected_prior_12m: 0,
  high_priority_prior_12m: null,
});
const MONTHS = Array.from({ length: 36 }, (_, index) => ({
  month: `${2023 + Math.floor((index + 3) / 12)}-${String(((index + 3) % 12) + 1).padStart(2, '0')}`,
  inspections: 1_000 + index,
  with_high_priority: 200 + index,
  emergency_orders: index,
}));
const NOW = new Date('2026-03-16T15:00:00Z');
const COVERS = [
  {
    district: 6,
    vendors: 1_234,
    licenses_to: '2026-03-15',
    whole_year: false,
    reach_to: '2026-03-14',
    inspections_from: '2025-07-01',
    inspections_to: '2026-03-14',
  },
];
const STATISTICS: StoredStatistics = {
  as_of: '2026-03-16',
  data_as_of: '2026-03-15',
  vendors: {
    total: 1_234,
    food_trucks: 1_000,
    hot_dog_carts: 34,
    caterers: 200,
    current: 900,
    confirmed: 890,
    delinquent: 30,
    relinquished: 1,
    transfer_pending: 3,
    not_on_file: 297,
    no_license_file: 2,
    license_unknown: 3,
  },
  grades: GRADES,
  violation_rates: {
    inspected_12m: 800,
    any_12m: 0.6123,
    high_priority_12m: 0.25,
    emergency_order_12m: 0.0125,
    inspected_36m: 0,
    any_36m: null,
    high_priority_36m: null,
    emergency_order_36m: null,
  },
  by_county: [county('Alachua', 20, 0.5), county('<b>Bay', 300, null), county('Clay', 20, 0.1)],
  by_month: MONTHS,
  covers: COVERS,
  fictional: false,
};

async function get(url: string, statistics: StoredStatistics | undefined = STATISTICS) {
  const app = Fastify();
  await app.register(statisticsPages, {
    findStatistics: async () => statistics && JSON.stringify(statistics),
    isFictional: async () => statistics?.fictional,
    describeCoverage: async () => assert.fail('not asked for'),
    now: () => NOW,
    baseUrl: BASE_URL,
    limit: [],
  });
  const answer = await app.inject(url);
  await app.close();
  return answer;
}

const countiesOf = (body: string) =>
  [
    ...body
      .slice(body.indexOf('id="counties"'))
      .matchAll(/<th scope="row"><a href="\/florida\/[^"]*">([^<]*(?:&#60;b&#62;)?[^<]*)<\/a><\/th>/g),
  ].map((match) => match[1]?.replace('&#60;b&#62;', ''));
const textOf = (body: string) =>
  body
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#61;', '=')
    .replace(/\s+/g, ' ');

describe('/florida', () => {
  test('gives totals, grades, rates, and monthly numbers as text, for readers who cannot see the charts', async () => {
    const { body, statusCode, headers } = await get('/florida');
    assert.equal(statusCode, 200);
    assert.match(String(headers['content-type']), /^text\/html/);
    const text = textOf(body.replace(/<svg[\s\S]*?<\/svg>/g, ''));
    for (const expected of ['1,234', '61.2%', '25.0%', '1.3%', '–', 'March 2026', '1,035', '235'])
      assert.ok(text.includes(expected), expected);
    assert.match(text, /Withheld: license not confirmed 5 None/, 'a vendor without a letter is in no share');
    assert.match(body, /<time datetime="2026-03-16">March 16, 2026<\/time>/);
    for (const { month } of MONTHS.slice(-1)) assert.equal(month, '2026-03');
  });

  test('gives no number for a month that no file covers, and explains why', async () => {
    const text = textOf((await get('/florida')).body);
    assert.match(text, /A dash means that none of our inspection files covers the month\./);
    assert.match(text, / June 2025 – – – /);
    assert.match(text, / July 2025 1,027 227 27 /);
    const [cover] = COVERS;
    const covers = [{ ...cover, inspections_from: '2023-01-01' }] as typeof COVERS;
    assert.doesNotMatch(textOf((await get('/florida', { ...STATISTICS, covers })).body), /A dash/);
  });

  test('shows the period of each of the two violation charts above the chart', async () => {
    const titles = [...(await get('/florida')).body.matchAll(/<h3>([^<]*)<\/h3>\s*<figure/g)].map(
      ([, title]) => title,
    );
    assert.equal(titles.length, 2);
    assert.match(titles.join(' / '), /The last 12 months: .* \/ The last 36 months: /);
  });

  test('counts every license status, and the counts add up to the total', async () => {
    const vendors = { ...STATISTICS.vendors, total: 1_240 };
    const { body } = await get('/florida', { ...STATISTICS, vendors });
    assert.match(textOf(body), /Given up 1 Changing owner 3 /);
    assert.match(textOf(body), /None: on hold by the regulator/);
  });

  test('gives every chart a name and a description, and has no inline scripts or styles', async () => {
    const { body } = await get('/florida');
    const charts = [...body.matchAll(/<svg class="chart"[^>]*aria-labelledby="([^ ]+) ([^"]+)"/g)];
    assert.equal(charts.length, 4);
    for (const [, title, description] of charts)
      assert.ok(body.includes(`<title id="${title}">`) && body.includes(`<desc id="${description}">`));
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    assert.equal(new Set(ids).size, ids.length);
    assert.doesNotMatch(body, /<script|<style| style=|onclick/);
  });

  test('sorts counties by the chosen column and then by name, with missing values last in both directions', async () => {
    const sorted = async (query: string) => countiesOf((await get(`/florida${query}`)).body);
    assert.deepEqual(await sorted(''), ['Bay', 'Alachua', 'Clay']);
    assert.deepEqual(await sorted('?sort=county&order=desc'), ['Clay', 'Alachua', 'Bay']);
    assert.deepEqual(await sorted('?sort=vendors'), ['Bay', 'Alachua', 'Clay']);
    assert.deepEqual(await sorted('?sort=vendors&order=asc'), ['Alachua', 'Clay', 'Bay']);
    assert.deepEqual(await sorted('?sort=high_priority'), ['Alachua', 'Clay', 'Bay']);
    assert.deepEqual(await sorted('?sort=high_priority&order=asc'), ['Clay', 'Alachua', 'Bay']);
    for (const hostile of ['?sort=__proto__', '?sort=%3Cscript%3E&order=up', '?sort=a&sort=b&order[]=asc'])
      assert.equal((await get(`/florida${hostile}`)).statusCode, 200);
  });

  test('marks the sorted column, whose link reverses the order', async () => {
    const { body } = await get('/florida?sort=vendors&order=desc');
    assert.match(
      body,
      /<th scope="col" class="amount" aria-sort="descending"><a href="\/florida\?sort=vendors&amp;order=asc#counties"/,
    );
    assert.equal(body.match(/aria-sort/g)?.length, 1);
  });

  test('escapes text that comes from a file', async () => {
    const { body } = await get('/florida');
    assert.ok(body.includes('&#60;b&#62;Bay') && !body.includes('<b>Bay'));
  });

  test('has the same citation line as the API, and marks fictional numbers', async () => {
    const line = citationOf(
      { asOf: '2026-03-16', fictional: false, covers: COVERS, inspected: 800 },
      BASE_URL,
    );
    assert.match(
      line,
      /as of 2026-03-16, from records up to 2026-03-14; District 6 only, 1,234 vendors, 800 of/,
    );
    assert.ok((await get('/florida')).body.includes(`>${line}</textarea>`));
    const { body } = await get('/florida', { ...STATISTICS, fictional: true });
    assert.ok(body.includes('not to be cited as fact') && body.includes('Demo data.'));
  });
});

describe('/methodology', () => {
  test('shows every weight, cutoff, and limit in the published method', async () => {
    const { body, statusCode } = await get('/methodology');
    assert.equal(statusCode, 200);
    const text = textOf(body);
    const method = describeMethod(BASE_URL);
    const said = [
      ...method.rule,
      ...method.limits,
      ...method.data_used,
      ...method.data_not_used,
      ...method.cut_offs.slice(0, -1).map(({ grade, least }) => `${grade} ${least} or more`),
      ...method.weights.points_per_measure.map(({ measure }) => measure),
      method.minimum_record.text,
      `${method.example.score} , a ${method.example.grade}`,
    ];
    for (const sentence of said) assert.ok(text.includes(sentence), sentence);
  });

  test('lists the policy’s rules in order, in words', async () => {
    const text = textOf((await get('/methodology')).body);
    const places = RULES.map(({ code }, index) => text.indexOf(`${index + 1} ${reasonName(code)}`));
    assert.ok(
      places.every((place) => place > 0),
      String(places),
    );
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  });

  test('begins with links to its sections, in order', async () => {
    const { body } = await get('/methodology');
    const links = [...body.matchAll(/<li><a href="#(\w+)">([^<]+)<\/a><\/li>/g)].map((each) => each.slice(1));
    const sections = [...body.matchAll(/<section class="part" id="(\w+)"><h2>([^<]+)<\/h2>/g)];
    assert.ok(links.length >= 10, String(links.length));
    assert.deepEqual(
      links,
      sections.map((each) => each.slice(1)),
    );
  });

  test('writes “1 point” in the singular', async () => {
    assert.match(textOf((await get('/methodology')).body), / = 1 point \. Weight:/);
  });

  test('shows what happened after each verdict and each reason', async () => {
    const text = textOf((await get('/methodology')).body);
    const { next_inspection: next, next_days: later } = describeMethod(BASE_URL).backtest.verdicts;
    for (const { verdict, decisions } of [...next.by_verdict, ...later.by_verdict])
      assert.ok(text.includes(`${verdictGroupText(verdict)} ${decisions} `), `${verdict} ${decisions}`);
    for (const { reason, decisions } of next.by_reason.filter((each) => each.reason !== 'record_in_order'))
      assert.ok(text.includes(`${reasonName(reason)} ${decisions} `), reason);
  });

  test('names a verdict next to each rule that decides one, and calls the other rules “Shown only”', async () => {
    const text = textOf((await get('/methodology')).body);
    for (const { code, verdict } of RULES)
      assert.ok(
        text.includes(
          `${reasonName(code)} ${verdict === 'CLEAR' ? 'Shown only' : verdictText(code === 'insufficient_record' ? 'SHORT_RECORD' : verdict)}`,
        ),
        code,
      );
  });

  test('explains to vendors how to reply, and says that we make no claim about illness', async () => {
    const { body } = await get('/methodology');
    assert.ok(body.includes('href="/claim"') && body.includes('We make no claim about illness'));
    assert.doesNotMatch(body, /<script|<style| style=/);
  });
});

describe('/coverage', () => {
  test('names an outdated file by its fiscal year and states its date', () => {
    const slot = 'inspections:district-6:2017-18';
    const coverage = {
      fictional: false,
      as_of: '2026-03-16',
      data_as_of: '2025-06-13',
      published_at: NOW.toISOString(),
      districts: COVERS,
      files: [],
      held_back: [],
      missing: [],
      source: [],
      loading_years: [],
      loading_files: [],
      not_published: [],
      not_refreshed: [{ slot, file_date: '2018-06-28', days: 2_818 }],
    };
    const page = renderCoverage(coverage as unknown as Coverage, {
      today: '2026-03-16',
      baseUrl: BASE_URL,
      language: 'en',
    });
    const text = textOf(String(page));
    assert.match(
      text,
      /Out of date: inspections, district 6, 2017-18\. The newest file goes through June 28, 2018 ,/,
    );
    assert.match(text, /2,818 days before March 16, 2026 \./);
    assert.doesNotMatch(text, /Records as of/);
  });
});

describe('a county’s percentages', () => {
  test('require at least 20 inspected vendors, and cover the last twelve months and the twelve months before those', () => {
    const count = new StatisticsCount();
    const findings = (highPriority: boolean) => ({ any: true, highPriority, emergency: false });
    for (let index = 0; index < 20; index += 1)
      count.add({
        type: 'food_truck',
        status: 'current',
        confirmed: true,
        grade: 'A',
        gradeStatus: 'graded',
        county: 'Clay',
        district: 5,
        year: findings(index < 5),
        threeYears: null,
        yearBefore: index === 0 ? null : findings(true),
        cases: [],
      });
    const context = { asOf: '2026-03-16', dataAsOf: '2026-03-15', fictional: false, filesCover: [] };
    const [clay] = count.result(context).by_county;
    assert.deepEqual(
      [
        clay?.inspected_12m,
        clay?.high_priority_12m,
        clay?.inspected_prior_12m,
        clay?.high_priority_prior_12m,
      ],
      [20, 0.25, 19, null],
    );
  });
});

describe('the map of counties', () => {
  const tiles = listTiles();

  test('has every county once, each with its own position and abbreviation', () => {
    const names = REGULATOR.counties.map(({ name }) => name).sort();
    assert.deepEqual(tiles.map(({ name }) => name).sort(), names);
    for (const key of ['short', 'x,y'] as const)
      assert.equal(
        new Set(tiles.map((tile) => (key === 'short' ? tile.short : `${tile.x},${tile.y}`))).size,
        67,
        key,
      );
  });

  test('has a darker shade for a larger percentage, and no shade for a county without one', () => {
    const shares = [0.1999, 0.2, 0.35, 0.4, 0.5, null];
    const names = ['Bay', 'Clay', 'Dixie', 'Gulf', 'Lake', 'Lee'];
    const counties = shares.map((share, index) => county(names[index] ?? '', 20, share));
    const map = renderCountyMap(counties, 'en').toString();
    const steps = names.map(
      (name) => new RegExp(`/florida/${name.toLowerCase()}"[^>]*class="tile ([^"]+)"`).exec(map)?.[1],
    );
    assert.deepEqual(steps, ['tile-0', 'tile-1', 'tile-2', 'tile-3', 'tile-4', 'tile-none']);
  });

  test('has shades that differ in lightness', () => {
    const css = readFileSync(new URL('../../src/web/kit/styles/vendors.css', import.meta.url), 'utf8');
    const lightness = [0, 1, 2, 3, 4].map((step) => {
      const [, hex = ''] = new RegExp(`\\.tile-${step} rect \\{\\s*fill: #([0-9a-f]{6})`).exec(css) ?? [];
      const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
        Number.parseInt(hex.slice(at, at + 2), 16),
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    });
    for (const [step, value] of lightness.slice(1).entries())
      assert.ok((lightness[step] ?? 0) - value > 25, `step ${step + 1}`);
  });
});

describe('statistics from files with little coverage', () => {
  const licensesOnly = COVERS.map((cover) => ({ ...cover, inspections_from: null, inspections_to: null }));
  const bare: StoredStatistics = {
    ...STATISTICS,
    covers: licensesOnly,
    by_county: [{ ...county('Bay', 20, null), inspected_12m: 0 }],
  };

  test('show a dash instead of a count of inspected vendors if no inspection file is in use', async () => {
    const { body } = await get('/florida', bare);
    assert.match(body, /None of our inspection files covers the last 12 months/);
    const line = body.slice(body.indexOf('/florida/bay">Bay'));
    assert.match(textOf(line.slice(0, line.indexOf('</tr>'))), /– –\s*$/);
    const csv = countiesCsv(bare, BASE_URL);
    const [titles = '', ...rows] = csv.split('\r\n').map((row) => row.replaceAll('"', ''));
    const at = titles.split(',').indexOf('inspected_12m');
    assert.equal(rows.find((row) => row.startsWith('Bay,'))?.split(',')[at], '');
  });

  test('state the coverage of each kind of file and how many vendors the rates are based on', () => {
    const covers = REGULATOR.districts.map((district) => ({
      district,
      vendors: 100,
      licenses_to: '2026-03-15',
      whole_year: false,
      reach_to: '2026-03-14',
      ...(district === 6
        ? { inspections_from: '2025-07-01', inspections_to: '2026-03-14' }
        : { inspections_from: null, inspections_to: null }),
    }));
    const line = citationOf({ asOf: '2026-03-16', fictional: false, covers, inspected: 37 }, 'http://x');
    assert.match(
      line,
      /; licenses: every district; inspections: District 6 only, 700 vendors, 37 of them inspected in the last 12 months; computed/,
    );
    assert.match(
      citationOf({ asOf: '2026-03-16', fictional: false, covers, inspected: 6404 }, 'http://x'),
      /, 6,404 of them inspected/,
    );
    assert.match(
      citationOf({ asOf: '2026-03-16', fictional: false, covers: COVERS }, 'http://x'),
      /; District 6 only, 1,234 vendors; /,
    );
  });

  test('have license statuses that add up to all vendors, and count confirmed licenses among the current ones', () => {
    const statuses = [
      ...(['current', 'current', 'delinquent', 'relinquished', 'transfer_pending'] as const),
      ...(['not_on_file', 'no_file', 'unknown'] as const),
    ];
    const count = new StatisticsCount();
    for (const [index, status] of statuses.entries())
      count.add({
        type: 'food_truck',
        status,
        confirmed: index === 0,
        grade: null,
        gradeStatus: 'withheld',
        county: null,
        district: 6,
        year: null,
        threeYears: null,
        yearBefore: null,
        cases: [],
      });
    const context = { asOf: '2026-03-16', dataAsOf: '2026-03-15', fictional: false, filesCover: [] };
    const { total, confirmed, ...rest } = count.result(context).vendors;
    const { current, delinquent, relinquished, transfer_pending, not_on_file, license_unknown } = rest;
    assert.equal(
      current + delinquent + relinquished + transfer_pending + not_on_file + license_unknown,
      total,
    );
    assert.deepEqual([current, confirmed, rest.no_license_file], [2, 1, 1]);
  });
});
