import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadRing, sampleRing } from '../../../test/support/receipt-samples.ts';
import type { Verification } from './schemas.ts';
import { VerifiedReceipts } from './verified-receipts.ts';

const MOST = 1_000;
const said = (): Verification => ({ valid: false, reason: 'key_compromised', claims: null });

test('verified receipts are forgotten when the keys change, and the one kept first when there are too many', () => {
  const kept = new VerifiedReceipts();
  const [keys, others] = [loadRing(sampleRing(1)), loadRing(sampleRing(1))];
  const first = kept.keep('first', keys, said());
  assert.equal(kept.find('first', keys), first);
  assert.equal(kept.find('first', others), undefined);
  assert.equal(kept.find('other', keys), undefined);
  for (let number = 1; number < MOST; number += 1) kept.keep(`${number}`, keys, said());
  assert.equal(kept.find('first', keys), first);
  kept.keep('one more', keys, said());
  assert.equal(kept.find('first', keys), undefined);
  assert.notEqual(kept.find('1', keys), undefined);
  kept.keep('of others', others, said());
  assert.deepEqual([kept.find('1', keys), kept.find('1', others)], [undefined, undefined]);
});
