import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleDecision } from '../../../../test/support/application-samples.ts';
import type { DecisionResult } from '../../../decisions/decide/schemas.ts';
import type { DecidedLine } from '../../../organizer/lists/checked-list.ts';
import { expiryOf, sortDecided } from './attention.ts';

type Severity = DecisionResult['reasons'][number]['severity'];

function lineOf(
  line: number,
  name: string,
  verdict: DecisionResult['verdict'],
  severities: readonly Severity[],
): DecidedLine {
  const reasons = severities.map((severity) => ({ code: severity, text: severity, severity }));
  const decision = sampleDecision({ verdict, reasons });
  return {
    line: { line, name, licenseNumber: '', city: '', notes: [] },
    decision: { ...decision, vendor: { ...decision.vendor, name } },
  };
}

test('a checked list is sorted by worst verdict, then by most severe reason, then by name and line', () => {
  const lines = [
    lineOf(1, 'Without a reason', 'REVIEW', []),
    lineOf(2, 'Info', 'REVIEW', ['info']),
    lineOf(3, 'Clear', 'CLEAR', ['caution']),
    lineOf(4, 'Serious last', 'REVIEW', ['info', 'caution', 'serious']),
    lineOf(5, 'Caution', 'REVIEW', ['caution', 'caution', 'caution']),
    lineOf(6, 'Declined', 'DECLINE', ['caution']),
    lineOf(7, 'Blocking in the middle', 'REVIEW', ['caution', 'blocking', 'info']),
    lineOf(9, 'Serious first', 'REVIEW', ['serious', 'info']),
    lineOf(8, 'Serious first', 'REVIEW', ['serious']),
    lineOf(10, 'Conditional', 'CONDITIONAL', ['blocking']),
  ];
  const order = (by: 'attention' | 'name') => sortDecided(lines, by).map(({ line }) => line.line);
  assert.deepEqual(order('attention'), [6, 7, 8, 9, 4, 5, 2, 1, 10, 3]);
  assert.deepEqual(order('name'), [7, 5, 3, 10, 6, 2, 8, 9, 4, 1]);
});

test('a license is valid through its last day, and is marked if that day is past or comes before the event', () => {
  const told = (expiresOn: string | null) => expiryOf(expiresOn, '2026-05-03', '2026-03-16');
  assert.equal(told('2026-03-15'), 'expired');
  assert.equal(told('2026-03-16'), 'endsBefore');
  assert.equal(told('2026-05-03'), 'runsPast');
  assert.equal(told(null), 'noExpiry');
});
