import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksReason } from './against-verdict.ts';

test('giving a spot requires a reason for DECLINE, REVIEW and unknown vendors, but not for other verdicts or statuses', () => {
  for (const to of ['approved', 'confirmed'] as const) {
    for (const verdict of ['DECLINE', 'REVIEW', 'unknown'] as const)
      assert.equal(asksReason(to, verdict), true, `${to} ${verdict}`);
    for (const verdict of ['CONDITIONAL', 'CLEAR'] as const)
      assert.equal(asksReason(to, verdict), false, `${to} ${verdict}`);
  }
  for (const to of ['waitlisted', 'declined', 'under_review'] as const)
    assert.equal(asksReason(to, 'DECLINE'), false, to);
});
