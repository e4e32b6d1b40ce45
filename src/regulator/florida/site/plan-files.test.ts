import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PageLink, PlannedFile } from '../../source/source.ts';
import { findLinks } from './page-links.ts';
import { planFiles } from './plan-files.ts';
import { FILE_LIST } from './site-files.ts';

const SITE = new URL('https://www2.myfloridalicense.com');
const YEARS = 3;
const plan = (today: string, links: readonly PageLink[] = []) => planFiles({ links, today, years: YEARS });
const linksTo = (...paths: string[]) =>
  findLinks(paths.map((path) => `<a href="${path}">x</a>`).join(''), SITE, FILE_LIST);
const named = (files: readonly PlannedFile[], name: string) => files.find((file) => file.name === name);
const periodsOf = (files: readonly PlannedFile[], start: string) =>
  files.flatMap(({ name, period }) => (name.startsWith(start) ? [period] : []));

describe('the file plan without a download page', () => {
  const files = plan('2026-11-27');
  const renewed = files.filter(({ step }) => step === 0);

  test('begins with each district’s licenses and inspections for this year, then new licenses and changes of owner', () => {
    const districts = [1, 2, 3, 4, 5, 6, 7];
    assert.deepEqual(
      renewed.map(({ name }) => name),
      [
        ...districts.map((district) => `hrfood${district}.csv`),
        ...districts.map((district) => `${district}fdinspi.csv`),
        'newfood.csv',
        'chgownr_food.csv',
      ],
    );
    assert.ok(renewed.every(({ period, finalOn }) => period === null && finalOn === null));
  });

  test('continues with one more past fiscal year than a score covers, newest first, with a separate step for each', () => {
    const years = ['2025-26', '2024-25', '2023-24', '2022-23'];
    for (const [index, year] of years.entries()) {
      const own = files.filter(({ step }) => step === index + 1);
      const part = `${year.slice(2, 4)}${year.slice(5)}`;
      assert.deepEqual(
        own.map(({ name }) => name),
        [
          `fdinspi_${part}.xlsx`,
          ...[1, 2, 3, 4, 5, 6, 7].map((district) => `${district}fdinspi_${part}.csv`),
        ],
      );
      assert.ok(own.every(({ period }) => period === year));
      assert.deepEqual(
        own.map(({ unless }) => unless),
        [null, ...Array<string>(7).fill(`fdinspi_${part}.xlsx`)],
      );
    }
    assert.deepEqual(named(files, 'fdinspi_2425.xlsx')?.otherPaths, [
      '/sto/file_download/hr/fdinspi_2425.xlsx',
    ]);
  });

  test('covers the whole period of a score on any date', () => {
    for (const today of ['2026-06-30', '2026-07-01', '2026-12-31', '2027-01-01', '2028-02-29']) {
      const begins = periodsOf(plan(today), 'fdinspi_').map((year) => `${year?.slice(0, 4)}-07-01`);
      const earliest = `${Number(today.slice(0, 4)) - YEARS}${today.slice(4)}`;
      assert.equal(begins.length, YEARS + 1);
      assert.ok((begins[YEARS - 1] ?? '') <= earliest, today);
    }
  });

  test('includes the fiscal year that has just ended from July 1, and considers it final from October 1', () => {
    assert.equal(named(plan('2026-06-30'), 'fdinspi_2526.xlsx'), undefined);
    const ended = named(plan('2026-07-01'), 'fdinspi_2526.xlsx');
    assert.deepEqual([ended?.step, ended?.period, ended?.finalOn], [1, '2025-26', '2026-10-01']);
  });

  test('ends with this calendar year’s weekly files, the archives for the years covered, and 13 monthly files', () => {
    const weeks = periodsOf(files, 'EOS_Weekly');
    assert.deepEqual([weeks.length, weeks[0], weeks.at(-1)], [47, '2026-11-22', '2026-01-04']);
    const archives = files.flatMap(({ name }) => (name.endsWith('-EOS.zip') ? [name] : []));
    assert.deepEqual(
      archives,
      ['2026', '2025', '2024', '2023', '2022'].map((year) => `${year}-EOS.zip`),
    );
    const months = files.flatMap(({ name }) => (name.startsWith('rdar') ? [name] : []));
    assert.deepEqual([months.length, months[0], months.at(-1)], [13, 'rdar1126.csv', 'rdar1125.csv']);
    const steps = files.map(({ step }) => step);
    assert.deepEqual(
      steps,
      [...steps].sort((a, b) => a - b),
    );
    assert.deepEqual([named(files, '2025-EOS.zip')?.step, named(files, 'rdar1126.csv')?.step], [6, 6]);
  });

  test('contains no weekly file until the first Sunday of the year', () => {
    assert.deepEqual(periodsOf(plan('2026-01-03'), 'EOS_Weekly'), []);
    assert.deepEqual(periodsOf(plan('2026-01-04'), 'EOS_Weekly'), ['2026-01-04']);
  });

  test('never lists a file twice on any date', () => {
    for (const today of ['2026-01-01', '2026-07-01', '2026-11-27', '2027-12-31']) {
      const names = plan(today).map(({ name }) => name);
      assert.equal(new Set(names).size, names.length);
    }
  });
});

