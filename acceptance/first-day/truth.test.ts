import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, test } from 'node:test';
import { expectOfDay, findImproved } from './month.ts';
import { checkPage } from './sentences.ts';
import { inventRegister } from './site/register.ts';
import type { SiteFile } from './site/site-files.ts';
import { CUT, isRemoved, REMOVED } from './site/world.ts';
import { isWanted, stagesOver } from './stages.ts';
import { checkCoverage, checkReady, type Facts, type Finding, type Snapshot } from './truth.ts';

const DAY = '2026-10-07';
const SETTINGS = { rows: 1_000, day: '2026-10-04', since: '2023-07-01', until: '2026-11-10' };

const SENT_AT = '2026-10-07T12:20:10.000Z';
const READ_AT = '2026-10-07T12:20:30.000Z';
const DISTRICT_NUMBERS = [1, 2, 3, 4, 5, 6, 7];

function siteFile(fields: Partial<SiteFile> & Pick<SiteFile, 'path' | 'kind' | 'sha256'>): SiteFile {
  return {
    district: null,
    year: null,
    file: '',
    bytes: 10,
    rows: 100,
    first: '2026-07-01',
    last: '2026-10-03',
    modified: '2026-10-05T10:48:00.000Z',
    ...fields,
  };
}

const LICENSES = DISTRICT_NUMBERS.map((district) =>
  siteFile({ path: `/x/hrfood${district}.csv`, kind: 'licenses', district, sha256: `licenses-${district}` }),
);
const VISITS = DISTRICT_NUMBERS.map((district) =>
  siteFile({
    path: `/x/${district}fdinspi.csv`,
    kind: 'inspections',
    district,
    sha256: `visits-${district}`,
  }),
);
const YEAR = siteFile({
  path: '/hr/inspections/fdinspi_2526.xlsx',
  kind: 'year',
  year: 2025,
  sha256: 'year',
  first: '2025-07-01',
  last: '2026-07-07',
});

const byModified = (files: readonly SiteFile[]) =>
  files.toSorted((a, b) => a.modified.localeCompare(b.modified));

function factsOf(files: readonly SiteFile[], day = DAY): Facts {
  return {
    day,
    wanted: isWanted,
    versions: new Map(files.map((file) => [file.sha256, file])),
    offered: new Map(byModified(files).map((file) => [file.path, file])),
    sent: files.map(({ path: own, sha256 }) => ({ at: SENT_AT, path: own, answer: 'file' as const, sha256 })),
  };
}

type Coverage = NonNullable<Snapshot['coverage']>;
type CoveredFile = Coverage['files'][number];

function covered(file: SiteFile): CoveredFile {
  const kind = file.kind === 'year' ? 'inspections' : file.kind;
  return {
    name: path.basename(file.path),
    kind,
    slot: `${kind}:${file.district === null ? 'statewide' : `district-${file.district}`}`,
    district: file.district,
    file_date: file.last,
    published_at: file.modified,
    sha256: file.sha256,

    read_at: READ_AT,
    checked_at: READ_AT,
    refused_by_reason: {},
    warnings: {},
    doubts: [],
    accepted: null,
    rows: { read: file.rows, kept: 20, other: 80, refused: 0 },
  };
}

/** Returns the coverage of a truthful service that has read these files. */
function coverageOf(files: readonly SiteFile[], isWhole: boolean): Coverage {
  return {
    fictional: false,
    as_of: DAY,
    as_of_chosen: false,
    data_as_of: '2026-10-03',
    published_at: READ_AT,

    version: 1,
    score_version: '2',
    first_license_files: [],
    loading_years: [],
    loading_files: [],
    not_published: [],
    held_back: [],
    set_aside: [],
    withdrawn: [],
    not_refreshed: [],
    missing: [],
    files: files.map(covered),
    districts: DISTRICT_NUMBERS.map((district) => ({
      district,
      vendors: 10,
      licenses_to: '2026-10-03',
      inspections_to: '2026-10-03',

      inspections_from: isWhole ? '2025-07-01' : '2026-07-01',
      whole_year: isWhole,
      reach_to: '2026-10-03',
    })),
    source: files.map((file) => ({
      name: path.basename(file.path),
      url: `http://127.0.0.1:1${file.path}`,
      outcome: 'downloaded',
      checked_at: READ_AT,
      confirmed_at: READ_AT,
      arrived_at: READ_AT,
      file_date: file.last,
      reason: null,
      problem: null,
    })),
  };
}

const ALL = [...LICENSES, ...VISITS, YEAR];

