import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PreparedDecision } from './decision-response.ts';
import { createSharedReceipts } from './shared-receipts.ts';

test('a receipt that could not be stored is issued again', async () => {
  let fails = true;
  let issued = 0;
  const shared = createSharedReceipts({
    async issueAll(claims) {
      if (fails) throw new Error('the disk is full');
      return claims.map(() => {
        issued += 1;
        return { receipt: `text ${issued}`, number: `number ${issued}` };
      });
    },
  });
  // Only object identity distinguishes these two decisions.
  const [one, two] = [{ claims: {} }, { claims: {} }] as unknown as [PreparedDecision, PreparedDecision];
  const now = new Date('2026-03-16T15:00:00Z');
  await assert.rejects(shared.issue([one, one], now), /the disk is full/);
  fails = false;
  const [first, again] = await shared.issue([one, one], now);
  assert.deepEqual([first?.number, again?.number], ['number 1', 'number 1']);
  const later = await shared.issue([two, one], new Date('2026-03-16T16:00:00Z'));
  assert.deepEqual(
    later.map(({ number, decidedAt }) => `${number} at ${decidedAt.toISOString()}`),
    ['number 2 at 2026-03-16T16:00:00.000Z', 'number 1 at 2026-03-16T15:00:00.000Z'],
  );
  assert.equal(issued, 2);
});
