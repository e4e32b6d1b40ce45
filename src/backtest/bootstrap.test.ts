import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bootstrap } from './bootstrap.ts';

const owners = Array.from({ length: 20 }, (_, index) => `owner ${index}`);
const options = { samples: 200, seed: 1 };
const only = (figure: (weights: ArrayLike<number>) => number) =>
  bootstrap(new Map([['it', figure]]), owners, options).get('it');

describe('the bootstrap', () => {
  test('a ratio whose divisor is zero in many samples has a lower limit and no upper limit', () => {
    // The only owner in the divisor is missing from about a third of the samples.
    const ratio = only((weights) => ((weights[0] ?? 0) + (weights[1] ?? 0) + 1) / (weights[2] ?? 0));
    assert.equal(ratio?.value, 3);
    assert.ok((ratio?.low ?? 0) > 0);
    assert.equal(ratio?.high, null);
  });

  test('samples without the figure are excluded from its interval', () => {
    const share = only((weights) => (weights[0] ? 0.5 : Number.NaN));
    assert.deepEqual(share, { value: 0.5, low: 0.5, high: 0.5 });
  });
});
