import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { column, columnsOf } from './file-columns.ts';
import { csvHead, parquetSchema, toCsvLines, toNdjson, toParquetValues } from './file-formats.ts';

const COLUMNS = columnsOf(
  Type.Object({
    name: column('regulator', Type.String(), 'A name.'),
    day: column('regulator', Type.Union([Type.String({ format: 'date' }), Type.Null()]), 'A day.'),
    count: column('regulator', Type.Union([Type.Integer(), Type.Null()]), 'A count.'),
    real: column('ours', Type.Boolean(), 'Whether.'),
  }),
);
const ROWS = [
  { name: '=HYPERLINK("x")', day: '2026-03-16', count: 3_000_000_000, real: true },
  { real: false, count: null, day: null, name: '' },
];

test('rows have their fields in column order, and null for unknown values', () => {
  assert.equal(
    toNdjson(COLUMNS, ROWS),
    '{"name":"=HYPERLINK(\\"x\\")","day":"2026-03-16","count":3000000000,"real":true}\n' +
      '{"name":"","day":null,"count":null,"real":false}\n',
  );
});

test('CSV neutralizes formulas, and distinguishes an empty string from a missing value', () => {
  assert.equal(csvHead(COLUMNS), '"name","day","count","real"\r\n');
  assert.equal(
    toCsvLines(COLUMNS, ROWS),
    '"\'=HYPERLINK(""x"")","2026-03-16",3000000000,"true"\r\n"",,,"false"\r\n',
  );
});

test('Parquet stores dates as dates, and supports numbers larger than 32 bits', () => {
  assert.deepEqual(
    parquetSchema(COLUMNS).map(({ name, type, repetition_type }) => [name, type, repetition_type]),
    [
      ['root', undefined, undefined],
      ['name', 'BYTE_ARRAY', 'REQUIRED'],
      ['day', 'INT32', 'OPTIONAL'],
      ['count', 'INT64', 'OPTIONAL'],
      ['real', 'BOOLEAN', 'REQUIRED'],
    ],
  );
  const [, day, count] = COLUMNS;
  assert.deepEqual(day && toParquetValues(day, ROWS), [new Date('2026-03-16T00:00:00Z'), null]);
  assert.deepEqual(count && toParquetValues(count, ROWS), [3_000_000_000n, null]);
});

test('a row that lacks a column is rejected, not written with an unknown value', () => {
  assert.throws(() => toNdjson(COLUMNS, [{ name: 'x', day: null, real: true }]), /count/);
});
