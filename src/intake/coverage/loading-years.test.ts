import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listLoadingYears, loadingYearsBefore } from './files-cover.ts';

const row = (
  period: string | null,
  outcome: string,
  sha256: string | null = null,
  district: number | null = null,
) => ({
  kind: 'inspections',
  period,
  outcome,
  sha256,
  district,
});

test('a fiscal year is loading while its workbook or a district’s file is missing, but not once the workbook has arrived', () => {
  const rows = [
    row(null, 'failed'),
    row('2022-23', 'waiting'),
    row('2025-26', 'downloaded', 'a'),
    row('2025-26', 'failed', null, 1),
    row('2024-25', 'missing'),
    row('2024-25', 'downloaded', 'b', 1),
    row('2024-25', 'failed', null, 2),
    row('2023-24', 'missing'),
    row('2021-22', 'held_back'),
    { ...row('2026-11-22', 'waiting'), kind: 'closures' },
  ];
  assert.deepEqual(listLoadingYears(rows), ['2024-25', '2022-23']);
});

test('a district waits only for years before its first inspection, and only as far back as scores go', () => {
  const loading = { years: ['2025-26', '2024-25', '2022-23'], scoredFrom: '2023-11-27' };
  assert.deepEqual(loadingYearsBefore('2026-07-02', loading), ['2025-26', '2024-25', '2022-23']);
  assert.deepEqual(loadingYearsBefore('2025-07-01', loading), ['2024-25', '2022-23']);
  assert.deepEqual(loadingYearsBefore('2023-11-27', loading), []);
  assert.deepEqual(loadingYearsBefore(null, loading), []);
  assert.deepEqual(loadingYearsBefore('2026-07-02', { ...loading, years: [] }), []);
});
