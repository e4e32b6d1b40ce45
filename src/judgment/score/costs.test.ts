import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { visit } from '../../../test/support/visits.ts';
import { addDays } from '../../lib/time/dates.ts';
import { toCases } from './cases.ts';
import { costOf, MEASURE_KINDS, withoutCitations, withoutHighPriority, withoutMeasure } from './costs.ts';
import { scoreCases, scoreValue } from './score.ts';

const AS_OF = '2026-01-01';
const MEASURES = [
  'Inspection Completed - No Further Action',
  'Warning Issued',
  'Call Back - Extension given, pending',
  'Administrative complaint recommended',
  'Administrative determination recommended',
  'Emergency order recommended',
  'Assigned to Inspector',
];
const anyVisits = fc
  .array(
    fc.record({
      daysAgo: fc.integer({ min: 0, max: 900 }),
      caseId: fc.integer({ min: 1, max: 5 }),
      highPriority: fc.integer({ min: 0, max: 5 }),
      intermediate: fc.integer({ min: 0, max: 5 }),
      basic: fc.integer({ min: 0, max: 5 }),
      disposition: fc.constantFrom(...MEASURES),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((all) =>
    all.map(({ daysAgo, ...rest }, index) =>
      visit({ ...rest, visitId: index + 1, visitNumber: index + 1, visitedOn: addDays(AS_OF, -daysAgo) }),
    ),
  );

describe('the score cost of a cause', () => {
  test('decreases from a closure to a complaint, a high-priority violation and a basic violation', () => {
    const clean = visit({ visitId: 1, visitedOn: '2025-01-01' });
    const bad = (change: Parameters<typeof visit>[0]) =>
      toCases([clean, visit({ visitId: 2, visitedOn: '2025-06-01', ...change })]);
    const costs = [
      costOf(bad({ disposition: 'Emergency order recommended' }), withoutMeasure('emergency')),
      costOf(bad({ disposition: 'Administrative complaint recommended' }), withoutMeasure('complaint')),
      costOf(bad({ highPriority: 1 }), withoutHighPriority),
      costOf(bad({ basic: 1 }), (each) =>
        withoutCitations(each, [{ count: each.basic ?? 0, severity: 'basic' }]),
      ),
      0,
    ];
    assert.deepEqual(
      costs,
      costs.toSorted((a, b) => b - a),
    );
    assert.equal(new Set(costs).size, costs.length);
  });

  test('is the difference between the scores with and without the cause', () => {
    const cases = toCases([
      visit({ visitId: 1, visitedOn: '2025-01-01', highPriority: 1 }),
      visit({ visitId: 2, visitedOn: '2025-06-01' }),
    ]);
    const without = scoreValue(cases.map(withoutHighPriority));
    assert.equal(
      Math.round(costOf(cases, withoutHighPriority) * 10),
      Math.round((without - scoreValue(cases)) * 10),
    );
  });

  test('shows which cause costs more even if the score is 0', () => {
    const worst = { highPriority: 5, disposition: 'Emergency order recommended' };
    const cases = toCases([1, 2, 3].map((visitId) => visit({ visitId, visitedOn: '2025-01-01', ...worst })));
    const score = scoreCases(cases, AS_OF);
    assert.ok(score.scored && score.value === 0);
    assert.ok(costOf(cases, withoutHighPriority) > costOf(cases, withoutMeasure('emergency')));
  });

  test('is the average of the inspection’s remaining counts for a citation with unknown severity', () => {
    const [single] = toCases([visit({ highPriority: 1, intermediate: 1, basic: 2 })]);
    assert.ok(single);
    const left = withoutCitations(single, [
      { count: 1, severity: 'highPriority' },
      { count: 1, severity: undefined },
    ]);
    assert.deepEqual(
      [left.highPriority, left.intermediate, left.basic?.toFixed(4)],
      [0, 1 - 1 / 3, (2 - 2 / 3).toFixed(4)],
    );
  });

  test('is 0 if the counts are unknown', () => {
    const counts = { total: null, highPriority: null, intermediate: null, basic: null };
    const cases = toCases([visit(counts)]);
    assert.equal(costOf(cases, withoutHighPriority), 0);
    assert.equal(
      costOf(cases, (each) => withoutCitations(each, [{ count: 3, severity: undefined }])),
      0,
    );
  });

  test('property: is never negative', () => {
    fc.assert(
      fc.property(anyVisits, fc.nat({ max: 9 }), (visits, count) => {
        const cases = toCases(visits);
        const ways = [
          withoutHighPriority,
          ...MEASURE_KINDS.map(withoutMeasure),
          (each: (typeof cases)[number]) => withoutCitations(each, [{ count, severity: undefined }]),
        ];
        for (const without of ways) assert.ok(costOf(cases, without) >= -1e-9);
      }),
    );
  });
});
