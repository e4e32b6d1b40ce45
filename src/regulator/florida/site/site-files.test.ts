import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FILE_LIST, listRenewedFiles, parseFileList } from './site-files.ts';

const FOLDER = '/sto/file_download/extracts/';
const ENTRY = { name: 'newfood.csv', kind: 'new_licenses', paths: ['/x/newfood.csv'], max_bytes: 10 };

test('renewed files are the two files for each district, the new licenses and the changes of owner', () => {
  const districts = [1, 2, 3, 4, 5, 6, 7];
  const expected = [
    ...districts.map((district) => ({ name: `hrfood${district}.csv`, kind: 'licenses', district })),
    ...districts.map((district) => ({ name: `${district}fdinspi.csv`, kind: 'inspections', district })),
    { name: 'newfood.csv', kind: 'new_licenses', district: null },
    { name: 'chgownr_food.csv', kind: 'ownership_changes', district: null },
  ];
  assert.deepEqual(
    listRenewedFiles(),
    expected.map((file) => ({
      ...file,
      path: `${FOLDER}${file.name}`,
      otherPaths: [],
      maxBytes: file.district === null ? 20_000_000 : 60_000_000,
    })),
  );
});

describe('a file list', () => {
  const parse = (entry: object, page = '/page/') =>
    parseFileList(JSON.stringify({ page, files: [{ ...ENTRY, ...entry }] }));

  test('may or may not have a page', () => {
    assert.deepEqual(parse({}).files, [
      {
        name: 'newfood.csv',
        kind: 'new_licenses',
        paths: ['/x/newfood.csv'],
        maxBytes: 10,
        unless: null,
        period: null,
      },
    ]);
    assert.equal(parse({}, '').page, '');
    assert.equal(FILE_LIST.page, '/hotels-restaurants/public-records/');
  });

  test('is rejected with an error that names the wrong entry and the accepted format', () => {
    const wrong: [object, RegExp][] = [
      [{ name: '../x.csv' }, /files\[0\]\.name must be a plain file name/],
      [{ name: '.hidden' }, /files\[0\]\.name/],
      [{ name: '{year}{month}.csv', paths: ['/{year}{month}.csv'] }, /at most one of \{years\}/],
      [{ name: '{week}.csv', paths: ['/{week}.csv'] }, /files\[0\]\.name/],
      [{ name: `${'x'.repeat(81)}` }, /at most 80 characters/],
      [{ kind: 'letters' }, /files\[0\]\.kind must be one of licenses, inspections/],
      [{ paths: [] }, /files\[0\]\.paths must be a list of 1 to 5 paths/],
      [{ paths: ['x.csv'] }, /files\[0\]\.paths must begin with \//],
      [{ paths: ['/../x.csv'] }, /must begin with \//],
      [{ paths: ['//elsewhere.example/x.csv'] }, /must begin with \//],
      [{ paths: ['/x.csv?a=b'] }, /must begin with \//],
      [{ paths: ['/{district}.csv'] }, /must each have the same placeholders/],
      [{ max_bytes: 0 }, /files\[0\]\.max_bytes must be a whole number from 1 to 500000000/],
      [{ max_bytes: '10' }, /max_bytes/],
      [{ unless: 'nothing.csv' }, /files\[0\]\.unless must be the name of another entry/],
      [{ unless: 'newfood.csv' }, /files\[0\]\.unless/],
      [{ size: 1 }, /files\[0\] has "size"; it may have name, kind, paths, max_bytes, unless/],
    ];
    for (const [entry, expected] of wrong) assert.throws(() => parse(entry), { message: expected });
    assert.throws(() => parse({}, 'page'), /page must begin with \//);
    assert.throws(() => parseFileList('{'), /it is not JSON/);
    assert.throws(() => parseFileList('[]'), /the list must be an object/);
    assert.throws(() => parseFileList('{"page":"","files":[]}'), /"files" must be a list of 1 to 100/);
    assert.throws(() => parseFileList(' '.repeat(200_001)), /longer than 200000 characters/);
    const twice = JSON.stringify({ page: '', files: [ENTRY, ENTRY] });
    assert.throws(() => parseFileList(twice), /two entries of "files" have the same name/);
  });
});
