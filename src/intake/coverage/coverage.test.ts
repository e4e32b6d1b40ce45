import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renewedWeekly } from './coverage.ts';

const file = (kind: string, district: number | null, file_date: string | null) => ({
  kind,
  district,
  file_date,
});

test('license files and each district’s newest inspections are renewed weekly, and no other files are', () => {
  const licenses = file('licenses', 1, '2026-11-20');
  const last = file('inspections', 1, '2026-07-03');
  const running = file('inspections', 1, '2026-11-19');
  const others = [file('closures', null, '2026-11-22'), file('new_licenses', null, '2026-11-20')];
  assert.deepEqual(renewedWeekly([licenses, last, running, ...others]), [licenses, running]);
});

test('a statewide workbook is renewed weekly until a district’s own file covers later days', () => {
  const workbook = file('inspections', null, '2026-07-06');
  assert.deepEqual(renewedWeekly([workbook]), [workbook]);
  const early = file('inspections', 1, '2026-07-02');
  assert.deepEqual(renewedWeekly([workbook, early]), [workbook, early]);
  const later = file('inspections', 1, '2026-07-09');
  assert.deepEqual(renewedWeekly([workbook, later]), [later]);
  const licenses = file('licenses', 1, '2026-11-20');
  assert.deepEqual(renewedWeekly([workbook, licenses]), [workbook, licenses]);
});
