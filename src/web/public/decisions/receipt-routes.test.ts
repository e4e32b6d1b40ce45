import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleClaims } from '../../../../test/support/receipt-samples.ts';
import type { ReceiptOnFile } from '../../../decisions/receipts/schemas.ts';
import { toReceiptPack } from './receipt-routes.ts';

const claims = sampleClaims(2);
const receiptWith = (verification: object | null): ReceiptOnFile => ({
  receipt_number: '27JS-9X41-JP61-1RRP',
  receipt_url: 'https://v.example/v/1',
  vendor_id: claims.vendor_id,
  event_type: 'festival',
  verdict: 'CLEAR',
  issued_at: '2026-03-16T15:00:00.000Z',
  record_sha256: '',
  receipt: 'text',
  current: null,
  verification: verification && {
    valid: true,
    reason: null,
    receipt: claims,
    issued: true,
    checked_at: '2026-03-17T15:00:00.000Z',
    log: null,
    current: null,
    ...verification,
  },
});

test('a receipt gets no PDF if its key was compromised, or if it was altered or not stored', () => {
  assert.equal(toReceiptPack(receiptWith({}), 'en').entries.length, 1);
  const leaked = receiptWith({ valid: false, reason: 'key_compromised' });
  assert.throws(() => toReceiptPack(leaked, 'en'), { code: 'not_found', message: /isn’t genuine/ });
  const altered = receiptWith({ valid: false, reason: 'signature_mismatch', receipt: null });
  assert.throws(() => toReceiptPack(altered, 'en'), { code: 'not_found', message: /isn’t genuine/ });
  assert.throws(() => toReceiptPack(receiptWith(null), 'en'), { code: 'not_found', message: /didn’t keep/ });
});
