import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRegulatorFiles } from './files.ts';

const FOLDER = '/sto/file_download/extracts/';

test('the daily list is every district twice, the new licenses and the changes of owner', () => {
  const districts = [1, 2, 3, 4, 5, 6, 7];
  const expected = [
    ...districts.map((district) => ({
      name: `hrfood${district}.csv`,
      kind: 'licenses',
      district,
      maxBytes: 60_000_000,
    })),
    ...districts.map((district) => ({
      name: `${district}fdinspi.csv`,
      kind: 'inspections',
      district,
      maxBytes: 60_000_000,
    })),
    { name: 'newfood.csv', kind: 'new_licenses', district: null, maxBytes: 20_000_000 },
    { name: 'chgownr_food.csv', kind: 'ownership_changes', district: null, maxBytes: 20_000_000 },
  ];
  assert.deepEqual(
    listRegulatorFiles(),
    expected.map((file) => ({ ...file, path: `${FOLDER}${file.name}` })),
  );
});
