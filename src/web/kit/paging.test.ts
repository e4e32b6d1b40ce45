import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AppError } from '../../http/errors/errors.ts';
import { isBeyond, plainAddress, rangeText, readPage, renderPlace, windowOf } from './paging.ts';

describe('paging', () => {
  const at = (page: number, total: number) => ({ page, pageSize: 100, total });

  test('a page number must be a whole number of at least 1, and defaults to 1', () => {
    const read = (query: string) => readPage(new URLSearchParams(query));
    assert.deepEqual(['', 'page=1', 'page=50000'].map(read), [1, 1, 50_000]);
    for (const query of [
      'page=0',
      'page=01',
      'page=-1',
      'page=1.5',
      'page=',
      'page=50001',
      'page=9999999',
      'page=١',
    ])
      assert.throws(() => read(query), AppError, query);
  });

  test('the summary shows the row range, or “all” if one page holds every row', () => {
    assert.deepEqual(
      [at(1, 1), at(1, 7), at(1, 100), at(3, 1_200), at(12, 1_150)].map((list) => rangeText(list)),
      ['1', 'all 7', 'all 100', '201–300 of 1,200', '1,101–1,150 of 1,150'],
    );
    assert.deepEqual(windowOf(at(3, 1_200)), { offset: 200, rowsMax: 100 });
  });

  test('the summary on a Spanish page is in Spanish, with U.S. thousands separators', () => {
    const range = [at(1, 7), at(12, 1_150)].map((list) => rangeText(list, 'es'));
    assert.deepEqual(range, ['7 en total', '1,101–1,150 de 1,150']);
    const beyond = renderPlace(at(9, 250), plainAddress('/list'), 'es').toString();
    assert.match(
      beyond,
      /No existe la página 9: esta lista tiene 3 páginas\. <a href="\/list">Ir a la primera/,
    );
    assert.doesNotMatch(
      renderPlace(at(2, 250), plainAddress('/list'), 'es').toString(),
      /page of|Next|Previous/,
    );
  });

  test('links lead to the previous and next pages, never past either end, and are omitted if there is only one page', () => {
    const links = (page: number, total: number) =>
      [
        ...renderPlace(at(page, total), plainAddress('/list'))
          .toString()
          .matchAll(/rel="(\w+)" href="([^"]+)"/g),
      ].map(([, rel, href]) => [rel, href]);
    assert.deepEqual(links(1, 100), []);
    assert.deepEqual(links(1, 101), [['next', '/list?page&#61;2']]);
    assert.deepEqual(links(2, 201), [
      ['prev', '/list'],
      ['next', '/list?page&#61;3'],
    ]);
    assert.deepEqual(links(2, 200), [['prev', '/list']]);
  });

  test('a page past the end says so and links to the first page; the first page of an empty list does not', () => {
    assert.deepEqual([at(1, 0), at(2, 0), at(2, 100), at(2, 101)].map(isBeyond), [false, true, true, false]);
    assert.match(
      renderPlace(at(4, 201), plainAddress('/list')).toString(),
      /no page 4: this list has 3 pages\. <a href="\/list">Go to the first page/,
    );
  });
});