describe('coverage compared with the site', () => {
  const facts = factsOf(ALL);
  const good = coverageOf(ALL, true);

  test('finds nothing wrong with a truthful service', () => {
    assert.deepEqual(checkCoverage(good, facts), []);
  });

  const [first, second] = good.files;
  assert.ok(first && second);
  const [state] = good.source;
  assert.ok(state);
  const withFile = (fields: Partial<CoveredFile>): Coverage => ({
    ...good,
    files: [{ ...first, ...fields }, ...good.files.slice(1)],
  });
  const wrongs: readonly (readonly [string, Coverage, RegExp])[] = [
    ['a file that was never sent', withFile({ sha256: 'unknown' }), /never had/],
    ['a wrong number of rows', withFile({ rows: { ...first.rows, read: 90 } }), /has 100 rows/],
    ['row counts that do not add up', withFile({ rows: { ...first.rows, kept: 1 } }), /add up/],
    ['a file date that is newer than every row', withFile({ file_date: '2026-10-06' }), /newest row/],
    [
      'a file that was read before it was sent',
      withFile({ read_at: '2026-10-07T12:00:00.000Z' }),
      /first sent/,
    ],
    [
      'a publication date that differs from the site’s',
      withFile({ published_at: '2026-10-06T10:48:00.000Z' }),
      /site says/,
    ],
    [
      'a file that was skipped because of a refusal, on a day without one',
      {
        ...good,
        source: [{ ...state, outcome: 'failed', reason: 'not_asked: http_403' }, ...good.source.slice(1)],
      },
      /turned nobody away/,
    ],
    ['a file in use that is listed as never read', { ...good, missing: [first.slot] }, /it is in use/],
    [
      'a district that is listed as having licenses although none are in use',
      { ...good, files: good.files.slice(1) },
      /none is in use/,
    ],
    [
      'an incomplete year that is listed as complete',
      { ...good, files: good.files.filter(({ sha256 }) => sha256 !== 'year') },
      /reverse is true/,
    ],
    [
      'a file in use that is listed as held back',
      { ...good, held_back: [{ ...second, reason: 'because' }] },
      /same file is in use/,
    ],
    [
      'an outcome that does not match the site’s response',
      { ...good, source: [{ ...state, outcome: 'failed' }] },
      /answered file/,
    ],
    [
      'a wrong age',
      { ...good, not_refreshed: [{ slot: first.slot, file_date: '2026-09-01', days: 3 }] },
      /is not/,
    ],
  ];
  for (const [what, coverage, but] of wrongs)
    test(`finds ${what}`, () => {
      assert.ok(
        checkCoverage(coverage, facts).some((finding) => but.test(finding.but)),
        JSON.stringify(checkCoverage(coverage, facts)),
      );
    });

  test('finds a readiness response with the wrong date or without records', () => {
    const page = { status: 200, body: '' };
    const ready = (status: number, body: Record<string, unknown>, coverage?: Coverage): Finding[] =>
      checkReady({ at: READ_AT, page, coverage, ready: { status, body } }, facts);
    assert.deepEqual(ready(200, { as_of: DAY, fictional: false }, good), []);
    assert.match(ready(200, { as_of: '2026-10-06', fictional: false }, good)[0]?.but ?? '', /today/);
    assert.match(ready(200, { as_of: DAY, fictional: true }, good)[0]?.but ?? '', /for real/);
    assert.match(ready(503, {}, good)[0]?.but ?? '', /are published/);
    assert.match(ready(200, { as_of: DAY, fictional: false })[0]?.but ?? '', /nothing/);
  });

  test('a stage is complete when all of its files are in use', () => {
    assert.ok(stagesOver(good, facts).includes('2025-26'));
    const without = { ...good, files: good.files.filter(({ sha256 }) => sha256 !== 'year') };
    assert.ok(!stagesOver(without, facts).includes('2025-26'));
    assert.deepEqual(stagesOver(undefined, facts), []);
  });
});

describe('the coverage page, sentence by sentence', () => {
  const time = (day: string) => `<time datetime="${day}">a day</time>`;
  const lead = `<p class="lead"><strong>Not complete.</strong> <a href="#missing">See what is missing</a>. Records through ${time('2026-10-03')}.</p><p>As of ${time(DAY)}: every district, 70 vendors. Published ${time(READ_AT)}.</p>`;
  const check = (inner: string, files: readonly SiteFile[]) =>
    checkPage(`<main id="main">${inner}${tables(coverageOf(files, true))}</main>`, {
      coverage: coverageOf(files, true),
      facts: factsOf(ALL),
    });
  const tables = ({ files, districts }: Coverage) =>
    `<table><caption>The newest file of each kind</caption><tbody>${files
      .map(
        (file) =>
          `<tr><th>${file.name}</th><td></td><td></td><td>${time(file.file_date ?? '')}</td><td>20</td><td>0</td></tr>`,
      )
      .join('')}</tbody></table><table><caption>Files for each district</caption><tbody>${districts
      .map(
        (each) =>
          `<tr><th>District ${each.district}</th><td>10</td><td>to ${time('2026-10-03')}</td><td>${time('2025-07-01')} to ${time('2026-10-03')}</td><td>Complete</td></tr>`,
      )
      .join('')}</tbody></table>`;
  const nothing = '<p>Nothing is missing.</p>';

  test('finds nothing wrong with a true page', () => {
    assert.deepEqual(check(lead + nothing, ALL), []);
  });

  const wrongs: readonly (readonly [string, string, readonly SiteFile[], RegExp])[] = [
    [
      'a claim that nothing is missing although a year is',
      lead + nothing,
      [...LICENSES, ...VISITS],
      /not read: fdinspi_2526/,
    ],
    [
      'a claim of complete records although a year is not in use',
      `<p class="lead"><strong>Complete.</strong> All 7 districts, records through ${time('2026-10-03')}.</p>`,
      [...LICENSES, ...VISITS],
      /not read: fdinspi_2526/,
    ],
    ['a missing year that the page does not mention', lead, [...LICENSES, ...VISITS], /not in use/],
    ['a claim of every district although one has no licenses', lead + nothing, ALL.slice(1), /district 1/],
    ['a wrong number of vendors', lead.replace('70', '71'), ALL, /there are 70/],
    ['a sentence that does not match any rule', `${lead}<p>All is well.</p>`, ALL, /no rule/],
    [
      'a claim that years are loading when all of them are in use',
      `${lead}<ul><li>Older years are still loading.</li></ul>`,
      ALL,
      /is in use/,
    ],
    [
      'a refusal that did not happen',
      `${lead}<ul><li>Refused: a.csv. Why.</li></ul>`,
      ALL,
      /does not say so/,
    ],
    [
      'a claim that files have a problem that they do not have',
      `${lead}<ul><li>2 files (a.csv, b.csv): The file could not be fetched. The records rest on others.</li></ul>`,
      ALL,
      /0 files have this problem/,
    ],
    [
      'a file in use as never read',
      `${lead}<ul><li>Never read: licenses, district 3.</li></ul>`,
      ALL,
      /one is in use/,
    ],
  ];
  for (const [what, inner, files, but] of wrongs)
    test(`finds ${what}`, () => {
      const found = check(inner, files);
      assert.ok(
        found.some((finding) => but.test(finding.but)),
        JSON.stringify(found),
      );
    });
});

