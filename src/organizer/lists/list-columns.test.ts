import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recognizeColumns, unreadColumns } from './list-columns.ts';

const read = (...rows: readonly (readonly string[])[]) => {
  const table = { rows: rows.map((cells, index) => ({ line: index + 1, cells })) };
  const columns = recognizeColumns(table);
  return [columns.titleLine, columns.roles.join(), unreadColumns(table, columns)];
};
const TWO = [
  ['Heron Grill', 'MFD5890001'],
  ['Pelican Tacos', 'MFD-589-0002'],
] as const;

test('a column with an unknown heading is recognized by its contents, so that no name is missed', () => {
  for (const titles of [
    ['Organization', 'License #'],
    ['Nombre del food truck', 'Número de licencia'],
    ['Name of Establishment', 'DBPR no.'],
    ['Business', 'What DBPR calls you by'],
    ['Applying as', 'DBPR Mobile Food Dispensing Vehicle License Number (as printed on it)'],
  ])
    assert.deepEqual(read(titles, ...TWO), [1, 'name,number', []], titles.join());
});

test('a column of contacts, kinds or repeated words is not used for names and is reported as unread', () => {
  const rows = ['Ana Heron', 'Bo Pelican', 'Cy Gull'].map((person, index) => [
    `MFD589000${index}`,
    'Tacos',
    person,
  ]);
  for (const title of ['Contact person', 'Owner', 'Notes', 'Who is coming'])
    assert.deepEqual(
      read(['License #', 'Cuisine', title], ...rows),
      [1, 'number,ignored,ignored', [1, 2]],
      title,
    );
  assert.deepEqual(
    read(['License #', 'Kind', 'Paid'], ...rows.map(([number = '']) => [number, 'Tacos', 'yes'])),
    [1, 'number,ignored,ignored', [1, 2]],
  );
});

test('a recognized heading determines its column’s role, regardless of the contents of other columns', () => {
  assert.deepEqual(
    read(['Name', 'License', 'Other'], ['Heron Grill', '', 'MFD5890001'], ['Gull', '', 'MFD5890002']),
    [1, 'name,number,ignored', []],
  );
});

test('a title above the header row is not a column heading, even if it is long or contains words from headings', () => {
  assert.deepEqual(
    read(['Vendors with a license for our Big Fall Festival of 2026', ''], ['Business', 'License'], ...TWO),
    [2, 'name,number', []],
  );
});
