import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCorrected } from './disputed-row.ts';

const ROW = {
  visited_on: '2025-06-01',
  inspection_type: 'Routine - Food',
  disposition: 'Warning Issued',
  total: 2,
  high_priority: 1,
  intermediate: 0,
  basic: 1,
  categories: '8:1,35:1',
};
const UNKNOWN = { total: null, high_priority: null, intermediate: null, basic: null, categories: '8:1' };

test('a disputed row is corrected if its counts change, but not if its old or new counts are unknown', () => {
  assert.equal(isCorrected(ROW, { ...ROW, total: 1, basic: 0 }), true);
  assert.equal(isCorrected(ROW, { ...ROW, ...UNKNOWN }), false);
  assert.equal(isCorrected({ ...ROW, ...UNKNOWN }, ROW), false);
  assert.equal(isCorrected(ROW, { ...ROW, ...UNKNOWN, disposition: 'Call Back - Complied' }), true);
});
