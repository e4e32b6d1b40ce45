import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findLinks } from './page-links.ts';
import { FILE_LIST } from './site-files.ts';

const SITE = new URL('https://www2.myfloridalicense.com');
const find = (page: string, site = SITE) => findLinks(page, site, FILE_LIST);
const pathsOf = (page: string, site = SITE) => find(page, site).map(({ path }) => path);

describe('the links on the regulator’s download page', () => {
  test('are found with any quotes, capitalization and URL format, and get the name from the file list', () => {
    const page = `<a HREF="/hr/inspections/FDINSPI_2425.XLSX">one</a>
      <a href='https://www2.myfloridalicense.com/a/hrfood3.csv'>two</a><a href = ../documents/2025-EOS.zip >three</a>
      <a class="x" href="/hr/EOS_Weekly_Extract_2026-11-22.xlsx">four</a> <a href="/x/rdar1026.csv">five</a>`;
    assert.deepEqual(
      find(page).map(({ name, path, part }) => [name, path, part]),
      [
        ['fdinspi_2425.xlsx', '/hr/inspections/FDINSPI_2425.XLSX', '2425'],
        ['hrfood3.csv', '/a/hrfood3.csv', ''],
        ['2025-EOS.zip', '/hotels-restaurants/documents/2025-EOS.zip', '2025'],
        ['EOS_Weekly_Extract_2026-11-22.xlsx', '/hr/EOS_Weekly_Extract_2026-11-22.xlsx', '2026-11-22'],
        ['rdar1026.csv', '/x/rdar1026.csv', '1026'],
      ],
    );
  });

  test('are ignored if they lead to another site, have a query or credentials, or name a file that is not listed', () => {
    const hostile = [
      'https://elsewhere.example/hrfood1.csv',
      '//elsewhere.example/hrfood1.csv',
      'http://www2.myfloridalicense.com/hrfood1.csv',
      'https://www2.myfloridalicense.com:444/hrfood1.csv',
      'https://user:word@www2.myfloridalicense.com/hrfood1.csv',
      'javascript:hrfood1.csv',
      'data:text/csv,hrfood1.csv',
      '/a/hrfood1.csv?x=1',
      '/a/hrfood8.csv',
      '/a/hrfood1.csv.exe',
      '/a/..%2fhrfood1.csv',
      '/a/hrfood1.csv%00',
      '/a/hrfood1.csv/',
      '/a/xhrfood1.csv',
      '/a/EOS_Weekly_Extract_2026-1-2.xlsx',
      `/${'a'.repeat(600)}/hrfood1.csv`,
      'https://[/hrfood1.csv',
    ];
    for (const href of hostile) assert.deepEqual(find(`<a href="${href}">x</a>`), [], href);
    assert.deepEqual(pathsOf('<a href="/a/../../../b/hrfood1.csv">x</a>'), ['/b/hrfood1.csv']);
  });

  test('are accepted if they lead from a mirror’s copy of the page to the regulator’s own site', () => {
    const page = '<a href="https://www2.myfloridalicense.com/a/hrfood1.csv">x</a>';
    const links = findLinks(page, new URL('http://127.0.0.1:8080/mirror'), FILE_LIST);
    assert.deepEqual(
      links.map(({ path }) => path),
      ['/a/hrfood1.csv'],
    );
  });

  test('are used only once per file name, the first time it occurs', () => {
    assert.deepEqual(pathsOf('<a href="/a/newfood.csv"><a href="/b/newfood.csv">'), ['/a/newfood.csv']);
  });

  test('are limited in number, and are not read beyond a maximum page length', () => {
    const many = Array.from(
      { length: 9_999 },
      (_, at) => `<a href="/${at}/rdar${String(at).padStart(4, '0')}.csv">`,
    );
    assert.equal(find(many.join('')).length, 500);
    assert.deepEqual(find(`${'<a href="/x">'.repeat(10_000)}<a href="/a/hrfood1.csv">`), []);
    assert.deepEqual(find(`${' '.repeat(2_000_000)}<a href="/a/hrfood1.csv">`), []);
    const started = performance.now();
    find('href="'.repeat(300_000));
    find(`href=${'"a'.repeat(900_000)}`);
    assert.ok(performance.now() - started < 5_000);
  });

  test('are relative to the site’s URL, which may have a path of its own', () => {
    const mirror = new URL('https://mirror.example/dbpr/');
    const page = '<a href="/dbpr/a/hrfood1.csv"><a href="/a/hrfood2.csv"><a href="hrfood3.csv">';
    assert.deepEqual(pathsOf(page, mirror), [
      '/a/hrfood1.csv',
      '/hotels-restaurants/public-records/hrfood3.csv',
    ]);
  });
});
