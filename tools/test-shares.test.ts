import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dealOut, shuffle } from './test-shares.ts';

const FILES = Array.from({ length: 23 }, (_, index) => `${index}.test.ts`);

describe('the shares of test files', () => {
  test('have every file once, and as many each as can be', () => {
    const shares = dealOut(FILES, 4);
    assert.deepEqual(
      shares.map(({ length }) => length),
      [6, 6, 6, 5],
    );
    assert.deepEqual(shares.flat().toSorted(), FILES.toSorted());
  });

  test('come in another order for each seed, the same for the same one', () => {
    assert.deepEqual(shuffle(FILES, 7), shuffle(FILES, 7));
    assert.notDeepEqual(shuffle(FILES, 7), shuffle(FILES, 8));
    assert.notDeepEqual(shuffle(FILES, 7), FILES);
    assert.deepEqual(shuffle(FILES, 7).toSorted(), FILES.toSorted());
  });
});
