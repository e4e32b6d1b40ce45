import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { type Costs, findGrowth, findSavings } from '../bench/check-compare.ts';

const COSTS: Costs = { statements: 1, allocatedBytes: 40_000, blocks: 1_000, answerBytes: 900 };
const compare = (now: Partial<Costs>) => findGrowth({ decision: COSTS }, { decision: { ...COSTS, ...now } });

describe('the check of request costs', () => {
  test('names only requests and costs that grew by more than 5 %', () => {
    assert.deepEqual(compare({ statements: 2, allocatedBytes: 41_900, blocks: 1_060, answerBytes: 940 }), [
      { request: 'decision', cost: 'statements', was: 1, is: 2 },
      { request: 'decision', cost: 'blocks', was: 1_000, is: 1_060 },
    ]);
  });

  test('ignores costs that did not grow, and increases caused by a timer that fired during a round', () => {
    assert.deepEqual(compare({}), []);
    assert.deepEqual(compare({ statements: 0, blocks: 400 }), []);
    const none = { ...COSTS, statements: 0 };
    assert.deepEqual(findGrowth({ identity: none }, { identity: { ...none, statements: 0.02 } }), []);
    assert.equal(findGrowth({ identity: none }, { identity: { ...none, statements: 1 } }).length, 1);
  });

  test('names costs that fell, so that the baseline can be updated', () => {
    const fell = findSavings({ decision: COSTS }, { decision: { ...COSTS, allocatedBytes: 30_000 } });
    assert.deepEqual(fell, [{ request: 'decision', cost: 'allocatedBytes', was: 40_000, is: 30_000 }]);
  });

  test('does not compare different sets of requests', () => {
    assert.throws(() => findGrowth({ decision: COSTS }, { verify: COSTS }), /verify, decision/);
  });

  test('has a baseline of ten requests', () => {
    const file = path.resolve(import.meta.dirname, '../bench/baseline.json');
    const { costs } = JSON.parse(readFileSync(file, 'utf8'));
    assert.equal(Object.keys(costs).length, 10);
    assert.deepEqual(findGrowth(costs, costs), []);
  });
});
