import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  aucOf,
  bandsOf,
  calibrationError,
  evenSplitChance,
  QUINTILES,
  rankByYear,
  topDecileLift,
} from './figures.ts';

const rank = (risks: readonly number[], years = risks.map(() => '2016-17')) => rankByYear(risks, years);
const ones = (count: number) => Array<number>(count).fill(1);
const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-9, `${actual} is not ${expected}`);

const anyMoments = fc.array(
  fc.record({
    risk: fc.integer({ min: 0, max: 6 }),
    hit: fc.boolean(),
    weight: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 2, maxLength: 30 },
);

describe('the figures of a back-test', () => {
  test('include an AUC of one for an oracle, zero for its opposite, half for ties, and hand-worked values in between', () => {
    const outcomes = [false, false, true, true];
    near(aucOf(rank([1, 2, 3, 4]), outcomes, ones(4)), 1);
    near(aucOf(rank([4, 3, 2, 1]), outcomes, ones(4)), 0);
    near(aucOf(rank([5, 5, 5, 5]), outcomes, ones(4)), 0.5);
    // Pairs: (1,2) right, (1,3) right, (2,2) a tie, (2,3) right: 3½ of 4.
    near(aucOf(rank([1, 2, 2, 3]), outcomes, ones(4)), 3.5 / 4);
    assert.ok(Number.isNaN(aucOf(rank([1, 2]), [true, true], ones(2))));
  });

  test('compare moments only within their year, and divide each year separately', () => {
    // The order is wrong within each year, but it would look right in a comparison across years.
    const rankings = rank([1, 2, 11, 12], ['2016-17', '2016-17', '2017-18', '2017-18']);
    const outcomes = [true, false, true, false];
    near(aucOf(rankings, outcomes, ones(4)), 0);
    assert.deepEqual(
      bandsOf(rankings, outcomes, ones(4), [0.5]).map(({ hits }) => hits),
      [2, 0],
    );
  });

  test('property: include an AUC that is the share of pairs in the right order, counting ties as half and each pair as often as it is drawn', () => {
    fc.assert(
      fc.property(anyMoments, (moments) => {
        let pairs = 0;
        let right = 0;
        for (const bad of moments.filter(({ hit }) => hit))
          for (const good of moments.filter(({ hit }) => !hit)) {
            pairs += bad.weight * good.weight;
            right += bad.weight * good.weight * (bad.risk > good.risk ? 1 : bad.risk === good.risk ? 0.5 : 0);
          }
        const auc = aucOf(
          rank(moments.map(({ risk }) => risk)),
          moments.map(({ hit }) => hit),
          moments.map(({ weight }) => weight),
        );
        if (pairs === 0) assert.ok(Number.isNaN(auc));
        else near(auc, right / pairs);
      }),
    );
  });

  test('property: divide all moments into bands of equal size, and divide ties in proportion', () => {
    fc.assert(
      fc.property(anyMoments, (moments) => {
        const weights = moments.map(({ weight }) => weight);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        if (total === 0) return;
        const outcomes = moments.map(({ hit }) => hit);
        const bands = bandsOf(rank(moments.map(({ risk }) => risk)), outcomes, weights, QUINTILES);
        for (const { weight } of bands) near(weight, total / 5);
        const hits = moments.reduce((sum, { hit, weight }) => sum + (hit ? weight : 0), 0);
        near(
          bands.reduce((sum, band) => sum + band.hits, 0),
          hits,
        );
      }),
    );
    const tied = bandsOf(rank([1, 1, 1, 1]), [true, false, false, false], ones(4), [0.5]);
    assert.deepEqual(
      tied.map(({ weight, hits }) => [weight, hits]),
      [
        [2, 0.5],
        [2, 0.5],
      ],
    );
  });

  test('include a top-decile lift that compares the riskiest tenth with everyone', () => {
    const risks = Array.from({ length: 20 }, (_, index) => index);
    const outcomes = risks.map((risk) => risk >= 18 || risk < 2);
    near(topDecileLift(rank(risks), outcomes, ones(20)), 1 / (4 / 20));
  });

  test('include a calibration error that is zero if predictions came true and otherwise equals their distance from the outcome', () => {
    const risks = Array.from({ length: 10 }, (_, index) => index);
    const outcomes = risks.map((risk) => risk % 2 === 0);
    const stated = (chance: number) =>
      calibrationError(
        rank(risks),
        outcomes,
        ones(10).map(() => chance),
      );
    near(stated(0.5), 0);
    near(stated(0.8), 0.3);
  });

  test('include a test of uneven splits that matches the binomial distribution of a fair coin', () => {
    near(evenSplitChance(0, 5), 2 / 32);
    near(evenSplitChance(3, 3), 1);
    near(evenSplitChance(1, 4), (2 * 6) / 32);
    assert.ok(evenSplitChance(23, 42) < 0.05 && evenSplitChance(27, 23) > 0.5);
  });
});
