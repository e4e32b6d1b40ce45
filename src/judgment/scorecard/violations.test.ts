import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { visit } from '../../../test/support/visits.ts';
import type { FactObservation, FactVisit } from '../../regulator/source/vendor-facts.ts';
import { toViolations } from './violations.ts';

const observation = (change: Partial<FactObservation> = {}): FactObservation => ({
  code: '35A-03-4',
  category: 35,
  tier: 'basic',
  text: 'Pretend beetles.',
  flags: ['warning'],
  ...change,
});
const AS_OF = '2026-01-01';
const VISIT: FactVisit = visit({
  visitId: 1,
  highPriority: 1,
  intermediate: 0,
  basic: 2,
  categories: '8:1,35:2,45:1',
});

function shown(observations: readonly FactObservation[]) {
  return toViolations({ ...VISIT, observations }, AS_OF).map((each) => [
    each.category,
    each.count,
    each.text ?? null,
  ]);
}

const COUNTS = [
  [8, 1, null],
  [35, 2, null],
  [45, 1, null],
];

describe('the list of violations at an inspection', () => {
  test('shows violations with text individually, with code, tier and flags, and counts the rest of each category', () => {
    const [first, second, ...others] = toViolations({ ...VISIT, observations: [observation()] }, AS_OF).slice(
      1,
    );
    assert.deepEqual(first, {
      category: 35,
      title: 'No insects, rodents or live animals, outer openings protected',
      reporting_only: false,
      count: 1,
      code: '35A-03-4',
      tier: 'basic',
      text: 'Pretend beetles.',
      flags: ['warning'],
    });
    assert.deepEqual(Object.keys(second ?? {}), ['category', 'title', 'reporting_only', 'count']);
    assert.equal(second?.count, 1);
    assert.equal(others.length, 1);
  });

  test('has the extract’s count for each category, no matter which texts are on file', () => {
    const sets = [
      [],
      [observation()],
      [observation(), observation({ tier: 'high_priority', text: 'b' })],
      [observation({ category: 45, tier: 'unknown' }), observation({ category: 8 })],
    ];
    for (const observations of sets) {
      const sums = new Map<number, number>();
      for (const { category, count } of toViolations({ ...VISIT, observations }, AS_OF))
        sums.set(category, (sums.get(category) ?? 0) + count);
      assert.deepEqual(
        [...sums],
        [
          [8, 1],
          [35, 2],
          [45, 1],
        ],
      );
    }
  });

  test('omits text that a follow-up added after the as-of date', () => {
    const text =
      'Pretend.\nFrom follow-up inspection 2025-12-01: Still.\nFrom follow-up inspection 2026-01-02: Gone.\nAll of it.';
    const seen = (asOf: string) =>
      toViolations({ ...VISIT, observations: [observation({ text })] }, asOf).flatMap(
        (each) => each.text ?? [],
      );
    assert.deepEqual(seen('2026-01-02'), [text]);
    assert.deepEqual(seen('2026-01-01'), ['Pretend.\nFrom follow-up inspection 2025-12-01: Still.']);
    assert.deepEqual(seen('2025-11-30'), ['Pretend.']);
  });

  test('omits all texts if their categories or tiers do not match the visit’s counts', () => {
    assert.deepEqual(shown([]), COUNTS);
    assert.deepEqual(shown([observation(), observation(), observation({ tier: 'unknown' })]), COUNTS);
    assert.deepEqual(shown([observation(), observation({ category: 22 })]), COUNTS);
    assert.deepEqual(shown([observation({ tier: 'intermediate' })]), COUNTS);
    assert.deepEqual(
      shown([observation({ tier: 'high_priority' }), observation({ category: 8, tier: 'high_priority' })]),
      COUNTS,
    );
  });
});
