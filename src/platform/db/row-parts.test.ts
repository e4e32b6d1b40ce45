import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packParts, unpackPart } from './row-parts.ts';

const COLUMNS = ['visitId', 'text', 'day'];

test('rows are unpacked unchanged and in order', () => {
  const rows = [
    [9_000_000_000_001, 'a "quoted", line\nand\u2028another', null],
    [-1, '', '2026-01-02'],
    [0, 'ñ 😀 ], [', '2026-01-03'],
  ];
  const parts = [...packParts(COLUMNS, rows)];
  assert.deepEqual(
    parts.map((part) => part.rows),
    [3],
  );
  assert.deepEqual(unpackPart(parts[0]?.bytes ?? assert.fail()), { columns: COLUMNS, rows });
  assert.deepEqual([...packParts(COLUMNS, [])], []);
});

test('many rows are packed into several small parts', () => {
  const rows = Array.from({ length: 30_000 }, (_, index) => [index, 'x'.repeat(90), null]);
  const parts = [...packParts(COLUMNS, rows)];
  assert.ok(parts.length > 2);
  assert.deepEqual(
    parts.flatMap(({ bytes }) => unpackPart(bytes).rows),
    rows,
  );
});

test('unpacking a damaged part throws an error', () => {
  const [part] = packParts(COLUMNS, [[1, 'x', null]]);
  assert.ok(part);
  assert.throws(() => unpackPart(part.bytes.subarray(0, -3)));
});
