import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { REGULATOR } from '../../regulator/source/regulator.ts';
import { coversOf } from './files-cover.ts';

const AS_OF = '2026-03-16';
const licenses = (district: number | null, fileDate: string) => ({
  kind: 'licenses',
  district,
  fileDate,
  coveredDays: null,
});
const inspections = (district: number | null, first: string, fileDate: string) => ({
  kind: 'inspections',
  district,
  fileDate,
  coveredDays: { first, last: fileDate },
});

describe('coverage of the files', () => {
  test('a district’s records are complete up to the earliest date among its license file, its inspection files and the as-of date', () => {
    const reachOf = (...files: Parameters<typeof coversOf>[0]) =>
      coversOf(files, AS_OF).map(({ reach_to }) => reach_to);
    const year = inspections(6, '2025-07-01', '2026-03-10');
    assert.deepEqual(reachOf(licenses(6, '2026-03-12'), year), ['2026-03-10']);
    assert.deepEqual(reachOf(licenses(6, '2026-01-02'), year), ['2026-01-02']);
    assert.deepEqual(reachOf(licenses(6, '2026-03-12')), ['2026-03-12']);
    assert.deepEqual(reachOf(licenses(6, '2026-05-12')), [AS_OF]);
    const older = inspections(6, '2024-07-01', '2025-06-30');
    assert.deepEqual(reachOf(older, year), ['2026-03-10'], 'the newest file counts');
  });

  test('after a gap, a newer file extends the records only once it covers 90 days, the time for which a closure counts', () => {
    const reachOf = (...files: Parameters<typeof coversOf>[0]) => coversOf(files, AS_OF)[0]?.reach_to;
    const older = [licenses(6, AS_OF), inspections(6, '2024-07-01', '2025-11-10')];
    assert.equal(reachOf(...older, inspections(6, '2026-03-02', '2026-03-15')), '2025-11-10', 'a first week');
    assert.equal(reachOf(...older, inspections(6, '2025-12-16', '2026-03-15')), '2025-11-10', '89 days');
    assert.equal(reachOf(...older, inspections(6, '2025-12-15', '2026-03-15')), '2026-03-15', '90 days');
    assert.equal(reachOf(...older, inspections(6, '2025-12-11', '2026-01-05')), '2026-01-05', 'no gap');
    const rest = inspections(6, '2025-11-02', '2026-03-03');
    assert.equal(reachOf(...older, inspections(6, '2026-03-02', '2026-03-15'), rest), '2026-03-15', 'filled');
    assert.equal(reachOf(inspections(6, '2026-03-02', '2026-03-15')), '2026-03-15', 'nothing older');
  });

  test('if the as-of date falls between two files, records are complete up to the end of the earlier file', () => {
    const reachOf = (asOf: string) =>
      coversOf(
        [
          licenses(6, '2026-07-01'),
          inspections(6, '2024-07-01', '2025-06-30'),
          inspections(6, '2026-01-02', '2026-06-30'),
        ],
        asOf,
      )[0]?.reach_to;
    assert.equal(reachOf('2025-06-15'), '2025-06-15');
    assert.equal(reachOf('2025-11-01'), '2025-06-30');
    assert.equal(reachOf('2026-02-01'), '2025-06-30', 'the newer one covers 30 days');
    assert.equal(reachOf('2026-06-01'), '2026-06-01');
  });

  test('a year is complete only if the files have no gap in the twelve months before the as-of date', () => {
    const isWhole = (...files: Parameters<typeof coversOf>[0]) => coversOf(files, AS_OF)[0]?.whole_year;
    const before = inspections(6, '2024-07-01', '2025-06-30');
    const now = inspections(6, '2025-07-01', AS_OF);
    assert.equal(isWhole(before, now), true);
    assert.equal(isWhole(now), false);
    assert.equal(isWhole(before), false);
    assert.equal(isWhole(before, inspections(6, '2025-09-01', AS_OF)), false, 'a gap of two months');
    assert.equal(isWhole(before, inspections(6, '2025-07-01', '2026-03-01')), false, 'ends 15 days early');
    assert.equal(isWhole(licenses(6, AS_OF)), false);
  });

  test('a statewide inspection file counts for every district, and a closure file counts for none', () => {
    const all = coversOf([inspections(null, '2025-07-01', AS_OF)], AS_OF);
    assert.deepEqual(
      all.map(({ district }) => district),
      REGULATOR.districts,
    );
    assert.deepEqual(coversOf([{ ...licenses(6, AS_OF), kind: 'closures' }], AS_OF), []);
  });
});
