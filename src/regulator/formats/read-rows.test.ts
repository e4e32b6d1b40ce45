import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { forEachLine, splitCsvLine } from './read-rows.ts';

function lines(text: string): [number, string][] {
  const found: [number, string][] = [];
  forEachLine(Buffer.from(text), (line, number) => {
    found.push([number, line]);
    return undefined;
  });
  return found;
}

test('splits lines that end with CRLF, LF, a mixture of both, or only CR', () => {
  const expected = [
    [1, 'a'],
    [2, ''],
    [3, 'b'],
  ];
  for (const text of ['a\r\n\r\nb\r\n', 'a\n\nb\n', 'a\r\n\nb', 'a\n\r\nb\n', 'a\r\rb\r'])
    assert.deepEqual(lines(text), expected, JSON.stringify(text));
  assert.deepEqual(lines(''), []);
});

test('preserves quotes inside a quoted cell, doubled or not, paired or not', () => {
  const expected = {
    '"1","HARLAN "SKIP" MOREAU","3"': ['1', 'HARLAN "SKIP" MOREAU', '3'],
    '"1","HARLAN ""SKIP"" MOREAU","3"': ['1', 'HARLAN "SKIP" MOREAU', '3'],
    '"1","IMRAN "ZEBULON QUILL","3"': ['1', 'IMRAN "ZEBULON QUILL', '3'],
    '"1","HARLAN "SKIP, JR" MOREAU","3"': ['1', 'HARLAN "SKIP, JR" MOREAU', '3'],
    '"1","MOREAU ""SKIP"", HARLAN","3"': ['1', 'MOREAU "SKIP", HARLAN', '3'],
    '"1","HARLAN "SKIP"","3"': ['1', 'HARLAN "SKIP"', '3'],
    '"1","SUBS 16"","3"': ['1', 'SUBS 16"', '3'],
    '"1","SUBS 16"","",""': ['1', 'SUBS 16"', '', ''],
    '"1",""SKIP" MOREAU","3"': ['1', '"SKIP" MOREAU', '3'],
    '1,HARLAN "SKIP" MOREAU,3': ['1', 'HARLAN "SKIP" MOREAU', '3'],
  };
  for (const [line, cells] of Object.entries(expected)) assert.deepEqual(splitCsvLine(line), cells, line);
});

test('includes empty cells, even at the end of a line', () => {
  assert.deepEqual(splitCsvLine(''), ['']);
  assert.deepEqual(splitCsvLine(',,'), ['', '', '']);
  assert.deepEqual(splitCsvLine('"",""'), ['', '']);
  assert.deepEqual(splitCsvLine('"a",'), ['a', '']);
});

test('returns no cells for a line that ends inside a quoted cell', () => {
  for (const line of ['"', '"a', 'a,"b', '"a" ,b']) assert.equal(splitCsvLine(line), undefined, line);
});

test('reads any cells back unchanged from a line written by a spreadsheet', () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ',', ' ', 'a', 'É', '¿', "'"), maxLength: 8 });
  const quoteCell = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), (cells) => {
      const line = cells.map(quoteCell).join(',');
      assert.deepEqual(splitCsvLine(line), cells);
    }),
    { numRuns: 500 },
  );
});
