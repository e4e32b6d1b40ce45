import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_COVERAGE } from './insurance-coverage.ts';
import { listReminders } from './reminders/reminders.ts';
import { blockingInsurance, type DocumentRow } from './states.ts';

const LAST_DAY = '2026-04-12';
const insurance = (changes: Partial<DocumentRow> = {}): DocumentRow => ({
  id: 'a',
  code: 'insurance_certificate',
  position: 1,
  state: 'received',
  media_type: 'application/pdf',
  bytes: 1,
  sha256: '',
  expires_on: LAST_DAY,
  insurer: '',
  reason: '',
  override_reason: '',
  override_until: null,
  received_at: '',
  decided_at: null,
  copied_from: null,
  file_deleted_at: null,
  ...NO_COVERAGE,
  ...changes,
});
const place = {
  starts_at: '2026-04-10T16:00:00.000Z',
  ends_at: '2026-04-12T22:00:00.000Z',
  timezone: 'America/New_York',
};

test('insurance prevents confirmation if it ends the day before the event’s last day, but not if it ends on that day', () => {
  assert.equal(blockingInsurance([insurance()], LAST_DAY), undefined);
  const early = insurance({ expires_on: '2026-04-11' });
  assert.equal(blockingInsurance([early], LAST_DAY), early);
});

test('reminders are sent on the event’s first day, but not after it', () => {
  assert.ok(listReminders('festival', [], place, '2026-04-10').length > 0);
  assert.deepEqual(listReminders('festival', [], place, '2026-04-11'), []);
});
