import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { visit } from '../../../test/support/visits.ts';
import { addDays, daysBetween } from '../../lib/time/dates.ts';
import { toCases } from './cases.ts';
import {
  INSPECTIONS_MAX,
  isAtLeast,
  NO_FINDINGS,
  nextBetter,
  rhythmOf,
  stepTo,
  tooOldFrom,
} from './outlook.ts';
import { scoreCases } from './score.ts';

const AS_OF = '2026-01-01';
const anyRecord = fc
  .array(
    fc.record({
      daysAgo: fc.integer({ min: 0, max: 700 }),
      highPriority: fc.integer({ min: 0, max: 4 }),
      intermediate: fc.integer({ min: 0, max: 4 }),
      basic: fc.integer({ min: 0, max: 8 }),
    }),
    { minLength: 2, maxLength: 7 },
  )
  .map((all) =>
    toCases(
      all.map(({ daysAgo, ...counts }, index) =>
        visit({ ...counts, visitId: index + 1, visitedOn: addDays(AS_OF, -daysAgo) }),
      ),
    ),
  );

describe('the outlook for future inspections', () => {
  test('property: predicts exactly as many inspections as the score itself needs to reach the letter', () => {
    fc.assert(
      fc.property(anyRecord, (cases) => {
        const score = scoreCases(cases, AS_OF);
        const next = score.scored ? nextBetter(score.grade) : undefined;
        const rhythmDays = rhythmOf(cases);
        if (!next || rhythmDays === undefined) return;
        const step = stepTo({ cases, asOf: AS_OF, rhythmDays }, NO_FINDINGS, (grade) =>
          isAtLeast(grade, next),
        );
        const counts = step?.inspections ?? INSPECTIONS_MAX + 1;
        const last = cases.at(-1)?.openedOn ?? assert.fail();
        const due = addDays(last, rhythmDays);
        const first = due > AS_OF ? due : addDays(AS_OF, 1);
        const ahead = Array.from({ length: counts }, (_, index) =>
          visit({ visitId: 100 + index, visitedOn: addDays(first, index * rhythmDays) }),
        );
        const gradeAfter = (count: number) => {
          const days = ahead.slice(0, count);
          const all = toCases([...cases.flatMap(({ visits }) => visits), ...days]);
          const after = scoreCases(all, days.at(-1)?.visitedOn ?? AS_OF);
          return after.scored ? after.grade : assert.fail();
        };
        if (step) assert.deepEqual([gradeAfter(counts), ahead.at(-1)?.visitedOn], [step.grade, step.on]);
        assert.ok(!isAtLeast(gradeAfter(counts - 1), next));
      }),
      { numRuns: 500 },
    );
  });

  test('property: keeps the best letter after an inspection without violations', () => {
    fc.assert(
      fc.property(anyRecord, fc.integer({ min: 30, max: 700 }), (cases, rhythmDays) => {
        const score = scoreCases(cases, AS_OF);
        if (!score.scored || score.grade !== 'A') return;
        const step = stepTo({ cases, asOf: AS_OF, rhythmDays }, NO_FINDINGS, () => true);
        assert.equal(step?.grade, 'A');
      }),
      { numRuns: 2_000 },
    );
  });

  test('property: ends a letter on the first day on which the record is too old, and not earlier', () => {
    fc.assert(
      fc.property(anyRecord, (cases) => {
        if (!scoreCases(cases, AS_OF).scored) return;
        const day = tooOldFrom(cases) ?? assert.fail();
        assert.ok(scoreCases(cases, addDays(day, -1)).scored);
        assert.ok(!scoreCases(cases, day).scored);
      }),
    );
  });

  test('makes no prediction if it would take more inspections than can be predicted', () => {
    const bad = { highPriority: 5, intermediate: 5, basic: 9, disposition: 'Emergency order recommended' };
    const cases = toCases(
      Array.from({ length: 30 }, (_, index) =>
        visit({ visitId: index + 1, visitedOn: addDays('2025-10-01', index * 2), ...bad }),
      ),
    );
    const record = { cases, asOf: AS_OF, rhythmDays: rhythmOf(cases) ?? assert.fail() };
    assert.equal(record.rhythmDays, 30);
    assert.equal(
      stepTo(record, NO_FINDINGS, (grade) => isAtLeast(grade, 'D')),
      undefined,
    );
  });

  test('uses the median number of days between inspections as the rhythm', () => {
    const days = ['2024-01-01', '2024-07-01', '2025-01-01', '2025-12-01'];
    const cases = toCases(days.map((visitedOn, index) => visit({ visitId: index + 1, visitedOn })));
    assert.equal(rhythmOf(cases), daysBetween('2024-07-01', '2025-01-01'));
    assert.equal(rhythmOf(cases.slice(0, 1)), undefined);
  });
});