describe('the conditions for the month', () => {
  const of = (files: readonly SiteFile[], day: string, offered = files, before = files, body = '') =>
    expectOfDay(
      {
        at: READ_AT,
        coverage: coverageOf(files, true),
        page: { status: 200, body },
        ready: { status: 200, body: {} },
      },
      factsOf([...new Set([...files, ...offered])], day),
      { used: before, verdicts: new Map() },
    ).map(({ but }) => but);
  const instead = (file: SiteFile) => ALL.map((each) => (each.path === file.path ? file : each));
  const pathOf = (district: number) => `/x/hrfood${district}.csv`;
  const cut = siteFile({
    path: pathOf(CUT.district),
    kind: 'licenses',
    district: CUT.district,
    sha256: 'cut',
    flaw: 'cut',
  });
  const removed = siteFile({
    path: pathOf(REMOVED.district),
    kind: 'licenses',
    district: REMOVED.district,
    sha256: 'removed',
    flaw: 'removed',
    rows: 80,
    modified: '2026-10-19T10:48:00.000Z',
  });

  test('require that a truncated file is never in use and the previous file stays in use', () => {
    assert.match(of(instead(cut), CUT.from).join(), /60 %/);
    assert.deepEqual(of(ALL, '2026-10-16'), []);
    const other = siteFile({ ...cut, sha256: 'other' });
    assert.match(of(instead({ ...other, flaw: 'removed' }), CUT.from, ALL, ALL).join(), /before they were/);
  });

  test('require that a mass removal is doubted at first and accepted within two days', () => {
    const doubt = `<li>hrfood${REMOVED.district}.csv: many left at once</li>`;
    const after = (file: SiteFile, body = '') =>
      of(
        [...ALL.filter(({ path: own }) => own !== file.path), file],
        '2026-10-20',
        [...ALL, file],
        ALL,
        body,
      );
    assert.match(after(removed).join(), /left all at once/);
    assert.deepEqual(after(removed, doubt), []);
    assert.deepEqual(after({ ...removed, rows: 90 }), []);
    assert.match(of(ALL, '2026-10-22').join(), /lasted too long/);
    assert.deepEqual(of(instead(removed), '2026-10-22'), []);
  });

  test('require that a good file is accepted on its own day, unless the site blocks programs', () => {
    const newer = siteFile({ ...LICENSES[0], path: pathOf(1), kind: 'licenses', sha256: 'newer' });
    assert.match(of(ALL, '2026-10-12', [...instead(newer)]).join(), /it is good/);
    assert.match(of(ALL.slice(1), '2026-10-29', ALL, ALL).join(), /turned every request away/);
  });

  test('require that the verdict for a license that left the register does not improve', () => {
    const register = inventRegister({ seed: 1, ...SETTINGS });
    const license = [...register.districts.values()].flat().find(isRemoved);
    assert.ok(license);
    const days = { day: '2026-10-22', yesterday: '2026-10-21' };
    const improved = (was: string, is: string, day = days) =>
      findImproved(
        { ...register, districts: register.districts },
        new Map([['A', { ...license, leftOn: '2020-01-01' }]]),
        new Map([['A', is]]),
        { used: [], verdicts: new Map([['A', was]]) },
        day,
      );
    assert.equal(improved('REVIEW', 'CLEAR').length, 1);
    assert.deepEqual(improved('CLEAR', 'REVIEW'), []);
    assert.deepEqual(improved('REVIEW', 'CLEAR', { day: '2026-10-09', yesterday: '2026-10-08' }), []);
  });
});