describe('the file plan with a download page', () => {
  test('uses the paths in links, and falls back to the paths in the list', () => {
    const files = plan('2026-11-27', linksTo('/new/place/hrfood2.csv', '/new/fdinspi_2425.xlsx'));
    const licenses = named(files, 'hrfood2.csv');
    const year = named(files, 'fdinspi_2425.xlsx');
    assert.deepEqual(
      [licenses?.path, licenses?.otherPaths, licenses?.isLinked],
      ['/new/place/hrfood2.csv', ['/sto/file_download/extracts/hrfood2.csv'], true],
    );
    assert.deepEqual(
      [year?.path, year?.otherPaths],
      [
        '/new/fdinspi_2425.xlsx',
        ['/hr/inspections/fdinspi_2425.xlsx', '/sto/file_download/hr/fdinspi_2425.xlsx'],
      ],
    );
    assert.equal(named(files, 'hrfood3.csv')?.isLinked, false);
  });

  test('includes all weeks of this year, and the weeks of last year that the page links to', () => {
    const files = plan(
      '2026-01-20',
      linksTo(
        ...['2026-01-11', '2025-12-28', '2024-12-29', '2026-02-01', '2026-02-30'].map(
          (week) => `/d/EOS_Weekly_Extract_${week}.xlsx`,
        ),
      ),
    );
    assert.deepEqual(periodsOf(files, 'EOS_Weekly'), [
      '2026-01-18',
      '2026-01-11',
      '2026-01-04',
      '2025-12-28',
    ]);
  });

  test('includes all other weeks, years, archives and months even if the page links to only one week', () => {
    const files = plan('2026-11-27', linksTo('/d/EOS_Weekly_Extract_2026-11-22.xlsx', '/hrfood1.csv'));
    assert.equal(periodsOf(files, 'EOS_Weekly').length, 47);
    assert.equal(files.filter(({ name }) => name.startsWith('rdar')).length, 13);
    assert.equal(periodsOf(files, 'fdinspi_').length, 4);
  });

  test('does not include linked years and months outside the period covered', () => {
    const files = plan('2026-11-27', linksTo('/fdinspi_1617.xlsx', '/fdinspi_2627.xlsx', '/rdar0119.csv'));
    assert.equal(named(files, 'fdinspi_1617.xlsx'), undefined);
    assert.equal(named(files, 'fdinspi_2627.xlsx'), undefined);
    assert.equal(named(files, 'rdar0119.csv'), undefined);
    assert.equal(files.length, plan('2026-11-27').length);
  });
});
