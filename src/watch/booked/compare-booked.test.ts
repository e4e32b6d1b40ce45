import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WatchedState } from '../paid/watched-state.ts';
import { compareSeen, isSevere, type SeenState, toSeen } from './compare-booked.ts';

const RECORD: WatchedState = {
  name: 'PELICAN TACO WAGON',
  aka: null,
  holder: null,
  status: 'current',
  expires_on: '2026-06-01',
  grade: 'A',
  grade_status: 'graded',
  hold: [],
  visits: [],
};
const SEEN: SeenState = { verdict: 'CLEAR', reasons: [], record: RECORD };
const CLOSED = { code: 'emergency_closure' as const, text: 'Closed', since: '2026-03-17' };
const LAST_DAY = '2026-04-10';

const seen = (record: Partial<WatchedState>, verdict: SeenState['verdict'] = 'CLEAR'): SeenState => ({
  verdict,
  reasons: [],
  record: { ...RECORD, ...record },
});
/** Returns the state after a decision was filed and before any record was seen. */
const filed = (verdict: SeenState['verdict'], status: WatchedState['status'] = 'current'): SeenState => ({
  verdict,
  reasons: [],
  record: null,
  filed: { status, expires_on: '2026-06-01', hold: [] },
});
const told = (before: SeenState, after: SeenState) =>
  compareSeen(before, after).map(({ label, from, to }) => `${label}: ${from} > ${to}`);

describe('the report about a vendor with a spot', () => {
  test('lists the verdict first and then the facts, and leaves out our score and rules', () => {
    assert.deepEqual(told(SEEN, seen({ status: 'delinquent' }, 'DECLINE')), [
      'Verdict for the event: Clear to book > Don’t book',
      'License status: current > not renewed (delinquent)',
    ]);
    assert.deepEqual(told(SEEN, seen({ grade: 'C', service_score: 71, policy_version: 'p9' })), []);
    assert.deepEqual(told(SEEN, SEEN), []);
  });

  test('attributes a changed verdict to our rules only if no fact changed', () => {
    const kinds = (before: Partial<WatchedState>, after: Partial<WatchedState>) =>
      compareSeen(seen(before), seen(after, 'REVIEW')).map(({ kind }) => kind);
    const old = { policy_version: 'p2' };
    const now = { policy_version: 'p3' };
    assert.deepEqual(kinds(old, now), ['rules']);
    assert.deepEqual(kinds(old, { ...now, gravest_event: null }), ['rules']);
    assert.deepEqual(kinds(now, now), ['ours']);
    assert.deepEqual(kinds(old, { ...now, status: 'delinquent' }), ['ours', 'status']);
    const gravest = { gravest_event: { text: 'Warning Issued', date: '2026-01-01' } };
    assert.deepEqual(kinds({ ...old, ...gravest }, { ...now, gravest_event: null }), ['rules']);
  });

  test('reports a removed record as not on record, never as clean', () => {
    assert.deepEqual(told(SEEN, { verdict: 'unknown', reasons: [], record: null }), [
      'Verdict for the event: Clear to book > not on record',
      'License status: current > not in the latest license file',
      'License expires: June 1, 2026 > no day on file',
    ]);
  });

  test('compares only the values in the decision if nothing but a filed decision has been seen', () => {
    assert.deepEqual(told(filed('CLEAR'), seen({ name: 'HERON', expires_on: '2027-06-01' })), [
      'License expires: June 1, 2026 > June 1, 2027',
    ]);
    assert.deepEqual(told({ verdict: 'CLEAR', reasons: [], record: null }, seen({}, 'REVIEW')), [
      'Verdict for the event: Clear to book > Review first / Not enough record',
    ]);
  });
});

describe('the changes that are reported immediately', () => {
  const grave = (after: SeenState, before = SEEN) => isSevere(before, after, LAST_DAY);

  test('include a verdict that becomes DECLINE, but not one that already was', () => {
    assert.equal(grave(seen({}, 'DECLINE')), true);
    assert.equal(grave(seen({}, 'DECLINE'), seen({}, 'DECLINE')), false);
    assert.equal(grave(seen({}, 'REVIEW')), false);
  });

  test('include a business that is closed, even if it was already closed for another reason', () => {
    assert.equal(grave(seen({ hold: [CLOSED] }, 'REVIEW')), true);
    assert.equal(grave(seen({ hold: [CLOSED] }), seen({ hold: [CLOSED] })), false);
    const other = { ...CLOSED, code: 'emergency_order' as const };
    assert.equal(grave(seen({ hold: [CLOSED, other] }), seen({ hold: [CLOSED] })), true);
    assert.equal(grave(seen({ hold: [CLOSED] }), filed('CLEAR')), true);
  });

  test('include a license that is relinquished, not renewed, or no longer on file', () => {
    for (const status of ['delinquent', 'relinquished', 'not_on_file'] as const) {
      assert.equal(grave(seen({ status }, 'REVIEW')), true, status);
      assert.equal(grave(seen({ status }), seen({ status })), false, `${status} as before`);
      assert.equal(grave(seen({ status }), filed('CLEAR')), true, `${status} since the decision`);
    }
    assert.equal(grave({ verdict: 'unknown', reasons: [], record: null }), true, 'the record is gone');
  });

  test('include a license that now ends before the event’s last day, but not one that ends on that day', () => {
    assert.equal(grave(seen({ expires_on: '2026-04-09' })), true);
    assert.equal(grave(seen({ expires_on: LAST_DAY })), false);
    assert.equal(grave(seen({ expires_on: '2026-04-09' }), seen({ expires_on: '2026-04-01' })), false);
    assert.equal(grave(seen({ expires_on: null })), false);
  });
});

test('the stored state of a removed record is the last known one, without its license', () => {
  const gone: SeenState = { verdict: 'unknown', reasons: ['x'], record: null };
  const kept = toSeen(SEEN, gone);
  assert.deepEqual([kept.verdict, kept.reasons, kept.record?.name], ['unknown', ['x'], RECORD.name]);
  assert.equal(kept.record?.status, 'not_on_file');
  assert.deepEqual(compareSeen(kept, gone), [], 'and is told once');
  assert.equal(isSevere(kept, gone, LAST_DAY), false);
  assert.deepEqual(toSeen(null, gone), gone);
});
