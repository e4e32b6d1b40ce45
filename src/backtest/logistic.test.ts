import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createRandom } from '../lib/random.ts';
import { fitLogistic } from './logistic.ts';

/** Too small to affect the digits that are compared. */
const NO_PENALTY = 1e-6;

describe('logistic regression', () => {
  test('gives the observed shares for a single yes-or-no column', () => {
    const rows = [...Array<number[]>(10).fill([0]), ...Array<number[]>(20).fill([1])];
    const outcomes = rows.map((_, index) => index < 3 || (index >= 10 && index < 25));
    const { chance } = fitLogistic(rows, outcomes, NO_PENALTY);
    assert.equal(chance([0]).toFixed(4), '0.3000');
    assert.equal(chance([1]).toFixed(4), '0.7500');
  });

  test('finds the coefficients that generated the data, to within the noise', () => {
    const random = createRandom(1, 2);
    const rows = Array.from({ length: 20_000 }, () => [random() * 4 - 2, random() * 4 - 2]);
    const truth = ([a = 0, b = 0]: readonly number[]) => 1 / (1 + Math.exp(-(-0.5 + 1.2 * a - 0.7 * b)));
    const { chance } = fitLogistic(
      rows,
      rows.map((row) => random() < truth(row)),
      NO_PENALTY,
    );
    for (const row of [
      [0, 0],
      [1, 1],
      [-1, 2],
      [2, -2],
    ])
      assert.ok(Math.abs(chance(row) - truth(row)) < 0.02, `${row}: ${chance(row)} for ${truth(row)}`);
  });

  test('pulls probabilities toward the mean when there is a penalty, and preserves the mean', () => {
    const rows = [[0], [0], [0], [1], [1], [1]];
    const outcomes = [false, false, true, false, true, true];
    const free = fitLogistic(rows, outcomes, NO_PENALTY);
    const held = fitLogistic(rows, outcomes, 10);
    assert.ok(held.chance([1]) < free.chance([1]) && held.chance([0]) > free.chance([0]));
    assert.equal(((held.chance([0]) + held.chance([1])) / 2).toFixed(6), '0.500000');
  });

  test('remains stable for a rare outcome: the probabilities add up to the number of outcomes', () => {
    // These rows resemble closures in a first year. Plain Newton steps would end with a probability of zero
    // for everyone.
    const rows = [...Array<number[]>(155).fill([0]), ...Array<number[]>(4).fill([1])];
    const outcomes = rows.map((_, index) => index >= 157);
    const { chance } = fitLogistic(rows, outcomes, 1);
    assert.equal((155 * chance([0]) + 4 * chance([1])).toFixed(6), '2.000000');
    assert.ok(chance([0]) > 0 && chance([0]) < 0.01 && chance([1]) > 0.3);
  });

  test('tolerates columns that never change or that duplicate one another', () => {
    const rows = [
      [7, 0, 0],
      [7, 0, 0],
      [7, 1, 1],
      [7, 1, 1],
    ];
    const { chance } = fitLogistic(rows, [false, true, true, true], 1);
    assert.ok(chance([7, 1, 1]) > chance([7, 0, 0]) && chance([7, 1, 1]) < 1);
  });

  test('gives a smoothed share if an outcome never or always occurred, or if nothing is known', () => {
    assert.equal(
      fitLogistic([[1], [2], [3]], [false, false, false], 1)
        .chance([9])
        .toFixed(4),
      '0.1250',
    );
    assert.equal(
      fitLogistic([[1], [2], [3]], [true, true, true], 1)
        .chance([9])
        .toFixed(4),
      '0.8750',
    );
    assert.equal(fitLogistic([], [], 1).chance([]).toFixed(4), '0.5000');
  });
});
