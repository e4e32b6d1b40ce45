import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import {
  codeState,
  formatCode,
  hashCode,
  isSameHash,
  makeCode,
  mayAskAgain,
  readCode,
} from './claim-code.ts';

test('a code is eight characters from an alphabet without look-alikes, and uses all of it', () => {
  const codes = Array.from({ length: 500 }, () => makeCode(randomInt));
  for (const code of codes) assert.match(code, /^[ACDEFGHJKMNPQRTVWXY34679]{8}$/);
  assert.equal(new Set(codes.join('')).size, 24);
  assert.doesNotMatch(codes.join(''), /[01258BILOSUZ]/);
});

test('a code is accepted in upper or lower case and with any grouping or spacing; other text is rejected', () => {
  const code = 'ACDE3467';
  assert.equal(formatCode(code), 'ACDE-3467');
  for (const typed of [code, 'acde-3467', ' ACDE 3467 ', 'a.c.d.e–3-4-6-7\n'])
    assert.equal(readCode(typed), code);
  for (const typed of ['', 'ACDE346', 'ACDE34677', 'ACDE346O', 'ACDE346\0', 'ÀCDE3467', 'A'.repeat(9_999)])
    assert.equal(readCode(typed), undefined, typed.slice(0, 20));
});

test('the stored hash of a code differs between claims', async () => {
  const [hash, again, other] = await Promise.all([
    hashCode('ACDE3467', 'one'),
    hashCode('ACDE3467', 'one'),
    hashCode('ACDE3467', 'two'),
  ]);
  assert.ok(isSameHash(hash, again) && !isSameHash(hash, other) && !isSameHash(hash, ''));
  assert.ok(!hash.includes('ACDE'));
});

test('a code works until its attempts are used up or it expires; after that, or if its letter is considered lost, a new code can be requested', () => {
  const now = new Date('2026-03-16T15:00:00Z');
  const claim = {
    state: 'pending',
    proof: 'post',
    code_hash: 'x',
    code_expires_at: '2026-03-16T15:00:00.001Z',
    code_attempts: 4,
    code_entered_at: null,
    letter_printed_at: '2026-03-03T00:00:00.000Z',
  } as const;
  const cases = [
    [{}, 'sent', false],
    [{ letter_printed_at: '2026-03-02T15:00:00.000Z' }, 'sent', true],
    [{ code_attempts: 5 }, 'used_up', true],
    [{ code_expires_at: '2026-03-16T15:00:00.000Z' }, 'expired', true],
    [{ code_hash: null, code_expires_at: null, letter_printed_at: null }, 'not_sent', false],
    [{ code_hash: null, code_entered_at: '2026-03-15T00:00:00.000Z' }, 'entered', false],
    [{ proof: 'document', code_hash: null }, 'not_needed', false],
    [{ state: 'verified' }, 'not_needed', false],
  ] as const;
  for (const [change, state, again] of cases) {
    const changed = { ...claim, ...change };
    assert.deepEqual(
      [codeState(changed, now), mayAskAgain(changed, now)],
      [state, again],
      JSON.stringify(change),
    );
  }
});
