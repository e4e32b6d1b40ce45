import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { visit } from '../../../test/support/visits.ts';
import { addDays } from '../../lib/time/dates.ts';
import { type Case, toCases } from './cases.ts';
import { SCORE_RULES } from './rules.ts';
import { RULES_V2 } from './rules-v2.ts';
import { casePoints, gradeOf, scoreCases, scoreValue } from './score.ts';

const AS_OF = '2026-01-01';
const DISPOSITIONS = [
  'Inspection Completed - No Further Action',
  'Warning Issued',
  'Call Back - Complied',
  'Call Back - Admin. complaint recommended',
  'Administrative complaint recommended',
  'Emergency order recommended',
  'Assigned to Inspector',
  'Something new',
];
/**
 * Dispositions from best to worst, used to make a case worse. Unknown dispositions have no place in this
 * order.
 */
const BY_GRAVITY = [DISPOSITIONS[0], DISPOSITIONS[1], DISPOSITIONS[4], DISPOSITIONS[5]].flatMap(
  (text) => text ?? [],
);
const GRADES = 'ABCDF';

const UNKNOWN_COUNTS = { total: null, highPriority: null, intermediate: null, basic: null };

const anyVisits = (dispositions = DISPOSITIONS) =>
  fc
    .array(
      fc.record({
        daysAgo: fc.integer({ min: 0, max: 1200 }),
        highPriority: fc.integer({ min: 0, max: 9 }),
        intermediate: fc.integer({ min: 0, max: 9 }),
        basic: fc.integer({ min: 0, max: 20 }),
        disposition: fc.constantFrom(...dispositions),
        inspectionType: fc.constantFrom('Routine - Food', 'Food-Licensing Inspection', 'Complaint Full'),
      }),
      { minLength: 0, maxLength: 8 },
    )
    .map((all) =>
      all.map(({ daysAgo, ...rest }, index) =>
        visit({ ...rest, visitId: index + 1, visitedOn: addDays(AS_OF, -daysAgo) }),
      ),
    );

function scoreOf(cases: readonly Case[], asOf = AS_OF): number | undefined {
  const score = scoreCases(cases, asOf);
  return score.scored ? score.value : undefined;
}

