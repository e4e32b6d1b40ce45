import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { toCsv } from './csv.ts';

const FORMULA_CHARACTERS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
const nasty = fc.string({
  unit: fc.oneof(fc.constantFrom(...FORMULA_CHARACTERS, '"', "'", ',', ';', ' ', 'é', '🌮'), fc.string()),
  maxLength: 12,
});

function read(text: string): string[][] {
  return parse(text, { bom: true, record_delimiter: '\r\n' });
}

test('any cell is read back unchanged, except for the apostrophe before a formula', () => {
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((width) =>
      fc.array(fc.array(nasty, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
    );
  fc.assert(
    fc.property(table, (rows) => {
      const expected = rows.map((row) =>
        row.map((cell) => (FORMULA_CHARACTERS.includes(cell.charAt(0)) ? `'${cell}` : cell)),
      );
      assert.deepEqual(read(toCsv(rows)), expected);
    }),
  );
});

test('no text starts like a spreadsheet formula, no matter where the spreadsheet splits the line', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const [cell = ''] = read(toCsv([[text]]))[0] ?? [];
      assert.ok(!FORMULA_CHARACTERS.includes(cell.charAt(0)), JSON.stringify(cell));
      assert.match(toCsv([[text]]), /^\ufeff".*"\r\n$/s);
    }),
  );
});

test('numbers remain numbers, empty cells remain empty, and lines end as in RFC 4180', () => {
  assert.equal(
    toCsv([
      ['Name', 'Score'],
      ['Lola’s "Best", Tacos', 92.5],
      ['=1+1', -3],
      ['', null],
      ['not a number', Number.NaN],
    ]),
    '\ufeff"Name","Score"\r\n"Lola’s ""Best"", Tacos",92.5\r\n"\'=1+1",-3\r\n"",\r\n"not a number",\r\n',
  );
});
