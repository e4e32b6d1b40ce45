import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { rowsToCsv } from './csv-answers.ts';

test('every field becomes a column, including fields of nullable objects, and a list becomes one cell', () => {
  const schema = Type.Object({
    name: Type.String(),
    license: Type.Union([Type.Object({ number: Type.String(), confirmed: Type.Boolean() }), Type.Null()]),
    reasons: Type.Array(Type.Object({ code: Type.String() })),
    score: Type.Union([Type.Number(), Type.Null()]),
  });
  const rows = [
    {
      name: '=1+1',
      license: { number: 'M1', confirmed: true },
      reasons: [{ code: 'a' }, { code: 'b' }],
      score: 9.5,
    },
    { name: 'He said "no"', license: null, reasons: [], score: null },
  ];
  assert.equal(
    rowsToCsv(schema, rows),
    [
      '"name","license.number","license.confirmed","reasons","score"',
      '"\'=1+1","M1","true","a; b",9.5',
      '"He said ""no""",,,"",',
      '',
    ].join('\r\n'),
  );
});
