import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bootstrap } from './bootstrap.ts';

const owners = Array.from({ length: 20 }, (_, index) => `owner ${index}`);
const options = { samples: 200, seed: 1 };
const only = (figure: (weights: ArrayLike<number>) => number) =>
  bootstrap(new Map([['it', figure]]), owners, options).get('it');

describe('the bootstrap', () => {
  test('gives a lower limit but no upper limit for a ratio whose divisor is zero in many samples', () => {
    // About a third of the samples do not contain the only owner in the divisor.
    const ratio = only((weights) => ((weights[0] ?? 0) + (weights[1] ?? 0) + 1) / (weights[2] ?? 0));
    assert.equal(ratio?.value, 3);
    assert.ok((ratio?.low ?? 0) > 0);
    assert.equal(ratio?.high, null);
  });

  test('excludes samples without the figure from the figure’s interval', () => {
    const share = only((weights) => (weights[0] ? 0.5 : Number.NaN));
    assert.deepEqual(share, { value: 0.5, low: 0.5, high: 0.5 });
  });
});
