import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from './list-state.ts';

const read = (table: string) => readTable(new URLSearchParams({ table }))?.rows.length;
const row = (line: number, cell: string, cells = 1) => ({ line, cells: Array<string>(cells).fill(cell) });

test('a table written by this service is parsed again, even with brackets and quotes in its cells', () => {
  const rows = Array.from({ length: 501 }, (_, index) => row(index + 1, '[[{"\\"', 20));
  assert.equal(read(JSON.stringify(rows)), 501);
  assert.equal(
    read(JSON.stringify(Array.from({ length: 60 }, (_, index) => row(index + 1, '"'.repeat(200), 20)))),
    60,
  );
});

test('a table that is longer or more deeply nested than this service writes is not parsed', () => {
  const long = JSON.stringify([row(1, 'Taco Bus')]);
  assert.equal(read(long), 1);
  assert.equal(read(long + ' '.repeat(750_000)), undefined);
  assert.equal(read('[{"line":1,"cells":["Taco Bus"],"more":[[]]}]'), undefined);
  assert.equal(read('['.repeat(200_000) + ']'.repeat(200_000)), undefined);
});
