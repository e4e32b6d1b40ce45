import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { column, columnsOf } from './file-columns.ts';
import { InspectionRow, ScorecardRow, TABLES } from './open-tables.ts';

test('no table has a column for a street address, phone number, mailing address, or person', () => {
  const names = TABLES.flatMap(({ columns }) => columns.map(({ name }) => name));
  assert.deepEqual(
    names.filter((name) => /street|address|phone|mail|holder|inspector|person|contact/.test(name)),
    [],
  );
});

test('every column has a description and an origin, and every key is a column', () => {
  for (const { name, key, columns } of TABLES) {
    for (const each of columns) assert.match(each.description, /^.{12,}\.$/, `${name}.${each.name}`);
    assert.equal(new Set(columns.map((each) => each.name)).size, columns.length);
    for (const each of key)
      assert.ok(
        columns.some((one) => one.name === each),
        `${name}.${each}`,
      );
  }
});

test('a count that can be unknown is next to a column that says whether it is', () => {
  const nullableCounts = (rows: Parameters<typeof columnsOf>[0]) =>
    columnsOf(rows)
      .filter(({ type, nullable }) => nullable && type === 'integer')
      .map(({ name }) => name);
  assert.deepEqual(nullableCounts(ScorecardRow), [
    'violations_12m',
    'high_priority_12m',
    'intermediate_12m',
    'basic_12m',
    'records_old_days',
  ]);
  assert.deepEqual(nullableCounts(InspectionRow), ['total', 'high_priority', 'intermediate', 'basic']);
  const names = (rows: Parameters<typeof columnsOf>[0]) => columnsOf(rows).map(({ name }) => name);
  assert.ok(
    names(ScorecardRow).includes('counts_known_12m') && names(InspectionRow).includes('counts_known'),
  );
});

test('a column’s type, nullability, values, and description come from its schema', () => {
  const rows = Type.Object({
    day: column('regulator', Type.Union([Type.String({ format: 'date' }), Type.Null()]), 'The day.'),
    letter: column('ours', Type.Unsafe<string>({ type: 'string', enum: ['A'], description: 'A letter.' })),
  });
  assert.deepEqual(columnsOf(rows), [
    { name: 'day', type: 'day', nullable: true, values: null, origin: 'regulator', description: 'The day.' },
    {
      name: 'letter',
      type: 'text',
      nullable: false,
      values: ['A'],
      origin: 'ours',
      description: 'A letter.',
    },
  ]);
});

test('a schema without an origin, or with a type that a cell cannot hold, is rejected', () => {
  assert.throws(() => columnsOf(Type.Object({ bare: Type.String({ description: 'No origin.' }) })), /bare/);
  const list = column('ours', Type.Array(Type.String()), 'A list.');
  assert.throws(() => columnsOf(Type.Object({ list })), /list/);
});
