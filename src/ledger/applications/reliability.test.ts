import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toReliability } from './reliability.ts';

const HIDDEN = { attended: null, late: null, left_early: null, no_show: null, attended_rate: null };

describe('reliability', () => {
  test('is absent for a vendor that never applied', () => {
    assert.equal(toReliability({ applications: 0, outcomes: {} }), undefined);
  });

  for (const told of [0, 1, 2])
    test(`shows no count for ${told} outcomes`, () => {
      const outcomes = { no_show: told };
      assert.deepEqual(toReliability({ applications: 5, outcomes }), { applications: 5, ...HIDDEN });
    });

  test('shows counts and a rate from three outcomes on, and counts arriving late and leaving early as attended', () => {
    const outcomes = { attended: 1, late: 1, no_show: 1 };
    assert.deepEqual(toReliability({ applications: 4, outcomes }), {
      ...{ applications: 4, attended: 1, late: 1, left_early: 0, no_show: 1, attended_rate: 0.6667 },
    });
    assert.equal(toReliability({ applications: 3, outcomes: { left_early: 3 } })?.attended_rate, 1);
    assert.equal(toReliability({ applications: 3, outcomes: { no_show: 3 } })?.attended_rate, 0);
  });

  test('ignores cancellations, also in the minimum of three', () => {
    const cancelled = { cancelled_by_vendor: 9, cancelled_by_organizer: 9 };
    assert.deepEqual(toReliability({ applications: 20, outcomes: { attended: 2, ...cancelled } }), {
      applications: 20,
      ...HIDDEN,
    });
    assert.equal(
      toReliability({ applications: 20, outcomes: { attended: 3, ...cancelled } })?.attended_rate,
      1,
    );
  });
});