describe('score v3', () => {
  test('gives the hand-calculated record the score in docs/scoring.md', () => {
    const cases = toCases([
      visit({
        visitId: 1,
        visitedOn: '2025-01-01',
        highPriority: 1,
        basic: 2,
        disposition: 'Warning Issued',
      }),
      visit({ visitId: 2, visitedOn: '2026-01-01', intermediate: 1 }),
    ]);
    // The points are 5 and 1, the weights ½ and 1, and the mean 2.33. With two average cases of 2.5 points,
    // the mean is 2.4167. The score is 100 − 8 × 2.4167.
    assert.deepEqual(scoreCases(cases, AS_OF), { scored: true, value: 80.7, grade: 'B' });
  });

  test('counts 3, 1 and ½ points per violation by tier and the most severe action’s points, at most 20 per case', () => {
    const points = (change: Parameters<typeof visit>[0]) =>
      casePoints(toCases([visit(change)])[0] ?? assert.fail());
    assert.equal(points({}), 0);
    assert.equal(points({ highPriority: 2, intermediate: 1, basic: 1 }), 7.5);
    assert.equal(points({ disposition: 'Warning Issued' }), 1);
    assert.equal(points({ disposition: 'Administrative complaint recommended' }), 4);
    assert.equal(points({ disposition: 'Emergency order recommended' }), 8);
    assert.equal(points({ highPriority: 9, disposition: 'Emergency order recommended' }), 20);
    assert.equal(points({ disposition: 'Assigned to Inspector' }), 2.5);
  });

  test('does not count violations at any number of callbacks', () => {
    const first = visit({ visitId: 1, caseId: 7, highPriority: 1 });
    const callback = visit({
      visitId: 2,
      caseId: 7,
      visitNumber: 2,
      highPriority: 3,
      disposition: 'Call Back - Complied',
    });
    assert.equal(casePoints(toCases([first, callback])[0] ?? assert.fail()), 3);
  });

  test('gives no letter to a record below the minimum', () => {
    const one = [visit({ visitId: 1, visitedOn: '2025-12-01' })];
    const preOpening = [1, 2].map((visitId) =>
      visit({ visitId, visitedOn: '2025-12-01', inspectionType: 'Food-Licensing Inspection' }),
    );
    const old = [1, 2].map((visitId) => visit({ visitId, visitedOn: '2023-12-31' }));
    const unknown = [one[0] ?? assert.fail(), visit({ visitId: 2, disposition: 'Assigned to Inspector' })];
    const uncounted = [one[0] ?? assert.fail(), visit({ visitId: 2, ...UNKNOWN_COUNTS })];
    const untyped = [1, 2].map((visitId) => visit({ visitId, inspectionType: '' }));
    for (const visits of [[], one, preOpening, old, unknown, uncounted, untyped])
      assert.deepEqual(scoreCases(toCases(visits), AS_OF), { scored: false, reason: 'insufficient_record' });
    const enough = [1, 2].map((visitId) => visit({ visitId, visitedOn: '2024-01-01' }));
    assert.equal(scoreCases(toCases(enough), AS_OF).scored, true);
  });

  test('gives each letter from its own cut-off score', () => {
    const letters = [100, 85, 84.9, 76, 75.9, 64, 63.9, 48, 47.9, 0].map((value) => gradeOf(value)).join('');
    assert.equal(letters, 'AABBCCDDFF');
  });

  test('property: gives the same record the same score if its visits are in a different order', () => {
    fc.assert(
      fc.property(
        anyVisits().chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([all, shuffled]) => {
          assert.deepEqual(scoreCases(toCases(shuffled), AS_OF), scoreCases(toCases(all), AS_OF));
          assert.deepEqual(scoreCases(toCases(all).reverse(), AS_OF), scoreCases(toCases(all), AS_OF));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('property: never rises if a case becomes worse', () => {
    const counts = ['highPriority', 'intermediate', 'basic'] as const;
    fc.assert(
      fc.property(
        anyVisits(BY_GRAVITY),
        fc.nat(),
        fc.constantFrom(...counts, 'disposition' as const),
        (visits, pick, what) => {
          const before = scoreOf(toCases(visits));
          const target = visits[pick % Math.max(1, visits.length)];
          if (before === undefined || !target) return;
          const graver = BY_GRAVITY[BY_GRAVITY.indexOf(target.disposition) + 1] ?? target.disposition;
          const worse =
            what === 'disposition'
              ? { ...target, disposition: graver }
              : { ...target, [what]: (target[what] ?? 0) + 1 };
          const after = scoreOf(toCases(visits.map((each) => (each === target ? worse : each))));
          assert.ok(after !== undefined && after <= before, `${before} → ${after}`);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('property: never rises after a case worse than all earlier cases', () => {
    fc.assert(
      fc.property(anyVisits(BY_GRAVITY), fc.integer({ min: 0, max: 400 }), (visits, days) => {
        const cases = toCases(visits);
        const before = scoreOf(cases);
        if (before === undefined) return;
        const worst = visits.reduce((a, b) => (casePointsOf(b) > casePointsOf(a) ? b : a));
        const newest = cases.at(-1)?.openedOn ?? AS_OF;
        const day = addDays(newest, days);
        const added = {
          ...worst,
          visitId: 99,
          caseId: 99,
          visitedOn: day,
          highPriority: (worst.highPriority ?? 0) + 1,
        };
        const after = scoreOf(toCases([...visits, added]), day > AS_OF ? day : AS_OF);
        assert.ok(after !== undefined && after <= before, `${before} → ${after}`);
      }),
      { numRuns: 2_000 },
    );
  });

  test('property: never changes a grade by more than one letter as time passes, and never restores a lost letter', () => {
    fc.assert(
      fc.property(
        anyVisits(),
        fc.integer({ min: 0, max: 2_000 }),
        fc.integer({ min: 0, max: 2_000 }),
        (visits, a, b) => {
          const cases = toCases(visits);
          const early = scoreCases(cases, addDays(AS_OF, Math.min(a, b)));
          const late = scoreCases(cases, addDays(AS_OF, Math.max(a, b)));
          if (early.scored && late.scored)
            assert.ok(Math.abs(GRADES.indexOf(early.grade) - GRADES.indexOf(late.grade)) <= 1);
          if (!early.scored) assert.equal(late.scored, false);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('charges unknown counts as the worst possible counts for the cited categories, and at least the mean', () => {
    const pointsOf = (change: Parameters<typeof visit>[0]) =>
      casePointsOf(visit({ ...UNKNOWN_COUNTS, ...change }));
    assert.equal(pointsOf({}), SCORE_RULES.casePointsMax);
    assert.equal(pointsOf({ categories: '29:1,22:2' }), 9);
    assert.equal(pointsOf({ categories: '29:1', disposition: 'Warning Issued' }), 4);
    const one = toCases([visit({ ...UNKNOWN_COUNTS })])[0] ?? assert.fail();
    assert.equal(casePoints(one, RULES_V2), SCORE_RULES.meanPoints);
  });

  test('property: never rises if counts become unknown', () => {
    fc.assert(
      fc.property(anyVisits(BY_GRAVITY), fc.nat(), fc.boolean(), (visits, pick, keepsCategories) => {
        const target = visits[pick % Math.max(1, visits.length)];
        if (!target) return;
        const cited = (target.highPriority ?? 0) + (target.intermediate ?? 0) + (target.basic ?? 0);
        const unknown = {
          ...target,
          ...UNKNOWN_COUNTS,
          categories: keepsCategories && cited ? `29:${cited}` : '',
        };
        const before = scoreValue(toCases(visits));
        const after = scoreValue(toCases(visits.map((each) => (each === target ? unknown : each))));
        assert.ok(after <= before, `${before} → ${after}`);
      }),
      { numRuns: 1_000 },
    );
  });

  test('does not count a case known only from callbacks toward a letter, and charges what they prove', () => {
    const callback = (disposition: string, change: Parameters<typeof visit>[0] = {}) =>
      visit({ visitId: 2, caseId: 2, visitNumber: 2, disposition, ...change });
    const pointsOf = (disposition: string) => casePointsOf(callback(disposition));
    assert.equal(pointsOf('Call Back - Complied'), SCORE_RULES.meanPoints);
    assert.equal(casePointsOf(callback('Call Back - Complied', { highPriority: 2 })), 7);
    assert.equal(pointsOf('Admin. Complaint Callback Complied'), 4);
    assert.equal(pointsOf('Emergency Order Callback Complied'), 8);
    const cases = toCases([visit({ visitId: 1 }), callback('Call Back - Complied')]);
    assert.equal(scoreCases(cases, AS_OF).scored, false);
    assert.equal(scoreCases(cases, AS_OF, RULES_V2).scored, true);
  });

  test('property: never scores an unknown disposition better than no enforcement action', () => {
    fc.assert(
      fc.property(anyVisits(BY_GRAVITY), fc.nat(), (visits, pick) => {
        const target = visits[pick % Math.max(1, visits.length)];
        const before = scoreOf(toCases(visits));
        if (!target || before === undefined) return;
        const clean = { ...target, disposition: 'Inspection Completed - No Further Action' };
        const unknown = { ...target, disposition: 'Something new' };
        const withClean = scoreOf(toCases(visits.map((each) => (each === target ? clean : each))));
        const withUnknown = scoreOf(toCases(visits.map((each) => (each === target ? unknown : each))));
        assert.ok(withUnknown === undefined || withClean === undefined || withUnknown <= withClean);
      }),
      { numRuns: 1_000 },
    );
  });

  test('property: is between 0 and 100, with one decimal', () => {
    fc.assert(
      fc.property(anyVisits(), (visits) => {
        const value = scoreOf(toCases(visits));
        if (value === undefined) return;
        assert.ok(value >= 0 && value <= 100);
        assert.equal(value, Number(value.toFixed(1)));
      }),
      { numRuns: 1_000 },
    );
  });
});

function casePointsOf(single: ReturnType<typeof visit>): number {
  return casePoints(toCases([single])[0] ?? assert.fail());
}
